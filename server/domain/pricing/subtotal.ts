// The print subtotal (contract.md 9.2, rules 3, 4, 6 and 8; decisions.md 1 and 3). Integer cents, rounded once, half up.
import { materials, qualityFactorPercent } from '../catalog/materials.ts'
import type { Material, Quality } from '../catalog/options.ts'
import { throughputCm3PerHour } from './hours.ts'
import { roundHalfUp } from './rational.ts'

export const minimumCentsPerPart = 100
/** The smallest charge that the processor accepts. Unreachable while the minimum per part is a dollar. */
export const minimumTotalCents = 50

export const isBelowMinimum = (totalCents: number): boolean => totalCents < minimumTotalCents

const bulkDiscounts = [
  { fromQuantity: 5, percent: 5 },
  { fromQuantity: 10, percent: 10 },
] as const

/** The quantities at which the discount changes, ascending. */
export const bulkThresholds = bulkDiscounts.map(({ fromQuantity }) => fromQuantity)

/** Percent off for a quantity; 0 below the first threshold. */
export function bulkDiscountPercent(quantity: number): number {
  return bulkDiscounts.findLast(({ fromQuantity }) => quantity >= fromQuantity)?.percent ?? 0
}

export type SubtotalInput = {
  readonly grams: number
  readonly centsPerGram: number
  readonly quality: Quality
  readonly quantity: number
}

/** max(grams x rate x factor x quantity x (1 - bulk), $1.00 x quantity). */
export function printSubtotalCents(input: SubtotalInput): number {
  const { grams, centsPerGram, quality, quantity } = input
  const percent = 100 - bulkDiscountPercent(quantity)
  const tenThousandths = grams * centsPerGram * qualityFactorPercent[quality] * quantity * percent
  const rounded =
    tenThousandths <= 4e15
      ? Math.floor((tenThousandths + 5_000) / 10_000)
      : Number(roundHalfUp(exactTenThousandths(input, percent), 10_000n))
  return Math.max(rounded, minimumCentsPerPart * quantity)
}

/** The price of one of `quantity` parts, after discount and minimum; rounded on its own, half up. */
export function perPartCents({ grams, centsPerGram, quality, quantity }: SubtotalInput): number {
  const percent = 100 - bulkDiscountPercent(quantity)
  const tenThousandths = grams * centsPerGram * qualityFactorPercent[quality] * percent
  return Math.max(Math.floor((tenThousandths + 5_000) / 10_000), minimumCentsPerPart)
}

function exactTenThousandths(input: SubtotalInput, percent: number): bigint {
  const { grams, centsPerGram, quality, quantity } = input
  const factor = BigInt(qualityFactorPercent[quality])
  return BigInt(grams) * BigInt(centsPerGram) * factor * BigInt(quantity) * BigInt(percent)
}

/** Rate of a sliced part's machine time beyond what its weight covers. */
export const overtimeCentsPerHour = 150

/** Machine time of already-sliced parts that their weight does not cover. */
type Overtime = {
  /** In units of which `unit` make an hour; negative when the weight covers the time. */
  readonly beyond: bigint
  readonly unit: bigint
}

/** (seconds - 3600 x 100 g / (16 d)) / 3600 = (16 d s - 360,000 g) / (3600 x 16 d) hours, for the density in hundredths. */
function overtimeOf(input: SlicedInput): Overtime {
  const density = BigInt(materials[input.material].densityHundredths)
  const throughput = BigInt(throughputCm3PerHour)
  const beyond =
    throughput * density * BigInt(Math.round(input.seconds)) - 360_000n * BigInt(input.grams)
  return { beyond, unit: 3600n * throughput * density }
}

type SlicedInput = SubtotalInput & { readonly material: Material; readonly seconds: number }

/** The overtime of all parts before the discount, rounded on its own. */
export function overtimeCents(input: SlicedInput): number {
  const { beyond, unit } = overtimeOf(input)
  if (beyond <= 0n) return 0
  return Number(roundHalfUp(beyond * BigInt(overtimeCentsPerHour * input.quantity), unit))
}

/**
 * The same for an already-sliced part: machine time beyond grams / (density x 16 cm3/h) adds $1.50 an hour for each part. The
 * quality factor does not multiply it; the discount applies to it.
 */
export function slicedSubtotalCents(input: SlicedInput): number {
  const { beyond, unit } = overtimeOf(input)
  const grams = BigInt(input.grams)
  const quantity = BigInt(input.quantity)
  const percent = BigInt(100 - bulkDiscountPercent(input.quantity))
  const weightPart =
    grams * BigInt(input.centsPerGram) * BigInt(qualityFactorPercent[input.quality]) * unit
  const timePart = beyond > 0n ? beyond * BigInt(overtimeCentsPerHour) * 100n : 0n
  const cents = roundHalfUp((weightPart + timePart) * quantity * percent, 100n * unit * 100n)
  return Math.max(Number(cents), minimumCentsPerPart * input.quantity)
}
