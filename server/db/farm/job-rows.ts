// Converts print jobs to and from rows, with the code of their order.

import { type Selectable, sql } from 'kysely'
import * as v from 'valibot'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { PrintFileId } from '../../domain/base/ids/print-file-id.ts'
import type { PrintJobId } from '../../domain/base/ids/print-job-id.ts'
import type { PrintLease } from '../../domain/base/ids/print-lease.ts'
import { isObject } from '../../domain/base/is-object.ts'
import { claimOrder } from '../../domain/farm/claim/claim-order.ts'
import {
  type JobEvent,
  type JobEventKind,
  type PlateJob,
  type PrintFile,
  type PrintJob,
  printableStatuses,
  type SizeMm,
} from '../../domain/farm/jobs/job.ts'
import type { ScrapReason } from '../../domain/farm/jobs/scrap-reason.ts'
import type { JobSupports } from '../../domain/farm/line-supports.ts'
import type { Firmware } from '../../domain/farm/printers/printer.ts'
import type { PlateSliceState } from '../../domain/farm/slice-ports.ts'
import { bedShapes } from '../../domain/planning/arrange/plate-bed.ts'
import type { Db, Tx } from '../core/connect.ts'
import { literals } from '../core/values/literals.ts'
import { leftCents } from '../orders/refund/left-cents.ts'
import type { PrintFilesTable, PrintJobsTable } from '../schema/farm.ts'
import { isJobRunning } from './job-states.ts'

export type JobRow = Selectable<PrintJobsTable> & {
  readonly order_code: string
  readonly slice_state: PlateSliceState | null
  readonly slice_reason: string | null
  readonly slice_file_id: PrintFileId | null
  readonly slice_size_mm: number[] | null
  readonly plate_jobs: readonly PlateJob[] | null
  readonly plate_version: string | null
  readonly lead_leased_until: Date | null
  readonly lead_heartbeat_at: Date | null
  readonly lead_progress: number | null
  readonly lead_remaining_seconds: number | null
}

/** The job that has the slices, the lease and the attempts of a job's plate. */
const leader = sql<PrintJobId>`coalesce(print_jobs.lead_id, print_jobs.id)`

/** Whether a row of `plate_slices` belongs to a job's plate, single or shared. `slice` and `job` are the aliases of the rows. */
export const isOfPlate = (slice: string, job: string) =>
  sql<boolean>`(${sql.ref(slice)}.job_id = coalesce(${sql.ref(job)}.lead_id, ${sql.ref(job)}.id)
    and ${sql.ref(slice)}.shared = (${sql.ref(job)}.place is not null))`

const claimColumns = {
  priority: 'priority',
  dueAt: 'due_at',
  createdAt: 'created_at',
  plate: 'plate',
  id: 'id',
} as const satisfies Record<(typeof claimOrder)[number]['by'], keyof PrintJobsTable>

/** The sort order of the partial indexes of waiting jobs. `job` is the alias of a job's row. */
export const inClaimOrder = (job: string) =>
  sql.join(
    claimOrder.map(({ by, descending }) => {
      const column = sql.ref(`${job}.${claimColumns[by]}`)
      return descending ? sql`${column} desc` : column
    }),
  )

/** Hours of a job whose parts are printed alone, in hundredths. `job` is the alias of its row. */
export const hoursAlone = (job: string) =>
  sql<number>`coalesce((${sql.ref(job)}.place ->> 'centihours')::int, ${sql.ref(job)}.centihours)`

/** The slice that the job's claim got. Before a claim, the first slice. */
const sliceInUse = sql<{ file_id: PrintFileId; size_mm: number[] | null }>`(
  select file.id as file_id, file.size_mm from plate_slices made join print_files file on file.id = made.print_file_id
  where ${isOfPlate('made', 'print_jobs')} and print_jobs.file_kind = 'model' and made.state = 'sliced'
    and (made.profile = print_jobs.slice_profile or (print_jobs.slice_profile is null and not ${isJobRunning('print_jobs.state')}))
  order by made.profile limit 1)`.as('used')

/** Columns that the lead of a shared plate has for all of its jobs. */
const sharedPlate = sql<{
  plate_jobs: PlateJob[] | null
  plate_version: string | null
  lead_leased_until: Date | null
  lead_heartbeat_at: Date | null
  lead_progress: number | null
  lead_remaining_seconds: number | null
}>`(
  select jsonb_agg(jsonb_build_object('jobId', member.id, 'orderCode', code, 'line', member.line, 'parts', member.parts, 'state', member.state)
      order by member.lead_id is not null, member.due_at, member.created_at, member.id) as plate_jobs,
    string_agg(member.version::text, '.' order by member.id) as plate_version,
    max(leased_until) filter (where member.lead_id is null) as lead_leased_until,
    max(heartbeat_at) filter (where member.lead_id is null) as lead_heartbeat_at,
    max(progress) filter (where member.lead_id is null) as lead_progress,
    max(remaining_seconds) filter (where member.lead_id is null) as lead_remaining_seconds
  from print_jobs member join orders on orders.id = member.order_id
  where print_jobs.place is not null and (member.id = ${leader} or member.lead_id = ${leader}))`.as(
  'shared_plate',
)

/** Selects jobs with the codes of their orders, and with the slice state that operators need to know. */
export const selectJobs = (db: Db | Tx) =>
  db
    .selectFrom('print_jobs')
    .innerJoin('orders', 'orders.id', 'print_jobs.order_id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('plate_slices')
          .select(['plate_slices.state', 'plate_slices.reason'])
          .where(isOfPlate('plate_slices', 'print_jobs'))
          .orderBy(
            sql`array_position(array['failed', 'slicing', 'waiting', 'sliced', 'unfit'], plate_slices.state)`,
          )
          .limit(1)
          .as('slice'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(sliceInUse, (join) => join.onTrue())
    .leftJoinLateral(sharedPlate, (join) => join.onTrue())
    .selectAll('print_jobs')
    .select('orders.code as order_code')
    .select(['slice.state as slice_state', 'slice.reason as slice_reason'])
    .select(['used.file_id as slice_file_id', 'used.size_mm as slice_size_mm'])
    .select(['plate_jobs', 'plate_version', 'lead_leased_until', 'lead_heartbeat_at'])
    .select(['lead_progress', 'lead_remaining_seconds'])

/**
 * Whether the order may be printed. A scalar subquery, because with a join the planner would sort all queued jobs, although one index has
 * them in order.
 */
const isOrderPrintableOf = (
  job: string,
) => sql<boolean>`(select status in (${literals(printableStatuses)}) and held_at is null
  and (review_findings is null or reviewed_at is not null)
  and (not paid or ${leftCents} > 0) from orders where orders.id = ${sql.ref(job)}.order_id)`

export const isOrderPrintable = isOrderPrintableOf('job')

/** Whether a job may be on a shared plate: it is a mesh, printed as ordered, of an order that may be printed. */
export const isShareable = (
  job: string,
) => sql<boolean>`(${sql.ref(job)}.file_kind = 'model' and ${sql.ref(job)}.print_file_id is null
  and ${sql.ref(job)}.slice_settings is null and ${isOrderPrintableOf(job)})`

/** The last failed attempt of `job`, by a report or an expired lease. A new file raises the version and is not a failure. */
const lastFailure = sql`lateral (
  select id, at from print_job_events where job_id = job.id and kind in ('failed', 'expired')
  order by id desc limit 1)`

/** The rest of a query on failed jobs, after `from`: `job`, its `orders`, and `failure`, its last failed attempt. */
export const failedPrintJobs = sql`print_jobs as job join orders on orders.id = job.order_id
  left join ${lastFailure} as failure on true where job.state = 'failed'`

/**
 * Parts that a `done` or `reprinted` event made scrap. Events older than the `scrap` column have the number in their detail: "1 good, 2
 * scrap" or "2 of them".
 */
export const scrapOfEvent = sql<number>`coalesce(scrap, substring(detail from
  case kind when 'done' then '([0-9]+) scrap' else '^([0-9]+) of them' end)::int, 0)`

export async function readJob(db: Db | Tx, id: PrintJobId): Promise<PrintJob | null> {
  const row = await selectJobs(db).where('print_jobs.id', '=', id).executeTakeFirst()
  return row === undefined ? null : jobOfRow(row)
}

export async function readJobs(db: Db | Tx, ids: readonly PrintJobId[]): Promise<PrintJob[]> {
  if (ids.length === 0) return []
  const rows = await selectJobs(db)
    .where('print_jobs.id', '=', sql<PrintJobId>`any(${ids}::uuid[])`)
    .execute()
  return rows.map(jobOfRow)
}

export async function listByOrder(db: Db | Tx, orderId: OrderId): Promise<PrintJob[]> {
  const rows = await selectJobs(db)
    .where('order_id', '=', orderId)
    .orderBy('plate')
    .orderBy('print_jobs.created_at')
    .orderBy('print_jobs.id')
    .execute()
  return rows.map(jobOfRow)
}

export async function supportsOfOrder(db: Db, orderId: OrderId): Promise<JobSupports[]> {
  const rows = await db
    .selectFrom('print_jobs')
    .select(['line', 'state', 'slice_settings'])
    .where('order_id', '=', orderId)
    .execute()
  return rows.map((row) => ({
    line: row.line,
    state: row.state,
    chosenSupports: chosenSupportsOf(row),
  }))
}

type ChoiceRow = Pick<JobRow, 'slice_settings'>

function chosenSupportsOf({ slice_settings: settings }: ChoiceRow): boolean | null {
  const supports = isObject(settings) ? settings['supports'] : undefined
  return typeof supports === 'boolean' ? supports : null
}

/** Places of a job. A place with a shape that this release does not know is not drawn. */
const storedPlace = v.object({
  copies: v.array(
    v.object({ xMm: v.number(), yMm: v.number(), turnDegrees: v.picklist([0, 90, 180, 270]) }),
  ),
  sizeMm: v.tuple([v.number(), v.number()]),
  bed: v.object({
    widthMm: v.number(),
    depthMm: v.number(),
    heightMm: v.number(),
    shape: v.picklist(bedShapes),
  }),
  /** Planned hours of the job's parts if they are printed alone, in hundredths. */
  centihours: v.number(),
})

export type StoredPlace = v.InferOutput<typeof storedPlace>

export function placeOf(place: unknown): StoredPlace | null {
  const parsed = v.safeParse(storedPlace, place)
  return parsed.success ? parsed.output : null
}

export function jobOfRow(row: JobRow): PrintJob {
  // The lead has the lease; a rider's lease has no separate end.
  const isRiding = row.lead_id !== null && row.leased_until !== null
  return {
    id: row.id,
    orderId: row.order_id,
    orderCode: row.order_code,
    line: row.line,
    plate: row.plate,
    parts: row.parts,
    state: row.state,
    version: row.version,
    material: row.material,
    color: row.color,
    nozzleDiameter: row.nozzle_diameter,
    centihours: row.centihours,
    fileKind: row.slice_file_id === null ? row.file_kind : 'gcode',
    orderedKind: row.own_kind,
    slicing: slicingOf(row),
    printFileId: row.print_file_id ?? row.slice_file_id,
    sizeMm: sizeOf(row.slice_size_mm ?? row.size_mm),
    priority: row.priority,
    dueAt: row.due_at,
    good: row.good,
    scrap: row.scrap,
    reason: row.reason,
    printer: row.printer,
    leasedUntil: isRiding ? row.lead_leased_until : row.leased_until,
    attempts: row.attempts,
    progress: isRiding ? row.lead_progress : row.progress,
    remainingSeconds: isRiding ? row.lead_remaining_seconds : row.remaining_seconds,
    heartbeatAt: isRiding ? row.lead_heartbeat_at : row.heartbeat_at,
    reprintOf: row.reprint_of,
    createdAt: row.created_at,
    claimedAt: row.claimed_at,
    finishedAt: row.finished_at,
    printedSeconds: row.printed_seconds,
    chosenSupports: chosenSupportsOf(row),
    leadId: row.lead_id,
    place: row.place === null ? null : placeOf(row.place),
    aloneReason: row.alone_reason,
    plateJobs: row.plate_jobs ?? [],
    plateVersion: row.plate_version ?? '',
  }
}

/** Returns the state of the slices. A plate that fits no bed needs an operator, as a failed one does. */
function slicingOf({ state: job, slice_state: state, slice_reason: reason }: JobRow) {
  if (job !== 'queued' || state === null || state === 'sliced') return null
  return { state: state === 'unfit' ? 'failed' : state, reason } as const
}

export function fileOfRow(row: Selectable<PrintFilesTable>): PrintFile {
  return {
    id: row.id,
    orderId: row.order_id,
    line: row.line,
    source: row.source,
    profile: row.profile,
    nozzleMm: nozzleOf(row.settings),
    parts: row.parts,
    model: {
      uri: row.uri,
      fileName: row.file_name,
      sha256: row.sha256,
      sizeBytes: row.size_bytes,
      format: row.format,
    },
    seconds: row.seconds,
    grams: row.grams,
    sizeMm: sizeOf(row.size_mm),
    isShared: row.shared,
    createdBy: row.created_by,
  }
}

/** Reads the nozzle from the slice settings, which are stored for operators. An unreadable nozzle is replaced by the order's. */
function nozzleOf(settings: unknown): number | null {
  const nozzle: unknown = Object(settings).nozzleMm
  return typeof nozzle === 'number' ? nozzle : null
}

/** Converts a stored size. The database checks that it has three numbers. */
export function sizeOf(stored: readonly number[] | null): SizeMm | null {
  const [x, y, z] = stored ?? []
  return x === undefined || y === undefined || z === undefined ? null : [x, y, z]
}

export async function readFirmware(db: Db, id: PrintJobId): Promise<Firmware | null> {
  const job = await db
    .selectFrom('print_jobs')
    .select('flavor')
    .where('id', '=', id)
    .executeTakeFirst()
  return job?.flavor ?? null
}

export async function readHistory(db: Db, id: PrintJobId): Promise<JobEvent[]> {
  return await db
    .selectFrom('print_job_events')
    .select(['at', 'kind', 'by', 'detail', 'scrap_reason as scrapReason'])
    .where('job_id', '=', id)
    .orderBy('id')
    .execute()
}

export type NewJobEvent = {
  readonly kind: JobEventKind
  readonly by: string
  readonly detail?: string
  readonly lease?: PrintLease | null
  /** Number of parts that became scrap, and the reason. */
  readonly scrap?: number
  readonly scrapReason?: ScrapReason | undefined
}

/** Adds one line to the history of each job. */
export async function addJobEvents(
  tx: Tx,
  jobIds: readonly PrintJobId[],
  { kind, by, detail, lease, scrap = 0, scrapReason }: NewJobEvent,
): Promise<void> {
  if (jobIds.length === 0) return
  await tx
    .insertInto('print_job_events')
    .values(
      jobIds.map((id) => ({
        job_id: id,
        kind,
        by,
        detail: detail ?? null,
        lease: lease ?? null,
        scrap: scrap > 0 ? scrap : null,
        scrap_reason: scrap > 0 ? (scrapReason ?? null) : null,
      })),
    )
    .execute()
}

/** Locks the job's row until the transaction ends. Callers lock its order first, so that no two transactions wait for each other. */
export async function lockJob(tx: Tx, id: PrintJobId): Promise<Selectable<PrintJobsTable> | null> {
  const row = await tx
    .selectFrom('print_jobs')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export const nextVersion = sql<number>`version + 1`
