// Looks up an order's payments at the processor for a public page. Anyone can open these pages, and charges share the
// processor's rate limit. Therefore an order is looked up at most once every few seconds, within the pages' share of
// the budget.

import { ProcessorBusy } from '../../payments/ports.ts'
import { settleForPage } from '../charge/settle-order.ts'
import type { SettleDeps } from '../deps.ts'
import type { Order } from '../record/order.ts'
import { isPaid } from '../record/payment.ts'

/** Minimum interval between two lookups of an order, over all processes. */
const lookupIntervalSeconds = 5

/**
 * `fresh`: the processor was queried now. `cached`: no query was needed, or the last query was moments ago. `busy`:
 * the budget is used up. `cached` and `busy` show the last known state.
 */
export type PaymentLookup = 'fresh' | 'cached' | 'busy'

export type OrderLookup = { readonly order: Order; readonly lookup: PaymentLookup }

/** Throws `ProcessorUnavailable` if the processor cannot be reached. */
export async function lookUpPayment(deps: SettleDeps, order: Order): Promise<OrderLookup> {
  if (isPaid(order)) return { order, lookup: 'cached' }
  const mayAsk = await deps.orders.claimLookup(order.id, lookupIntervalSeconds)
  return mayAsk ? await lookUpPaymentNow(deps, order) : { order, lookup: 'cached' }
}

/** Looks up the payment without the minimum interval, immediately before a payment is opened. */
export async function lookUpPaymentNow(deps: SettleDeps, order: Order): Promise<OrderLookup> {
  try {
    await settleForPage(deps, order)
  } catch (error) {
    if (!(error instanceof ProcessorBusy)) throw error
    deps.log.warn('payment.review_without_budget', { code: order.code })
    return { order, lookup: 'busy' }
  }
  return { order: (await deps.orders.readByCode(order.code)) ?? order, lookup: 'fresh' }
}
