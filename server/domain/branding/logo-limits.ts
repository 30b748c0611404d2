// Limits of a logo file.

export const logoLimits = {
  bytes: 200_000,
  /** Longer side of a PNG, in px. */
  minSide: 32,
  maxSide: 4_000,
  /** Longest side as a multiple of the shorter one. */
  ratio: 8,
} as const

export const logoLimitsText = `SVG or PNG, at most ${logoLimits.bytes / 1000} kB; a PNG at most ${logoLimits.maxSide.toLocaleString('en-US')} px on each side`
