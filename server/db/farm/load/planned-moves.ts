// The farm's work according to its history: what arrived, was finished and was dropped, each with its time and machine hours.

import { type RawBuilder, sql } from 'kysely'
import { daySeconds } from '../../../domain/base/time/day.ts'
import { openStatuses, printedStatuses } from '../../../domain/orders/record/status.ts'
import { literals } from '../../core/values/literals.ts'
import { isOrderClosed } from '../../orders/order-statuses.ts'
import { goodPartsAt } from '../good-parts.ts'
import { plannedOrder } from './planned-hours.ts'

export type MovesRange = { readonly from: RawBuilder<unknown>; readonly to: RawBuilder<unknown> }

/**
 * Common table expressions for a `with`. `moves` has the columns at, arrived_hours, finished_hours, finished_orders and dropped_hours.
 * `packed` has the orders that were printed and shipped, with order_id, at and days.
 *
 * Reads each order that changed in the range, with the first times at which it arrived, was finished or was dropped. An order arrives when
 * it is paid or is released unpaid. Parts of print jobs are finished when their job was; the order's time applies to the rest of its
 * parts. Everything about an order is looked up by its id, because with joins the planner would read all orders and events.
 */
export const farmMoves = ({ from, to }: MovesRange): RawBuilder<unknown> => sql`
  touched as (
    select distinct order_id from order_events where at >= ${from} and at < ${to}
  ), firsts as materialized (
    select touched.order_id, times.* from touched cross join lateral (select
      min(at) filter (where status in (${literals([...openStatuses, 'SHIPPED', 'DELIVERED'])})) as arrived,
      min(at) filter (where status in (${literals(printedStatuses)})) as finished,
      min(at) filter (where ${isOrderClosed}) as dropped,
      min(at) filter (where status = 'PRINTED') as printed,
      min(at) filter (where status = 'SHIPPED') as shipped
    from order_events where order_events.order_id = touched.order_id) as times
  ), work as materialized (
    select firsts.*, ordered.*, jobs.*
    from firsts cross join lateral (
      select quantity, ${plannedOrder} / 100 / quantity as part_hours
      from orders where orders.id = firsts.order_id offset 0
    ) as ordered cross join lateral (
      select coalesce(sum(${goodPartsAt(sql`finished`)}) filter (where finished_at <= finished), 0) as good_finished,
        coalesce(sum(${goodPartsAt(sql`dropped`)}) filter (where finished_at <= dropped), 0) as good_dropped
      from print_jobs where print_jobs.order_id = firsts.order_id and state = 'done'
    ) as jobs
    where arrived is not null
  ), all_moves as (
    select arrived as at, quantity * part_hours as arrived_hours, 0 as finished_hours, 0 as finished_orders, 0 as dropped_hours
    from work
    union all
    select finished, 0, greatest(0, quantity - good_finished) * part_hours, 1, 0 from work
    where finished is not null and (dropped is null or finished <= dropped)
    union all
    select dropped, 0, 0, 0, greatest(0, quantity - good_dropped) * part_hours from work
    where dropped is not null and (finished is null or dropped < finished)
    union all
    select finished_at, 0, good * part.hours, 0, 0
    from print_jobs cross join lateral (
      select ${plannedOrder} / 100 / quantity as hours from orders where orders.id = print_jobs.order_id offset 0
    ) as part
    where print_jobs.state = 'done' and finished_at >= ${from} and finished_at < ${to}
  ), moves as (
    select * from all_moves where at >= ${from} and at < ${to}
  ), packed as (
    select order_id, shipped as at, extract(epoch from shipped - printed)::float8 / ${daySeconds} as days from firsts
    where shipped >= printed and shipped >= ${from} and shipped < ${to}
  )`
