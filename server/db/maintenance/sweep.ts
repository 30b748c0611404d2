// The hourly sweep: deletes rows that are no longer needed.

import { type RawBuilder, sql } from 'kysely'
import {
  endedSliceLeaseHours,
  engineSpendDays,
  expiredQuoteDays,
  failedJobDays,
  handledEventDays,
  keptDays,
  lostJobHours,
  seenCodeDays,
  unpaidPurchaseDays,
} from '../../domain/base/time/retention.ts'
import { dayScopes } from '../../domain/limits/table.ts'
import { defaultLeadDays } from '../../domain/orders/promise/ship-promise.ts'
import { sweepOwnRequests } from '../accounts/own-requests.ts'
import type { Db } from '../core/connect.ts'
import { isReplaced } from '../core/jobs/jobs.ts'
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
import { isOrderOpen } from '../orders/order-statuses.ts'
import type { Database } from '../schema/database.ts'
import { sweepCheckoutReplies } from '../ucp/checkout-replies.ts'
import { sweepCheckoutSessions } from '../ucp/checkout-sessions.ts'

export type SweepOptions = {
  /** Version of this process: during a deploy, the measurements of newer processes must stay. */
  readonly coreVersion: number
  /** Days after the last change until the basket of a visitor without an account is deleted. */
  readonly basketDays: number
}

const days = (count: number) => sql`make_interval(days => ${count})`

/** Deletes rows that are no longer needed and returns their number. */
type Sweep = (db: Db) => Promise<number>

const remove =
  (table: keyof Database, where: RawBuilder<unknown>): Sweep =>
  (db) =>
    removeRows(db, table, { where })

/** Sweeps whose rows are not counted. */
const uncounted: Readonly<Record<string, (db: Db) => Promise<unknown>>> = {
  idempotencyKeys: sweepIdempotencyKeys,
  spendKeys: sweepSpendKeys,
  checkoutSessions: sweepCheckoutSessions,
  checkoutReplies: sweepCheckoutReplies,
  generationBodies: sweepKeptBodies,
  withheldResults: sweepWithheld,
  // The log contains the prompts of generations, and no code reads it.
  generationLogs: remove('generation_logs', sql`created_at < now() - ${days(keptDays)}`),
  ownRequests: sweepOwnRequests,
  galleryReports: remove('gallery_reports', sql`closed_at < now() - ${days(keptDays)}`),
}

/** Swept rows and their age, by the name under which the log counts them. */
const sweeps = ({ coreVersion, basketDays }: SweepOptions): Readonly<Record<string, Sweep>> => ({
  rateCounters: (db) => sweepRateCounters(db, dayScopes),
  // Open events are payments without an order.
  processorEvents: remove(
    'processor_events',
    sql`state = 'handled' and received_at < now() - ${days(handledEventDays)}`,
  ),
  // Sent mails are kept for a while, in case customers ask about them. Mails that could not be sent are kept forever. The statement
  // compares both times, because the index is on the first one.
  emails: remove(
    'emails',
    sql`created_at < now() - ${days(keptDays)} and sent_at < now() - ${days(keptDays)}`,
  ),
  measurements: remove('measurements', sql`core_version < ${coreVersion}`),
  printEstimates: remove('print_estimates', sql`core_version < ${coreVersion}`),
  partSilhouettes: (db) => sweepPartSilhouettes(db, coreVersion),
  // Leases of dead processes whose slices were not requested again. The slices themselves stay.
  slices: remove(
    'slices',
    sql`leased_until < now() - make_interval(hours => ${endedSliceLeaseHours})`,
  ),
  // Quotes that were never ordered. A spent quote stays with its order.
  quotes: remove(
    'quotes',
    sql`spent_at is null and expires_at < now() - ${days(expiredQuoteDays)}`,
  ),
  // Slices of closed jobs. Until this age, a reprint uses them.
  plateSlices: remove(
    'plate_slices',
    sql`exists (select from print_jobs where print_jobs.id = job_id and print_jobs.state in ('done', 'cancelled')
        and print_jobs.finished_at < now() - ${days(keptDays)})`,
  ),
  // After this time, the vendor's invoice has been checked.
  vendorLeftovers: remove('vendor_leftovers', sql`at < now() - ${days(keptDays)}`),
  engineSpend: remove(
    'engine_spend',
    sql`day < (now() at time zone 'utc')::date - ${engineSpendDays}::int`,
  ),
  // The history of the orders is kept.
  bulkActions: remove('bulk_actions', sql`created_at < now() - ${days(keptDays)}`),
  // Baskets of visitors who did not return. Baskets of accounts stay.
  baskets: remove('baskets', sql`account_id is null and updated_at < now() - ${days(basketDays)}`),
  // Payment pages expire after a day and are reviewed until then, and the processor reports a payment for days. Without a page, nothing
  // can be paid.
  purchases: remove(
    'purchases',
    sql`state = 'open' and created_at < now() - ${days(unpaidPurchaseDays.withoutPage)}
        and (checkout_session_id is null or created_at < now() - ${days(unpaidPurchaseDays.withPage)})`,
  ),
  callBudgets: sweepCallBudgets,
  seenCodes: remove('seen_codes', sql`seen_at < now() - ${days(seenCodeDays)}`),
  promisedDates: promiseDates,
  jobs: sweepJobs,
  metrics: sweepMetrics,
  notifications: sweepNotifications,
})

type Counts = Readonly<Record<string, number>>

/**
 * Returns the sweeps by name. Each returns the number of rows that it removed or changed, under its name, or nothing if it does not count
 * them.
 */
export function rowSweeps(
  db: Db,
  options: SweepOptions,
): Readonly<Record<string, () => Promise<Counts>>> {
  const silent = Object.entries(uncounted).map(
    ([name, run]) => [name, () => run(db).then(() => ({}))] as const,
  )
  const counted = Object.entries(sweeps(options)).map(
    ([name, run]) => [name, async () => ({ [name]: await run(db) })] as const,
  )
  return Object.fromEntries<() => Promise<Counts>>([...silent, ...counted])
}

/** Runs all sweeps and stops at the first that fails. */
export async function sweep(db: Db, options: SweepOptions): Promise<Counts> {
  let swept: Counts = {}
  for (const run of Object.values(rowSweeps(db, options))) swept = { ...swept, ...(await run()) }
  return swept
}

/**
 * Sets the promised date of orders that a process of the previous release marked paid. Remove it once that release sets the date as well.
 */
async function promiseDates(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update orders set due_at = created_at + ${days(defaultLeadDays)}
    where due_at is null and ${isOrderOpen}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Removes jobs that will not run again. A mail whose worker died is queued as a new job; the queue keeps the old job locked, with no
 * attempts left, and treats such a lock as expired after `lostJobHours`. A job whose attempts all failed stays for a month, unless another
 * job replaced it.
 */
async function sweepJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    select count(*) as removed from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and (
        locked_at < now() - make_interval(hours => ${lostJobHours})
        or (locked_at is null and (${isReplaced} or updated_at < now() - ${days(failedJobDays)})))))`.execute(
    db,
  )
  return rows[0]?.removed ?? 0
}
