// Prices a known weight, before there is a file: grams per part, and a quantity.
import { domesticCountry, internationalCountries } from '../catalog/countries.ts'
import { materials } from '../catalog/materials.ts'
import type { Material, Quality } from '../catalog/options.ts'
import { addPostage, type PriceWithPostage } from './postage.ts'
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
  readonly international: PriceWithPostage
}

/** Without a color the material's own rate applies, as in every estimate (decisions.md 4). `grams` of one part, above 0. */
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
    domestic: addPostage(printCents, domesticCountry),
    international: addPostage(printCents, internationalCountries[0]),
  }
}
