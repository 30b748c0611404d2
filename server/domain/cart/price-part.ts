// Prices one cart line with the pricing core of all orders (decisions.md 2 and 37).

import { fail, ok, type Result } from '../base/result.ts'
import { domesticCountry } from '../catalog/countries.ts'
import { slicedFileInfill } from '../catalog/options.ts'
import { measureStoredPart } from '../measurement/measure-stored.ts'
import { sliceSettings } from '../measurement/slice-settings.ts'
import { partSizeOf } from '../models/report.ts'
import { volumeNotes } from '../models/volume-notes.ts'
import type { NewLine } from '../orders/record/order-lines.ts'
import { planByEstimate, sizeToPlan } from '../planning/plan-part.ts'
import { noUsageReason, priceOrder } from '../pricing/price-order.ts'
import type { CartPart, LineRefusal } from './cart.ts'
import type { PricePartDeps } from './deps.ts'

/** The line's postage is ignored because postage applies per parcel. The print price does not depend on the country. */
const anyCountry = domesticCountry

export type PricedPart = {
  readonly line: NewLine
  /** Explains how the volume was measured, if necessary. */
  readonly volumeNotes: readonly string[]
}

/** Prices a part. `estimateBy`: deadline for the estimate, in the clock of performance.now(). */
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
      size: isSliced ? null : partSizeOf(measurement.report),
      ...(await planByEstimate(deps, { ...part, file }, estimate)),
    },
    volumeNotes: measurement.kind === 'mesh' ? volumeNotes(measurement.report) : [],
  })
}
