// Print jobs of an order that will not be printed any more: withdrawn in the transaction that changes the order.
import { sql, type Transaction } from 'kysely'
import { isPrintable, openStates } from '../../domain/farm/job.ts'
import type { Order } from '../../domain/orders/order.ts'
import { shortLabel } from '../../domain/orders/status.ts'
import type { Db } from '../core/connect.ts'
import type { Database } from '../schema/database.ts'

type Tx = Transaction<Database>

/** Told how many print jobs a transaction withdrew, once it has committed. */
export type OnWithdrawn = (jobs: number) => void
export type Withdraw = (order: Order, by: string) => Promise<void>

/** A transaction that withdraws jobs with their orders. */
export async function withdrawing<T>(
  db: Db,
  onWithdrawn: OnWithdrawn | undefined,
  run: (tx: Tx, withdraw: Withdraw) => Promise<T>,
): Promise<T> {
  let jobs = 0
  const result = await db.transaction().execute((tx) =>
    run(tx, async (order, by) => {
      jobs += await withdrawJobs(tx, order, by)
    }),
  )
  if (jobs > 0) onWithdrawn?.(jobs)
  return result
}

/**
 * Withdraws the open jobs of an order that is closed, printed in another way, or refunded in full. A received order keeps them: they
 * wait until it is accepted again. A printer that has one is told at its next heartbeat. Returns how many there were.
 */
async function withdrawJobs(tx: Tx, order: Order, by: string): Promise<number> {
  const reason = withdrawalOf(order)
  return reason === null ? 0 : await cancelJobs(tx, order.id, { reason, by })
}

function withdrawalOf({ status, price, refundedCents }: Order): string | null {
  if (refundedCents >= price.totalCents) return 'The order was refunded in full.'
  if (isPrintable(status) || status === 'RECEIVED' || status === 'PENDING_PAYMENT') return null
  return `The order is ${shortLabel(status).toLowerCase()}.`
}

async function cancelJobs(
  tx: Tx,
  orderId: string,
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
