// Prices one line of a cart with the pricing core of every order (decisions.md 2 and 37).

import { fail, ok, type Result } from '../base/result.ts'
import { slicedFileInfill } from '../catalog/options.ts'
import { measureStoredPart } from '../measurement/measure-stored.ts'
import { sliceSettings } from '../measurement/slice-settings.ts'
import { volumeNotes } from '../models/volume-notes.ts'
import type { NewLine } from '../orders/order-lines.ts'
import { planPart, sizeToPlan } from '../planning/plan-part.ts'
import { noUsageReason, priceOrder } from '../pricing/price-order.ts'
import type { CartPart, LineRefusal } from './cart.ts'
import type { PricePartDeps } from './deps.ts'

/** The postage of a line is not used: a parcel has one. So the print has the same price in every country. */
const anyCountry = 'US'

export type PricedPart = {
  readonly line: NewLine
  /** How the volume was measured, where that needs explaining. */
  readonly volumeNotes: readonly string[]
}

/** `estimateBy`: how long to wait for the estimate, by performance.now(). */
export async function pricePart(
  deps: PricePartDeps,
  { file, options }: Pick<CartPart, 'file' | 'options'>,
  estimateBy?: number,
): Promise<Result<PricedPart, LineRefusal>> {
  const settings = sliceSettings(options)
  const { units } = options
  const measured = await measureStoredPart(deps, file, { units, settings, estimateBy })
  if (!measured.ok) return measured
  const { measurement, estimate } = measured.value
  const isSliced = measurement.kind === 'sliced'
  const billed = isSliced ? { ...options, infill: slicedFileInfill } : options
  const price = priceOrder(measurement, billed, anyCountry)
  if (price === null) return fail({ kind: 'mesh_unreadable', reason: noUsageReason })
  const { printCents, gramsPerPart, centihoursPerPart } = price
  const part = { options: billed, price, sizeMm: sizeToPlan(measurement) }
  return ok({
    line: {
      options: billed,
      price: { printCents, gramsPerPart, centihoursPerPart },
      file,
      ...planPart(part, estimate),
    },
    volumeNotes: measurement.kind === 'mesh' ? volumeNotes(measurement.report) : [],
  })
}
