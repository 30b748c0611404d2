// Books what only the processor's balance shows: fees, payouts, and transactions that fit no other kind. The shop's own rows book charges,
// refunds and disputes. A dispute's fee is booked with the dispute, under the same source.

import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'
import type { Tx } from '../core/connect.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'
import { claimRecentTransactions } from './reading.ts'

const atOnce = 5000
/** One at a time: a payout may contain an earlier payout that the bank returned, so our part of the earlier one must be known first. */
const payoutsAtOnce = 1

/** Whether a payout can be booked. If the processor has not listed its transactions within 3 days, the full payout is booked. */
export const isPayoutKnown = sql<boolean>`(payout.is_listed or not payout.automatic or payout.created_at < now() - interval '3 days')`

/**
 * Our part of a payout. Payments of other systems are not ours, and neither is their part of an earlier payout that the bank returned and
 * that this payout contains.
 */
export const ownShare = sql<number>`(payout.amount_cents - coalesce((
  select sum(case when inside.owner = 'other' then inside.net_cents
    when inside.about = 'payout' and inside.source_id <> payout.id then returned.amount_cents - coalesce(returned.own_cents, returned.amount_cents)
    else 0 end)
  from processor_transactions as inside
    left join processor_payouts as returned on returned.id = inside.source_id and inside.about = 'payout'
  where inside.payout_id = payout.id), 0))::integer`

/** Booking time: a late booking must not change a closed month. */
const bookedAt = sql`greatest(due.created_at, (select coalesce(max(ends_at), '-infinity') from month_closings))`

export async function bookTransactions(tx: Tx): Promise<void> {
  await claimRecentTransactions(tx)
  await bookAll(tx, sql`about <> 'payout'`, atOnce)
  await bookAll(tx, sql`about = 'payout'`, payoutsAtOnce)
}

async function bookAll(tx: Tx, which: RawBuilder<unknown>, limit: number): Promise<void> {
  for (;;) {
    const [counted] = await readRows(
      tx,
      v.object({ booked: wholeNumber }),
      bookStatement(which, limit),
    )
    if ((counted?.booked ?? 0) < limit) return
  }
}

/** Books the oldest transactions that are due, in one statement. Returns how many they were. */
const bookStatement = (which: RawBuilder<unknown>, limit: number) => sql`
  with due as materialized (${dueTransactions(which, limit)}),
    parts (id, kind, debit, credit, cents, processor_id, source) as (
      ${feesOfTransactions} union all ${ownFees} union all ${adjustments} union all ${payouts}
    ), moved as (
      insert into money_movements (booked_at, kind, debit, credit, cents, order_id, purchase_id, processor_id, source)
      select ${bookedAt}, kind, debit, credit, cents, order_id, purchase_id, processor_id, source from parts join due using (id)
      order by due.created_at, id
      on conflict (source) do nothing
    ), shares as (
      update processor_payouts as payout set own_cents = due.own_cents
      from due where due.about = 'payout' and due.amount_cents < 0 and payout.id = due.source_id
    ), done as (
      update processor_transactions set booked = true from due where processor_transactions.id = due.id returning due.id
    )
  select count(*)::int as booked from done`

const dueTransactions = (which: RawBuilder<unknown>, limit: number) => sql`
  select transaction.*, orders.id as order_id, purchases.id as purchase_id,
    case when about = 'payout' then coalesce(payout.own_cents, ${ownShare}, abs(transaction.amount_cents)) end as own_cents
  from processor_transactions as transaction
    left join orders on orders.payment_id = transaction.payment_id
    left join purchases on purchases.payment_id = transaction.payment_id
    left join processor_payouts as payout on about = 'payout' and payout.id = transaction.source_id
  where not booked and owner = 'ours' and ${which} and (about <> 'payout' or payout.id is null or ${isPayoutKnown})
  order by transaction.created_at, transaction.id limit ${limit}`

/** Fees that the processor subtracts from charges, refunds, payouts and other transactions. */
const feesOfTransactions = sql`
  select id, case when fee_cents > 0 then 'fee' else 'fee_returned' end, case when fee_cents > 0 then 'fees' else 'processor' end,
    case when fee_cents > 0 then 'processor' else 'fees' end, abs(fee_cents), id, 'fee:' || id
  from due where fee_cents <> 0 and about <> 'fee'`

/** Fees that are transactions of their own. */
const ownFees = sql`
  select id, case when net_cents < 0 then 'fee' else 'fee_returned' end, case when net_cents < 0 then 'fees' else 'processor' end,
    case when net_cents < 0 then 'processor' else 'fees' end, abs(net_cents), id, 'fee:' || id
  from due where net_cents <> 0 and about = 'fee'`

/** Transactions that fit no other kind. */
const adjustments = sql`
  select id, 'adjustment', case when amount_cents < 0 then 'losses' else 'processor' end,
    case when amount_cents < 0 then 'processor' else 'losses' end, abs(amount_cents), id, 'adjustment:' || id
  from due where amount_cents <> 0 and about = 'other'`

/** Our part of payouts, and of payouts that the bank returned. */
const payouts = sql`
  select id, case when amount_cents < 0 then 'payout' else 'payout_returned' end, case when amount_cents < 0 then 'bank' else 'processor' end,
    case when amount_cents < 0 then 'processor' else 'bank' end, own_cents, source_id, 'payout:' || id
  from due where own_cents > 0`
