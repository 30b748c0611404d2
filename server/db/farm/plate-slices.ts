// Slices of plates: one row per job and profile whose slicing has started. The next slice is the first that the most urgent job lacks.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { PrintJobId } from '../../domain/base/ids/print-job-id.ts'
import { sliceLeaseOf } from '../../domain/base/ids/slice-lease.ts'
import { nozzleFlows } from '../../domain/catalog/options.ts'
import { openStates, type PlatePlace, type PrintFile } from '../../domain/farm/jobs/job.ts'
import type { WantedSlice } from '../../domain/farm/printers/plate-profiles.ts'
import type { ResliceSettings } from '../../domain/farm/reslice-settings.ts'
import type {
  LaidJob,
  PlateSlices,
  ProfileSlice,
  TakenPlate,
} from '../../domain/farm/slice-ports.ts'
import type { Db, Tx } from '../core/connect.ts'
import { leaseEnd } from '../core/transactions/leases.ts'
import { jsonb, readJson } from '../core/values/json.ts'
import {
  addJobEvents,
  inClaimOrder,
  isOfPlate,
  isOrderPrintable,
  lockJob,
  nextVersion,
  placeOf,
} from './job-rows.ts'
import { distributeHours } from './shared-plates.ts'
import { hoursOfJob, sliceText } from './slice-rows.ts'

export function createPlateSlices(db: Db): PlateSlices {
  return {
    take: (leaseSeconds, profiles) => takeNext(db, leaseSeconds, profiles),
    dropUnwanted: async (slices) => {
      const names = [...new Set(slices.map(({ profile }) => profile))]
      await db
        .deleteFrom('plate_slices')
        .where('state', '<>', 'sliced')
        .where('profile', 'not in', names)
        .execute()
    },
    keep: (plate, file, laid) => keepSlice(db, plate, { file, laid }),
    end: async (plate) => {
      await heldRows(db, plate).execute()
    },
    tryLater: async ({ jobId, profile, lease, attempt }, { seconds, reason, isAttempt }) => {
      await db
        .updateTable('plate_slices')
        .set({
          state: 'waiting',
          due_at: leaseEnd(seconds),
          reason,
          ...(!isAttempt && { attempts: attempt - 1 }),
        })
        .where('job_id', '=', jobId)
        .where('profile', '=', profile)
        .where('lease', '=', lease)
        .execute()
    },
    fail: async ({ jobId, profile, lease }, { state, reason }) => {
      const { numUpdatedRows } = await db
        .updateTable('plate_slices')
        .set({ state, reason })
        .where('job_id', '=', jobId)
        .where('profile', '=', profile)
        .where('lease', '=', lease)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    list: async (jobId) => {
      const { rows } = await sql<ProfileSlice>`
        select slice.profile, slice.state, slice.reason, file.seconds, file.grams
        from plate_slices slice left join print_files file on file.id = slice.print_file_id
          join print_jobs job on ${isOfPlate('slice', 'job')}
        where job.id = ${jobId} order by slice.profile`.execute(db)
      return rows
    },
    retryFailed: async () => {
      const { numDeletedRows } = await db
        .deleteFrom('plate_slices')
        .where('state', 'in', ['failed', 'unfit'])
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

const sliceSettings: v.GenericSchema<unknown, ResliceSettings> = v.object({
  layerHeight: v.optional(v.number()),
  infill: v.optional(v.number()),
  nozzleDiameter: v.optional(v.number()),
  nozzleFlow: v.optional(v.picklist(nozzleFlows)),
  supports: v.optional(v.boolean()),
})

/** Takes only jobs to which no operator has attached a file. */
async function takeNext(
  db: Db,
  leaseSeconds: number,
  slices: readonly WantedSlice[],
): Promise<TakenPlate | null> {
  const { rows } = await sql<Omit<TakenPlate, 'settings'> & { settings: unknown }>`
    with next as (
      select job.id, want.profile, job.slice_settings, job.place is not null as shared from print_jobs job
        join jsonb_to_recordset(${jsonb(slices)}::jsonb) as want (profile text, "nozzleMm" float8) on want."nozzleMm" = job.nozzle_diameter
        left join plate_slices slice on slice.job_id = job.id and slice.profile = want.profile
      where job.state = 'queued' and job.file_kind = 'model' and job.lead_id is null and ${isOrderPrintable}
        and (slice.job_id is null or slice.shared <> (job.place is not null)
          or (slice.state in ('slicing', 'waiting') and slice.due_at <= now()))
      order by ${inClaimOrder('job')}, want.profile
      limit 1 for update of job skip locked),
    taken as (
      insert into plate_slices (job_id, profile, state, attempts, due_at, lease, shared)
        select id, profile, 'slicing', 1, ${leaseEnd(leaseSeconds)}, ${sliceLeaseOf(randomUUID())}::uuid, shared from next
      on conflict (job_id, profile) do update set state = 'slicing', due_at = excluded.due_at, lease = excluded.lease,
        attempts = case when plate_slices.shared = excluded.shared then plate_slices.attempts + 1 else 1 end,
        shared = excluded.shared, print_file_id = null, reason = null
        -- Another process may have taken it since. A slice of only the lead's parts comes from a process of the previous release.
        where plate_slices.shared <> excluded.shared
          or (plate_slices.state in ('slicing', 'waiting') and plate_slices.due_at <= now())
      returning job_id, lease, attempts)
    select next.id as "jobId", next.profile, taken.lease, taken.attempts as attempt, next.slice_settings as settings,
      next.shared as "isShared"
    from next join taken on taken.job_id = next.id`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const place = { table: 'print_jobs', column: 'slice_settings', id: row.jobId }
  const settings = row.settings === null ? {} : readJson(sliceSettings, row.settings, place)
  return { ...row, settings }
}

type Slice = { readonly file: PrintFile; readonly laid: readonly LaidJob[] }

async function keepSlice(db: Db, plate: TakenPlate, { file, laid }: Slice): Promise<boolean> {
  const { jobId, profile, lease, isShared } = plate
  return await db.transaction().execute(async (tx) => {
    const job = await lockJob(tx, jobId)
    // Skips the slice when an operator has attached a file in the meantime: that file is printed.
    if (job === null || job.file_kind !== 'model' || (job.place !== null) !== isShared) return false
    if (isShared && !(await isLaid(tx, jobId, laid))) return false
    const { numUpdatedRows } = await tx
      .updateTable('plate_slices')
      .set({ state: 'sliced', print_file_id: file.id, reason: null })
      .where('job_id', '=', jobId)
      .where('profile', '=', profile)
      .where('lease', '=', lease)
      .where('state', '=', 'slicing')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    const { numUpdatedRows: firsts } = await tx
      .updateTable('print_jobs')
      .set({ version: nextVersion, ...(isShared ? {} : hoursOfJob(file)) })
      .where('id', '=', jobId)
      .where('state', '=', 'queued')
      .where(
        sql<boolean>`(select count(*) from plate_slices where job_id = ${jobId} and state = 'sliced') = 1`,
      )
      .executeTakeFirst()
    if (isShared && firsts > 0n && file.seconds !== null) {
      await distributeHours(tx, jobId, file.seconds)
    }
    await addJobEvents(tx, [jobId], { kind: 'sliced', by: file.createdBy, detail: sliceText(file) })
    return true
  })
}

/** Whether the lead's plate, which is locked, has exactly these jobs at these places. Every change of a plate locks its lead first. */
async function isLaid(tx: Tx, leadId: PrintJobId, laid: readonly LaidJob[]): Promise<boolean> {
  const rows = await tx
    .selectFrom('print_jobs')
    .select(['id', 'place'])
    .where((where) => where.or([where('id', '=', leadId), where('lead_id', '=', leadId)]))
    .where('state', 'in', openStates)
    .execute()
  const places = new Map(laid.map(({ id, place }) => [id, layoutText(place)]))
  return (
    rows.length === places.size &&
    rows.every(({ id, place }) => places.get(id) === layoutText(placeOf(place)))
  )
}

function layoutText(place: PlatePlace | null): string | null {
  if (place === null) return null
  const { bed, sizeMm, copies } = place
  const { widthMm, depthMm, heightMm, shape } = bed
  const spots = copies.map(({ xMm, yMm, turnDegrees }) => [xMm, yMm, turnDegrees])
  return JSON.stringify([widthMm, depthMm, heightMm, shape, sizeMm, spots])
}

const heldRows = (db: Db, { jobId, profile, lease }: TakenPlate) =>
  db
    .deleteFrom('plate_slices')
    .where('job_id', '=', jobId)
    .where('profile', '=', profile)
    .where('lease', '=', lease)
