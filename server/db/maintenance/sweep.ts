// The hourly sweep: deletes rows that are no longer needed.

import { sql } from 'kysely'
import {
  engineSpendDays,
  expiredQuoteDays,
  failedJobDays,
  handledEventDays,
  keptDays,
  seenCodeDays,
  unpaidPurchaseDays,
} from '../../domain/base/retention.ts'
import { dayScopes } from '../../domain/limits/table.ts'
import { defaultLeadDays } from '../../domain/orders/ship-promise.ts'
import { sweepOwnRequests } from '../accounts/own-requests.ts'
import type { Db } from '../core/connect.ts'
import { isReplaced } from '../core/jobs.ts'
import { removeRows } from '../core/remove-rows.ts'
import { sweepKeptBodies } from '../generation/generation-bodies.ts'
import { sweepWithheld } from '../generation/withheld-results.ts'
import { sweepSpendKeys } from '../idempotency/spend-keys.ts'
import { sweepCallBudgets } from '../limits/call-budget.ts'
import { sweepRateCounters } from '../limits/rate-counters.ts'
import { sweepMetrics } from '../metrics/sweep-metrics.ts'
import { sweepPartSilhouettes } from '../models/part-silhouettes.ts'
import { sweepNotifications } from '../notifications/notifications.ts'
import { sweepIdempotencyKeys } from '../orders/idempotency-keys.ts'
import { isOpen } from '../orders/order-statuses.ts'

export type Swept = {
  readonly notifications: number
  readonly rateCounters: number
  readonly processorEvents: number
  readonly emails: number
  readonly measurements: number
  readonly printEstimates: number
  readonly partSilhouettes: number
  readonly slices: number
  readonly quotes: number
  readonly bulkActions: number
  readonly baskets: number
  readonly purchases: number
  readonly callBudgets: number
  readonly seenCodes: number
  readonly promisedDates: number
  readonly jobs: number
  readonly metrics: number
  readonly plateSlices: number
  readonly vendorLeftovers: number
  readonly engineSpend: number
}

export type SweepOptions = {
  /** The version of this process: during a deploy the measurements of newer processes must stay. */
  readonly coreVersion: number
  /** How long the basket of a visitor without an account stays after its last change. */
  readonly basketDays: number
}

const days = (count: number) => sql`make_interval(days => ${count})`

export async function sweep(db: Db, { coreVersion, basketDays }: SweepOptions): Promise<Swept> {
  await sweepIdempotencyKeys(db)
  await sweepSpendKeys(db)
  await sweepKeptBodies(db)
  await sweepWithheld(db)
  // With the words of generations; nothing reads them back.
  await removeRows(db, 'generation_logs', { where: sql`created_at < now() - ${days(keptDays)}` })
  await sweepOwnRequests(db)
  await removeRows(db, 'gallery_reports', { where: sql`closed_at < now() - ${days(keptDays)}` })
  return {
    rateCounters: await sweepRateCounters(db, dayScopes),
    // Open events are payments without an order.
    processorEvents: await removeRows(db, 'processor_events', {
      where: sql`state = 'handled' and received_at < now() - ${days(handledEventDays)}`,
    }),
    // Sent mails stay for a while, for questions of customers; mails that could not be sent stay for good. The statement compares both
    // times, because the index is on the first.
    emails: await removeRows(db, 'emails', {
      where: sql`created_at < now() - ${days(keptDays)} and sent_at < now() - ${days(keptDays)}`,
    }),
    measurements: await removeRows(db, 'measurements', {
      where: sql`core_version < ${coreVersion}`,
    }),
    printEstimates: await removeRows(db, 'print_estimates', {
      where: sql`core_version < ${coreVersion}`,
    }),
    partSilhouettes: await sweepPartSilhouettes(db, coreVersion),
    // Leases of processes that died and whose slices were not requested again. Slices themselves stay.
    slices: await removeRows(db, 'slices', {
      where: sql`leased_until < now() - interval '1 hour'`,
    }),
    // Quotes that were never ordered; a spent one stays with its order.
    quotes: await removeRows(db, 'quotes', {
      where: sql`spent_at is null and expires_at < now() - ${days(expiredQuoteDays)}`,
    }),
    // Slices of jobs that ended: until then a reprint is printed from them.
    plateSlices: await removeRows(db, 'plate_slices', {
      where: sql`exists (select from print_jobs where print_jobs.id = job_id and print_jobs.state in ('done', 'cancelled')
        and print_jobs.finished_at < now() - ${days(keptDays)})`,
    }),
    // By then the vendor's invoice was checked.
    vendorLeftovers: await removeRows(db, 'vendor_leftovers', {
      where: sql`at < now() - ${days(keptDays)}`,
    }),
    engineSpend: await removeRows(db, 'engine_spend', {
      where: sql`day < (now() at time zone 'utc')::date - ${engineSpendDays}::int`,
    }),
    // The history of the orders stays.
    bulkActions: await removeRows(db, 'bulk_actions', {
      where: sql`created_at < now() - ${days(keptDays)}`,
    }),
    // Baskets of visitors who did not come back; those of accounts stay.
    baskets: await removeRows(db, 'baskets', {
      where: sql`account_id is null and updated_at < now() - ${days(basketDays)}`,
    }),
    // Pages end after a day and are reviewed until then; the processor reports a payment for days. Without a page nothing can be paid.
    purchases: await removeRows(db, 'purchases', {
      where: sql`state = 'open' and created_at < now() - ${days(unpaidPurchaseDays.withoutPage)}
        and (checkout_session_id is null or created_at < now() - ${days(unpaidPurchaseDays.withPage)})`,
    }),
    callBudgets: await sweepCallBudgets(db),
    seenCodes: await removeRows(db, 'seen_codes', {
      where: sql`seen_at < now() - ${days(seenCodeDays)}`,
    }),
    promisedDates: await promiseDates(db),
    jobs: await sweepJobs(db),
    metrics: await sweepMetrics(db),
    notifications: await sweepNotifications(db),
  }
}

/** For orders that a process of the release before marked paid. */
async function promiseDates(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update orders set due_at = created_at + ${days(defaultLeadDays)}
    where due_at is null and ${isOpen}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Removes jobs that will not run again. A mail whose worker died is queued as a new job; the queue keeps the old job locked, with
 * no attempts left, and treats such a lock as expired after four hours. A job that failed in every attempt stays for a month, unless
 * another one took its place.
 */
async function sweepJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    select count(*) as removed from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and (
        locked_at < now() - interval '4 hours'
        or (locked_at is null and (${isReplaced} or updated_at < now() - ${days(failedJobDays)})))))`.execute(
    db,
  )
  return rows[0]?.removed ?? 0
}
