// Cancels the orders that a basket's lines wait for, before the lines are ordered again or changed. An order that is paid,
// or may be, stays in force.

import { fail, ok, type Result } from '../base/result.ts'
import { payabilityOf } from '../orders/charge/payable.ts'
import { settleFromRecord } from '../orders/charge/settle-order.ts'
import { changeSources } from '../orders/history/change.ts'
import type { Order } from '../orders/record/order.ts'
import { setOrderStatus } from '../orders/status-changes/set-order-status.ts'
import { type ProcessorFailure, processorFailure } from '../payments/failure.ts'
import { type Basket, waitingOrdersOf } from './basket.ts'
import type { CancelOrderDeps } from './deps.ts'

/**
 * Cancels the orders that the basket's lines wait for. Returns the first one that cannot be cancelled because it is
 * paid or a payment is in progress; null if there is none, so that the lines can be ordered.
 */
export async function cancelWaitingOrders(
  deps: CancelOrderDeps,
  basket: Basket,
): Promise<Result<Order | null, ProcessorFailure>> {
  for (const { code } of waitingOrdersOf(basket)) {
    const order = await deps.orders.readByCode(code)
    const kept = order === null ? ok(null) : await cancelOrder(deps, order)
    if (!kept.ok || kept.value !== null) return kept
  }
  return ok(null)
}

/**
 * Cancels an order. Closes the processor's page first, so that no further payment is possible, then checks with the
 * processor what has been paid. Returns null if the order was cancelled, which releases the gift card's share.
 */
export async function cancelOrder(
  deps: CancelOrderDeps,
  order: Order,
): Promise<Result<Order | null, ProcessorFailure>> {
  try {
    return ok(await cancelUnlessPaid(deps, order))
  } catch (error) {
    const failure = processorFailure(error)
    if (failure === null) throw error
    deps.log.warn(`checkout.${failure.kind}`, { code: order.code, error })
    return fail(failure)
  }
}

async function cancelUnlessPaid(deps: CancelOrderDeps, { code }: Order): Promise<Order | null> {
  const before = await deps.orders.readByCode(code)
  if (before === null || payabilityOf(before) === 'closed') return null
  if (before.checkout !== null) await deps.payments.expireCheckout(before.checkout.sessionId)
  await settleFromRecord(deps, before, { accountId: before.accountId })
  const now = await deps.orders.readByCode(code)
  if (now === null || payabilityOf(now) === 'closed') return null
  if (payabilityOf(now) !== 'payable') return now
  const cancelled = await setOrderStatus(deps, changeSources.newCheckout, {
    code,
    status: 'CANCELLED',
    version: now.version,
  })
  if (cancelled.ok) {
    deps.log.info('checkout.given_up', { code })
    return null
  }
  // A payment or an operator changed the order first.
  const changed = await deps.orders.readByCode(code)
  return changed === null || payabilityOf(changed) === 'closed' ? null : changed
}
