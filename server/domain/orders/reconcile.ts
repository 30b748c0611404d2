// Settles orders whose charge was interrupted (decisions.md 15). The rows are the work list: any worker may take any of them.
import { type Deps, ProcessorUnavailable } from '../ports.ts'
import { settleOrder } from './settle-order.ts'

/** One look; orders that are still pending come up again after the lease. Answers how many were looked at. */
export async function reconcileCharges(
  deps: Deps,
  { startedBefore }: { startedBefore: Date },
): Promise<number> {
  const doubtful = await deps.orders.claimDoubtful({ startedBefore, leaseSeconds: 2, limit: 50 })
  for (const order of doubtful) {
    try {
      const settled = await settleOrder(deps, order)
      deps.log.info('charge reconciled', { code: order.code, outcome: settled.kind })
    } catch (error) {
      if (!(error instanceof ProcessorUnavailable)) throw error
      deps.log.warn('charge not reconciled: the processor is unreachable', { code: order.code })
    }
  }
  return doubtful.length
}
