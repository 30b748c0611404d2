// Prices a measured model. Used for REST orders, quotes of already-sliced files and the quote page.

import type { PrintOptions } from '../catalog/options.ts'
import { addPostage } from './postage.ts'
import type { OrderPrice } from './price.ts'
import { chargedRate } from './rate.ts'
import { type BilledPart, subtotalCents } from './subtotal.ts'
import { type PricedMeasurement, type WeighedPart, weighPart } from './weigh-part.ts'

export const statesNoFilament = 'It is sliced, but states no filament use.'

/** Why a sliced file cannot be billed. */
export const noUsageReason = `${statesNoFilament} Slice it again with a current slicer.`

/** Returns the part with its weight and rate; null if an already-sliced file states no filament use. */
export function billedPart(
  measurement: PricedMeasurement,
  options: PrintOptions,
): (WeighedPart & BilledPart) | null {
  const weighed = weighPart(measurement, options)
  if (weighed === null) return null
  const { material, color, quality, quantity } = options
  const { centsPerGram } = chargedRate(material, color)
  return { ...weighed, centsPerGram, material, quality, quantity }
}

export const priceBilledPart = (part: WeighedPart & BilledPart, country: string): OrderPrice => ({
  ...addPostage(subtotalCents(part), country),
  gramsPerPart: part.grams,
  centihoursPerPart: part.centihours,
})

/** Returns null if an already-sliced file states no filament use. */
export function priceOrder(
  measurement: PricedMeasurement,
  options: PrintOptions,
  country: string,
): OrderPrice | null {
  const part = billedPart(measurement, options)
  return part === null ? null : priceBilledPart(part, country)
}
