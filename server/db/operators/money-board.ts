// What the money page lists. Every list reads a partial index or the newest rows of one, never all orders.
import { sql } from 'kysely'
import type { MoneyBoard, MoneyTotals } from '../../domain/operators/ports.ts'
import type { Db } from '../core/connect.ts'

const unpaidColumns = [
  'code',
  'email',
  'total_cents as totalCents',
  'created_at as createdAt',
  'unpaid_reason as reason',
] as const

export function createMoneyBoard(db: Db): MoneyBoard {
  return {
    unsettledCharges: async (limit) =>
      await db
        .selectFrom('orders')
        .select([
          'code',
          'email',
          'total_cents as totalCents',
          'created_at as since',
          'charge_looks as looks',
          'charge_checked_at as checkedAt',
          'charge_retry_at as retryAt',
        ])
        .where('charge_state', 'in', ['started', 'unknown'])
        .where('paid', '=', false)
        .orderBy('created_at')
        .limit(limit)
        .execute(),
    unpaidOrders: async (limit) =>
      await db
        .selectFrom('orders')
        .select(unpaidColumns)
        .where('status', '=', 'PENDING_PAYMENT')
        .where('charge_state', 'not in', ['started', 'unknown'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    declined: async (limit) =>
      await db
        .selectFrom('orders')
        .select(unpaidColumns)
        .where('charge_state', '=', 'declined')
        .where(sql<boolean>`not paid`)
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute(),
    refunds: async (limit) => {
      const boardRefunds = () =>
        db
          .selectFrom('refunds')
          .innerJoin('orders', 'orders.id', 'refunds.order_id')
          .select([
            'refunds.id',
            'orders.code',
            'refunds.amount_cents as amountCents',
            'refunds.reason',
            'refunds.requested_by as requestedBy',
            'refunds.state',
            'refunds.failure',
            'refunds.created_at as createdAt',
          ])
          .limit(limit)
      const [unsettled, newest] = await Promise.all([
        boardRefunds()
          .where('refunds.state', 'in', ['started', 'unknown'])
          .orderBy('refunds.checked_at')
          .execute(),
        boardRefunds().orderBy('refunds.created_at', 'desc').execute(),
      ])
      const open = new Set(unsettled.map(({ id }) => id))
      return [...unsettled, ...newest.filter(({ id }) => !open.has(id))].slice(0, limit)
    },
    openPayments: async (limit) =>
      await db
        .selectFrom('processor_events')
        .select([
          'id as eventId',
          'type',
          'order_code as orderCode',
          'payment_id as paymentId',
          'amount_cents as amountCents',
          'received_at as receivedAt',
          'looks',
          'checked_at as checkedAt',
        ])
        .where('state', '=', 'open')
        .orderBy('received_at')
        .limit(limit)
        .execute(),
    totals: async (period) => await readTotals(db, period),
  }
}

/** Reads the orders and refunds of the period by their time. */
async function readTotals(
  db: Db,
  { days, timeZone }: { days: number; timeZone: string },
): Promise<MoneyTotals> {
  // No subselect: the planner would not know how few orders there are since then.
  const since = sql`((date_trunc('day', now() at time zone ${timeZone}) - make_interval(days => ${days - 1}))
    at time zone ${timeZone})`
  const { rows } = await sql<MoneyTotals>`
    select count(*) filter (where paid)::int as "paidOrders",
      coalesce(sum(total_cents) filter (where paid), 0)::float8 as "paidCents",
      (select coalesce(sum(amount_cents), 0)::float8 from refunds
        where state = 'succeeded' and created_at >= ${since}) as "refundedCents",
      (select count(*)::int from orders
        where charge_state = 'declined' and not paid and created_at >= ${since}) as declined
    from orders where created_at >= ${since}`.execute(db)
  return rows[0] ?? { paidOrders: 0, paidCents: 0, refundedCents: 0, declined: 0 }
}
