// Settles orders whose payment is in doubt (decisions.md 15). The rows are the work list: any worker may take any of them.

import { ProcessorUnavailable } from '../payments/ports.ts'
import { repeatCharge } from './charge-order.ts'
import type { Order } from './order.ts'
import type { OrderDeps } from './ports.ts'
import { settleFromRecord } from './settle-order.ts'

/** A charge that the processor turns away is repeated for this long; then its record decides. */
const repeatSeconds = 60
/** For one round each: a look is two calls, and a round comes every two seconds. */
const roundLimit = 10

/**
 * One round: charges that the processor turned away are repeated, orders in doubt are looked up. What is still open comes up
 * again. Returns how many orders were looked up.
 *
 * `startedSecondsAgo`: how old a `started` charge must be, so that no living process is still at it.
 */
export async function reconcileCharges(
  deps: OrderDeps,
  { startedSecondsAgo }: { startedSecondsAgo: number },
): Promise<number> {
  const deferred = await deps.orders.claimDeferred({
    giveUpSeconds: repeatSeconds,
    limit: roundLimit,
  })
  const doubtful = await deps.orders.claimUnsettled({
    startedSecondsAgo,
    leaseSeconds: 2,
    limit: roundLimit,
  })
  await Promise.all([
    ...deferred.map((order) => one(deps, order, () => repeat(deps, order))),
    ...doubtful.map((order) => one(deps, order, () => look(deps, order, startedSecondsAgo))),
  ])
  return doubtful.length
}

async function repeat(deps: OrderDeps, order: Order): Promise<void> {
  const { code, chargeState } = await repeatCharge(deps, order)
  deps.log.info('payment.charge_repeated', { code, chargeState })
}

async function look(deps: OrderDeps, order: Order, startedSecondsAgo: number): Promise<void> {
  const settled = await settleFromRecord(deps, order, {
    share: 'upkeep',
    abandonedAfterSeconds: startedSecondsAgo,
  })
  deps.log.info('payment.reconciled', { code: order.code, outcome: settled.kind })
}

/** One order that cannot be settled must not keep the others waiting. */
async function one(deps: OrderDeps, { code }: Order, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof ProcessorUnavailable) {
      deps.log.warn('payment.not_reconciled_unreachable', { code })
    } else {
      deps.log.error('payment.not_reconciled', { code, error })
    }
  }
}
