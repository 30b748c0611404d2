// Reads orders: for their owner, or for anyone who has the code (status page, without the address).

import type { AccountCaller } from '../../base/caller.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { consumeRateLimit } from '../../limits/consume-rate-limit.ts'
import type { LimitFailure } from '../../limits/failure.ts'
import { processorFailure } from '../../payments/failure.ts'
import { chargeStandingOf } from '../charge/charge-standing.ts'
import { isPlausibleCode, isWebCode } from '../code.ts'
import type { PayPageDeps } from '../deps.ts'
import type { OrderFailure } from '../failure.ts'
import { findOrder } from '../find-order.ts'
import type { Order } from '../order.ts'
import type { OrderDeps } from '../ports.ts'
import { lookUpPayment, type OrderLookup } from '../settle/look-up-payment.ts'

/**
 * An order of this API. The code is compared byte for byte. An unknown code and another account's give the same failure, and so does
 * the code of a website order, which may have several lines.
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

/** How long a read may wait for a change (decisions.md 57). */
export const maxWaitSeconds = 30

/** Whether a caller that waits for a change still waits: status, charge and tracking are the same. */
export const isSameState = (now: Order, before: Order): boolean =>
  now.status === before.status &&
  chargeStandingOf(now) === chargeStandingOf(before) &&
  JSON.stringify(now.tracking) === JSON.stringify(before.tracking)

/**
 * For the status page. After a checkout (`returned`) the processor is queried first, because its webhook may arrive later. These
 * queries are rate-limited by the client `address`.
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
