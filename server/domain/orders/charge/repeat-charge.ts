// Makes the charge of an order whose first request was interrupted, for the caller who repeats the request (decisions.md 63). The
// processor's key is the order's id, so however often this runs, and at how many places at once, it is one charge.

import { repeatableHours } from '../../payments/repeats.ts'
import type { ChargeDeps } from '../deps.ts'
import type { Order } from '../order.ts'
import { retryCharge } from './charge-order.ts'
import { freshMinutes } from './settle-order.ts'

export const repeatLimits = { freshMinutes, repeatableHours } as const

/** Interval over all processes, so that a caller who repeats quickly does not occupy the processor. */
const intervalSeconds = 2

/** The updated order; unchanged when its charge is settled or cannot be made again now. */
export async function completeCharge(deps: ChargeDeps, order: Order): Promise<Order> {
  if ((await deps.orders.chargeRepeat(order.id, repeatLimits)) !== 'at_once') return order
  if (!(await deps.orders.claimLookup(order.id, intervalSeconds))) return order
  const after = await deps.chargesInFlight.run(order.id, () => retryCharge(deps, order))
  deps.log.info('payment.charge_repeated', {
    code: after.code,
    chargeState: after.payment.chargeState,
  })
  return after
}
