// Settles orders whose payment is in doubt (decisions.md 15). The rows are the work list: any worker may take any of them.
import { type Deps, ProcessorUnavailable } from '../ports.ts'
import type { Order } from './order.ts'
import { settleFromRecord } from './settle-order.ts'

/** One look; orders that are still pending come up again after the lease. Answers how many were looked at. */
export async function reconcileCharges(
  deps: Deps,
  { startedBefore }: { startedBefore: Date },
): Promise<number> {
  const doubtful = await deps.orders.claimDoubtful({ startedBefore, leaseSeconds: 2, limit: 50 })
  await Promise.all(doubtful.map((order) => reconcileOne(deps, order)))
  return doubtful.length
}

/** One order that cannot be settled must not keep the others waiting. */
async function reconcileOne(deps: Deps, order: Order): Promise<void> {
  const { code } = order
  try {
    const settled = await settleFromRecord(deps, order)
    deps.log.info('payment.reconciled', { code, outcome: settled.kind })
  } catch (error) {
    if (error instanceof ProcessorUnavailable) {
      deps.log.warn('payment.not_reconciled_unreachable', { code })
    } else {
      deps.log.error('payment.not_reconciled', { code, error })
    }
  }
}
