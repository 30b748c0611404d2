// Print jobs of an order that will not be printed any more: withdrawn in the transaction that changes the order.

import { sql } from 'kysely'
import type { OrderId } from '../../../domain/base/order-id.ts'
import { openStates } from '../../../domain/farm/jobs/job.ts'
import { withdrawalOf } from '../../../domain/farm/withdrawal.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { Db, Tx } from '../../core/connect.ts'

/** Called with the number of print jobs that a transaction withdrew, once it has committed. */
export type OnWithdrawn = (jobs: number) => void
/** `reason`: instead of the order's own. */
export type Withdraw = (order: Order, by: string, reason?: string) => Promise<void>

/** A transaction that withdraws jobs with their orders. */
export async function withdrawing<T>(
  db: Db,
  onWithdrawn: OnWithdrawn | undefined,
  run: (tx: Tx, withdraw: Withdraw) => Promise<T>,
): Promise<T> {
  let jobs = 0
  const result = await db.transaction().execute((tx) =>
    run(tx, async (order, by, stated) => {
      const reason = stated ?? withdrawalOf(order)
      if (reason !== null) jobs += await cancelJobs(tx, order.id, { reason, by })
    }),
  )
  if (jobs > 0) onWithdrawn?.(jobs)
  return result
}

async function cancelJobs(
  tx: Tx,
  orderId: OrderId,
  { reason, by }: { reason: string; by: string },
): Promise<number> {
  const cancelled = await tx
    .updateTable('print_jobs')
    .set({
      state: 'cancelled',
      version: sql`version + 1`,
      reason,
      leased_until: null,
      finished_at: sql`now()`,
    })
    .where('order_id', '=', orderId)
    .where('state', 'in', openStates)
    .returning(['id', 'lease'])
    .execute()
  if (cancelled.length === 0) return 0
  await tx
    .insertInto('print_job_events')
    .values(
      cancelled.map(({ id, lease }) => ({
        job_id: id,
        kind: 'cancelled' as const,
        by,
        detail: reason,
        lease,
      })),
    )
    .execute()
  return cancelled.length
}
