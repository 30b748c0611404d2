// The farm's work according to the history of orders, as rows to be summed up. Each order is counted once per kind, at the first event of
// that kind: an order that moves back and forward is neither received nor shipped twice.

import { type RawBuilder, sql } from 'kysely'
import {
  closedStatuses,
  type OrderStatus,
  printedStatuses,
  shippedStatuses,
} from '../../domain/orders/record/status.ts'
import { centihoursOf } from '../core/values/centihours.ts'
import { literals } from '../core/values/literals.ts'
import { goodPartsAt } from '../farm/good-parts.ts'

export type MovesRange = { readonly from: RawBuilder<Date>; readonly to: RawBuilder<Date> }

/**
 * Returns rows with the columns at, kind, material, color, orders, parts, grams, centihours and cents.
 * - `printed` counts the output of the printers: the parts of a print job when it was done, good and scrap; and an order, with those of its
 *   parts that had no job, when it became PRINTED or was shipped without that status. A part that turns out bad later stays counted,
 *   because past sums are not recomputed. Its replacement is counted as another part.
 * - `dropped` are orders that were cancelled or rejected after they were paid.
 * - The first event of an order is the one with the smallest id, because changes of one order are written one after another.
 * - An order of several lines has a row for each line. The order and its postage are counted in the row of its first line.
 * - A refund is counted when its outcome is known. A refund that the bank returns later is subtracted on the day of its return.
 */
export const orderMoves = (range: MovesRange): RawBuilder<unknown> => sql`
  select event.at, move.kind, orders.material, orders.color,
    case move.kind when 'refunded' then (refunded > 0)::int - (refunded_before > 0)::int else orders.counted end as orders, counted.parts,
    orders.grams_per_part * counted.parts as grams,
    round(orders.part_centihours * counted.parts) as centihours,
    case move.kind when 'refunded' then refunded - refunded_before else orders.cents end as cents
  from (${events(range)}) as event
    cross join lateral (values
      ('received', refund_id is null and ${isFirst('RECEIVED')}),
      ('printed', refund_id is null and ${isFirst(...printedStatuses)}),
      ('shipped', refund_id is null and ${isFirst(...shippedStatuses)}),
      ('dropped', refund_id is null and ${isFirst(...closedStatuses)} and 'RECEIVED' = any (before)),
      ('refunded', refunded <> refunded_before)
    ) as move (kind, counts)
    cross join lateral (
      select line.place, coalesce(line.material, one.material) as material, coalesce(line.color, one.color) as color,
        case when line.place > 1 then 0 else 1 end as counted,
        coalesce(line.quantity, one.quantity) as quantity,
        coalesce(line.grams_per_part, one.grams_per_part) as grams_per_part,
        coalesce(${centihoursOf('coalesce(line.planned_seconds, one.planned_seconds)')} / coalesce(line.quantity, one.quantity),
          line.centihours_per_part, one.centihours_per_part) as part_centihours,
        case when line.place is null then one.total_cents
          when line.place = 1 then line.print_cents + one.shipping_cents
          else line.print_cents end as cents
      from orders as one left join order_lines as line on one.line_count > 1 and line.order_id = one.id
      where one.id = event.order_id and (move.kind <> 'refunded' or coalesce(line.place, 1) = 1) offset 0
    ) as orders
    cross join lateral (
      select case move.kind when 'printed' then ${partsWithoutJob} when 'refunded' then 0 else orders.quantity end as parts offset 0
    ) as counted
  where move.counts
  union all
  select finished_at, 'printed', coalesce(line.material, orders.material), coalesce(line.color, orders.color), 0, print_jobs.parts,
    coalesce(line.grams_per_part, orders.grams_per_part) * print_jobs.parts,
    print_jobs.centihours, 0
  from print_jobs join orders on orders.id = print_jobs.order_id
    left join order_lines as line on line.order_id = print_jobs.order_id and line.place = print_jobs.line
  where print_jobs.state = 'done' and finished_at >= ${range.from} and finished_at < ${range.to}`

const isEarlier = sql`earlier.order_id = event.order_id and earlier.id < event.id`

/** Cents returned to the customer in that state. A gift card keeps its part when the processor rejects the rest. */
const refundedBy = (state: RawBuilder<unknown>) => sql`coalesce((
  select case ${state} when 'succeeded' then amount_cents when 'failed' then gift_cents end from refunds where refunds.id = event.refund_id), 0)`

/**
 * Events of a range, each with the statuses before it. `offset 0` keeps the planner from rewriting the lookups by order as joins: it
 * overestimates their rows and would read complete tables.
 */
const events = ({ from, to }: MovesRange) => sql`
  select at, order_id, status, refund_id,
    array(select earlier.status from order_events as earlier where ${isEarlier}) as before,
    ${refundedBy(sql`event.refund_state`)} as refunded,
    ${refundedBy(sql`(select earlier.refund_state from order_events as earlier
      where ${isEarlier} and earlier.refund_id = event.refund_id order by earlier.id desc limit 1)`)} as refunded_before
  from order_events as event
  where at >= ${from} and at < ${to} and (refund_id is null or refund_state in ('succeeded', 'failed'))
  offset 0`

const isFirst = (...statuses: readonly OrderStatus[]) => {
  const list = sql`array[${literals(statuses)}]`
  return sql`status = any (${list}) and not before && ${list}`
}

/** Parts that no job had made when the order was finished. */
const partsWithoutJob = sql`greatest(0, orders.quantity - (
  select coalesce(sum(${goodPartsAt(sql`event.at`)}), 0)::int from print_jobs
  where print_jobs.order_id = event.order_id and print_jobs.line is not distinct from orders.place
    and print_jobs.state = 'done' and print_jobs.finished_at <= event.at))`
