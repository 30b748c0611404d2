// What the printers can make: nothing thinner than 0.8 mm, nothing larger than the build volume of 340 x 320 x 340 mm, which a part
// fits when its sorted sizes fit the sorted plate.

/** service.md, "Generation printStatus": what is thinner needs a redesign. */
export const thinnestMm = 0.8

/** As people name it. */
export const plateMm = [340, 320, 340] as const

/** Largest first, mm. */
const sortedPlateMm = [340, 340, 320] as const

/** Float noise of a unit conversion (1e-6 mm) does not make a part too large. */
const toleranceMm = 1e-6

export function fitsBuildVolume(dimensionsMm: readonly [number, number, number]): boolean {
  const [a, b, c] = dimensionsMm
  const large = Math.max(a, b, c)
  const small = Math.min(a, b, c)
  const middle = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
  return (
    large <= sortedPlateMm[0] + toleranceMm &&
    middle <= sortedPlateMm[1] + toleranceMm &&
    small <= sortedPlateMm[2] + toleranceMm
  )
}
