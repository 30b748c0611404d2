// What the printers can make: nothing thinner than 0.8 mm, nothing larger than the build volume of 340 x 320 x 340 mm, which a part
// fits when its sorted sizes fit the sorted plate.

/** service.md, "Generation printStatus": what is thinner needs a redesign. */
export const thinnestMm = 0.8

/** Width, depth and height. */
export const buildVolumeMm = [340, 320, 340] as const

/** For sentences: `340 x 320 x 340 mm`. */
export const buildVolumeText = `${buildVolumeMm.join(' x ')} mm`

/** Longest side of the build volume. */
export const maxSideMm = Math.max(...buildVolumeMm)

/** Largest first, mm. */
const sortedPlateMm = [340, 340, 320] as const

/** Float noise of a unit conversion (1e-6 mm) does not make a part too large. */
const toleranceMm = 1e-6

export function fitsBuildVolume(dimensionsMm: readonly [number, number, number]): boolean {
  const sides = sorted(dimensionsMm)
  return sides.every((side, index) => side <= (sortedPlateMm[index] ?? 0) + toleranceMm)
}

/** What a body is to be multiplied by so that it just fits; above 1 when there is room. */
export function shrinkToFit(dimensionsMm: readonly [number, number, number]): number {
  const sides = sorted(dimensionsMm)
  return Math.min(...sides.map((side, index) => (sortedPlateMm[index] ?? 0) / side))
}

const sorted = (dimensionsMm: readonly number[]) => dimensionsMm.toSorted((a, b) => b - a)
