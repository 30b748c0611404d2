// What labels cost the farm: by order, and by day of the month in which the orders were shipped.
import { sql } from 'kysely'
import * as v from 'valibot'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import { costCurrency, type LabelCost, type PostageReader } from '../../domain/desk/postage.ts'
import { shippedStatuses } from '../../domain/orders/record/status.ts'
import type { Db } from '../core/connect.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'
import { literals } from '../core/values/literals.ts'
import { monthBounds } from '../core/values/month-bounds.ts'

/** Whether the farm pays for the label: it is not voided, or the carrier rejected the refund. */
const isCharged = sql<boolean>`(parcel_labels.state in ('bought', 'replaced')
  or parcel_labels.state = 'voided' and parcel_labels.refund = 'rejected')`

/** Returns the costs of each order that has labels, by currency. */
export async function readLabelCosts(
  db: Db,
  orderIds: readonly OrderId[],
): Promise<ReadonlyMap<string, readonly LabelCost[]>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<LabelCost & { orderId: OrderId }>`
    select order_id as "orderId", currency, count(*)::int as labels, sum(cents)::int as cents from parcel_labels
    where order_id = any(${[...orderIds]}::uuid[]) and ${isCharged}
    group by order_id, currency order by currency`.execute(db)
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId)
  return new Map(
    [...byOrder].map(([id, costs]) => [id, costs.map(({ orderId: _, ...cost }) => cost)]),
  )
}

const dayRow = v.object({
  day: v.string(),
  here: wholeNumber,
  hereCents: wholeNumber,
  labels: wholeNumber,
  labelCents: wholeNumber,
  foreign: wholeNumber,
  foreignCents: wholeNumber,
  elsewhere: wholeNumber,
  elsewhereCents: wholeNumber,
})

const isShipped = (event: string) => sql`${sql.ref(event)}.status in (${literals(shippedStatuses)})`

export const createPostage = (db: Db, timeZone: string): PostageReader => ({
  days: async (month) => {
    const { begins, ends } = monthBounds(month, timeZone)
    // An order is counted at its first shipment: moving it back and forward does not count it twice.
    const rows = await readRows(
      db,
      dayRow,
      sql`
      with shipped as materialized (
        select event.order_id, event.at from order_events as event
        where event.at >= ${begins} and event.at < ${ends} and ${isShipped('event')} and not exists (
          select from order_events as earlier
          where earlier.order_id = event.order_id and earlier.id < event.id and ${isShipped('earlier')})
      ), parcels as (
        select to_char(shipped.at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
          case when orders.paid then orders.shipping_cents else 0 end as charged, label.*
        from shipped join orders on orders.id = shipped.order_id cross join lateral (
          select count(*) as labels, coalesce(sum(cents), 0) as cents, coalesce(bool_or(currency <> ${costCurrency}), false) as is_foreign
          from parcel_labels where parcel_labels.order_id = shipped.order_id and ${isCharged}) as label
      ), kinds as (
        select *, case when is_foreign then 'foreign' when labels > 0 then 'here' else 'elsewhere' end as kind from parcels
      )
      select day, count(*) filter (where kind = 'here') as here,
        coalesce(sum(charged) filter (where kind = 'here'), 0) as "hereCents",
        coalesce(sum(labels) filter (where kind = 'here'), 0)::bigint as labels,
        coalesce(sum(cents) filter (where kind = 'here'), 0)::bigint as "labelCents",
        count(*) filter (where is_foreign) as "foreign",
        coalesce(sum(charged) filter (where is_foreign), 0) as "foreignCents",
        count(*) filter (where kind = 'elsewhere') as elsewhere,
        coalesce(sum(charged) filter (where kind = 'elsewhere'), 0) as "elsewhereCents"
      from kinds group by day order by day`,
    )
    return rows.map(({ day, ...row }) => ({
      day,
      here: {
        orders: row.here,
        chargedCents: row.hereCents,
        labels: row.labels,
        labelCents: row.labelCents,
      },
      foreign: { orders: row.foreign, chargedCents: row.foreignCents },
      elsewhere: { orders: row.elsewhere, chargedCents: row.elsewhereCents },
    }))
  },
})
