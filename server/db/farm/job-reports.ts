// Reports of finished jobs. A finished job queues its scrap again, and the last good part finishes its order.

import { sql } from 'kysely'
import type { PrintJobId } from '../../domain/base/ids/print-job-id.ts'
import type { PrintLease } from '../../domain/base/ids/print-lease.ts'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import { refusalAfter } from '../../domain/farm/claim/claim-end.ts'
import type { FarmFailure } from '../../domain/farm/failure.ts'
import type { PlateJob } from '../../domain/farm/jobs/job.ts'
import { countsByJob, type PlateCounts } from '../../domain/farm/plate-counts.ts'
import type { FinishReport, FinishResult, ReportResult } from '../../domain/farm/ports.ts'
import { isScrapQueued } from '../../domain/farm/queue/order-progress.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import type { Db, Tx } from '../core/connect.ts'
import { freePrinter } from './free-printer.ts'
import { endOf, holdsLease, mustReadJob } from './job-ends.ts'
import { finishOrder } from './job-orders.ts'
import { addReprint, firstOf, reprintOf } from './job-reprints.ts'
import { addJobEvents, nextVersion, scrapOfEvent } from './job-rows.ts'
import { isJobRunning } from './job-states.ts'
import {
  isRunning,
  type LockedPlate,
  onJobPlate,
  orderOf,
  type Row,
  runningJobs,
} from './plate-locks.ts'

/** Counts the jobs of a claim. A claim of a shared plate is reported with all of its jobs. */
export async function finishJob(
  db: Db,
  id: PrintJobId,
  { lease, ...counts }: FinishReport,
): Promise<Result<ReportResult, FarmFailure>> {
  return await onJobPlate<ReportResult>(db, id, async (tx, plate) => {
    const { lead, riders } = plate
    const done = [lead, ...riders.filter((rider) => rider.plate_lease === lease)].filter(
      ({ state }) => state === 'done',
    )
    if (lead.lease === lease && done.length > 0) {
      const repeat = await replayReport(tx, plate, done, { lease, ...counts })
      return repeat.ok ? ok({ ...repeat.value, freed: null }) : repeat
    }
    if (!(await holdsLease(tx, plate, lease))) {
      return fail(refusalAfter(await endOf(tx, lead.id, lease)))
    }
    const finished = await completePlate(tx, plate, { ...counts, by: lead.printer ?? '' })
    return finished.ok ? ok({ ...finished.value, freed: lead.printer }) : finished
  })
}

type Counts = { readonly good: number; readonly scrap: number }

/** Returns the jobs that the printer got with the claim. Jobs in `done` are treated as not done. */
function membersOf(
  plate: LockedPlate,
  { lease, done = [] }: { readonly lease: PrintLease | null; readonly done?: readonly Row[] },
): readonly PlateJob[] {
  const { lead, riders } = plate
  return [lead, ...riders.filter((rider) => rider.plate_lease === lease)].map((job) => ({
    jobId: job.id,
    orderCode: orderOf(plate, job).code,
    line: job.line,
    parts: job.parts,
    state: done.includes(job) ? 'printing' : job.state,
  }))
}

/** Counts all jobs of a plate that its printer has. */
export async function completePlate(
  tx: Tx,
  plate: LockedPlate,
  { by, scrapReason, ...counts }: PlateCounts & { readonly by: string },
): Promise<Result<FinishResult, FarmFailure>> {
  const { lead, riders } = plate
  const counted = countsByJob(membersOf(plate, { lease: lead.lease }), counts)
  if (!counted.ok) return counted
  const rows = [lead, ...riders]
  const orders = new Map(plate.orders)
  const total = runningJobs(plate).reduce((sum, { centihours }) => sum + centihours, 0)
  const results: FinishResult[] = []
  for (const { jobId, good, scrap } of counted.value) {
    const job = rows.find(({ id }) => id === jobId)
    if (job === undefined) continue
    const order = orderOf({ orders }, job)
    const share = total === 0 ? 1 : job.centihours / total
    const result = await completeJob(tx, order, job, { good, scrap, scrapReason, by, share })
    orders.set(order.id, { ...order, status: result.orderStatus })
    results.push(result)
  }
  // The printer's record names the lead, even if the lead was cancelled.
  if (!isRunning(lead)) await freePrinter(tx, { ...lead, state: 'printing' })
  const asked = results.find(({ job }) => job.id === plate.job.id) ?? results[0]
  if (asked === undefined) throw new Error('A plate without jobs was counted.')
  return ok({ ...asked, others: results.filter((result) => result !== asked) })
}

/**
 * Handles a repeated report. Its counts are compared with those of the first report, because the stored counts may have changed since
 * then: a good part may have turned out bad.
 */
async function replayReport(
  tx: Tx,
  plate: LockedPlate,
  done: readonly Row[],
  { lease, ...counts }: FinishReport,
): Promise<Result<FinishResult, FarmFailure>> {
  const counted = countsByJob(membersOf(plate, { lease, done }), counts)
  if (!counted.ok) return counted
  const results: FinishResult[] = []
  for (const { jobId, scrap: repeatedScrap } of counted.value) {
    const job = done.find(({ id }) => id === jobId)
    if (job === undefined) continue
    // The remaining parts are good.
    if ((await reportedScrap(tx, jobId)) !== repeatedScrap) {
      const { good, scrap } = job
      return fail({ kind: 'job_reported_differently', good: good ?? 0, scrap: scrap ?? 0 })
    }
    const orderStatus = orderOf(plate, job).status
    const [moved, isRepeat, others] = [null, true, []] as const
    const reprint = await reprintOf(tx, job)
    results.push({
      job: await mustReadJob(tx, jobId),
      reprint,
      orderStatus,
      moved,
      isRepeat,
      others,
    })
  }
  const asked = results.find(({ job }) => job.id === plate.job.id) ?? results[0]
  if (asked === undefined) throw new Error('A plate without jobs was counted again.')
  return ok({ ...asked, others: results.filter((result) => result !== asked) })
}

/** Returns the scrap in a job's report, or null when it has none. */
async function reportedScrap(tx: Tx, jobId: PrintJobId): Promise<number | null> {
  const report = await tx
    .selectFrom('print_job_events')
    .select(scrapOfEvent.as('scrap'))
    .where('job_id', '=', jobId)
    .where('kind', '=', 'done')
    .executeTakeFirst()
  return report?.scrap ?? null
}

/**
 * Seconds from the claim until the printer reported the end, which may be hours before an operator counts the parts. Null when no printer
 * has the job. `share` is the job's share of the time of a shared plate.
 */
const printedSeconds = (share: number) => sql<number | null>`case when ${isJobRunning()} then
  (${share}::float8 * greatest(0, extract(epoch from coalesce((select state_since from printers
    where name = print_jobs.printer and job_id = coalesce(print_jobs.lead_id, print_jobs.id) and printers.state = 'finished'), now())
    - claimed_at)))::int end`

/** `share` is the job's share of the time that the printer took for the plate. */
type JobCount = Counts &
  Pick<PlateCounts, 'scrapReason'> & { readonly by: string; readonly share?: number }

/** Counts a job. Its row and the order's row are locked. */
export async function completeJob(
  tx: Tx,
  order: Order,
  job: Row,
  { good, scrap, scrapReason, by, share = 1 }: JobCount,
): Promise<FinishResult> {
  await tx
    .updateTable('print_jobs')
    .set({
      state: 'done',
      version: nextVersion,
      good,
      scrap,
      reason: null,
      leased_until: null,
      finished_at: sql`now()`,
      printed_seconds: printedSeconds(share),
    })
    .where('id', '=', job.id)
    .execute()
  const { id, lease } = job
  await freePrinter(tx, job)
  const detail = `${good} good, ${scrap} scrap`
  await addJobEvents(tx, [id], { kind: 'done', by, detail, lease, scrap, scrapReason })
  const reprints = isScrapQueued(scrap, order) ? await addReprint(tx, job, scrap, by) : []
  const orderStatus = await finishOrder(tx, order)
  const reprint = await firstOf(tx, reprints)
  const moved = orderStatus === order.status ? null : orderStatus
  return {
    job: await mustReadJob(tx, id),
    reprint,
    orderStatus,
    moved,
    isRepeat: false,
    others: [],
  }
}
