// The search for payments without an order: its progress, its results, and the operators' view of them.

import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'
import { paymentIdOf } from '../../../domain/base/ids/payment-id.ts'
import { returnedPaymentDays } from '../../../domain/base/time/retention.ts'
import type { MarkedPayment } from '../../../domain/payments/ports.ts'
import type {
  SearchProgress,
  SearchRules,
  SearchStep,
  UnmatchedPayment,
  UnmatchedPayments,
} from '../../../domain/payments/unmatched.ts'
import type { Db } from '../../core/connect.ts'
import { idOf, readRows, wholeNumber } from '../../core/read-rows.ts'
import { jsonb } from '../../core/values/json.ts'
import {
  beginRefund,
  claimAutomatic,
  claimUnsettled,
  writeUnmatchedRefund,
} from './unmatched-refunds.ts'
import {
  causeOf,
  isAccountedFor,
  isMatched,
  isWaiting,
  readUnmatched,
  unmatchedColumns,
} from './unmatched-rows.ts'
import { recordUnusable } from './unusable-payments.ts'

const searchRow = v.object({ automaticLastHour: wholeNumber, searchedAt: v.nullable(v.date()) })

const stepRow = v.object({ lists: v.boolean(), since: v.date(), after: v.nullable(v.string()) })

/** Creates the store. `baseUrl` is the base of links in mails. */
export const createUnmatchedPayments = (
  db: Db,
  { baseUrl }: { readonly baseUrl: string },
): UnmatchedPayments => ({
  claimStep: (rules) => claimStep(db, rules),
  finishStep: (progress) => finishStep(db, progress),
  record: (payments, rules) => record(db, payments, rules),
  findUnapplied: (payments, rules) => findUnapplied(db, payments, rules),
  recordUnusable: (payment) => recordUnusable(db, payment),
  recordEvents: (rules) => recordEvents(db, rules),
  noteReturned: () => noteReturned(db),
  reopen: () => reopen(db),
  claimAutomatic: (perHour) => claimAutomatic(db, perHour),
  claimUnsettled: (limit) => claimUnsettled(db, limit),
  beginRefund: (paymentId, refundId) => beginRefund(db, paymentId, refundId),
  settleRefund: (refundId, outcome) => writeUnmatchedRefund(db, refundId, outcome, baseUrl),
  read: async (paymentId) => {
    const rows = await readUnmatched(
      db,
      sql`
      select ${unmatchedColumns} from unmatched_payments where payment_id = ${paymentId}`,
    )
    return rows[0] ?? null
  },
  list: async (limit) => {
    const read = (rest: RawBuilder<unknown>) =>
      readUnmatched(
        db,
        sql`select ${unmatchedColumns} from unmatched_payments ${rest} limit ${limit}`,
      )
    const [waiting, decided] = await Promise.all([
      read(sql`where ${isWaiting} order by paid_at, payment_id`),
      read(sql`where not ${isWaiting} order by updated_at desc, payment_id`),
    ])
    return { waiting, decided }
  },
  progress: async () => {
    const rows = await readRows(
      db,
      searchRow,
      sql`
      select finished_at as "searchedAt", (select count(*)::int from unmatched_payments
        where automatic and cause = 'missing' and refund_started_at > now() - interval '1 hour') as "automaticLastHour"
      from payment_searches where id = 1`,
    )
    return rows[0] ?? { automaticLastHour: 0, searchedAt: null }
  },
})

/** After this time, another worker continues a step whose worker died. */
const leaseSeconds = 60
/** Seconds between two pages, and between two rounds that found no page. */
const [pageEverySeconds, roundEverySeconds] = [2, 10]

/** A search that was interrupted for longer, or that a restore brought back, restarts with the newest payments. */
const searchExpiresHours = 24

/**
 * Claims the next step. A search reads `hours` back from the start of the previous one, so that a time without workers or with lost rows
 * leaves no gap.
 */
async function claimStep(db: Db, { hours, pauseMinutes }: SearchRules): Promise<SearchStep | null> {
  const rows = await readRows(
    db,
    stepRow,
    sql`
    with step as (
      select id, started_at as last_start,
        after_payment is null or started_at <= now() - make_interval(hours => ${searchExpiresHours}::int) as starts,
        after_payment is not null or finished_at is null
          or finished_at <= now() - make_interval(mins => ${pauseMinutes}::int) as lists
      from payment_searches where due_at <= now() for update skip locked
    )
    update payment_searches as search set
      due_at = now() + make_interval(secs => ${leaseSeconds}::int),
      started_at = case when step.lists and step.starts then now() else search.started_at end,
      after_payment = case when step.starts then null else search.after_payment end
    from step where search.id = step.id
    returning step.lists, search.after_payment as after,
      least(search.started_at, case when step.starts then step.last_start else search.finished_at end)
        - make_interval(hours => ${hours}::int) as since`,
  )
  const [row] = rows
  if (row === undefined) return null
  const { lists, since, after } = row
  return { list: lists ? { since, after } : null }
}

async function finishStep(db: Db, { after, isComplete }: SearchProgress): Promise<void> {
  await db
    .updateTable('payment_searches')
    .set({
      after_payment: after,
      due_at: sql`now() + make_interval(secs => ${after === null ? roundEverySeconds : pageEverySeconds}::int)`,
      ...(isComplete && { finished_at: sql`now()` }),
    })
    .execute()
}

async function record(
  db: Db,
  payments: readonly MarkedPayment[],
  { graceMinutes }: SearchRules,
): Promise<readonly UnmatchedPayment[]> {
  if (payments.length === 0) return []
  return await readUnmatched(
    db,
    sql`
    with ${seenRows(payments)}, elsewhere as (
      update unmatched_payments as known set state = 'refunded', updated_at = now() from seen
      where known.payment_id = seen.payment_id and seen.status = 'failed' and known.state in ('found', 'failed')
    )
    ${upsertStatement(sql`select payment_id, subject, subject_id, order_code, amount_cents, paid_at, true, ${causeOf('seen')} from seen
      where ${isDue(graceMinutes)} and not ${isAccountedFor('seen')}`)}`,
  )
}

async function findUnapplied(
  db: Db,
  payments: readonly MarkedPayment[],
  { graceMinutes }: SearchRules,
): Promise<readonly MarkedPayment[]> {
  const rows = await readRows(
    db,
    v.object({ paymentId: idOf(paymentIdOf) }),
    sql`
    with ${seenRows(payments)}
    select payment_id as "paymentId" from seen
    where ${isDue(graceMinutes)}
      and (exists (select from orders where orders.id = subject_id and not orders.paid)
        or exists (select from purchases where purchases.id = subject_id and purchases.payment_id is null))
      and not exists (select from unmatched_payments as known where known.payment_id = seen.payment_id and known.state <> 'returned')`,
  )
  const unapplied = new Set(rows.map(({ paymentId }) => paymentId))
  return payments.filter(({ paymentId }) => unapplied.has(paymentId))
}

/** Whether the payment in a row of `seen` succeeded and its grace period has passed. */
const isDue = (graceMinutes: number) =>
  sql<boolean>`status = 'succeeded' and paid_at <= now() - make_interval(mins => ${graceMinutes}::int)`

/** One item of a WITH list. */
const seenRows = (payments: readonly MarkedPayment[]) => sql`seen as (
      select * from jsonb_to_recordset(${jsonb(payments.map(seenOf))}::jsonb) as seen (payment_id text, subject text,
        subject_id uuid, order_code text, amount_cents integer, paid_at timestamptz, status text)
    )`

const seenOf = ({ paymentId, subject, amountCents, paidAt, status }: MarkedPayment) => ({
  payment_id: paymentId,
  subject: subject.kind,
  subject_id: subject.id,
  order_code: subject.kind === 'order' ? subject.code : null,
  amount_cents: amountCents,
  paid_at: paidAt,
  status,
})

/**
 * The end of a WITH list and its query, which returns new payments. A payment known only from its event is certainly ours once it was
 * listed. An order that was restored may be lost again.
 */
const upsertStatement = (query: RawBuilder<unknown>) => sql`, written as (
    insert into unmatched_payments as known (payment_id, subject, subject_id, order_code, amount_cents, paid_at, marked, cause)
    ${query}
    on conflict (payment_id) do update set
      marked = known.marked or excluded.marked,
      state = case when known.state = 'returned' then 'found' else known.state end,
      cause = case when known.state = 'returned' then excluded.cause else known.cause end,
      found_at = case when known.state = 'returned' then now() else known.found_at end,
      updated_at = now()
    where known.state = 'returned' or (excluded.marked and not known.marked)
    returning *
  )
  select ${unmatchedColumns} from written where found_at = now()`

/** Records events. The open event of a purchase has the purchase's id in place of the order's. */
async function recordEvents(
  db: Db,
  { graceMinutes }: SearchRules,
): Promise<readonly UnmatchedPayment[]> {
  return await readUnmatched(
    db,
    sql`
    with seen as (
      select distinct on (payment_id) payment_id, amount_cents, received_at as paid_at, order_id as subject_id,
        case when order_code = 'purchase' then 'purchase' else 'order' end as subject,
        nullif(order_code, 'purchase') as order_code
      from processor_events
      where state = 'open' and payment_id is not null and amount_cents is not null
        and received_at <= now() - make_interval(mins => ${graceMinutes}::int)
      order by payment_id, received_at
    )
    ${upsertStatement(sql`select payment_id, subject, subject_id, order_code, amount_cents, paid_at, false, ${causeOf('seen')} from seen
      where (subject_id is not null or order_code is not null) and not ${isAccountedFor('seen')}`)}`,
  )
}

/** Marks returned payments. A payment that an operator kept stays kept. */
async function noteReturned(db: Db): Promise<readonly UnmatchedPayment[]> {
  return await readUnmatched(
    db,
    sql`
    update unmatched_payments as payment set state = 'returned', updated_at = now()
    where state in ('found', 'failed') and ${isMatched('payment')}
    returning ${unmatchedColumns}`,
  )
}

/** Reopens payments. The order of a returned payment may be lost again, or be paid by another payment later. */
async function reopen(db: Db): Promise<readonly UnmatchedPayment[]> {
  return await readUnmatched(
    db,
    sql`
    update unmatched_payments as payment set state = 'found', found_at = now(), updated_at = now()
    where state = 'returned' and updated_at > now() - make_interval(days => ${returnedPaymentDays}) and not ${isMatched('payment')}
    returning ${unmatchedColumns}`,
  )
}
