// Converts colors between sRGB and CIELAB. Transfer function and primaries from IEC 61966-2-1; the white point is D65
// (X 0.95047, Z 1.08883).

/** L 0 to 100; a and b about -128 to 127. */
export type Lab = readonly [L: number, a: number, b: number]

/** 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Converts sRGB (0 to 1) to linear light (0 to 1). */
export const linearOf = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

/** Converts linear light (0 to 1) to sRGB (0 to 1). */
export const encodedOf = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055

const white = { x: 0.95047, z: 1.08883 }
const epsilon = 216 / 24389
const kappa = 24389 / 27

const toCubeRoot = (t: number) => (t > epsilon ? Math.cbrt(t) : (kappa * t + 16) / 116)
const fromCubeRoot = (f: number) => (f ** 3 > epsilon ? f ** 3 : (116 * f - 16) / kappa)

export function labOf([red, green, blue]: Rgb): Lab {
  const [r, g, b] = [linearOf(red / 255), linearOf(green / 255), linearOf(blue / 255)]
  const x = toCubeRoot((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / white.x)
  const y = toCubeRoot(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = toCubeRoot((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / white.z)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/** Returns the nearest sRGB color, in integers. */
export function rgbOf([lightness, a, b]: Lab): Rgb {
  const fy = (lightness + 16) / 116
  const x = white.x * fromCubeRoot(fy + a / 500)
  const y = fromCubeRoot(fy)
  const z = white.z * fromCubeRoot(fy - b / 200)
  return [
    byteOf(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
    byteOf(-0.969266 * x + 1.8760108 * y + 0.041556 * z),
    byteOf(0.0556434 * x - 0.2040259 * y + 1.0572252 * z),
  ]
}

/** Returns the sRGB channel (0 to 255) of linear light, limited to 0 to 1. */
export const byteOf = (linear: number) =>
  Math.round(255 * encodedOf(Math.min(1, Math.max(0, linear))))

/** Formats a color as `#RRGGBB` in uppercase. */
export const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`.toUpperCase()

/** Reads `#RRGGBB`. */
export function rgbOfHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}
