// Payments whose record at the processor must be read, and the search for payments that no event named.

import { sql } from 'kysely'
import * as v from 'valibot'
import { type PaymentId, paymentIdOf } from '../../domain/base/ids/payment-id.ts'
import type {
  PaymentReview,
  PaymentReviewRequest,
  PaymentReviews,
  ReviewSearchRules,
} from '../../domain/orders/reversals/dispute-ports.ts'
import type { ReturnSighting } from '../../domain/payments/returns.ts'
import { returnedStates } from '../../domain/payments/unmatched.ts'
import type { Db } from '../core/connect.ts'
import { idOf, readRows } from '../core/read-rows.ts'
import { literals } from '../core/values/literals.ts'
import { isRefundUnsettled } from '../core/values/unsettled.ts'
import type { SettleOptions } from '../orders/refund/refund-settling.ts'
import { applyReturns, revisionOf } from './apply-returns.ts'
import { isOfKnownPayment } from './dispute-rows.ts'

/** After this many days, an event of a payment that pays for nothing here belongs to another system. */
const forgottenAfterDays = 3

export const createPaymentReviews = (db: Db, options: SettleOptions): PaymentReviews => ({
  request: (payment) => request(db, payment),
  requestSeen: (seen) => requestSeen(db, seen),
  claim: (limit) => claim(db, limit),
  finish: async ({ paymentId, asOf }) => {
    await sql`delete from payment_reviews where payment_id = ${paymentId} and requested_at = ${asOf}::timestamptz`.execute(
      db,
    )
  },
  revisionOf: (paymentId) => revisionOf(db, paymentId),
  apply: (returns, applying) => applyReturns(db, returns, { ...options, ...applying }),
  claimSearch: (rules) => claimSearch(db, rules),
  finishSearch: async () => {
    await db.updateTable('return_searches').set({ finished_at: sql`now()` }).execute()
  },
})

const reviewRow = v.object({ paymentId: idOf(paymentIdOf), asOf: v.string() })

/** Cents of a payment that are known to be refunded or about to be refunded. */
const knownRefunds = (paymentId: PaymentId) => sql<number>`(
  coalesce((select sum(amount_cents - gift_cents) from refunds
    where payment_id = ${paymentId} and (${isRefundUnsettled()} or state = 'succeeded')), 0)
  + coalesce((select sum(purchase_returns.cents) from purchase_returns join purchases on purchases.id = purchase_id
    where payment_id = ${paymentId} and purchase_returns.kind = 'refund' and reinstated_at is null), 0)
  + coalesce((select sum(amount_cents) from unmatched_payments
    where payment_id = ${paymentId} and state in (${literals(returnedStates)})), 0))`

async function request(
  db: Db,
  { paymentId, refundedCents }: PaymentReviewRequest,
): Promise<PaymentReview | null> {
  const rows = await readRows(
    db,
    reviewRow,
    sql`
    insert into payment_reviews (payment_id)
    select ${paymentId} where ${refundedCents}::integer is null or ${refundedCents}::integer > ${knownRefunds(paymentId)}
    on conflict (payment_id) do update set requested_at = clock_timestamp(), checked_at = null
    returning payment_id as "paymentId", requested_at::text as "asOf"`,
  )
  return rows[0] ?? null
}

async function requestSeen(db: Db, seen: readonly ReturnSighting[]): Promise<number> {
  const rows = await readRows(
    db,
    v.object({ id: v.string() }),
    sql`
    insert into payment_reviews (payment_id)
    select distinct payment_id from (
      select found.payment_id from json_to_recordset(${JSON.stringify(
        seen.map(({ kind, id, paymentId, state }) => ({ kind, id, payment_id: paymentId, state })),
      )}::json) as found (kind text, id text, payment_id text, state text)
      where ${isOfKnownPayment('found')} and case found.kind
        when 'dispute' then not exists (select from disputes where disputes.id = found.id and disputes.status = found.state)
        when 'warning' then not exists (
          select from fraud_warnings where fraud_warnings.id = found.id and fraud_warnings.actionable::text = found.state)
        else case found.state
          when 'succeeded' then not exists (
              select from refunds where processor_refund_id = found.id and refunds.state in ('succeeded', 'failed'))
            and not exists (select from purchase_returns where purchase_returns.id = found.id)
            and not exists (select from unmatched_payments as unmatched where unmatched.payment_id = found.payment_id
              and unmatched.state in (${literals(returnedStates)}))
            and not exists (select from money_movements where source = 'unmatched_refund:' || found.id)
          when 'failed' then exists (select from refunds where processor_refund_id = found.id and refunds.state = 'succeeded')
            or exists (select from purchase_returns where purchase_returns.id = found.id and reinstated_at is null)
            or (exists (select from money_movements where source = 'unmatched_refund:' || found.id)
              and not exists (select from money_movements where source = 'unmatched_refund:' || found.id || ':returned'))
          else false end end
      union all
      select payment_id from disputes where closed_at is null and updated_at < now() - interval '1 hour'
    ) as wanted
    on conflict (payment_id) do nothing
    returning payment_id as id`,
  )
  return rows.length
}

async function claim(db: Db, limit: number): Promise<PaymentReview[]> {
  return await readRows(
    db,
    reviewRow,
    sql`
    with forgotten as (
      delete from payment_reviews where since < now() - make_interval(days => ${forgottenAfterDays})
        and not ${isOfKnownPayment('payment_reviews')}
    ), due as (
      select payment_id from payment_reviews
      where (checked_at is null or checked_at <= now() - least(interval '1 hour', interval '2 seconds' * power(2, least(looks, 12))))
        and ${isOfKnownPayment('payment_reviews')}
      order by requested_at limit ${limit} for update skip locked
    )
    update payment_reviews set checked_at = now(), looks = looks + 1 where payment_id in (select payment_id from due)
    returning payment_id as "paymentId", requested_at::text as "asOf"`,
  )
}

/** Claims a search. After a pause, an interrupted search starts again where the last complete one began. */
async function claimSearch(
  db: Db,
  { hours, pauseMinutes }: ReviewSearchRules,
): Promise<{ since: Date } | null> {
  const rows = await readRows(
    db,
    v.object({ since: v.date() }),
    sql`
    update return_searches set due_at = now() + make_interval(mins => ${pauseMinutes}) where due_at <= now()
    returning coalesce(finished_at, now()) - make_interval(hours => ${hours}) as since`,
  )
  return rows[0] ?? null
}
