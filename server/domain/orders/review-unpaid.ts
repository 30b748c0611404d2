// Asking the card processor on behalf of a public page. Pages are open to everyone, and the processor's rate limit is shared
// with the charges of all customers: an order is asked about once in a few seconds, and only within the budget of pages.

import { ProcessorBusy } from '../payments/ports.ts'
import type { Order } from './order.ts'
import type { OrderDeps } from './ports.ts'
import { settleForPage } from './settle-order.ts'

/** After this long the processor may be asked about the same order again, over all processes. */
const lookEverySeconds = 5

/**
 * `fresh` = the processor was asked just now; `cached` = there was nothing to ask, or it was asked a moment ago; `busy` =
 * it was not asked, because the budget of pages is used up. The last two show the last known state.
 */
export type PaymentReview = 'fresh' | 'cached' | 'busy'

export type ReviewedOrder = { readonly order: Order; readonly review: PaymentReview }

/** Throws `ProcessorUnavailable` when the processor cannot be reached. */
export async function reviewPayment(deps: OrderDeps, order: Order): Promise<ReviewedOrder> {
  if (order.paid) return { order, review: 'cached' }
  const mayAsk = await deps.orders.claimReview(order.id, lookEverySeconds)
  return mayAsk ? await reviewPaymentNow(deps, order) : { order, review: 'cached' }
}

/** The same without the pause between two looks: for the moment before a payment is opened. */
export async function reviewPaymentNow(deps: OrderDeps, order: Order): Promise<ReviewedOrder> {
  try {
    await settleForPage(deps, order)
  } catch (error) {
    if (!(error instanceof ProcessorBusy)) throw error
    deps.log.warn('payment.look_without_budget', { code: order.code })
    return { order, review: 'busy' }
  }
  return { order: (await deps.orders.readByCode(order.code)) ?? order, review: 'fresh' }
}
