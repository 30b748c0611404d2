// Asking the card processor on behalf of a public page. Pages are open to everyone, and the processor's rate limit is shared
// with the charges of all customers: an order is asked about once in a few seconds, and only within the budget of pages.

import { ProcessorBusy } from '../payments/ports.ts'
import type { Order } from './order.ts'
import type { OrderDeps } from './ports.ts'
import { settleForPage } from './settle-order.ts'

/** After this long the processor may be asked about the same order again, over all processes. */
const lookEverySeconds = 5

/**
 * `asked` = the processor was asked just now; `remembered` = there was nothing to ask, or it was asked a moment ago; `busy` =
 * it was not asked, because the budget of pages is used up. The last two show the last known state.
 */
export type Look = 'asked' | 'remembered' | 'busy'

export type LookedAt = { readonly order: Order; readonly look: Look }

/** Throws `ProcessorUnavailable` when the processor cannot be reached. */
export async function lookForPayment(deps: OrderDeps, order: Order): Promise<LookedAt> {
  if (order.paid) return { order, look: 'remembered' }
  const mayAsk = await deps.orders.claimLook(order.id, lookEverySeconds)
  return mayAsk ? await askNow(deps, order) : { order, look: 'remembered' }
}

/** The same without the pause between two looks: for the moment before a payment is opened. */
export async function askNow(deps: OrderDeps, order: Order): Promise<LookedAt> {
  try {
    await settleForPage(deps, order)
  } catch (error) {
    if (!(error instanceof ProcessorBusy)) throw error
    deps.log.warn('payment.look_without_budget', { code: order.code })
    return { order, look: 'busy' }
  }
  return { order: (await deps.orders.readByCode(order.code)) ?? order, look: 'asked' }
}
