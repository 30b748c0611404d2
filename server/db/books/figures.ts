// The figures of a month, from the ledger and the processor's transactions.

import { sql } from 'kysely'
import * as v from 'valibot'
import { type PayoutId, payoutIdOf } from '../../domain/base/ids/payout-id.ts'
import type {
  AccountBalance,
  Books,
  DaySum,
  MonthFigures,
  MonthPayout,
} from '../../domain/books/ports.ts'
import { ledgerAccounts, movementKinds } from '../../domain/money/movement.ts'
import type { Db } from '../core/connect.ts'
import { idOf, readRows, wholeNumber } from '../core/read-rows.ts'
import { monthBounds } from '../core/values/month-bounds.ts'
import { ownShare } from './book-transactions.ts'
import { listDifferences } from './compare.ts'

export async function readFigures(db: Db, month: string, timeZone: string): Promise<MonthFigures> {
  const bounds = monthBounds(month, timeZone)
  const [end] = await readRows(db, v.object({ at: v.date() }), sql`select ${bounds.ends} as at`)
  const [days, balances, payouts, foreign, differences] = await Promise.all([
    readDays(db, bounds, timeZone),
    readBalances(db, bounds),
    readPayouts(
      db,
      sql<boolean>`payout.created_at >= ${bounds.begins} and payout.created_at < ${bounds.ends}`,
    ),
    readForeign(db, bounds),
    listDifferences(db, end?.at),
  ])
  return {
    days,
    balances,
    payouts,
    foreign,
    differences: differences.filter(({ explanation }) => explanation !== null),
  }
}

const account = v.picklist(ledgerAccounts)

const daySum = v.object({
  day: v.string(),
  kind: v.picklist(movementKinds),
  debit: account,
  credit: account,
  cents: wholeNumber,
  postageCents: wholeNumber,
})

const accountBalance = v.object({ account, beforeCents: wholeNumber, endCents: wholeNumber })

const monthPayout = v.object({
  id: idOf(payoutIdOf),
  amountCents: wholeNumber,
  status: v.string(),
  automatic: v.boolean(),
  isComplete: v.boolean(),
  createdAt: v.date(),
  arrivesAt: v.date(),
  failure: v.nullable(v.string()),
  foreignCents: wholeNumber,
  transactions: wholeNumber,
  feeCents: wholeNumber,
})

const foreignSum = v.object({ transactions: wholeNumber, netCents: wholeNumber })

type Bounds = ReturnType<typeof monthBounds>

/**
 * The part of a movement that pays for prints. The payment of an order covers the prints first and then the postage. When it has two
 * parts, the gift card's share comes first: that share is the total less the card's charge.
 */
const printedOfPart = sql`case movement.kind
  when 'charge' then orders.total_cents - orders.shipping_cents
    - least(orders.total_cents - movement.cents, orders.total_cents - orders.shipping_cents)
  else least(movement.cents, orders.total_cents - orders.shipping_cents) end`

async function readDays(db: Db, { begins, ends }: Bounds, timeZone: string): Promise<DaySum[]> {
  return await readRows(
    db,
    daySum,
    sql`
    select to_char(booked_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, kind, debit, credit, sum(cents) as cents,
      coalesce(sum(movement.cents - ${printedOfPart}), 0) as "postageCents"
    from money_movements as movement
      left join orders on orders.id = movement.order_id and movement.kind in ('charge', 'gift_card_used', 'gift_card_returned')
    where booked_at >= ${begins} and booked_at < ${ends}
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  )
}

async function readBalances(db: Db, { begins, ends }: Bounds): Promise<AccountBalance[]> {
  return await readRows(
    db,
    accountBalance,
    sql`
    select account, coalesce(sum(cents) filter (where booked_at < ${begins}), 0) as "beforeCents", sum(cents) as "endCents"
    from (
      select booked_at, debit as account, cents from money_movements
      union all select booked_at, credit, -cents from money_movements
    ) as sides
    where booked_at < ${ends} group by account order by account`,
  )
}

const readPayouts = async (
  db: Db,
  which: ReturnType<typeof sql<boolean>>,
): Promise<MonthPayout[]> =>
  await readRows(
    db,
    monthPayout,
    sql`
    select payout.id, payout.amount_cents as "amountCents", payout.status, payout.automatic, payout.is_complete as "isComplete",
      payout.created_at as "createdAt", payout.arrives_at as "arrivesAt", payout.failure,
      payout.amount_cents - coalesce(payout.own_cents, ${ownShare}) as "foreignCents",
      coalesce(inside.transactions, 0)::int as transactions, coalesce(inside.fees, 0) as "feeCents"
    from processor_payouts as payout cross join lateral (
      select count(*) as transactions, sum(fee_cents) filter (where owner = 'ours') as fees
      from processor_transactions as each where each.payout_id = payout.id and each.source_id is distinct from payout.id
    ) as inside
    where ${which} order by payout.created_at, payout.id`,
  )

export const readPayout: (db: Db, id: PayoutId) => ReturnType<Books['payout']> = async (db, id) =>
  (await readPayouts(db, sql<boolean>`payout.id = ${id}`))[0] ?? null

async function readForeign(
  db: Db,
  { begins, ends }: Bounds,
): Promise<{ transactions: number; netCents: number }> {
  const [foreign = { transactions: 0, netCents: 0 }] = await readRows(
    db,
    foreignSum,
    sql`
    select count(*)::int as transactions, coalesce(sum(net_cents), 0) as "netCents" from processor_transactions
    where owner = 'other' and created_at >= ${begins} and created_at < ${ends}`,
  )
  return foreign
}
