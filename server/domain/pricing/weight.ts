// Billable weight (contract.md 9.2, rule 2; decisions.md 2), in whole grams per part, rounded up, at least one.
import { materials } from '../catalog/materials.ts'
import { defaultPrintOptions, type Material } from '../catalog/options.ts'
import { rationalOfDouble, roundUp } from './rational.ts'

/** Percentage of a part's volume that is treated as solid walls; the infill applies to the rest. */
export const wallPercent = 30
/** The infill of estimates in percent, equal to an order's default. */
export const estimateInfillPercent = defaultPrintOptions.infill

/** Returns the thousandths of the volume that are plastic: 0.30 + 0.70 x infill. */
export const solidPerMille = (infillPercent: number): number =>
  wallPercent * 10 + ((100 - wallPercent) * infillPercent) / 10

/** Returns ceil(volume x (0.30 + 0.70 x infill) x density), with the volume in cm3 and the infill in percent. */
export function meshGrams(volumeCm3: number, infillPercent: number, material: Material): number {
  // Thousandths x hundredths, as one integer over 100,000.
  const scale = solidPerMille(infillPercent) * materials()[material].densityHundredths
  return gramsOfProduct([volumeCm3], scale, 100_000)
}

/** Returns the bounding-box estimate of POST /api/price: sides in mm, 0.44 of the box (20% infill). */
export function boxGrams(sizesMm: readonly [number, number, number], material: Material): number {
  const scale = solidPerMille(estimateInfillPercent) * materials()[material].densityHundredths
  return gramsOfProduct(sizesMm, scale, 100_000_000)
}

/** Returns the grams of a filament volume of an already-sliced file. */
export function filamentGrams(filamentCm3: number, material: Material): number {
  return gramsOfProduct([filamentCm3], materials()[material].densityHundredths, 100)
}

/** Returns the billed weight for a weight stated by a slicer. */
export function statedGrams(grams: number): number {
  return gramsOfProduct([grams], 1, 1)
}

/**
 * Returns ceil(product of `factors` x numerator / denominator), with up to 1e-6 above a whole gram rounded down.
 * Computes in doubles, and in exact rationals if the result is within rounding error of a whole gram.
 */
function gramsOfProduct(
  factors: readonly number[],
  numerator: number,
  denominator: number,
): number {
  let approximate = numerator / denominator
  for (const factor of factors) approximate *= factor
  const edge = approximate - 1e-6
  const uncertainty = Math.abs(approximate) * 1e-14 + 1e-15
  const certain = Math.abs(edge - Math.round(edge)) > uncertainty
  return Math.max(1, certain ? Math.ceil(edge) : exactGrams(factors, numerator, denominator))
}

function exactGrams(factors: readonly number[], numerator: number, denominator: number): number {
  let top = BigInt(numerator)
  let bottom = BigInt(denominator)
  for (const factor of factors) {
    const exact = rationalOfDouble(factor)
    top *= exact.numerator
    bottom *= exact.denominator
  }
  const millionths = top * 1_000_000n - bottom
  return millionths <= 0n ? 0 : Number(roundUp(millionths, bottom * 1_000_000n))
}
