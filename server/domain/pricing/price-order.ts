// Prices a measured model. REST orders, quotes of already-sliced files and the quote page are priced here.

import type { PrintOptions } from '../catalog/options.ts'
import { addPostage } from './postage.ts'
import type { OrderPrice } from './price.ts'
import { chargedRate } from './rate.ts'
import { printSubtotalCents, slicedSubtotalCents } from './subtotal.ts'
import { type PricedMeasurement, weighPart } from './weigh-part.ts'

/** Why a sliced file cannot be billed. */
export const noUsageReason =
  'It is sliced, but states no filament use. Slice it again with a current slicer.'

/** Returns null when an already-sliced file states no filament use. */
export function priceOrder(
  measurement: PricedMeasurement,
  options: PrintOptions,
  country: string,
): OrderPrice | null {
  const weighed = weighPart(measurement, options)
  if (weighed === null) return null
  const { grams, hoursHundredths, seconds } = weighed
  const { centsPerGram } = chargedRate(options.material, options.color)
  const { material, quality, quantity } = options
  const printCents =
    seconds === null
      ? printSubtotalCents({ grams, centsPerGram, quality, quantity })
      : slicedSubtotalCents({ grams, centsPerGram, quality, quantity, material, seconds })
  return {
    ...addPostage(printCents, country),
    gramsPerPart: grams,
    hoursHundredthsPerPart: hoursHundredths,
  }
}
