// An operator's decision about a payment without an order, with its entry in the operators' log.
import { sql } from 'kysely'
import type { DecidePayment, PaymentDecision } from '../../domain/operators/ports.ts'
import type { UnmatchedState } from '../../domain/payments/unmatched.ts'
import type { Db } from '../core/connect.ts'
import { recordAction } from '../core/record-action.ts'
import { closeEvents } from '../orders/unmatched/unmatched-refunds.ts'
import { readUnmatched, unmatchedColumns } from '../orders/unmatched/unmatched-rows.ts'
import { notePaymentStep } from '../orders/unmatched/unusable-payments.ts'

/** States in which each decision is possible. */
const possible: Readonly<Record<PaymentDecision['action'], readonly UnmatchedState[]>> = {
  refund: ['found', 'failed', 'kept'],
  keep: ['found', 'failed'],
}

export async function decidePayment(
  db: Db,
  { paymentId, action, by, reason }: PaymentDecision,
): ReturnType<DecidePayment> {
  const isRefund = action === 'refund'
  return await db.transaction().execute(async (tx) => {
    const rows = await readUnmatched(
      tx,
      sql`
      update unmatched_payments set state = ${isRefund ? 'claimed' : 'kept'}, automatic = false, decided_by = ${by},
        reason = ${reason}, failure = null, checked_at = now(), updated_at = now(),
        refund_started_at = ${isRefund ? sql`now()` : sql`refund_started_at`}
      where payment_id = ${paymentId} and state in (${sql.join(possible[action])})
      returning ${unmatchedColumns}`,
    )
    const row = rows[0]
    if (row === undefined) return null
    await recordAction(tx, {
      by,
      kind: isRefund ? 'payment_refunded' : 'payment_kept',
      subject: paymentId,
      detail: { reason, amountCents: row.amountCents, orderCode: row.orderCode },
    })
    if (!isRefund) {
      await closeEvents(tx, paymentId)
      await notePaymentStep(tx, row, { step: 'kept', by })
    }
    return row
  })
}
