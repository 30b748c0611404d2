// Looks an order's payments up at the processor for a public page. Anyone can open these pages, and the processor's rate limit is
// shared with all charges, so an order is looked up once in a few seconds at most, and only within the pages' share of the budget.

import { ProcessorBusy } from '../../payments/ports.ts'
import { settleForPage } from '../charge/settle-order.ts'
import type { SettleDeps } from '../deps.ts'
import type { Order } from '../order.ts'
import { isPaid } from '../payment.ts'

/** Minimum interval between two look-ups of an order, over all processes. */
const lookupIntervalSeconds = 5

/**
 * `fresh`: the processor was queried now. `cached`: there was nothing to query, or it was queried a moment ago. `busy`: the budget is
 * used up. The last two show the last known state.
 */
export type PaymentLookup = 'fresh' | 'cached' | 'busy'

export type OrderLookup = { readonly order: Order; readonly lookup: PaymentLookup }

/** Throws `ProcessorUnavailable` when the processor cannot be reached. */
export async function lookUpPayment(deps: SettleDeps, order: Order): Promise<OrderLookup> {
  if (isPaid(order)) return { order, lookup: 'cached' }
  const mayAsk = await deps.orders.claimLookup(order.id, lookupIntervalSeconds)
  return mayAsk ? await lookUpPaymentNow(deps, order) : { order, lookup: 'cached' }
}

/** Without the minimum interval, for the moment before a payment is opened. */
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
