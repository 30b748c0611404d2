// The lists of the money page. Every list reads a partial index or the newest rows of one, never all orders.

import { sql } from 'kysely'
import * as v from 'valibot'
import type { MoneyBoard } from '../../domain/operators/ports.ts'
import type { Db } from '../core/connect.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'
import { isChargeUnsettled, isRefundUnsettled } from '../core/values/unsettled.ts'
import { isOrderClosed } from '../orders/order-statuses.ts'
import { refundStateOf } from '../orders/rows/refund-rows.ts'
import { unpaidReasonText } from '../orders/rows/unpaid-reason.ts'
import { isWaiting } from '../orders/unmatched/unmatched-rows.ts'

const unpaidColumns = [
  'code',
  'email',
  'total_cents as totalCents',
  'created_at as createdAt',
  unpaidReasonText.as('reason'),
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
        .where(isChargeUnsettled)
        .where('paid', '=', false)
        .orderBy('created_at')
        .limit(limit)
        .execute(),
    unpaidOrders: async (limit) =>
      await db
        .selectFrom('orders')
        .select(unpaidColumns)
        .where('status', '=', 'PENDING_PAYMENT')
        .where(sql<boolean>`not ${isChargeUnsettled}`)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    declinedOrders: async (limit) =>
      await db
        .selectFrom('orders')
        .select(unpaidColumns)
        .where('charge_state', '=', 'declined')
        .where(sql<boolean>`not paid`)
        // Abandoned for another order, for example after a decline at the website.
        .where(sql<boolean>`not ${isOrderClosed}`)
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
            'refunds.gift_cents',
            'refunds.state',
            'refunds.failure',
            'refunds.created_at as createdAt',
          ])
          .limit(limit)
      const [unsettled, newest] = await Promise.all([
        boardRefunds().where(isRefundUnsettled()).orderBy('refunds.checked_at').execute(),
        boardRefunds().orderBy('refunds.created_at', 'desc').execute(),
      ])
      const open = new Set(unsettled.map(({ id }) => id))
      return [...unsettled, ...newest.filter(({ id }) => !open.has(id))]
        .slice(0, limit)
        .map(({ gift_cents: giftCents, ...row }) => ({
          ...row,
          state: refundStateOf(row.state, giftCents),
        }))
    },
    unmatchedCount: async () => await countUnmatched(db),
    openPayments: async (limit) =>
      await db
        .selectFrom('processor_events')
        .select([
          sql<string>`(array_agg(id order by received_at, id))[1]`.as('eventId'),
          sql<string[]>`array_agg(distinct type)`.as('types'),
          (eb) => eb.fn.min('order_code').as('orderCode'),
          (eb) => eb.fn.min('payment_id').as('paymentId'),
          (eb) => eb.fn.max('amount_cents').as('amountCents'),
          (eb) => eb.fn.min('received_at').as('receivedAt'),
          (eb) => eb.fn.max('looks').as('looks'),
          (eb) => eb.fn.max('checked_at').as('checkedAt'),
        ])
        .where('state', '=', 'open')
        .groupBy(sql`coalesce(payment_id, id)`)
        .orderBy('receivedAt')
        .limit(limit)
        .execute(),
    declinedCount: async (period) => await countDeclined(db, period),
  }
}

async function countUnmatched(db: Db): Promise<number> {
  const rows = await readRows(
    db,
    v.object({ waiting: wholeNumber }),
    sql`
    select count(*)::int as waiting from (
      select payment_id from unmatched_payments where ${isWaiting}
      union select coalesce(payment_id, id) from processor_events where state = 'open'
    ) as payments`,
  )
  return rows[0]?.waiting ?? 0
}

async function countDeclined(
  db: Db,
  { days, timeZone }: { days: number; timeZone: string },
): Promise<number> {
  const rows = await readRows(
    db,
    v.object({ declined: wholeNumber }),
    sql`
    select count(*)::int as declined from orders
    where charge_state = 'declined' and not paid and created_at >=
      ((date_trunc('day', now() at time zone ${timeZone}) - make_interval(days => ${days - 1})) at time zone ${timeZone})`,
  )
  return rows[0]?.declined ?? 0
}
