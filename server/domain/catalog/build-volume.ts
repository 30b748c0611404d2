// The build volume of the printers. A part fits if its sorted sides fit the sorted sides of the volume.

/** contract.md 3.3: a part thinner than this needs a redesign. */
export const thinnestMm = 0.8

/** Width, depth and height. */
export const buildVolumeMm = [340, 320, 340] as const

/** Formats the build volume as `340 x 320 x 340 mm`. */
export const buildVolumeText = `${buildVolumeMm.join(' x ')} mm`

/** The build volume in the contract's error messages: `340x320x340mm`. */
export const buildVolumeCompactText = `${buildVolumeMm.join('x')}mm`

/** Longest side of the build volume. */
export const maxSideMm = Math.max(...buildVolumeMm)

/** Permitted size of a model: its longest side, in mm. */
export const sizeRangeMm = { min: 5, max: maxSideMm } as const

export const isAllowedSize = (mm: number): boolean => mm >= sizeRangeMm.min && mm <= sizeRangeMm.max

/** Size range for messages: `5 to 340 mm`. */
export const sizeRangeText = `${sizeRangeMm.min} to ${sizeRangeMm.max} mm`

/** The rounding error of a unit conversion (1e-6 mm) must not make a part too large. */
const toleranceMm = 1e-6

export function fitsBuildVolume(dimensionsMm: readonly [number, number, number]): boolean {
  const sides = largestFirst(dimensionsMm)
  return sides.every((side, index) => side <= (sortedVolumeMm[index] ?? 0) + toleranceMm)
}

/** Returns the factor that scales a body to just fit; above 1 if it is smaller than the volume. */
export function scaleToFit(dimensionsMm: readonly [number, number, number]): number {
  const sides = largestFirst(dimensionsMm)
  return Math.min(...sides.map((side, index) => (sortedVolumeMm[index] ?? 0) / side))
}

/** Returns `scaleToFit` in percent for messages, rounded down so that the scaled body fits. */
export function percentToFit(dimensionsMm: readonly [number, number, number]): number {
  const factor = scaleToFit(dimensionsMm)
  const parts = factor >= 0.01 ? 10 : 10_000
  return Math.floor(factor * 100 * parts + 1e-4) / parts
}

/**
 * Rounds sides to 0.1 mm for messages that also state the build volume. Rounds up if a part that does not fit would
 * otherwise seem to fit.
 */
export function shownSidesMm(
  dimensionsMm: readonly [number, number, number],
): readonly [number, number, number] {
  const rounded = inTenths(dimensionsMm, Math.round)
  return fitsBuildVolume(rounded) && !fitsBuildVolume(dimensionsMm)
    ? inTenths(dimensionsMm, Math.ceil)
    : rounded
}

const inTenths = (
  [x, y, z]: readonly [number, number, number],
  round: (tenths: number) => number,
): readonly [number, number, number] => [round(x * 10) / 10, round(y * 10) / 10, round(z * 10) / 10]

const largestFirst = (dimensionsMm: readonly number[]) => dimensionsMm.toSorted((a, b) => b - a)

const sortedVolumeMm = largestFirst(buildVolumeMm)
