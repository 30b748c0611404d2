// The figures of a month, from the ledger and the processor's transactions.
import { sql } from 'kysely'
import type {
  AccountBalance,
  Books,
  DaySum,
  MonthFigures,
  MonthPayout,
} from '../../domain/books/ports.ts'
import type { Db } from '../core/connect.ts'
import { monthBounds } from '../core/month-bounds.ts'
import { ownShare } from './book-transactions.ts'
import { listDifferences } from './compare.ts'

export async function readFigures(db: Db, month: string, timeZone: string): Promise<MonthFigures> {
  const bounds = monthBounds(month, timeZone)
  const { rows: ends } = await sql<{ at: Date }>`select ${bounds.ends} as at`.execute(db)
  const [days, balances, payouts, foreign, differences] = await Promise.all([
    readDays(db, bounds, timeZone),
    readBalances(db, bounds),
    readPayouts(
      db,
      sql<boolean>`payout.created_at >= ${bounds.begins} and payout.created_at < ${bounds.ends}`,
    ),
    readForeign(db, bounds),
    listDifferences(db, ends[0]?.at),
  ])
  return {
    days,
    balances,
    payouts,
    foreign,
    differences: differences.filter(({ explanation }) => explanation !== null),
  }
}

type Bounds = ReturnType<typeof monthBounds>

/**
 * The payment of an order covers the prints first and then the postage. When it has two parts, the gift card's share is the first. The
 * gift card's share is the rest after the movement of the card.
 */
const printedOfPart = sql`case movement.kind
  when 'charge' then orders.total_cents - orders.shipping_cents
    - least(orders.total_cents - movement.cents, orders.total_cents - orders.shipping_cents)
  else least(movement.cents, orders.total_cents - orders.shipping_cents) end`

async function readDays(db: Db, { begins, ends }: Bounds, timeZone: string): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    select to_char(booked_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, kind, debit, credit, sum(cents) as cents,
      coalesce(sum(movement.cents - ${printedOfPart}), 0) as "postageCents"
    from money_movements as movement
      left join orders on orders.id = movement.order_id and movement.kind in ('charge', 'gift_card_used', 'gift_card_returned')
    where booked_at >= ${begins} and booked_at < ${ends}
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db)
  return rows
}

async function readBalances(db: Db, { begins, ends }: Bounds): Promise<AccountBalance[]> {
  const { rows } = await sql<AccountBalance>`
    select account, coalesce(sum(cents) filter (where booked_at < ${begins}), 0) as "beforeCents", sum(cents) as "endCents"
    from (
      select booked_at, debit as account, cents from money_movements
      union all select booked_at, credit, -cents from money_movements
    ) as sides
    where booked_at < ${ends} group by account order by account`.execute(db)
  return rows
}

const readPayouts = async (db: Db, which: ReturnType<typeof sql<boolean>>) => {
  const { rows } = await sql<MonthPayout>`
    select payout.id, payout.amount_cents as "amountCents", payout.status, payout.automatic, payout.is_complete as "isComplete",
      payout.created_at as "createdAt", payout.arrives_at as "arrivesAt", payout.failure,
      payout.amount_cents - coalesce(payout.own_cents, ${ownShare}) as "foreignCents",
      coalesce(inside.transactions, 0)::int as transactions, coalesce(inside.fees, 0) as "feeCents"
    from processor_payouts as payout cross join lateral (
      select count(*) as transactions, sum(fee_cents) filter (where owner = 'ours') as fees
      from processor_transactions as each where each.payout_id = payout.id and each.source_id is distinct from payout.id
    ) as inside
    where ${which} order by payout.created_at, payout.id`.execute(db)
  return rows
}

export const readPayout: (db: Db, id: string) => ReturnType<Books['payout']> = async (db, id) =>
  (await readPayouts(db, sql<boolean>`payout.id = ${id}`))[0] ?? null

async function readForeign(
  db: Db,
  { begins, ends }: Bounds,
): Promise<{ transactions: number; netCents: number }> {
  const { rows } = await sql<{ transactions: number; netCents: number }>`
    select count(*)::int as transactions, coalesce(sum(net_cents), 0) as "netCents" from processor_transactions
    where owner = 'other' and created_at >= ${begins} and created_at < ${ends}`.execute(db)
  return rows[0] ?? { transactions: 0, netCents: 0 }
}
