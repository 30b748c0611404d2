// Arithmetic on a known weight: what one part of so many grams costs in a quantity, before any file is looked at.
import { materials } from '../catalog/materials.ts'
import type { Material, Quality } from '../orders/order.ts'
import { postageCents } from './postage.ts'
import { estimateRate } from './rate.ts'
import { bulkDiscountPercent, perPartCents, printSubtotalCents } from './subtotal.ts'
import { statedGrams } from './weight.ts'

/** What may be estimated: grams of one part, and number of parts (contract.md 9.1). */
export const estimateGramsRange = { min: 0.1, max: 50_000 } as const
export const estimateQuantityRange = { min: 1, max: 10_000 } as const

export type WeightEstimate = {
  /** Of one part, rounded up as it is billed. */
  readonly gramsPerPart: number
  readonly centsPerGram: number
  /** Whether the colour is no stock spool, and bills above the material's own rate. */
  readonly customColor: boolean
  readonly stockCentsPerGram: number
  readonly discountPercent: number
  readonly perPartCents: number
  readonly printCents: number
  readonly domestic: Postpaid
  readonly international: Postpaid
}

export type Postpaid = { readonly shippingCents: number; readonly totalCents: number }

/** No colour is the material's own rate, as in every estimate (decisions.md 4). `grams` of one part, above 0. */
export function estimateFromWeight(input: {
  grams: number
  material: Material
  quality: Quality
  quantity: number
  color: string | undefined
}): WeightEstimate {
  const { material, quality, quantity, color } = input
  const grams = statedGrams(input.grams)
  const { centsPerGram, customColor } = estimateRate(material, color)
  const priced = { grams, centsPerGram, quality, quantity }
  const printCents = printSubtotalCents(priced)
  return {
    gramsPerPart: grams,
    centsPerGram,
    customColor,
    stockCentsPerGram: materials[material].centsPerGram,
    discountPercent: bulkDiscountPercent(quantity),
    perPartCents: perPartCents(priced),
    printCents,
    domestic: postpaid(printCents, 'US'),
    international: postpaid(printCents, anyOtherCountry),
  }
}

/** Postage abroad is the same everywhere. */
const anyOtherCountry = 'CA'

function postpaid(printCents: number, country: string): Postpaid {
  const shippingCents = postageCents(country, printCents)
  return { shippingCents, totalCents: printCents + shippingCents }
}
