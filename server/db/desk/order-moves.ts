// What the history of orders says about the farm's work, as rows to be summed up. Each order counts once for each kind, at the first
// event of that kind: an order that moves back and forward is neither received nor shipped twice.
import { type RawBuilder, sql } from 'kysely'

export type MovesRange = { readonly from: RawBuilder<Date>; readonly to: RawBuilder<Date> }

/**
 * Columns: at, kind, material, color, orders, parts, grams, centihours, cents. `printed` counts what really finished, as the lead time
 * does: good parts when their print job was done, and an order, with those of its parts that had no job, when it became PRINTED or was
 * shipped without that. `dropped` are orders that were cancelled or rejected after they were paid. The first event of an order is the
 * one with the smallest id: changes of one order are written one after the other. An order of several lines has a row for each line;
 * the order and its postage count in the row of its first line.
 */
export const orderMoves = (range: MovesRange): RawBuilder<unknown> => sql`
  ${firstEvents('received', sql`('RECEIVED')`, range)}
  union all
  ${firstEvents('printed', sql`('PRINTED', 'SHIPPED', 'DELIVERED')`, range, partsWithoutJob)}
  union all
  select finished_at, 'printed', coalesce(line.material, orders.material), coalesce(line.color, orders.color), 0, good,
    coalesce(line.grams_per_part, orders.grams_per_part) * good,
    coalesce(line.centihours_per_part, orders.centihours_per_part) * good, 0
  from print_jobs join orders on orders.id = print_jobs.order_id
    left join order_lines as line on line.order_id = print_jobs.order_id and line.place = print_jobs.line
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
  parts: RawBuilder<unknown> = partsOfLine,
) => sql`
  select event.at, ${sql.lit(kind)} as kind, coalesce(line.material, orders.material) as material,
    coalesce(line.color, orders.color) as color,
    case when line.place > 1 then 0 else 1 end as orders, counted.parts,
    coalesce(line.grams_per_part, orders.grams_per_part) * counted.parts as grams,
    coalesce(line.centihours_per_part, orders.centihours_per_part) * counted.parts as centihours,
    case when line.place is null then orders.total_cents
      when line.place = 1 then line.print_cents + orders.shipping_cents
      else line.print_cents end as cents
  from order_events as event join orders on orders.id = event.order_id
    left join order_lines as line on orders.line_count > 1 and line.order_id = orders.id
    cross join lateral (select ${parts} as parts) as counted
  where event.at >= ${from} and event.at < ${to} and event.refund_id is null and event.status in ${statuses}
    and not exists (${earlier(sql`earlier.status in ${statuses}`)})`

const partsOfLine = sql`coalesce(line.quantity, orders.quantity)`

/** Parts that no job had finished when the order was. */
const partsWithoutJob = sql`greatest(0, ${partsOfLine} - (
  select coalesce(sum(good), 0)::int from print_jobs
  where print_jobs.order_id = orders.id and print_jobs.line is not distinct from line.place and print_jobs.state = 'done' and print_jobs.finished_at <= event.at))`

const earlier = (which: RawBuilder<unknown>) => sql`
  select from order_events as earlier
  where earlier.order_id = event.order_id and earlier.id < event.id and ${which}`
