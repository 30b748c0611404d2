// Reviews an order's payments at the processor for a public page. Anyone can open these pages, and the processor's rate limit is
// shared with all charges, so an order is reviewed once in a few seconds at most, and only within the pages' share of the budget.

import { ProcessorBusy } from '../../payments/ports.ts'
import { settleForPage } from '../charge/settle-order.ts'
import type { Order } from '../order.ts'
import type { OrderDeps } from '../ports.ts'

/** Minimum interval between two reviews of an order, over all processes. */
const reviewIntervalSeconds = 5

/**
 * `fresh`: the processor was queried now. `cached`: there was nothing to query, or it was queried a moment ago. `busy`: the budget is
 * used up. The last two show the last known state.
 */
export type PaymentReview = 'fresh' | 'cached' | 'busy'

export type ReviewedOrder = { readonly order: Order; readonly review: PaymentReview }

/** Throws `ProcessorUnavailable` when the processor cannot be reached. */
export async function reviewPayment(deps: OrderDeps, order: Order): Promise<ReviewedOrder> {
  if (order.paid) return { order, review: 'cached' }
  const mayAsk = await deps.orders.claimReview(order.id, reviewIntervalSeconds)
  return mayAsk ? await reviewPaymentNow(deps, order) : { order, review: 'cached' }
}

/** Without the minimum interval, for the moment before a payment is opened. */
export async function reviewPaymentNow(deps: OrderDeps, order: Order): Promise<ReviewedOrder> {
  try {
    await settleForPage(deps, order)
  } catch (error) {
    if (!(error instanceof ProcessorBusy)) throw error
    deps.log.warn('payment.review_without_budget', { code: order.code })
    return { order, review: 'busy' }
  }
  return { order: (await deps.orders.readByCode(order.code)) ?? order, review: 'fresh' }
}
