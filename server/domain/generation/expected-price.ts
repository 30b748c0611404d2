// Expected print price of a model before it is made. Its volume is unknown, but bodies rarely leave this range.

import { priceGeneratedModel } from './run/price-generated-model.ts'

/** A slim figure and a block, as fractions of the bounding cube. */
const volumeShares = { least: 0.02, most: 1 } as const

/** Sizes for which pages show prices, in mm. */
export const exampleSizesMm = [50, 80, 150] as const

export type ExpectedPrice = { readonly fromCents: number; readonly toCents: number }

/**
 * Returns the price of one PLA part at standard quality with flat US postage. `printEstimate` later states the same
 * price.
 */
export function expectedPrice(longestMm: number): ExpectedPrice {
  return {
    fromCents: totalAt(longestMm, volumeShares.least),
    toCents: totalAt(longestMm, volumeShares.most),
  }
}

function totalAt(longestMm: number, share: number): number {
  const volumeCm3 = (longestMm / 10) ** 3 * share
  const dimensionsMm = [longestMm, longestMm, longestMm] as const
  const price = priceGeneratedModel({ dimensionsMm, volumeCm3 }, false)
  if (price === null) throw new Error(`no price at ${longestMm} mm`)
  return price.totalCents
}
