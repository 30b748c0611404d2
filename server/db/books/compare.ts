// The comparison of the processor's balance transactions with the ledger's account `processor`, object by object.

import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'
import type { Books, CompareStep, TieOutDifference } from '../../domain/books/ports.ts'
import type { Db, Tx } from '../core/connect.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'
import { isRefundUnsettled } from '../core/values/unsettled.ts'
import { bookTransactions, isPayoutKnown, ownShare } from './book-transactions.ts'
import { endReading } from './reading.ts'

export const paymentKinds = sql`('charge', 'gift_card_sold', 'credits_sold', 'unmatched_payment', 'unmatched_matched')`

/** One row per movement at the processor. A fee is a separate object. */
const theirs = sql`
  select about as part, payment_id as object_id, amount_cents as cents, created_at as at
  from processor_transactions where owner = 'ours' and about in ('charge', 'refund', 'dispute')
  union all
  select 'fee', id, case about when 'fee' then net_cents else -fee_cents end, created_at
  from processor_transactions where owner = 'ours' and (about = 'fee' or fee_cents <> 0)
  union all
  select 'other', id, amount_cents, created_at from processor_transactions where owner = 'ours' and about = 'other'
  union all
  select 'payout', transaction.source_id, case when transaction.amount_cents < 0 then -own.cents else own.cents end, transaction.created_at
  from processor_transactions as transaction
    left join processor_payouts as payout on payout.id = transaction.source_id
    cross join lateral (select coalesce(${ownShare}, abs(transaction.amount_cents)) as cents) as own
  where transaction.about = 'payout' and transaction.owner = 'ours' and (payout.id is null or ${isPayoutKnown})`

/** The ledger's movements. A movement names its refund or dispute, but the comparison is by payment. */
const ours = sql`
  select part, coalesce(
      case when part in ('fee', 'payout', 'other', 'charge') or kind like 'unmatched_refund%' then processor_id end,
      (select payment_id from refunds where refunds.id = refund_id),
      (select payment_id from disputes where disputes.id = dispute_id),
      (select payment_id from purchases where purchases.id = purchase_id),
      (select payment_id from orders where orders.id = order_id),
      id::text) as object_id,
    case debit when 'processor' then cents else -cents end as cents, booked_at as at, order_id, purchase_id, dispute_id
  from (
    select *, case when kind in ${paymentKinds} then 'charge' when kind in ('dispute_opened', 'dispute_won') then 'dispute'
      when kind in ('fee', 'fee_returned') then 'fee' when kind in ('payout', 'payout_returned') then 'payout'
      when kind = 'adjustment' then 'other' else 'refund' end as part
    from money_movements where 'processor' in (debit, credit)
  ) as movements`

/** Payment of an object. For a fee, the payment of its transaction. */
const paymentOfObject = sql`coalesce((select payment_id from processor_transactions where id = object_id), object_id)`

/**
 * Whether a pending refund explains the difference: the processor already has its money, and the ledger books it when the refund succeeds.
 */
const isRefunding = sql<boolean>`(
  exists (select from refunds where refunds.payment_id = object_id and ${isRefundUnsettled()})
  or exists (select from unmatched_payments as unmatched where unmatched.payment_id = object_id and unmatched.state = 'refunding'))`

export function compare(
  db: Db,
  { startedAt, quietSeconds }: CompareStep,
): ReturnType<Books['compare']> {
  return db.transaction().execute(async (tx) => {
    await bookTransactions(tx)
    const { compared, found } = await findDifferences(
      tx,
      sql`${startedAt}::timestamptz - make_interval(secs => ${quietSeconds})`,
    )
    await keepDifferences(tx, found)
    await endReading(tx)
    const differences = await listDifferences(tx)
    const [tieOut] = await readRows(
      tx,
      tieOutRow,
      sql`
      insert into tie_outs (compared_until, compared, difference_cents, differences, unexplained)
      select ${startedAt}::timestamptz - make_interval(secs => ${quietSeconds}), ${compared},
        coalesce(sum(processor_cents - ledger_cents), 0), count(*), count(*) filter (where explanation is null)
      from tie_out_differences returning ${tieOutColumns}`,
    )
    if (tieOut === undefined) throw new Error('the comparison was not kept')
    return { ...tieOut, differences }
  })
}

/** The differences are written back to the database unchanged. */
const foundRow = v.object({ compared: wholeNumber, found: v.nullable(v.array(v.unknown())) })

/** Compares the objects with a movement since the last closed month, and those that differed before. */
async function findDifferences(
  tx: Tx,
  until: RawBuilder<unknown>,
): Promise<{ compared: number; found: string }> {
  const [row] = await readRows(
    tx,
    foundRow,
    sql`
    with theirs as materialized (${theirs}), ours as materialized (${ours}),
    since as (select coalesce(max(ends_at), '-infinity') as at from month_closings),
    active as (
      select part, object_id from theirs where at >= (select at from since)
      union select part, object_id from ours where at >= (select at from since)
      union select part, object_id from tie_out_differences
    ),
    at_processor as (
      select part, object_id, sum(cents) as cents, min(at) as first, max(at) as last
      from theirs join active using (part, object_id) group by part, object_id
    ),
    booked as (
      select part, object_id, sum(cents) as cents, min(at) as first, max(at) as last, min(order_id::text) as order_id,
        min(purchase_id::text) as purchase_id, min(dispute_id) as dispute_id
      from ours join active using (part, object_id) group by part, object_id
    )
    select (select count(*) from active)::int as compared, json_agg(json_build_object('part', part, 'object_id', object_id,
        'processor_cents', coalesce(at_processor.cents, 0), 'ledger_cents', coalesce(booked.cents, 0),
        'order_id', coalesce(order_id, (select id::text from orders where payment_id = ${paymentOfObject})),
        'purchase_id', coalesce(purchase_id, (select id::text from purchases where payment_id = ${paymentOfObject})),
        'dispute_id', coalesce(dispute_id, case part when 'dispute' then (select id from disputes where payment_id = object_id limit 1) end),
        'moved_at', least(at_processor.first, booked.first))) as found
    from at_processor full join booked using (part, object_id)
    where coalesce(at_processor.cents, 0) <> coalesce(booked.cents, 0) and greatest(at_processor.last, booked.last) <= ${until}
      and not (part = 'refund' and ${isRefunding})`,
  )
  return { compared: row?.compared ?? 0, found: JSON.stringify(row?.found ?? []) }
}

async function keepDifferences(tx: Tx, differences: string): Promise<void> {
  const rows = sql`json_to_recordset(${differences}::json) as found (part text, object_id text, processor_cents bigint, ledger_cents bigint,
    order_id uuid, purchase_id uuid, dispute_id text, moved_at timestamptz)`
  await sql`
    delete from tie_out_differences as known
    where not exists (select from ${rows} where found.part = known.part and found.object_id = known.object_id
      and found.processor_cents = known.processor_cents and found.ledger_cents = known.ledger_cents)`.execute(
    tx,
  )
  await sql`
    insert into tie_out_differences (part, object_id, processor_cents, ledger_cents, order_id, purchase_id, dispute_id, moved_at)
    select part, object_id, processor_cents, ledger_cents, order_id, purchase_id, dispute_id, moved_at from ${rows}
    on conflict do nothing`.execute(tx)
}

export const tieOutColumns = sql`at, compared_until as "comparedUntil", compared, difference_cents as "differenceCents", unexplained`

export const tieOutRow = v.object({
  at: v.date(),
  comparedUntil: v.date(),
  compared: wholeNumber,
  differenceCents: wholeNumber,
  unexplained: wholeNumber,
})

const maxListed = 200

/** Lists the differences. With `until`, lists only differences with a movement before that time. */
export async function listDifferences(db: Db, until?: Date): Promise<readonly TieOutDifference[]> {
  const rows = await db
    .selectFrom('tie_out_differences as found')
    .leftJoin('orders', 'orders.id', 'found.order_id')
    .selectAll('found')
    .select('orders.code')
    .$if(until !== undefined, (query) => query.where('moved_at', '<', until ?? new Date()))
    .orderBy(sql`found.explanation is not null`)
    .orderBy('moved_at')
    .orderBy('object_id')
    .limit(maxListed)
    .execute()
  return rows.map((row) => ({
    part: row.part,
    objectId: row.object_id,
    processorCents: row.processor_cents,
    ledgerCents: row.ledger_cents,
    orderCode: row.code,
    purchaseId: row.purchase_id,
    disputeId: row.dispute_id,
    movedAt: row.moved_at,
    foundAt: row.found_at,
    explanation:
      row.explanation === null || row.explained_by === null || row.explained_at === null
        ? null
        : { text: row.explanation, by: row.explained_by, at: row.explained_at },
  }))
}
