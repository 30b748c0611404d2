// Prices a known weight without a file: grams per part, and a quantity.
import {
  domesticCountry,
  internationalPostage,
  ownPostages,
  type ServedCountry,
} from '../catalog/countries.ts'
import { materials } from '../catalog/materials.ts'
import type { Material, Quality } from '../catalog/options.ts'
import { addPostage, type PriceWithPostage, withPostage } from './postage.ts'
import { estimateRate } from './rate.ts'
import { bulkDiscountPercent, perPartCents, printSubtotalCents } from './subtotal.ts'
import { statedGrams } from './weight.ts'

/** Accepted ranges: grams of one part, and number of parts (contract.md 9.1). */
export const estimateGramsRange = { min: 0.1, max: 50_000 } as const
export const estimateQuantityRange = { min: 1, max: 10_000 } as const

export type WeightEstimate = {
  /** Weight of one part, rounded up as billed. */
  readonly gramsPerPart: number
  readonly centsPerGram: number
  /** Whether the color is not in stock, so that the custom rate may apply. */
  readonly customColor: boolean
  readonly stockCentsPerGram: number
  readonly discountPercent: number
  readonly perPartCents: number
  readonly printCents: number
  readonly domestic: PriceWithPostage
  /** For countries without specific postage. */
  readonly international: PriceWithPostage
  /** Foreign countries with specific postage. */
  readonly own: readonly (PriceWithPostage & { readonly country: ServedCountry })[]
}

/**
 * Prices the weight. Without a color the material's rate applies, as in every estimate (decisions.md 4). `grams`:
 * weight of one part, above 0.
 */
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
    stockCentsPerGram: materials()[material].centsPerGram,
    discountPercent: bulkDiscountPercent(quantity),
    perPartCents: perPartCents(priced),
    printCents,
    domestic: addPostage(printCents, domesticCountry),
    international: withPostage(printCents, internationalPostage()),
    own: ownPostages().map(([country, postage]) => ({
      country,
      ...withPostage(printCents, postage),
    })),
  }
}
