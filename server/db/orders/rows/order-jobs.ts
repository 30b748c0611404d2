// Withdraws the print jobs of an order that will not be printed, in the transaction that changes the order.

import { sql } from 'kysely'
import type { OrderId } from '../../../domain/base/ids/order-id.ts'
import { withdrawalOf } from '../../../domain/farm/claim/withdrawal.ts'
import { openStates, runningStates } from '../../../domain/farm/jobs/job.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import type { Db, Tx } from '../../core/connect.ts'

/** Receives the number of print jobs that a transaction withdrew, after its commit. */
export type OnWithdrawn = (jobs: number) => void
/** `reason` replaces the order's own reason. */
export type Withdraw = (order: Order, by: string, reason?: string) => Promise<void>

/** Runs a transaction that withdraws jobs together with their orders. */
export async function withWithdrawal<T>(
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
  await lockPlates(tx, orderId)
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

/** Locks the filament of the order's plates by lease, so that two orders that share plates are not each waiting for the other. */
async function lockPlates(tx: Tx, orderId: OrderId): Promise<void> {
  const rows = await tx
    .selectFrom('print_jobs')
    .select(sql<string | null>`coalesce(plate_lease, lease)`.as('lease'))
    .where('order_id', '=', orderId)
    .where('state', 'in', runningStates)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length === 0) return
  const leases = rows.map(({ lease }) => lease)
  await sql`select from plate_filament where lease = any(${leases}::uuid[]) order by lease for update`.execute(
    tx,
  )
}
