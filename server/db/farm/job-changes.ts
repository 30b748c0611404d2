// Operators' changes to a job: requeue, cancel, count as printed, reprint, and replacing its file.

import { sql } from 'kysely'
import type { PrintFileId } from '../../domain/base/ids/print-file-id.ts'
import type { PrintJobId } from '../../domain/base/ids/print-job-id.ts'
import { ok, type Result } from '../../domain/base/result.ts'
import { cancelledByOperator } from '../../domain/farm/claim/withdrawal.ts'
import type { FarmFailure, JobAction } from '../../domain/farm/failure.ts'
import {
  kindOfFormat,
  type NewPrintFile,
  type PrintFile,
  type PrintJob,
} from '../../domain/farm/jobs/job.ts'
import type {
  FileAttachment,
  FinishResult,
  JobChangeRequest,
  SliceAttachment,
} from '../../domain/farm/ports.ts'
import { statusOfReprint } from '../../domain/farm/queue/order-progress.ts'
import {
  changedTogether,
  checkChange,
  checkNewFile,
  checkReprint,
  countsOfWaiting,
  goodOfRun,
} from '../../domain/farm/reports/job-change.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import type { Db, Tx } from '../core/connect.ts'
import { jsonb } from '../core/values/json.ts'
import { mustReadJob } from './job-ends.ts'
import { finishOrder, moveOrder } from './job-orders.ts'
import { completeJob, completePlate } from './job-reports.ts'
import { firstOf, reprintParts } from './job-reprints.ts'
import { addJobEvents, fileOfRow, nextVersion } from './job-rows.ts'
import {
  isRunning,
  type LockedPlate,
  onJobPlate,
  orderOf,
  type Row,
  runningJobs,
} from './plate-locks.ts'
import { dissolve, leavePlate } from './shared-plates.ts'
import { hoursOfJob, sliceRow, sliceText } from './slice-rows.ts'

export async function changeJob(
  db: Db,
  id: PrintJobId,
  change: JobChangeRequest,
): Promise<Result<FinishResult, FarmFailure>> {
  return await onJobPlate<FinishResult>(db, id, async (tx, plate) => {
    const checked = checkChange(plate.job, change)
    return checked.ok ? await apply(tx, plate, change) : checked
  })
}

async function apply(
  tx: Tx,
  plate: LockedPlate,
  change: JobChangeRequest,
): Promise<Result<FinishResult, FarmFailure>> {
  const { by } = change
  const { job } = plate
  const order = orderOf(plate, job)
  switch (change.action) {
    case 'requeue':
      return ok(await requeue(tx, plate, by))
    case 'cancel':
      return ok(await cancel(tx, plate, by))
    case 'finish':
      return await finish(tx, plate, change)
    case 'reprint':
      return await reprint(tx, order, job, change)
  }
}

/** Counts the job as printed. A printer's plate is one run, so all of its jobs are counted. */
async function finish(
  tx: Tx,
  plate: LockedPlate,
  change: Extract<JobChangeRequest, { action: 'finish' }>,
): Promise<Result<FinishResult, FarmFailure>> {
  const { job } = plate
  const { scrap, jobs, scrapReason, by } = change
  if (isRunning(job)) {
    const parts = runningJobs(plate).reduce((sum, each) => sum + each.parts, 0)
    const good = goodOfRun(parts, change)
    if (!good.ok) return good
    return await completePlate(tx, plate, { good: good.value, scrap, jobs, scrapReason, by })
  }
  const counts = countsOfWaiting(job, change)
  if (!counts.ok) return counts
  const counted = { ...counts.value, scrapReason, by }
  const finished = await completeJob(tx, orderOf(plate, job), job, counted)
  await leavePlate(tx, plate, [job.id])
  return ok({ ...finished, job: await mustReadJob(tx, job.id) })
}

/**
 * Puts the plate back into the queue. A printer that has the plate is notified at its next heartbeat. The plate stays together unless its
 * lead was closed.
 */
async function requeue(tx: Tx, plate: LockedPlate, by: string): Promise<FinishResult> {
  const { job, lead, riders } = plate
  const jobs = changedTogether(job, [lead, ...riders])
  const isRun = isRunning(job)
  await tx
    .updateTable('print_jobs')
    .set({
      state: 'queued',
      version: nextVersion,
      lease: null,
      leased_until: null,
      plate_lease: null,
      attempts: 0,
      faults: 0,
      reason: null,
    })
    .where(
      'id',
      'in',
      jobs.map(({ id }) => id),
    )
    .execute()
  for (const { id, lease } of jobs) await addJobEvents(tx, [id], { kind: 'requeued', by, lease })
  if (!jobs.includes(lead)) {
    const { id, lease } = lead
    // The printer reports under this job's lease.
    if (isRun) await addJobEvents(tx, [id], { kind: 'released', by, lease })
    await dissolve(tx, id)
  }
  return await finishChange(tx, orderOf(plate, job), job)
}

/** Cancels a job. The other jobs of its plate are still printed: the plate stops only when none of its parts is needed. */
async function cancel(tx: Tx, plate: LockedPlate, by: string): Promise<FinishResult> {
  const { job } = plate
  const { id, lease } = job
  await tx
    .updateTable('print_jobs')
    .set({
      state: 'cancelled',
      version: nextVersion,
      leased_until: null,
      finished_at: sql<Date>`now()`,
      reason: cancelledByOperator,
    })
    .where('id', '=', id)
    .execute()
  await addJobEvents(tx, [id], { kind: 'cancelled', by, detail: cancelledByOperator, lease })
  if (!isRunning(job)) await leavePlate(tx, plate, [id])
  return await finishChange(tx, orderOf(plate, job), job)
}

/** Marks the order as printed when nothing remains to print. */
async function finishChange(tx: Tx, order: Order, { id }: Row): Promise<FinishResult> {
  const orderStatus = await finishOrder(tx, order)
  const moved = orderStatus === order.status ? null : orderStatus
  const job = await mustReadJob(tx, id)
  return { job, reprint: null, orderStatus, moved, isRepeat: false, others: [] }
}

/** Records good parts that turned out bad: they become scrap of the job and are queued again. A printed order returns to PRINTING. */
async function reprint(
  tx: Tx,
  order: Order,
  job: Row,
  { parts, by, scrapReason }: Extract<JobChangeRequest, { action: 'reprint' }>,
): Promise<Result<FinishResult, FarmFailure>> {
  const checked = checkReprint(order, { good: job.good ?? 0, parts })
  if (!checked.ok) return checked
  const ids = await reprintParts(tx, job, parts, { by, scrapReason })
  const status = statusOfReprint(order.status)
  const after = status === order.status ? order : await moveOrder(tx, order, status, by)
  return ok({
    job: await mustReadJob(tx, job.id),
    reprint: await firstOf(tx, ids),
    orderStatus: after.status,
    moved: after === order ? null : after.status,
    isRepeat: false,
    others: [],
  })
}

export async function addFile(db: Db, file: NewPrintFile): Promise<void> {
  const { model } = file
  await db
    .insertInto('print_files')
    .values({
      id: file.id,
      order_id: file.orderId,
      line: file.line,
      source: file.source,
      profile: file.profile,
      parts: file.parts,
      uri: model.uri,
      file_name: model.fileName,
      sha256: model.sha256,
      size_bytes: model.sizeBytes,
      format: model.format,
      seconds: file.seconds,
      grams: file.grams,
      size_mm: file.sizeMm,
      settings: file.settings === null ? null : jsonb(file.settings),
      created_by: file.createdBy,
      shared: file.isShared,
    })
    .execute()
}

export async function readFile(db: Db, id: PrintFileId): Promise<PrintFile | null> {
  const row = await db.selectFrom('print_files').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : fileOfRow(row)
}

export async function attachFile(
  db: Db,
  id: PrintJobId,
  file: PrintFile,
  { by, version, flavor }: FileAttachment,
): Promise<Result<PrintJob, FarmFailure>> {
  return await replaceFile(db, id, { action: 'file', version }, async (tx) => {
    const kind = kindOfFormat(file.model.format)
    await tx
      .updateTable('print_jobs')
      .set({
        version: nextVersion,
        print_file_id: file.id,
        size_mm: file.sizeMm,
        ...hoursOfJob(file),
        file_kind: kind,
        flavor,
        slice_profile: null,
      })
      .where('id', '=', id)
      .execute()
    await addJobEvents(tx, [id], { kind: 'file', by, detail: file.model.fileName })
  })
}

export async function attachSlice(
  db: Db,
  id: PrintJobId,
  file: PrintFile,
  { by, profile, settings, nozzleDiameter, version }: SliceAttachment,
): Promise<Result<PrintJob, FarmFailure>> {
  return await replaceFile(db, id, { action: 'slice', version }, async (tx) => {
    await tx
      .updateTable('print_jobs')
      .set({
        version: nextVersion,
        ...hoursOfJob(file),
        print_file_id: null,
        file_kind: 'model',
        flavor: null,
        slice_profile: null,
        nozzle_diameter: nozzleDiameter,
        slice_settings: jsonb(settings),
      })
      .where('id', '=', id)
      .execute()
    await tx
      .insertInto('plate_slices')
      .values(sliceRow(id, { id: file.id, profile }))
      .execute()
    await addJobEvents(tx, [id], { kind: 'sliced', by, detail: sliceText(file) })
  })
}

/** Drops the job's slices, including those in progress. A job on a shared plate leaves it. */
async function replaceFile(
  db: Db,
  id: PrintJobId,
  change: { readonly action: JobAction; readonly version: number | null },
  write: (tx: Tx) => Promise<void>,
): Promise<Result<PrintJob, FarmFailure>> {
  return await onJobPlate<PrintJob>(db, id, async (tx, plate) => {
    const checked = checkNewFile(plate.job, change)
    if (!checked.ok) return checked
    await leavePlate(tx, plate, [id])
    await tx.deleteFrom('plate_slices').where('job_id', '=', id).execute()
    await write(tx)
    return ok(await mustReadJob(tx, id))
  })
}
