// The label that the page for packing offers to buy and ship with in one press: the cheapest rate of the expected parcel,
// if the farm chose that as its default.
import { ok, type Result } from '../base/result.ts'
import { terms } from '../catalog/terms.ts'
import { packingOf } from '../fulfillment/packing.ts'
import type { Order } from '../orders/record/order.ts'
import { listLines } from '../orders/record/order-lines.ts'
import { isPaid } from '../orders/record/payment.ts'
import { areRatesValid } from './buy-label.ts'
import { isLive, type LabelRefusal } from './find-label.ts'
import type { CarrierRate, LabelDefault, ParcelLabel } from './label.ts'
import { expectedGrams, maxParcelGrams } from './parcel.ts'
import type { CarrierDeps } from './ports.ts'
import { quoteRates } from './quote-rates.ts'

export type LabelOffer = { readonly label: ParcelLabel; readonly rate: CarrierRate }

/**
 * Compares the rates of the expected parcel, if the order is ready to be packed and has no valid rates. Buys nothing. The
 * weight of the packaging must be in the terms: carriers charge or return parcels that weigh more than their label states.
 */
export async function prepareOffer(
  deps: Parameters<typeof quoteRates>[0] & Pick<CarrierDeps, 'clock' | 'labelDefault'>,
  operator: string,
  order: Order,
): Promise<Result<void, LabelRefusal>> {
  const { carriers, clock, labelDefault, parcelLabels } = deps
  const isWanted = carriers !== null && labelDefault === 'cheapest' && isReadyToLabel(order)
  if (!isWanted || terms().customs.packagingGrams === null) return ok(undefined)
  const labels = await parcelLabels.listByOrder(order.id)
  // A label that was replaced or voided has been handled by a person, who compares the rates.
  const isHandled = labels.some(({ state }) => state !== 'quoted')
  if (isHandled || labels.some((label) => areRatesValid(label, clock.now()))) return ok(undefined)
  const grams = expectedGrams(await listLines(deps, order))
  if (grams > maxParcelGrams) return ok(undefined)
  const parcel = { grams, size: null }
  return await quoteRates(deps, operator, { code: order.code, parcel, isPageWaiting: true })
}

/** Returns null if the page offers no label. Rates in several currencies are not compared. */
export function offerOf(
  order: Order,
  labels: readonly ParcelLabel[],
  { labelDefault, now }: { readonly labelDefault: LabelDefault; readonly now: Date },
): LabelOffer | null {
  if (labelDefault !== 'cheapest' || !isReadyToLabel(order) || labels.some(isLive)) return null
  const label = labels.find((each) => areRatesValid(each, now))
  const [first, ...others] = label?.rates ?? []
  if (label === undefined || first === undefined) return null
  return others.every(({ currency }) => currency === first.currency) ? { label, rate: first } : null
}

/** Unpaid orders, and orders whose tracking would be replaced, are labeled in two steps. */
const isReadyToLabel = (order: Order): boolean =>
  order.status === 'PRINTED' &&
  packingOf(order) === 'open' &&
  isPaid(order) &&
  order.enteredTracking === null
