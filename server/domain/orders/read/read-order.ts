// Reads orders for their owner, or without the address for anyone with the code (status page).

import type { AccountCaller } from '../../base/caller.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { consumeRateLimit } from '../../limits/consume-rate-limit.ts'
import type { LimitFailure } from '../../limits/failure.ts'
import { processorFailure } from '../../payments/failure.ts'
import { chargeStandingOf } from '../charge/charge-standing.ts'
import type { PayPageDeps } from '../deps.ts'
import type { OrderFailure } from '../failure.ts'
import { findOrder } from '../find-order.ts'
import type { OrderDeps } from '../ports.ts'
import { isPlausibleCode, isWebCode } from '../record/code.ts'
import type { Order } from '../record/order.ts'
import { lookUpPayment, type OrderLookup } from '../settle/look-up-payment.ts'

/**
 * Returns an order of this API. The code is compared byte for byte. An unknown code, another account's code, and the
 * code of a web order, which can have several lines, cause the same failure.
 */
export async function readOwnOrder(
  deps: Pick<OrderDeps, 'orders'>,
  caller: AccountCaller,
  code: string,
): Promise<Result<Order, OrderFailure>> {
  const isPossible = isPlausibleCode(code) && !isWebCode(code)
  const order = isPossible ? await deps.orders.readOwned(caller.accountId, code) : null
  return order === null ? fail({ kind: 'order_not_found' }) : ok(order)
}

/** Maximum time that a read can wait for a change (decisions.md 57). */
export const maxWaitSeconds = 30

/** Whether a waiting read continues to wait: status, charge and tracking are unchanged. */
export const isSameState = (now: Order, before: Order): boolean =>
  now.status === before.status &&
  chargeStandingOf(now) === chargeStandingOf(before) &&
  JSON.stringify(now.tracking) === JSON.stringify(before.tracking)

/**
 * Reads an order for the status page. After a checkout (`returned`), queries the processor first, because its webhook
 * may arrive later. These queries are rate-limited by the client `address`.
 */
export async function readOrderPage(
  deps: PayPageDeps,
  input: { code: string; returned: boolean; address: string },
): Promise<Result<OrderLookup, OrderFailure | LimitFailure>> {
  if (input.returned) {
    const slot = await consumeRateLimit(deps, 'payment-page', input.address)
    if (!slot.ok) return slot
  }
  const order = await findOrder(deps, input.code)
  if (order === null) return fail({ kind: 'order_not_found' })
  if (!input.returned) return ok({ order, lookup: 'cached' })
  try {
    return ok(await lookUpPayment(deps, order))
  } catch (error) {
    const failure = processorFailure(error)
    if (failure === null) throw error
    deps.log.warn(`order.page_${failure.kind}`, { code: input.code, error })
    return ok({ order, lookup: 'cached' })
  }
}
