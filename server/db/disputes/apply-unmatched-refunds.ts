// Refunds of a payment that pays nothing which were made elsewhere. The whole payment goes out of the ledger when it is refunded; one that
// a dispute keeps from that would otherwise hold what was refunded before.
import { sql } from 'kysely'
import { changeSources } from '../../domain/orders/change.ts'
import { moveUnmatchedLossBeyond } from '../money/dispute-costs.ts'
import { bookMovement } from '../money/ledger.ts'
import type { Applying } from './applying.ts'
import { heldUnmatched } from './dispute-losses.ts'

/** Books each once, at most what the payment holds, and its return by the bank. */
export async function applyUnmatchedRefunds(applying: Applying): Promise<void> {
  const { tx, returns } = applying
  for (const { refundId, processorRefundId, amountCents, outcome } of returns.refunds) {
    if (refundId !== null) continue
    const source = `unmatched_refund:${processorRefundId}`
    const booked = await bookedUnder(applying, source)
    const { paymentId } = returns
    const about = { processorId: paymentId }
    if (outcome.kind === 'succeeded' && booked === null) {
      const held = await heldUnmatched(applying)
      // The refund was made between two decisions of a bank: the processor refunds nothing of a lost dispute.
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

/** The payment is held again, and an operator decides: the refund that was returned was made elsewhere. */
async function holdAgain({ tx, returns }: Applying, reason: string): Promise<void> {
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

/** In cents. */
async function bookedUnder({ tx }: Applying, source: string): Promise<number | null> {
  const row = await tx
    .selectFrom('money_movements')
    .select('cents')
    .where('source', '=', source)
    .executeTakeFirst()
  return row?.cents ?? null
}
