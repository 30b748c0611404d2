// Heartbeats and finished jobs. A finished job queues its scrap again, and finishes its order with the last good part.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type PrintJobId, printJobIdOf } from '../../domain/base/print-job-id.ts'
import type { PrintLease } from '../../domain/base/print-lease.ts'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import { refusalAfter, stopAfter, stopOfHolds } from '../../domain/farm/claim-end.ts'
import type { FarmFailure } from '../../domain/farm/failure.ts'
import { leaseSeconds, type PlateJob, type PrintJob } from '../../domain/farm/jobs/job.ts'
import { isScrapQueued } from '../../domain/farm/order-progress.ts'
import { countsByJob, type PlateCounts } from '../../domain/farm/plate-counts.ts'
import type {
  Beat,
  FinishReport,
  FinishResult,
  Heartbeat,
  ReportResult,
} from '../../domain/farm/ports.ts'
import { reprintsOf } from '../../domain/farm/reprint-jobs.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Db, Tx } from '../core/connect.ts'
import { jsonb } from '../core/json.ts'
import { leaseEnd } from '../core/leases.ts'
import { freePrinter } from './free-printer.ts'
import { current, endOf, holdsLease, releasePlate } from './job-ends.ts'
import { finishOrder } from './job-orders.ts'
import { addJobEvents, nextVersion, placeOf, readJob, scrapOfEvent } from './job-rows.ts'
import {
  isRunning,
  type LockedPlate,
  onPlate,
  orderOf,
  type Row,
  runningJobs,
} from './plate-locks.ts'

/** One statement, unless the printer has to stop. `held`: the order of the job that leads the plate. */
export async function heartbeat(
  db: Db,
  id: PrintJobId,
  beat: Heartbeat,
): Promise<Result<Beat, FarmFailure>> {
  const { lease, printing, progress, remainingSeconds } = beat
  const { rows } = await sql<{ leased_until: Date; held: boolean }>`
    with beat as (
      update print_jobs job set leased_until = ${leaseEnd(leaseSeconds)}, heartbeat_at = now(),
        state = case when ${printing} then 'printing' else job.state end,
        version = job.version + case when ${printing} and job.state = 'claimed' then 1 else 0 end,
        progress = ${progress}::float8, remaining_seconds = ${remainingSeconds}::int
      from orders
      where job.id = ${id} and orders.id = job.order_id and job.lease = ${lease} and job.state in ('claimed', 'printing')
        and job.leased_until >= now()
      returning job.id, job.leased_until, orders.held_at is not null as held),
    riders as (
      update print_jobs set state = 'printing', version = version + 1 where id in (
        select rider.id from print_jobs rider join beat on rider.lead_id = beat.id
        where ${printing} and rider.state = 'claimed' for update of rider skip locked))
    select leased_until, held from beat`.execute(db)
  const [row] = rows
  if (row !== undefined && !row.held) return ok({ leasedUntil: row.leased_until, stop: null })
  const absent = fail({ kind: 'print_job_not_found' } as const)
  return await onPlate<Result<Beat, FarmFailure>>(db, id, absent, (tx, plate) =>
    stopOrRefuse(tx, plate, beat),
  )
}

/** A plate of which every order is on hold goes back to the queue, where it waits for the release. */
async function stopOrRefuse(
  tx: Tx,
  plate: LockedPlate,
  { lease, printing, progress, remainingSeconds }: Heartbeat,
): Promise<Result<Beat, FarmFailure>> {
  const { lead, riders } = plate
  if (await holdsLease(tx, plate, lease)) {
    const holds = runningJobs(plate).map((job) => orderOf(plate, job).hold)
    const stop = stopOfHolds(holds)
    if (stop === null) {
      if (printing && !isRunning(lead)) await startPrinting(tx, riders)
      const leasedUntil = await renew(tx, lead, { progress, remainingSeconds })
      return ok({ leasedUntil, stop: null })
    }
    await releasePlate(tx, plate, stop)
    return ok({ leasedUntil: null, stop })
  }
  const ended = await endOf(tx, lead.id, lease)
  const stop = stopAfter(ended)
  return stop === null ? fail(refusalAfter(ended)) : ok({ leasedUntil: null, stop })
}

async function startPrinting(tx: Tx, riders: readonly Row[]): Promise<void> {
  const ids = riders.filter(({ state }) => state === 'claimed').map(({ id }) => id)
  if (ids.length === 0) return
  await tx
    .updateTable('print_jobs')
    .set({ state: 'printing', version: nextVersion })
    .where('id', 'in', ids)
    .execute()
}

/** A program may name any job of the plate. A lead that was cancelled while others of its plate are printed goes on carrying the lease. */
async function renew(
  tx: Tx,
  lead: Row,
  { progress, remainingSeconds }: Pick<Heartbeat, 'progress' | 'remainingSeconds'>,
): Promise<Date> {
  const until = leaseEnd(leaseSeconds)
  const { leased_until } = await tx
    .updateTable('print_jobs')
    .set({
      heartbeat_at: sql`clock_timestamp()`,
      progress,
      remaining_seconds: remainingSeconds,
      ...(isRunning(lead) && { leased_until: until }),
    })
    .where('id', '=', lead.id)
    .returning(until.as('leased_until'))
    .executeTakeFirstOrThrow()
  return leased_until
}

/** A claim of a shared plate is reported with all of its jobs. */
export async function finishJob(
  db: Db,
  id: PrintJobId,
  { lease, ...counts }: FinishReport,
): Promise<Result<ReportResult, FarmFailure>> {
  const absent = fail({ kind: 'print_job_not_found' } as const)
  return await onPlate<Result<ReportResult, FarmFailure>>(db, id, absent, async (tx, plate) => {
    const { lead, riders } = plate
    const done = [lead, ...riders.filter((rider) => rider.plate_lease === lease)].filter(
      ({ state }) => state === 'done',
    )
    if (lead.lease === lease && done.length > 0) {
      const repeat = await repeated(tx, plate, done, { lease, ...counts })
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

/** The jobs that the printer got with the claim. `done`: what counts as not ended. */
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
  // A printer knows the lead, also where that was cancelled.
  if (!isRunning(lead)) await freePrinter(tx, { ...lead, state: 'printing' })
  const asked = results.find(({ job }) => job.id === plate.job.id) ?? results[0]
  if (asked === undefined) throw new Error('a plate without jobs was counted')
  return ok({ ...asked, others: results.filter((result) => result !== asked) })
}

/** The counts may have changed since: a good part may have turned out bad. Compared with those of the report. */
async function repeated(
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
    // The rest of its parts is good.
    if ((await reportedScrap(tx, jobId)) !== repeatedScrap) {
      const { good, scrap } = job
      return fail({ kind: 'job_reported_differently', good: good ?? 0, scrap: scrap ?? 0 })
    }
    const orderStatus = orderOf(plate, job).status
    const [moved, isRepeat, others] = [null, true, []] as const
    const reprint = await reprintOf(tx, job)
    results.push({ job: await current(tx, jobId), reprint, orderStatus, moved, isRepeat, others })
  }
  const asked = results.find(({ job }) => job.id === plate.job.id) ?? results[0]
  if (asked === undefined) throw new Error('a plate without jobs was counted again')
  return ok({ ...asked, others: results.filter((result) => result !== asked) })
}

/** The scrap of a job's report; null = it has none. */
async function reportedScrap(tx: Tx, jobId: PrintJobId): Promise<number | null> {
  const report = await tx
    .selectFrom('print_job_events')
    .select(scrapOfEvent.as('scrap'))
    .where('job_id', '=', jobId)
    .where('kind', '=', 'done')
    .executeTakeFirst()
  return report?.scrap ?? null
}

async function reprintOf(tx: Tx, job: Row): Promise<PrintJob | null> {
  const made = await tx
    .selectFrom('print_jobs')
    .select('id')
    .where('order_id', '=', job.order_id)
    .where('reprint_of', '=', job.id)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
  return made === undefined ? null : await readJob(tx, made.id)
}

/**
 * From the claim until the printer reported the end, which may be hours before a person counts; null where no printer has the job. `share`:
 * of the time of a shared plate.
 */
const printedSeconds = (share: number) => sql<
  number | null
>`case when state in ('claimed', 'printing') then
  (${share}::float8 * greatest(0, extract(epoch from coalesce((select state_since from printers
    where name = print_jobs.printer and job_id = coalesce(print_jobs.lead_id, print_jobs.id) and printers.state = 'finished'), now())
    - claimed_at)))::int end`

/** `share`: of the time that the printer took for the plate. */
type JobCount = Counts &
  Pick<PlateCounts, 'scrapReason'> & { readonly by: string; readonly share?: number }

/** Both rows are locked. */
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
  return { job: await current(tx, id), reprint, orderStatus, moved, isRepeat: false, others: [] }
}

/** Queues the given number of the job's parts again, on the same order: nothing is charged. Returns the ids. */
async function addReprint(
  tx: Tx,
  job: Row,
  parts: number,
  by: string,
): Promise<readonly PrintJobId[]> {
  const spoiled = {
    parts: job.parts,
    fileId: job.print_file_id,
    ownKind: job.own_kind,
    centihours: placeOf(job.place)?.centihours ?? job.centihours,
  }
  const { partsPerJob, fileId, keepsFile, keepsSlices, ...again } = reprintsOf(spoiled, parts)
  const jobs = Array.from({ length: again.jobs }, () => ({
    id: printJobIdOf(randomUUID()),
    order_id: job.order_id,
    line: job.line,
    plate: job.plate,
    parts: partsPerJob,
    material: job.material,
    color: job.color,
    nozzle_diameter: job.nozzle_diameter,
    centihours: again.centihours,
    file_kind: keepsFile ? job.file_kind : job.own_kind,
    own_kind: job.own_kind,
    print_file_id: fileId,
    size_mm: keepsFile ? job.size_mm : null,
    flavor: keepsFile ? job.flavor : null,
    slice_settings: job.slice_settings === null ? null : jsonb(job.slice_settings),
    priority: job.priority,
    due_at: job.due_at,
    reprint_of: job.id,
    created_by: by,
    alone: job.alone,
    alone_reason: job.alone_reason,
  }))
  await tx.insertInto('print_jobs').values(jobs).execute()
  const ids = jobs.map(({ id }) => id)
  if (keepsSlices) await copySlices(tx, job.id, ids)
  await addJobEvents(tx, ids, { kind: 'queued', by, detail: `Reprint of ${partsPerJob}` })
  return ids
}

/** A slice is for printers of its profile only, also in a reprint. */
async function copySlices(tx: Tx, from: PrintJobId, to: readonly PrintJobId[]): Promise<void> {
  await sql`
    insert into plate_slices (job_id, profile, state, attempts, due_at, print_file_id)
    select copy.id, profile, state, attempts, due_at, print_file_id
    from plate_slices cross join unnest(${[...to]}::uuid[]) as copy (id)
    where job_id = ${from} and state = 'sliced' and not shared`.execute(tx)
}

/** Good parts of a done job that turned out to be bad: they become its scrap and are queued again. Returns the ids of their jobs. */
export async function reprintParts(
  tx: Tx,
  job: Row,
  parts: number,
  { by, scrapReason }: Pick<JobCount, 'by' | 'scrapReason'>,
): Promise<readonly PrintJobId[]> {
  await tx
    .updateTable('print_jobs')
    .set({
      good: (job.good ?? 0) - parts,
      scrap: (job.scrap ?? 0) + parts,
      version: nextVersion,
    })
    .where('id', '=', job.id)
    .execute()
  const detail = `${parts} of them`
  await addJobEvents(tx, [job.id], { kind: 'reprinted', by, detail, scrap: parts, scrapReason })
  return await addReprint(tx, job, parts, by)
}

/** The job that a report returns; a repeated report finds the same one. */
export async function firstOf(tx: Tx, ids: readonly PrintJobId[]): Promise<PrintJob | null> {
  const [first] = ids.toSorted()
  return first === undefined ? null : await readJob(tx, first)
}
