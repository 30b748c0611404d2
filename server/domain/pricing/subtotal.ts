// The print subtotal (contract.md 9.2, rules 3, 4, 6 and 8; decisions.md 1 and 3). Integer cents, rounded once,
// half up.
import { materials, qualityFactorPercent } from '../catalog/materials.ts'
import type { Material, Quality } from '../catalog/options.ts'
import { type Terms, terms } from '../catalog/terms.ts'
import { throughputCm3PerHour } from './hours.ts'
import { roundHalfUp } from './rational.ts'

export const minimumCentsPerPart = (): number => terms().minimumCentsPerPart
/**
 * The smallest charge that the processor accepts. Never reached, because all terms have a minimum per part of at least
 * a dollar.
 */
export const minimumTotalCents = 50

export const isBelowMinimum = (totalCents: number): boolean => totalCents < minimumTotalCents

/** Returns the quantities at which the discount changes, ascending. */
export const bulkThresholds = (): readonly number[] =>
  terms().discounts.map(({ fromQuantity }) => fromQuantity)

/** Returns the discounts in words, such as `5% from 5 parts`. `unit`: what is counted. */
export const discountSteps = (
  { discounts }: Pick<Terms, 'discounts'>,
  unit = '',
): readonly string[] =>
  discounts.map(({ fromQuantity, percent }) => `${percent}% from ${fromQuantity} ${unit}`.trimEnd())

/** Returns the discount percentage for a quantity; 0 below the first threshold. */
export const bulkDiscountPercent = (quantity: number): number => discountPercent(quantity, terms())

const discountPercent = (quantity: number, { discounts }: Terms): number =>
  discounts.findLast(({ fromQuantity }) => quantity >= fromQuantity)?.percent ?? 0

export type SubtotalInput = {
  readonly grams: number
  readonly centsPerGram: number
  readonly quality: Quality
  readonly quantity: number
}

/** Returns hundredths of a cent per gram: rate x factor. Always an integer. */
const hundredthsPerGram = ({ centsPerGram, quality }: SubtotalInput): number =>
  centsPerGram * qualityFactorPercent[quality]

const keptPercent = (quantity: number, by: Terms = terms()): number =>
  100 - discountPercent(quantity, by)

const minimumSubtotalCents = (quantity: number, by: Terms = terms()): number =>
  by.minimumCentsPerPart * quantity

/** Returns hundredths of a cent for one part, before discount and minimum. */
export const materialHundredthsOfCent = (input: SubtotalInput): number =>
  input.grams * hundredthsPerGram(input)

/** Returns the exact material cost for weights and quantities of any size. */
const exactMaterialHundredths = (input: SubtotalInput): bigint =>
  BigInt(input.grams) * BigInt(hundredthsPerGram(input))

/**
 * Returns max(grams x rate x factor x quantity x (1 - bulk), $1.00 x quantity), with discount and minimum from the
 * given terms.
 */
export function printSubtotalCents(input: SubtotalInput, by: Terms = terms()): number {
  const { quantity } = input
  const percent = keptPercent(quantity, by)
  const tenThousandths = materialHundredthsOfCent(input) * quantity * percent
  const rounded =
    tenThousandths <= 4e15
      ? Math.floor((tenThousandths + 5_000) / 10_000)
      : Number(roundHalfUp(exactMaterialHundredths(input) * BigInt(quantity * percent), 10_000n))
  return Math.max(rounded, minimumSubtotalCents(quantity, by))
}

/** Returns the price of one of `quantity` parts after discount and minimum, rounded separately, half up. */
export function perPartCents(input: SubtotalInput): number {
  const tenThousandths = materialHundredthsOfCent(input) * keptPercent(input.quantity)
  return Math.max(Math.floor((tenThousandths + 5_000) / 10_000), minimumCentsPerPart())
}

/** Rate of a sliced part's machine time beyond the time that its weight covers. */
export const overtimeCentsPerHour = 150

/** Machine time of already-sliced parts beyond the time that their weight covers. */
type Overtime = {
  /** In units of 1/`unit` hour; negative if the weight covers the time. */
  readonly beyond: bigint
  readonly unit: bigint
}

/**
 * Returns (seconds - 3600 x 100 g / (16 d)) / 3600 = (16 d s - 360,000 g) / (3600 x 16 d) hours, with the density in
 * hundredths.
 */
function overtimeOf(input: SlicedInput): Overtime {
  const density = BigInt(materials()[input.material].densityHundredths)
  const throughput = BigInt(throughputCm3PerHour)
  const beyond =
    throughput * density * BigInt(Math.round(input.seconds)) - 360_000n * BigInt(input.grams)
  return { beyond, unit: 3600n * throughput * density }
}

type SlicedInput = SubtotalInput & { readonly material: Material; readonly seconds: number }

/** Returns the overtime of all parts before the discount, rounded separately. */
function overtimeCents(input: SlicedInput): number {
  const { beyond, unit } = overtimeOf(input)
  if (beyond <= 0n) return 0
  return Number(roundHalfUp(beyond * BigInt(overtimeCentsPerHour * input.quantity), unit))
}

/**
 * Returns the subtotal of an already-sliced part: machine time in excess of grams / (density x 16 cm3/h) adds $1.50
 * per hour and part. The quality factor does not apply to it; the discount does.
 */
export function slicedSubtotalCents(input: SlicedInput): number {
  const { beyond, unit } = overtimeOf(input)
  const { quantity } = input
  const weightPart = exactMaterialHundredths(input) * unit
  const timePart = beyond > 0n ? beyond * BigInt(overtimeCentsPerHour) * 100n : 0n
  const kept = BigInt(quantity) * BigInt(keptPercent(quantity))
  const cents = roundHalfUp((weightPart + timePart) * kept, 100n * unit * 100n)
  return Math.max(Number(cents), minimumSubtotalCents(quantity))
}

/**
 * A weighed part of either kind. `seconds` is null for a mesh and for a sliced file without a stated time, so that no
 * overtime is billed.
 */
export type BilledPart = SubtotalInput & {
  readonly material: Material
  readonly seconds: number | null
}

const isSliced = (part: BilledPart): part is BilledPart & SlicedInput => part.seconds !== null

export const subtotalCents = (part: BilledPart): number =>
  isSliced(part) ? slicedSubtotalCents(part) : printSubtotalCents(part)

/** The amounts that add up to the subtotal, each rounded half up. The discount includes the rounding difference. */
export type SubtotalTerms = {
  /** Grams x rate x factor x quantity, before discount and minimum. */
  readonly materialCents: number
  /** Price of a sliced file's machine time beyond the time that its weight covers, before the discount. */
  readonly overtimeCents: number
  readonly discountPercent: number
  /** Negative, or 0. */
  readonly discountCents: number
  /** Amount that the minimum per part adds; 0 if the price is above it. */
  readonly minimumCents: number
}

export function subtotalTerms(part: BilledPart): SubtotalTerms {
  const { quantity } = part
  const materialCents = roundedPercent(exactMaterialHundredths(part) * BigInt(quantity))
  const timeCents = isSliced(part) ? overtimeCents(part) : 0
  const beforeDiscount = materialCents + timeCents
  const discounted = roundedPercent(BigInt(beforeDiscount) * BigInt(keptPercent(quantity)))
  const minimumCents = Math.max(0, minimumSubtotalCents(quantity) - discounted)
  return {
    materialCents,
    overtimeCents: timeCents,
    discountPercent: bulkDiscountPercent(quantity),
    discountCents: subtotalCents(part) - minimumCents - beforeDiscount,
    minimumCents,
  }
}

const roundedPercent = (hundredths: bigint): number => Number(roundHalfUp(hundredths, 100n))
