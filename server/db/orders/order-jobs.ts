// Print jobs of an order that will not be printed any more: withdrawn in the transaction that changes the order.
import { sql, type Transaction } from 'kysely'
import { isPrintable, openStates } from '../../domain/farm/job.ts'
import type { Order } from '../../domain/orders/order.ts'
import { shortLabel } from '../../domain/orders/status.ts'
import type { Database } from '../schema/database.ts'

type Tx = Transaction<Database>

/**
 * Withdraws the open jobs of an order that is closed, printed in another way, or refunded in full. A received order keeps them: they
 * wait until it is accepted again. A printer that has one is told at its next heartbeat.
 */
export async function withdrawJobs(tx: Tx, order: Order, by: string): Promise<void> {
  const reason = withdrawalOf(order)
  if (reason !== null) await cancelJobs(tx, order.id, { reason, by })
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
): Promise<void> {
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
  if (cancelled.length === 0) return
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
}
