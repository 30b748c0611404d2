// What the history of orders says about the farm's work, as rows to be summed up. Each order counts once for each kind, at the first
// event of that kind: an order that moves back and forward is neither received nor shipped twice.
import { type RawBuilder, sql } from 'kysely'
import type { OrderStatus } from '../../domain/orders/status.ts'

export type MovesRange = { readonly from: RawBuilder<Date>; readonly to: RawBuilder<Date> }

/**
 * Columns: at, kind, material, color, orders, parts, grams, centihours, cents. `printed` counts what really finished, as the lead time
 * does: good parts when their print job was done, and an order, with those of its parts that had no job, when it became PRINTED or was
 * shipped without that. `dropped` are orders that were cancelled or rejected after they were paid. The first event of an order is the
 * one with the smallest id: changes of one order are written one after the other.
 */
export const orderMoves = (range: MovesRange): RawBuilder<unknown> => sql`
  select event.at, move.kind, orders.material, orders.color, 1 as orders, counted.parts,
    orders.grams_per_part * counted.parts as grams,
    orders.centihours_per_part * counted.parts as centihours,
    case move.kind when 'refunded' then (select amount_cents from refunds where refunds.id = event.refund_id) else orders.total_cents
      end as cents
  from (${events(range)}) as event
    cross join lateral (values
      ('received', refund_id is null and ${isFirst('RECEIVED')}),
      ('printed', refund_id is null and ${isFirst('PRINTED', 'SHIPPED', 'DELIVERED')}),
      ('shipped', refund_id is null and ${isFirst('SHIPPED', 'DELIVERED')}),
      ('dropped', refund_id is null and ${isFirst('CANCELLED', 'REJECTED')} and 'RECEIVED' = any (before)),
      ('refunded', refund_id is not null and not was_refunded)
    ) as move (kind, counts)
    cross join lateral (
      select material, color, quantity, grams_per_part, centihours_per_part, total_cents
      from orders where orders.id = event.order_id offset 0
    ) as orders
    cross join lateral (
      select case move.kind when 'printed' then ${partsWithoutJob} when 'refunded' then 0 else orders.quantity end as parts offset 0
    ) as counted
  where move.counts
  union all
  select finished_at, 'printed', orders.material, orders.color, 0, good, orders.grams_per_part * good,
    orders.centihours_per_part * good, 0
  from print_jobs join orders on orders.id = print_jobs.order_id
  where print_jobs.state = 'done' and finished_at >= ${range.from} and finished_at < ${range.to} and good > 0`

/**
 * The events of a range with the statuses that came before each. `offset 0` keeps the planner from rewriting the look-ups by order as
 * joins: it expects so many rows of them that it would read whole tables.
 */
const events = ({ from, to }: MovesRange) => sql`
  select at, order_id, status, refund_id,
    array(select earlier.status from order_events as earlier where ${isEarlier}) as before,
    exists (
      select from order_events as earlier
      where ${isEarlier} and earlier.refund_id = event.refund_id and earlier.refund_state = 'succeeded'
    ) as was_refunded
  from order_events as event
  where at >= ${from} and at < ${to} and (refund_id is null or refund_state = 'succeeded')
  offset 0`

const isEarlier = sql`earlier.order_id = event.order_id and earlier.id < event.id`

const isFirst = (...statuses: readonly OrderStatus[]) => {
  const list = sql`array[${sql.join(statuses.map((status) => sql.lit(status)))}]`
  return sql`status = any (${list}) and not before && ${list}`
}

/** Parts that no job had finished when the order was. */
const partsWithoutJob = sql`greatest(0, orders.quantity - (
  select coalesce(sum(good), 0)::int from print_jobs
  where print_jobs.order_id = event.order_id and print_jobs.state = 'done' and print_jobs.finished_at <= event.at))`
