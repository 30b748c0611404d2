// What lost disputes have cost each account, as the ledger of money has it.
import { sql, type Transaction } from 'kysely'
import type { Database } from '../schema/database.ts'
import { bookNew } from './ledger.ts'

/** What an order has left for refunds and lost disputes, in cents. */
export const leftColumn = sql<number>`total_cents - refunded_cents - refunding_cents - lost_cents`

type Needed = { readonly orderId: string; readonly cents: number }

/**
 * A refund was carried out of money that lost disputes have taken, such as between two decisions of the bank: that part of their cost is
 * beyond the order now. Locks the disputes; the order's row is locked. Returns whether they had taken that much.
 */
export async function moveLossBeyond(
  tx: Transaction<Database>,
  { orderId, cents }: Needed,
): Promise<boolean> {
  const disputes = await tx
    .selectFrom('disputes')
    .select(['id', 'payment_id', 'lost_cents'])
    .where('order_id', '=', orderId)
    .where('lost_cents', '>', 0)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (disputes.reduce((sum, { lost_cents }) => sum + lost_cents, 0) < cents) return false
  let left = cents
  for (const { id, payment_id: paymentId, lost_cents: lost } of disputes) {
    const part = Math.min(left, lost)
    if (part === 0) break
    left -= part
    const { movements } = await bookedOf(tx, { id, paymentId })
    const movement = {
      kind: 'dispute_lost',
      cents: part,
      orderId,
      disputeId: id,
      processorId: id,
    } as const
    await bookNew(tx, {
      ...movement,
      debit: 'disputed',
      credit: 'orders',
      source: `dispute_lost:${id}:${movements}`,
    })
    await bookNew(tx, {
      ...movement,
      debit: 'losses',
      credit: 'disputed',
      source: `dispute_lost:${id}:beyond:${movements}`,
    })
    await tx
      .updateTable('disputes')
      .set({ lost_cents: lost - part })
      .where('id', '=', id)
      .execute()
  }
  await tx
    .updateTable('orders')
    .set({ lost_cents: sql`lost_cents - ${cents}` })
    .where('id', '=', orderId)
    .execute()
  return true
}

type BookedDispute = { readonly id: string; readonly paymentId: string }

/** What the dispute has cost each account so far, in cents, and how many movements have booked it. */
export async function bookedOf(tx: Transaction<Database>, { id, paymentId }: BookedDispute) {
  return await tx
    .selectFrom('money_movements')
    .select([
      takenFrom('orders').as('orders'),
      takenFrom('unmatched').as('unmatched'),
      takenFrom('losses').as('losses'),
    ])
    .select(sql<number>`count(*)::int`.as('movements'))
    .where('dispute_id', '=', id)
    // For its index: they are booked under the id of the dispute, or of the payment.
    .where('processor_id', 'in', [id, paymentId])
    .where('kind', '=', 'dispute_lost')
    .executeTakeFirstOrThrow()
}

/** The debits of an account less its credits, in cents, over the rows that are selected. */
export const takenFrom = (account: string) => sql<number>`
  coalesce(sum(case ${account}::text when debit then cents when credit then -cents end), 0)::int`
