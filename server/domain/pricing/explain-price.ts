// Explains the price of an order with the terms from which it is computed.

import { materials, qualityFactorPercent } from '../catalog/materials.ts'
import type { PrintOptions } from '../catalog/options.ts'
import type { VolumeFacts } from '../models/volume-notes.ts'
import { freePostageFromCents } from './postage.ts'
import type { OrderPrice } from './price.ts'
import { billedPart, priceBilledPart } from './price-order.ts'
import { chargedRate, type Rate } from './rate.ts'
import { roundHalfUp } from './rational.ts'
import { type SubtotalTerms, subtotalTerms } from './subtotal.ts'
import type { PricedMeasurement } from './weigh-part.ts'
import { solidPerMille } from './weight.ts'

export type PriceExplanation = SubtotalTerms & {
  readonly price: OrderPrice
  readonly quantity: number
  /** How the weight follows from the mesh; null for a sliced file, whose slicer states it. */
  readonly mesh: {
    readonly volumeCm3: number
    /** Thousandths of the volume that are plastic. */
    readonly solidPerMille: number
    /** What to say about how the volume was measured. */
    readonly volume: VolumeFacts
  } | null
  readonly densityHundredths: number
  readonly rate: Rate
  readonly factorPercent: number
  /** One part's share of the print subtotal, rounded half up. */
  readonly perPartCents: number
  /** The subtotal from which postage to the country is free. */
  readonly postageFreeFromCents: number
}

/** Returns null if an already-sliced file states no filament use. */
export function explainPrice(
  measurement: PricedMeasurement,
  options: PrintOptions,
  country: string,
): PriceExplanation | null {
  const part = billedPart(measurement, options)
  if (part === null) return null
  const price = priceBilledPart(part, country)
  const { quantity, material, quality, infill } = options
  return {
    ...subtotalTerms(part),
    price,
    quantity,
    mesh:
      measurement.kind === 'mesh'
        ? {
            volumeCm3: measurement.report.volumeCm3,
            solidPerMille: solidPerMille(infill),
            volume: measurement.report,
          }
        : null,
    densityHundredths: materials()[material].densityHundredths,
    rate: chargedRate(material, options.color),
    factorPercent: qualityFactorPercent[quality],
    perPartCents: Number(roundHalfUp(BigInt(price.printCents), BigInt(quantity))),
    postageFreeFromCents: freePostageFromCents(country),
  }
}
