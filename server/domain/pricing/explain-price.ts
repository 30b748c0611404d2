// The price of an order with the terms that it is computed from, for people who want to know how it is made up.

import { materials, qualityFactorPercent } from '../catalog/materials.ts'
import type { PrintOptions } from '../catalog/options.ts'
import { volumeNotes } from '../models/volume-notes.ts'
import { freePostageFromCents } from './postage.ts'
import type { OrderPrice } from './price.ts'
import { priceOrder } from './price-order.ts'
import { chargedRate, type Rate } from './rate.ts'
import { roundHalfUp } from './rational.ts'
import { bulkDiscountPercent, minimumCentsPerPart, overtimeCents } from './subtotal.ts'
import type { PricedMeasurement } from './weigh-part.ts'
import { solidPerMille } from './weight.ts'

export type PriceExplanation = {
  readonly price: OrderPrice
  readonly quantity: number
  /** How the weight follows from the mesh; null for a sliced file, whose slicer states it. */
  readonly mesh: {
    readonly volumeCm3: number
    /** Thousandths of the volume that are plastic. */
    readonly solidPerMille: number
    /** How the volume was measured, where that needs explaining. */
    readonly notes: readonly string[]
  } | null
  readonly densityHundredths: number
  readonly rate: Rate
  readonly factorPercent: number
  /** Grams x rate x factor x quantity, before discount and minimum. */
  readonly materialCents: number
  /** Machine time of a sliced file beyond what its weight covers, before the discount. */
  readonly overtimeCents: number
  readonly discountPercent: number
  /** Negative, or 0. */
  readonly discountCents: number
  /** What the minimum per part adds; 0 where the price is above it. */
  readonly minimumCents: number
  /** One part's share of the print subtotal, rounded half up. */
  readonly perPartCents: number
  /** The subtotal from which postage to the country is free. */
  readonly postageFreeFromCents: number
}

/**
 * Returns null when an already-sliced file states no filament use. `materialCents`, `overtimeCents`, `discountCents` and
 * `minimumCents` add up to the print subtotal.
 */
export function explainPrice(
  measurement: PricedMeasurement,
  options: PrintOptions,
  country: string,
): PriceExplanation | null {
  const price = priceOrder(measurement, options, country)
  if (price === null) return null
  const { quantity, material, quality, infill } = options
  const rate = chargedRate(material, options.color)
  const factorPercent = qualityFactorPercent[quality]
  const materialCents = hundredthsToCents(
    BigInt(price.gramsPerPart) *
      BigInt(rate.centsPerGram) *
      BigInt(factorPercent) *
      BigInt(quantity),
  )
  const discountPercent = bulkDiscountPercent(quantity)
  const timeCents = overtimeOf(measurement, options, price)
  const discounted = Number(
    roundHalfUp(BigInt(materialCents + timeCents) * BigInt(100 - discountPercent), 100n),
  )
  const minimumCents = Math.max(0, minimumCentsPerPart * quantity - discounted)
  return {
    price,
    quantity,
    mesh:
      measurement.kind === 'mesh'
        ? {
            volumeCm3: measurement.report.volumeCm3,
            solidPerMille: solidPerMille(infill),
            notes: volumeNotes(measurement.report),
          }
        : null,
    densityHundredths: materials[material].densityHundredths,
    rate,
    factorPercent,
    materialCents,
    overtimeCents: timeCents,
    discountPercent,
    // Whatever rounding leaves belongs to the discount, so that the lines add up.
    discountCents: price.printCents - minimumCents - materialCents - timeCents,
    minimumCents,
    perPartCents: Number(roundHalfUp(BigInt(price.printCents), BigInt(quantity))),
    postageFreeFromCents: freePostageFromCents(country),
  }
}

const hundredthsToCents = (hundredths: bigint): number => Number(roundHalfUp(hundredths, 100n))

function overtimeOf(
  measurement: PricedMeasurement,
  options: PrintOptions,
  price: OrderPrice,
): number {
  if (measurement.kind === 'mesh' || measurement.report.seconds === null) return 0
  const { material, quality, quantity, color } = options
  const { centsPerGram } = chargedRate(material, color)
  const { seconds } = measurement.report
  return overtimeCents({
    grams: price.gramsPerPart,
    centsPerGram,
    quality,
    quantity,
    material,
    seconds,
  })
}
