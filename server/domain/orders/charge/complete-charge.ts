// Repeats an interrupted charge when the caller repeats the request (decisions.md 63). The processor's key is the
// order's id, so repeated and concurrent runs make one charge.

import { repeatableHours } from '../../payments/repeats.ts'
import type { ChargeDeps } from '../deps.ts'
import type { Order } from '../record/order.ts'
import { repeatCharge } from './charge-order.ts'
import { freshMinutes } from './settle-order.ts'

export const repeatLimits = { freshMinutes, repeatableHours } as const

/** Minimum interval over all processes, so that a caller who repeats quickly does not occupy the processor. */
const intervalSeconds = 2

/** Returns the updated order; unchanged if its charge is settled or cannot be repeated now. */
export async function completeCharge(deps: ChargeDeps, order: Order): Promise<Order> {
  if ((await deps.orders.repeatabilityOf(order.id, repeatLimits)) !== 'at_once') return order
  if (!(await deps.orders.claimLookup(order.id, intervalSeconds))) return order
  const { order: after } = await deps.chargesInFlight.run(order.id, async () => ({
    order: await repeatCharge(deps, order),
  }))
  deps.log.info('payment.charge_repeated', {
    code: after.code,
    chargeState: after.payment.chargeState,
  })
  return after
}
