// Rows of unmatched payments, and the conditions that several statements share.
import { sql } from 'kysely'
import type { UnmatchedPayment } from '../../domain/payments/unmatched.ts'

/** For `select` and `returning`. */
export const unmatchedColumns = sql`payment_id as "paymentId", subject, order_code as "orderCode", amount_cents as "amountCents",
  paid_at as "paidAt", found_at as "foundAt", marked, state, automatic, decided_by as "decidedBy", reason, failure,
  refund_attempts as "refundAttempts", updated_at as "updatedAt"`

export type UnmatchedRow = UnmatchedPayment

/**
 * Whether the database has what the payment is for. `payment`: the alias of a row with `subject_id` and `order_code`; a payment of an
 * early release names its order by the code alone.
 */
export const hasSubject = (payment: string) => {
  const of = (column: string) => sql.ref(`${payment}.${column}`)
  return sql<boolean>`case when ${of('subject_id')} is null
    then exists (select from orders where orders.code = ${of('order_code')})
    else exists (select from orders where orders.id = ${of('subject_id')})
      or exists (select from purchases where purchases.id = ${of('subject_id')}) end`
}

/** Those that wait for a refund or a decision; the condition of an index. */
export const isWaiting = sql<boolean>`state in ('found', 'claimed', 'refunding', 'failed')`
