// What the history of orders says about the farm's work, as rows to be summed up. Each order counts once for each kind, at the first
// event of that kind: an order that moves back and forward is neither received nor shipped twice.
import { type RawBuilder, sql } from 'kysely'

export type MovesRange = { readonly from: RawBuilder<Date>; readonly to: RawBuilder<Date> }

/**
 * Columns: at, kind, material, color, orders, parts, grams, centihours, cents. `printed` counts what really finished, as the lead time
 * does: good parts when their print job was done, and an order, with those of its parts that had no job, when it became PRINTED or was
 * shipped without that. `dropped` are orders that were cancelled or rejected after they were paid. The first event of an order is the
 * one with the smallest id: changes of one order are written one after the other.
 */
export const orderMoves = (range: MovesRange): RawBuilder<unknown> => sql`
  ${firstEvents('received', sql`('RECEIVED')`, range)}
  union all
  ${firstEvents('printed', sql`('PRINTED', 'SHIPPED', 'DELIVERED')`, range, partsWithoutJob)}
  union all
  select finished_at, 'printed', orders.material, orders.color, 0, good, orders.grams_per_part * good,
    orders.centihours_per_part * good, 0
  from print_jobs join orders on orders.id = print_jobs.order_id
  where print_jobs.state = 'done' and finished_at >= ${range.from} and finished_at < ${range.to} and good > 0
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
const firstEvents = (
  kind: string,
  statuses: RawBuilder<unknown>,
  { from, to }: MovesRange,
  parts: RawBuilder<unknown> = sql`orders.quantity`,
) => sql`
  select event.at, ${sql.lit(kind)} as kind, orders.material, orders.color, 1 as orders, counted.parts,
    orders.grams_per_part * counted.parts as grams,
    orders.centihours_per_part * counted.parts as centihours,
    orders.total_cents as cents
  from order_events as event join orders on orders.id = event.order_id cross join lateral (select ${parts} as parts) as counted
  where event.at >= ${from} and event.at < ${to} and event.refund_id is null and event.status in ${statuses}
    and not exists (${earlier(sql`earlier.status in ${statuses}`)})`

/** Parts that no job had finished when the order was. */
const partsWithoutJob = sql`greatest(0, orders.quantity - (
  select coalesce(sum(good), 0)::int from print_jobs
  where print_jobs.order_id = orders.id and print_jobs.state = 'done' and print_jobs.finished_at <= event.at))`

const earlier = (which: RawBuilder<unknown>) => sql`
  select from order_events as earlier
  where earlier.order_id = event.order_id and earlier.id < event.id and ${which}`
