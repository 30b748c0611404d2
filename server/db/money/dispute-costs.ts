// Cost of lost disputes to each account, according to the ledger.

import { sql } from 'kysely'
import type { DisputeId } from '../../domain/base/ids/dispute-id.ts'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { PaymentId } from '../../domain/base/ids/payment-id.ts'
import type { Tx } from '../core/connect.ts'
import { bookNew } from './ledger.ts'

type Needed = { readonly orderId: OrderId; readonly cents: number }

/**
 * Moves part of the loss beyond the order when a refund was paid from money that lost disputes had taken, for example between two
 * decisions of the bank. Locks the disputes; the order's row is already locked. Returns whether the disputes had taken that much.
 */
export async function moveLossBeyond(tx: Tx, { orderId, cents }: Needed): Promise<boolean> {
  const disputes = await tx
    .selectFrom('disputes')
    .select(['id', 'payment_id as paymentId', 'lost_cents as lost'])
    .where('order_id', '=', orderId)
    .where('lost_cents', '>', 0)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (disputes.reduce((sum, { lost }) => sum + lost, 0) < cents) return false
  let left = cents
  for (const dispute of disputes) {
    const part = Math.min(left, dispute.lost)
    left -= part
    if (part === 0) continue
    await moveBeyond(tx, dispute, { orderId, account: 'orders', cents: part })
    await tx
      .updateTable('disputes')
      .set({ lost_cents: dispute.lost - part })
      .where('id', '=', dispute.id)
      .execute()
  }
  await tx
    .updateTable('orders')
    .set({ lost_cents: sql`lost_cents - ${cents}` })
    .where('id', '=', orderId)
    .execute()
  return true
}

/**
 * Moves the loss of a payment that pays for nothing. Its disputes are locked. Returns the amount moved, which is at most the
 * amount that they have taken.
 */
export async function moveUnmatchedLossBeyond(
  tx: Tx,
  { paymentId, cents }: { readonly paymentId: PaymentId; readonly cents: number },
): Promise<number> {
  if (cents <= 0) return 0
  const disputes = await tx
    .selectFrom('disputes')
    .select(['id', 'payment_id as paymentId'])
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute()
  let left = cents
  for (const dispute of disputes) {
    const { unmatched } = await bookedOf(tx, dispute)
    const part = Math.min(left, unmatched)
    left -= part
    if (part > 0) await moveBeyond(tx, dispute, { account: 'unmatched', cents: part })
  }
  return cents - left
}

type Moved = {
  /** Absent for a payment that pays for nothing. */
  readonly orderId?: OrderId
  /** The account that bore the loss. */
  readonly account: 'orders' | 'unmatched'
  readonly cents: number
}

async function moveBeyond(
  tx: Tx,
  dispute: BookedDispute,
  { orderId, account, cents }: Moved,
): Promise<void> {
  const { id, paymentId } = dispute
  const { movements } = await bookedOf(tx, dispute)
  const about = { kind: 'dispute_lost', cents, disputeId: id, ...(orderId && { orderId }) } as const
  await bookNew(tx, {
    ...about,
    debit: 'disputed',
    credit: account,
    // The account of unmatched payments is kept per payment.
    processorId: account === 'unmatched' ? paymentId : id,
    source: `dispute_lost:${id}:${account}:moved:${movements}`,
  })
  await bookNew(tx, {
    ...about,
    debit: 'losses',
    credit: 'disputed',
    processorId: id,
    source: `dispute_lost:${id}:beyond:${movements}`,
  })
}

type BookedDispute = { readonly id: DisputeId; readonly paymentId: PaymentId }

/** Returns the cost of the dispute to each account so far, in cents, and the number of movements that booked it. */
export async function bookedOf(tx: Tx, { id, paymentId }: BookedDispute) {
  return await tx
    .selectFrom('money_movements')
    .select([
      takenFrom('orders').as('orders'),
      takenFrom('unmatched').as('unmatched'),
      takenFrom('losses').as('losses'),
    ])
    .select(sql<number>`count(*)::int`.as('movements'))
    .where('dispute_id', '=', id)
    // The condition is for the index. The movements are booked under the id of the dispute or of the payment.
    .where('processor_id', 'in', [id, paymentId])
    .where('kind', '=', 'dispute_lost')
    .executeTakeFirstOrThrow()
}

/** Debits of an account less its credits, in cents, over the selected rows. */
export const takenFrom = (account: string) => sql<number>`
  coalesce(sum(case ${account}::text when debit then cents when credit then -cents end), 0)::int`
