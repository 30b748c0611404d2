// Compares the carriers' rates for a parcel of an order.

import { fail, ok, type Result } from '../base/result.ts'
import { terms } from '../catalog/terms.ts'
import { declarationOf } from '../fulfillment/customs/declaration.ts'
import { findOrder } from '../orders/find-order.ts'
import { listLines } from '../orders/record/order-lines.ts'
import { checkPostable, isLive, type LabelRefusal } from './find-label.ts'
import { checkParcel, type MeasuredParcel } from './parcel.ts'
import type { CarrierDeps } from './ports.ts'

export type RatesInput = {
  readonly code: string
  readonly parcel: MeasuredParcel
  /** Whether a page is shown only after the rates are known. */
  readonly isPageWaiting?: boolean
}

/** Stores the rates. Buys nothing and changes no order. */
export async function quoteRates(
  deps: Pick<CarrierDeps, 'carriers' | 'ids' | 'log' | 'orderLines' | 'orders' | 'parcelLabels'>,
  operator: string,
  { code, parcel, isPageWaiting = false }: RatesInput,
): Promise<Result<void, LabelRefusal>> {
  const { carriers, parcelLabels } = deps
  if (carriers === null) return fail({ kind: 'carriers_off' })
  const { postedFrom } = terms().customs
  const { country } = carriers
  if (country !== postedFrom) {
    return fail({ kind: 'carrier_sender_elsewhere', country, declared: postedFrom })
  }
  const order = await findOrder(deps, code)
  if (order === null) return fail({ kind: 'order_not_found' })
  const postable = checkPostable(order)
  if (!postable.ok) return postable
  const labels = await parcelLabels.listByOrder(order.id)
  if (labels.some(isLive)) return fail({ kind: 'label_exists' })
  // The sender is that of the carrier account.
  const lines = await listLines(deps, order)
  const customs = declarationOf(order, { customs: terms().customs, lines, sender: [] })
  // The declaration is that of the whole order, which the first parcel has.
  if (customs !== null && labels.some(({ state }) => state === 'replaced')) {
    return fail({ kind: 'second_parcel_abroad' })
  }
  const checked = checkParcel(parcel, customs, order.address.country)
  if (!checked.ok) return checked
  const id = deps.ids.uuid()
  const to = { ...order.address, company: order.buyer.company }
  const quoted = await carriers.quote({ ...parcel, reference: id, to, customs }, { isPageWaiting })
  if (!quoted.ok) return quoted
  const { shipmentId, rates, messages } = quoted.value
  if (rates.length === 0) return fail({ kind: 'carrier_rates_none', messages })
  await parcelLabels.add({ id, orderId: order.id, by: operator, shipmentId, rates, ...parcel })
  deps.log.info('label.quoted', { code, by: operator, rates: rates.length })
  return ok(undefined)
}
