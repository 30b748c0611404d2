// The parts of an order that remain to be printed. The overview's backlog, its forecast and the metric backlog_hours all use this rule.
import { type RawBuilder, sql } from 'kysely'
import { centihoursOf } from '../../core/values/centihours.ts'
import { isUnprinted } from '../../orders/order-statuses.ts'
import { isJobOpen, isJobRunning, isJobWaiting } from '../job-states.ts'
import { plannedOrder } from './planned-hours.ts'

/** Progress of a job's plate. The jobs of a shared plate are printed together, and the printer reports its progress for the lead job. */
const progressOfPlate = sql`(select lead.progress from print_jobs lead where lead.id = coalesce(print_jobs.lead_id, print_jobs.id))`

/** Remaining fraction of a job, from its printer's report or otherwise from the elapsed part of its time. */
const leftOfJob = sql`case
  when ${isJobWaiting} then centihours
  when ${isJobRunning()} and place is not null then centihours * (1 - coalesce(${progressOfPlate}, 0))
  when ${isJobRunning()} then coalesce(${centihoursOf('remaining_seconds')}, centihours * (1 - coalesce(progress, 0)))
  else 0 end`

/** Parts that are good or part of an open job. */
const accounted = sql`case when ${isJobOpen} then parts else coalesce(good, 0) end`

/**
 * Machine time of the parts that still need a good print, in hundredths of hours, as an expression over a row of `orders`. Parts in jobs
 * count with the time of their jobs, and other parts with their planned time. In an order of several lines, each part counts with the
 * average of the order's parts.
 */
export const remainingCentihours: RawBuilder<number> = sql<number>`(case
  when not ${isUnprinted} then 0
  else (select coalesce(sum(${leftOfJob}), 0) + ${plannedOrder} / orders.quantity * greatest(0, orders.quantity - coalesce(sum(${accounted}), 0))
    from print_jobs where print_jobs.order_id = orders.id)
end)`
