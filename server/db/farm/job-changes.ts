// What operators change: requeue, cancel, count as printed, reprint; and the file of a job.

import { sql } from 'kysely'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import type { FarmFailure, JobAction } from '../../domain/farm/failure.ts'
import {
  isOpen,
  isPrintable,
  type JobState,
  kindOfFormat,
  type NewPrintFile,
  type PrintFile,
  type PrintJob,
} from '../../domain/farm/job.ts'
import type {
  FileAttachment,
  Finished,
  JobChangeRequest,
  SliceAttachment,
} from '../../domain/farm/ports.ts'
import { cancelledByOperator } from '../../domain/farm/withdrawal.ts'
import type { Order } from '../../domain/orders/order.ts'
import { isRefundedInFull } from '../../domain/orders/refund/refund.ts'
import type { Db } from '../core/connect.ts'
import { jsonb } from '../core/json.ts'
import { current } from './job-ends.ts'
import { finishOrder, lockOrderOf, moveOrder } from './job-orders.ts'
import { completeJob, firstOf, type Row, reprintParts } from './job-reports.ts'
import { addJobEvents, fileOfRow, lockJob, nextVersion, type Tx } from './job-rows.ts'
import { hoursOfJob, sliceRow, sliceText } from './slice-rows.ts'

/** The states in which each action applies. */
const appliesTo: Readonly<Record<JobChangeRequest['action'], (state: JobState) => boolean>> = {
  requeue: (state) => state === 'failed' || state === 'claimed' || state === 'printing',
  cancel: isOpen,
  finish: isOpen,
  reprint: (state) => state === 'done',
}

export async function changeJob(
  db: Db,
  id: string,
  change: JobChangeRequest,
): Promise<Result<Finished, FarmFailure>> {
  return await db.transaction().execute(async (tx) => {
    const order = await lockOrderOf(tx, id)
    const job = await lockJob(tx, id)
    if (order === null || job === null) return fail({ kind: 'print_job_not_found' })
    const { state, version } = job
    if (change.version !== null && change.version !== version) {
      return fail({ kind: 'job_changed', state })
    }
    if (!appliesTo[change.action](state)) {
      return fail({ kind: 'job_in_state', state, action: change.action })
    }
    return await apply(tx, order, job, change)
  })
}

async function apply(
  tx: Tx,
  order: Order,
  job: Row,
  change: JobChangeRequest,
): Promise<Result<Finished, FarmFailure>> {
  const { by } = change
  switch (change.action) {
    case 'requeue':
      return ok(await endClaim(tx, order, job, { to: 'queued', by }))
    case 'cancel':
      return ok(await endClaim(tx, order, job, { to: 'cancelled', by }))
    case 'finish': {
      const { scrap } = change
      if (scrap > job.parts) return fail({ kind: 'job_counts_wrong', parts: job.parts })
      return ok(await completeJob(tx, order, job, { good: job.parts - scrap, scrap, by }))
    }
    case 'reprint':
      return await reprint(tx, order, job, { parts: change.parts, by })
  }
}

/** A printer that has the job learns of it at its next heartbeat. */
async function endClaim(
  tx: Tx,
  order: Order,
  job: Row,
  { to, by }: { readonly to: 'queued' | 'cancelled'; readonly by: string },
): Promise<Finished> {
  const isEnd = to === 'cancelled'
  const reason = isEnd ? cancelledByOperator : null
  await tx
    .updateTable('print_jobs')
    .set({
      state: to,
      version: nextVersion,
      lease: isEnd ? job.lease : null,
      leased_until: null,
      ...(isEnd ? { finished_at: sql<Date>`now()` } : { attempts: 0, faults: 0 }),
      reason,
    })
    .where('id', '=', job.id)
    .execute()
  const { id, lease } = job
  const event = { kind: isEnd ? ('cancelled' as const) : ('requeued' as const), by, lease }
  await addJobEvents(tx, [id], reason === null ? event : { ...event, detail: reason })
  const orderStatus = await finishOrder(tx, order)
  const moved = orderStatus === order.status ? null : orderStatus
  return { job: await current(tx, id), reprint: null, orderStatus, moved, isRepeat: false }
}

/** Good parts that turned out to be bad: they become scrap of the job and are queued again. A printed order is PRINTING again. */
async function reprint(
  tx: Tx,
  order: Order,
  job: Row,
  { parts, by }: { readonly parts: number; readonly by: string },
): Promise<Result<Finished, FarmFailure>> {
  const { status } = order
  const good = job.good ?? 0
  if (parts > good) return fail({ kind: 'job_reprint_too_many', good })
  if (!isPrintable(status) && status !== 'PRINTED') {
    return fail({ kind: 'order_not_reprintable', status })
  }
  if (isRefundedInFull(order)) return fail({ kind: 'order_refunded' })
  const ids = await reprintParts(tx, job, parts, by)
  const after = status === 'PRINTED' ? await moveOrder(tx, order, 'PRINTING', by) : order
  return ok({
    job: await current(tx, job.id),
    reprint: await firstOf(tx, ids),
    orderStatus: after.status,
    moved: after === order ? null : after.status,
    isRepeat: false,
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
    })
    .execute()
}

export async function readFile(db: Db, id: string): Promise<PrintFile | null> {
  const row = await db.selectFrom('print_files').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : fileOfRow(row)
}

export async function attachFile(
  db: Db,
  id: string,
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
  id: string,
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

/** Drops the slices that the job has, and those that are being made. */
async function replaceFile(
  db: Db,
  id: string,
  { action, version }: { readonly action: JobAction; readonly version: number | null },
  write: (tx: Tx) => Promise<void>,
): Promise<Result<PrintJob, FarmFailure>> {
  return await db.transaction().execute(async (tx) => {
    const job = await lockJob(tx, id)
    if (job === null) return fail({ kind: 'print_job_not_found' })
    const { state } = job
    if (state !== 'queued' && state !== 'failed') {
      return fail({ kind: 'job_in_state', state, action })
    }
    if (version !== null && version !== job.version) return fail({ kind: 'job_changed', state })
    await tx.deleteFrom('plate_slices').where('job_id', '=', id).execute()
    await write(tx)
    return ok(await current(tx, id))
  })
}
