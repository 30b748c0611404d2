// Heartbeats and finished jobs. A finished job queues its scrap again, and finishes its order with the last good part.
import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import type { FarmFailure } from '../../domain/farm/failure.ts'
import { isPrintable, leaseSeconds, type PrintJob } from '../../domain/farm/job.ts'
import type { Beat, Finished, FinishReport, Heartbeat } from '../../domain/farm/ports.ts'
import { cancelledByOperator } from '../../domain/farm/withdrawal.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Db } from '../core/connect.ts'
import { jsonb } from '../core/json.ts'
import { leaseEnd } from '../core/leases.ts'
import type { PrintJobsTable } from '../schema/farm.ts'
import { freePrinter } from './free-printer.ts'
import { current, endOf, holdsLease, refusalOf, releaseJob } from './job-ends.ts'
import { finishOrder, lockOrderOf } from './job-orders.ts'
import { addJobEvents, lockJob, nextVersion, readJob, type Tx } from './job-rows.ts'

export type Row = Selectable<PrintJobsTable>

/** One statement, unless the printer has to stop. */
export async function heartbeat(
  db: Db,
  id: string,
  beat: Heartbeat,
): Promise<Result<Beat, FarmFailure>> {
  const { lease, printing, progress, remainingSeconds } = beat
  const { rows } = await sql<{ leased_until: Date; held: boolean }>`
    update print_jobs job set leased_until = ${leaseEnd(leaseSeconds)}, heartbeat_at = now(),
      state = case when ${printing} then 'printing' else job.state end,
      version = job.version + case when ${printing} and job.state = 'claimed' then 1 else 0 end,
      progress = ${progress}::float8, remaining_seconds = ${remainingSeconds}::int
    from orders
    where job.id = ${id} and orders.id = job.order_id and job.lease = ${lease} and job.state in ('claimed', 'printing')
      and job.leased_until >= now()
    returning job.leased_until, orders.held_at is not null as held`.execute(db)
  const [row] = rows
  if (row !== undefined && !row.held) return ok({ leasedUntil: row.leased_until, stop: null })
  return await db.transaction().execute((tx) => stopOrRefuse(tx, id, lease))
}

/** A job of an order on hold goes back to the queue, where it waits for the release. */
async function stopOrRefuse(tx: Tx, id: string, lease: string): Promise<Result<Beat, FarmFailure>> {
  const order = await lockOrderOf(tx, id)
  const job = await lockJob(tx, id)
  if (order === null || job === null) return fail({ kind: 'print_job_not_found' })
  if (await holdsLease(tx, job, lease)) {
    if (order.hold === null) return ok({ leasedUntil: job.leased_until, stop: null })
    const stop = `The order is on hold: ${order.hold.reason}`
    await releaseJob(tx, job, stop)
    return ok({ leasedUntil: null, stop })
  }
  const ended = await endOf(tx, id, lease)
  const isStop = ended?.kind === 'cancelled' || ended?.kind === 'released'
  if (!isStop) return fail(refusalOf(ended))
  return ok({ leasedUntil: null, stop: ended.detail ?? cancelledByOperator })
}

export async function finishJob(
  db: Db,
  id: string,
  { lease, good, scrap }: FinishReport,
): Promise<Result<Finished, FarmFailure>> {
  return await db.transaction().execute(async (tx) => {
    const order = await lockOrderOf(tx, id)
    const job = await lockJob(tx, id)
    if (order === null || job === null) return fail({ kind: 'print_job_not_found' })
    if (job.state === 'done' && job.lease === lease) {
      return await repeated(tx, order, job, { good, scrap })
    }
    if (!(await holdsLease(tx, job, lease))) return fail(refusalOf(await endOf(tx, id, lease)))
    return ok(await completeJob(tx, order, job, { good, scrap, by: job.printer ?? '' }))
  })
}

type Counts = { readonly good: number; readonly scrap: number }

/** The counts may have changed since: a good part may have turned out bad. Compared with those of the report. */
async function repeated(
  tx: Tx,
  order: Order,
  job: Row,
  counts: Counts,
): Promise<Result<Finished, FarmFailure>> {
  const report = await tx
    .selectFrom('print_job_events')
    .select('detail')
    .where('job_id', '=', job.id)
    .where('kind', '=', 'done')
    .executeTakeFirst()
  if (report?.detail !== countsText(counts)) {
    const { good, scrap } = job
    return fail({ kind: 'job_reported_differently', good: good ?? 0, scrap: scrap ?? 0 })
  }
  const made = await tx
    .selectFrom('print_jobs')
    .select('id')
    .where('order_id', '=', order.id)
    .where('reprint_of', '=', job.id)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
  const reprint = made === undefined ? null : await readJob(tx, made.id)
  return ok({
    job: await current(tx, job.id),
    reprint,
    orderStatus: order.status,
    moved: null,
    isRepeat: true,
  })
}

const countsText = ({ good, scrap }: Counts): string => `${good} good, ${scrap} scrap`

/** From the claim until the printer reported the end, which may be hours before a person counts; null where no printer has the job. */
const printedSeconds = sql<number | null>`case when state in ('claimed', 'printing') then
  greatest(0, extract(epoch from coalesce((select state_since from printers
    where name = print_jobs.printer and job_id = print_jobs.id and printers.state = 'finished'), now()) - claimed_at))::int end`

/** Both rows are locked. */
export async function completeJob(
  tx: Tx,
  order: Order,
  job: Row,
  { good, scrap, by }: Counts & { readonly by: string },
): Promise<Finished> {
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
      printed_seconds: printedSeconds,
    })
    .where('id', '=', job.id)
    .execute()
  const { id, lease } = job
  await freePrinter(tx, job)
  await addJobEvents(tx, [id], { kind: 'done', by, detail: countsText({ good, scrap }), lease })
  const reprints =
    scrap > 0 && isPrintable(order.status) ? await addReprint(tx, job, scrap, by) : []
  const orderStatus = await finishOrder(tx, order)
  const reprint = await firstOf(tx, reprints)
  const moved = orderStatus === order.status ? null : orderStatus
  return { job: await current(tx, id), reprint, orderStatus, moved, isRepeat: false }
}

/**
 * Queues the given number of the job's parts again, on the same order: nothing is charged. Its g-code is kept where it prints that many
 * parts; otherwise the plate has to be sliced again, or is printed from the order's own sliced file, one job for each part. Returns the
 * ids.
 */
async function addReprint(tx: Tx, job: Row, parts: number, by: string): Promise<readonly string[]> {
  const file = parts === job.parts ? job.print_file_id : null
  const keepsFile = file === job.print_file_id
  const partsPerJob = file === null && job.own_kind !== 'model' ? 1 : parts
  const jobs = Array.from({ length: parts / partsPerJob }, () => ({
    id: randomUUID(),
    order_id: job.order_id,
    line: job.line,
    plate: job.plate,
    parts: partsPerJob,
    material: job.material,
    color: job.color,
    nozzle_diameter: job.nozzle_diameter,
    centihours: Math.round((job.centihours * partsPerJob) / job.parts),
    file_kind: keepsFile ? job.file_kind : job.own_kind,
    own_kind: job.own_kind,
    print_file_id: file,
    size_mm: keepsFile ? job.size_mm : null,
    flavor: keepsFile ? job.flavor : null,
    slice_settings: job.slice_settings === null ? null : jsonb(job.slice_settings),
    priority: job.priority,
    due_at: job.due_at,
    reprint_of: job.id,
    created_by: by,
  }))
  await tx.insertInto('print_jobs').values(jobs).execute()
  const ids = jobs.map(({ id }) => id)
  if (partsPerJob === job.parts) await copySlices(tx, job.id, ids)
  await addJobEvents(tx, ids, { kind: 'queued', by, detail: `Reprint of ${partsPerJob}` })
  return ids
}

/** A slice is for printers of its profile only, also in a reprint. */
async function copySlices(tx: Tx, from: string, to: readonly string[]): Promise<void> {
  await sql`
    insert into plate_slices (job_id, profile, state, attempts, due_at, print_file_id)
    select copy.id, profile, state, attempts, due_at, print_file_id
    from plate_slices cross join unnest(${[...to]}::uuid[]) as copy (id)
    where job_id = ${from} and state = 'sliced'`.execute(tx)
}

/** Good parts of a done job that turned out to be bad: they become its scrap and are queued again. Returns the ids of their jobs. */
export async function reprintParts(
  tx: Tx,
  job: Row,
  parts: number,
  by: string,
): Promise<readonly string[]> {
  await tx
    .updateTable('print_jobs')
    .set({
      good: (job.good ?? 0) - parts,
      scrap: (job.scrap ?? 0) + parts,
      version: nextVersion,
    })
    .where('id', '=', job.id)
    .execute()
  await addJobEvents(tx, [job.id], { kind: 'reprinted', by, detail: `${parts} of them` })
  return await addReprint(tx, job, parts, by)
}

/** The job that a report returns; a repeated report finds the same one. */
export async function firstOf(tx: Tx, ids: readonly string[]): Promise<PrintJob | null> {
  const [first] = ids.toSorted()
  return first === undefined ? null : await readJob(tx, first)
}
