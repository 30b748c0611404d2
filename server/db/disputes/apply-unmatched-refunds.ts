// Refunds made elsewhere of a payment that pays for nothing. The complete payment leaves the ledger when it is refunded. Without these
// bookings, a payment that a dispute blocks would keep the amounts that were refunded before.
import { sql } from 'kysely'
import { changeSources } from '../../domain/orders/history/change.ts'
import { moveUnmatchedLossBeyond } from '../money/dispute-costs.ts'
import { bookMovement } from '../money/ledger.ts'
import { heldUnmatched } from './dispute-losses.ts'
import type { ReviewContext } from './review-context.ts'

/** Books each refund once, at most the amount that the payment holds, and also its return by the bank. */
export async function applyUnmatchedRefunds(applying: ReviewContext): Promise<void> {
  const { tx, returns } = applying
  for (const { refundId, processorRefundId, amountCents, outcome } of returns.refunds) {
    if (refundId !== null) continue
    const source = `unmatched_refund:${processorRefundId}`
    const booked = await bookedUnder(applying, source)
    const { paymentId } = returns
    const about = { processorId: paymentId }
    if (outcome.kind === 'succeeded' && booked === null) {
      const held = await heldUnmatched(applying)
      // The refund was made between two decisions of a bank, because the processor refunds nothing of a lost dispute.
      const moved = await moveUnmatchedLossBeyond(tx, { paymentId, cents: amountCents - held })
      const cents = Math.min(amountCents, held + moved)
      if (cents === 0) continue
      const movement = { debit: 'unmatched', credit: 'processor', cents, source } as const
      await bookMovement(tx, { ...about, ...movement, kind: 'unmatched_refund' })
    } else if (outcome.kind === 'failed' && booked !== null) {
      const back = { debit: 'processor', credit: 'unmatched', cents: booked } as const
      const movement = { ...back, source: `${source}:returned` } as const
      await bookMovement(tx, { ...about, ...movement, kind: 'unmatched_refund_returned' })
      await holdAgain(applying, outcome.reason)
    }
  }
}

/** Holds the payment again for an operator, because the returned refund was made elsewhere. */
async function holdAgain({ tx, returns }: ReviewContext, reason: string): Promise<void> {
  await tx
    .updateTable('unmatched_payments')
    .set({
      state: 'failed',
      failure: reason,
      decided_by: sql`coalesce(decided_by, ${changeSources.cardProcessor})`,
      updated_at: sql`now()`,
    })
    .where('payment_id', '=', returns.paymentId)
    .where('state', '=', 'refunded')
    .execute()
}

/** Returns the cents booked under a source, or null when there is no booking. */
async function bookedUnder({ tx }: ReviewContext, source: string): Promise<number | null> {
  const row = await tx
    .selectFrom('money_movements')
    .select('cents')
    .where('source', '=', source)
    .executeTakeFirst()
  return row?.cents ?? null
}
