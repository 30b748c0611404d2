// The parts of an order that are left to print: the one rule behind the backlog of the overview, its forecast and the metric backlog_hours.
import { type RawBuilder, sql } from 'kysely'
import { isUnprinted } from '../order-statuses.ts'

/**
 * Hundredths of machine hours of the parts that are not printed good yet, as an expression over a row of `orders`. Good parts of print
 * jobs no longer wait, even while their order does; a part of an order of several lines takes the average of its parts.
 */
export const remainingCentihours: RawBuilder<number> = sql<number>`(case
  when not ${isUnprinted} then 0
  else coalesce(orders.lines_centihours::float8 / orders.quantity, orders.centihours_per_part) * greatest(0, orders.quantity - (
    select coalesce(sum(good), 0) from print_jobs where print_jobs.order_id = orders.id))
end)`
