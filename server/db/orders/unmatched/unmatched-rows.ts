// Rows of unmatched payments, and the conditions that several statements share.
import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'
import { paymentIdOf } from '../../../domain/base/ids/payment-id.ts'
import { settlingSeconds } from '../../../domain/notifications/kinds.ts'
import {
  paymentSubjects,
  slowReturnMinutes,
  type UnmatchedCause,
  type UnmatchedPayment,
  unmatchedCauses,
  unmatchedStates,
} from '../../../domain/payments/unmatched.ts'
import type { Db, Tx } from '../../core/connect.ts'
import { idOf, readRows, wholeNumber } from '../../core/read-rows.ts'
import { isOlderThan } from '../../core/transactions/leases.ts'

/** Columns for `select` and `returning`. */
export const unmatchedColumns = sql`payment_id as "paymentId", cause, subject, order_code as "orderCode", amount_cents as "amountCents",
  paid_at as "paidAt", found_at as "foundAt", marked, state, automatic, decided_by as "decidedBy", reason, failure,
  refund_attempts as "refundAttempts", updated_at as "updatedAt"`

export const unmatchedRow = v.object({
  paymentId: idOf(paymentIdOf),
  cause: v.picklist(unmatchedCauses),
  subject: v.picklist(paymentSubjects),
  orderCode: v.nullable(v.string()),
  amountCents: wholeNumber,
  paidAt: v.date(),
  foundAt: v.date(),
  marked: v.boolean(),
  state: v.picklist(unmatchedStates),
  automatic: v.boolean(),
  decidedBy: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  failure: v.nullable(v.string()),
  refundAttempts: wholeNumber,
  updatedAt: v.date(),
})

/** Runs a statement that selects or returns `unmatchedColumns`. */
export const readUnmatched = (
  db: Db | Tx,
  statement: RawBuilder<unknown>,
): Promise<UnmatchedPayment[]> => readRows(db, unmatchedRow, statement)

/**
 * Whether the subject of the payment is in the database and was paid by nothing else. `payment` is the alias of a row with `payment_id`,
 * `subject_id` and `order_code`; a payment of an early release names its order only by the code. A lost order that is restored after the
 * idempotency key has expired at the processor is charged again, and its first payment then paid for nothing.
 */
export const isAccountedFor = (payment: string) => {
  const of = (column: string) => sql.ref(`${payment}.${column}`)
  return sql<boolean>`case when ${of('subject_id')} is null
    then exists (select from orders where orders.code = ${of('order_code')} and ${ofOrder(payment)})
    else exists (select from orders where orders.id = ${of('subject_id')} and ${ofOrder(payment)})
      or exists (select from purchases where purchases.id = ${of('subject_id')}
        and (purchases.payment_id is null or purchases.payment_id = ${of('payment_id')})) end`
}

/**
 * Whether a recorded payment is accounted for. A payment that its order or purchase could not use is accounted for only once it has paid
 * for it.
 */
export const isMatched = (payment: string) => {
  const of = (column: string) => sql.ref(`${payment}.${column}`)
  return sql<boolean>`case when ${of('cause')} = 'missing' then ${isAccountedFor(payment)}
    else exists (select from orders where orders.id = ${of('subject_id')} and orders.payment_id = ${of('payment_id')})
      or exists (select from purchases where purchases.id = ${of('subject_id')} and purchases.payment_id = ${of('payment_id')}) end`
}

/** Returns why an unmatched payment was not used. */
export const causeOf = (payment: string) => {
  const of = (column: string) => sql.ref(`${payment}.${column}`)
  return sql<UnmatchedCause>`case when exists (select from orders where orders.id = ${of('subject_id')}
      or (${of('subject_id')} is null and orders.code = ${of('order_code')}))
    or exists (select from purchases where purchases.id = ${of('subject_id')}) then 'duplicate' else 'missing' end`
}

const ofOrder = (payment: string) =>
  sql<boolean>`(not orders.paid or orders.payment_id = ${sql.ref(`${payment}.payment_id`)})`

/** Payments that wait for a refund or a decision. Must equal the condition of an index. */
export const isWaiting = sql<boolean>`state in ('found', 'claimed', 'refunding', 'failed')`

/** Payments that their orders cannot use and that wait for an operator, or whose refund takes longer than a few minutes. */
export const isUnsettled = sql<boolean>`cause <> 'missing' and ${isWaiting}
  and (state in ('found', 'failed') or found_at < now() - make_interval(mins => ${slowReturnMinutes}))`

/** Text such as "order SVC-ABC234, wrong amount". */
export const unusableDetail = sql`coalesce('order ' || order_code, 'a purchase') || ', ' || case cause
  when 'duplicate' then 'second payment' when 'closed' then 'the order was closed' else 'wrong amount' end`

/** Condition on `processor_events`: a payment that matches nothing here after the time that writing its order may take. */
export const isEventWithoutOrder = sql<boolean>`state = 'open' and ${isOlderThan('received_at', settlingSeconds)}
  and not exists (select from unmatched_payments as known where known.payment_id = processor_events.payment_id)`
