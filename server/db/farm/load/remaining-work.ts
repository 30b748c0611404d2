// The parts of an order that are left to print: the one rule behind the backlog of the overview, its forecast and the metric backlog_hours.
import { type RawBuilder, sql } from 'kysely'
import { centihoursOf } from '../../core/centihours.ts'
import { isUnprinted } from '../../orders/order-statuses.ts'
import { isJobOpen } from '../job-states.ts'
import { plannedOrder } from './planned-hours.ts'

/** The jobs of a shared plate are printed together, and its printer reports the whole of it for the job that leads. */
const progressOfPlate = sql`(select lead.progress from print_jobs lead where lead.id = coalesce(print_jobs.lead_id, print_jobs.id))`

/** What is left of a job: as its printer reports, else the share of its time that it has not printed. */
const leftOfJob = sql`case
  when state in ('queued', 'failed') then centihours
  when state in ('claimed', 'printing') and place is not null then centihours * (1 - coalesce(${progressOfPlate}, 0))
  when state in ('claimed', 'printing') then coalesce(${centihoursOf('remaining_seconds')}, centihours * (1 - coalesce(progress, 0)))
  else 0 end`

/** Parts that are printed good, or in a job. */
const accounted = sql`case when ${isJobOpen} then parts else coalesce(good, 0) end`

/**
 * Hundredths of machine hours of the parts that are not printed good yet, as an expression over a row of `orders`. Parts in jobs take as
 * long as their jobs, and the others as long as they were planned; a part of an order of several lines takes the average of its parts.
 */
export const remainingCentihours: RawBuilder<number> = sql<number>`(case
  when not ${isUnprinted} then 0
  else (select coalesce(sum(${leftOfJob}), 0) + ${plannedOrder} / orders.quantity * greatest(0, orders.quantity - coalesce(sum(${accounted}), 0))
    from print_jobs where print_jobs.order_id = orders.id)
end)`
