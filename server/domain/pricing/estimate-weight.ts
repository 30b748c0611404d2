// Arithmetic on a known weight: what one part of so many grams costs in a quantity, before any file is looked at.
import { domesticPostage, internationalPostage } from '../catalog/countries.ts'
import { materials } from '../catalog/materials.ts'
import type { Material, Quality } from '../catalog/options.ts'
import { type PostageRule, postageByRule } from './postage.ts'
import { estimateRate } from './rate.ts'
import { bulkDiscountPercent, perPartCents, printSubtotalCents } from './subtotal.ts'
import { statedGrams } from './weight.ts'

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
  readonly domestic: PriceWithPostage
  readonly international: PriceWithPostage
}

export type PriceWithPostage = { readonly shippingCents: number; readonly totalCents: number }

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
    domestic: postpaid(printCents, domesticPostage),
    international: postpaid(printCents, internationalPostage),
  }
}

function postpaid(printCents: number, rule: PostageRule): PriceWithPostage {
  const shippingCents = postageByRule(rule, printCents)
  return { shippingCents, totalCents: printCents + shippingCents }
}
