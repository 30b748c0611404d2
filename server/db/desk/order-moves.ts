// What the history of orders says about the farm's work, as rows to be summed up. Each order counts once for each kind, at the first
// event of that kind: an order that moves back and forward is neither received nor shipped twice.
import { type RawBuilder, sql } from 'kysely'

export type MovesRange = { readonly from: RawBuilder<Date>; readonly to: RawBuilder<Date> }

/**
 * Columns: at, kind, material, color, orders, parts, grams, centihours, cents. An order of several lines has a row for each line; it
 * counts as an order, and its postage counts, in the row of its first line. `printed` includes orders that were shipped without
 * having been set to PRINTED, as in the lead time; `dropped` are orders that were cancelled or rejected after they were paid. The
 * first event of an order is the one with the smallest id: changes of one order are written one after the other.
 */
export const orderMoves = (range: MovesRange): RawBuilder<unknown> => sql`
  ${firstEvents('received', sql`('RECEIVED')`, range)}
  union all
  ${firstEvents('printed', sql`('PRINTED', 'SHIPPED', 'DELIVERED')`, range)}
  union all
  ${firstEvents('shipped', sql`('SHIPPED', 'DELIVERED')`, range)}
  union all
  ${firstEvents('dropped', sql`('CANCELLED', 'REJECTED')`, range)}
    and exists (${earlier(sql`earlier.status = 'RECEIVED'`)})
  union all
  select event.at, 'refunded', orders.material, orders.color, 1, 0, 0, 0, refunds.amount_cents
  from order_events as event
    join refunds on refunds.id = event.refund_id
    join orders on orders.id = event.order_id
  where event.at >= ${range.from} and event.at < ${range.to} and event.refund_state = 'succeeded'
    and not exists (${earlier(sql`earlier.refund_id = event.refund_id and earlier.refund_state = 'succeeded'`)})`

/** One arm for each kind: of one join of all kinds the planner expects so many rows that it reads whole tables. */
const firstEvents = (kind: string, statuses: RawBuilder<unknown>, { from, to }: MovesRange) => sql`
  select event.at, ${sql.lit(kind)} as kind, coalesce(line.material, orders.material) as material,
    coalesce(line.color, orders.color) as color,
    case when line.place > 1 then 0 else 1 end as orders,
    coalesce(line.quantity, orders.quantity) as parts,
    coalesce(line.grams_per_part * line.quantity, orders.grams_per_part * orders.quantity) as grams,
    coalesce(line.centihours_per_part * line.quantity, orders.centihours_per_part * orders.quantity) as centihours,
    case when line.place is null then orders.total_cents
      when line.place = 1 then line.print_cents + orders.shipping_cents
      else line.print_cents end as cents
  from order_events as event join orders on orders.id = event.order_id
    left join order_lines as line on orders.line_count > 1 and line.order_id = orders.id
  where event.at >= ${from} and event.at < ${to} and event.refund_id is null and event.status in ${statuses}
    and not exists (${earlier(sql`earlier.status in ${statuses}`)})`

const earlier = (which: RawBuilder<unknown>) => sql`
  select from order_events as earlier
  where earlier.order_id = event.order_id and earlier.id < event.id and ${which}`
