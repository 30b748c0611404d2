// Settles orders with an unsettled payment (decisions.md 15). The rows are the queue: any worker may claim any of them.

import { ProcessorUnavailable } from '../payments/ports.ts'
import { retryCharge } from './charge-order.ts'
import type { Order } from './order.ts'
import type { OrderDeps } from './ports.ts'
import { settleFromRecord } from './settle-order.ts'

/** A rate-limited charge is retried for this long; then it is settled from the processor's record. */
const retrySeconds = 60
/** For retries and reviews each. A review is two calls to the processor, and a round runs every two seconds. */
const roundLimit = 10

/**
 * One round: retries rate-limited charges and reviews unsettled orders. Returns how many orders were reviewed; those that are still
 * unsettled come up again.
 *
 * `startedSecondsAgo`: the age from which a `started` charge is reviewed. It may still be on its way from a process of another host, so
 * that only its record can settle it before `chargeLimitSeconds` have passed.
 */
export async function reconcileCharges(
  deps: OrderDeps,
  { startedSecondsAgo }: { startedSecondsAgo: number },
): Promise<number> {
  const deferred = await deps.orders.claimDeferred({
    giveUpSeconds: retrySeconds,
    limit: roundLimit,
  })
  const unsettled = await deps.orders.claimUnsettled({
    startedSecondsAgo,
    leaseSeconds: 2,
    limit: roundLimit,
  })
  await Promise.all([
    ...deferred.map((order) => logErrors(deps, order, () => retry(deps, order))),
    ...unsettled.map((order) => logErrors(deps, order, () => review(deps, order))),
  ])
  return unsettled.length
}

async function retry(deps: OrderDeps, order: Order): Promise<void> {
  const { code, chargeState } = await retryCharge(deps, order)
  deps.log.info('payment.charge_repeated', { code, chargeState })
}

async function review(deps: OrderDeps, order: Order): Promise<void> {
  const settled = await settleFromRecord(deps, order, 'upkeep')
  deps.log.info('payment.reconciled', { code: order.code, outcome: settled.kind })
}

/** Keeps one failed order from blocking the others. */
async function logErrors(
  deps: OrderDeps,
  { code }: Order,
  work: () => Promise<void>,
): Promise<void> {
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
