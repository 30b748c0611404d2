// Adds print jobs to an order, in the transaction that accepts it.

import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import { type PrintJobId, printJobIdOf } from '../../domain/base/ids/print-job-id.ts'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import { fullCentihours } from '../../domain/base/time/centihours.ts'
import type { FarmFailure } from '../../domain/farm/failure.ts'
import { kindOfFormat } from '../../domain/farm/jobs/job.ts'
import type {
  JobsChanged,
  LineWork,
  OrderStandstill,
  PrintJobs,
  QueueRequest,
} from '../../domain/farm/ports.ts'
import { partsLeftOf } from '../../domain/farm/queue/order-progress.ts'
import { type NumberedPlate, numberPlates } from '../../domain/farm/queue/plate-numbers.ts'
import { checkQueueable } from '../../domain/farm/queue/standstill.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import { priorityRanks } from '../../domain/orders/record/priority.ts'
import { plateSeconds } from '../../domain/planning/print-times.ts'
import type { Db, Tx } from '../core/connect.ts'
import type { PrintJobsTable } from '../schema/farm.ts'
import { lockOrder, moveOrder } from './job-orders.ts'
import { addJobEvents, listByOrder } from './job-rows.ts'
import { isJobOpen } from './job-states.ts'
import { sliceRow } from './slice-rows.ts'

export async function queueJobs(
  db: Db,
  code: string,
  request: QueueRequest,
): ReturnType<PrintJobs['queue']> {
  return await db.transaction().execute(async (tx) => {
    const before = await lockOrder(tx, { code })
    if (before === null) return null
    const { version } = request
    if (version !== null && version !== before.version) return fail({ kind: 'stale' })
    return await queueLocked(tx, before, request)
  })
}

/** Queues an order in the transaction that locked it. A rejected request writes nothing. */
export async function queueLocked(
  tx: Tx,
  before: Order,
  request: Omit<QueueRequest, 'version'>,
): Promise<Result<JobsChanged, FarmFailure | OrderStandstill>> {
  const { accept, by } = request
  const queueable = checkQueueable(before, { accept })
  if (!queueable.ok) return queueable
  const inJobs = await partsInJobs(tx, before.id)
  const plates = request.plates(partsLeftOf(inJobs))
  if (!plates.ok) return plates
  const numbered = numberPlates(plates.value, await plateNumbers(tx, before.id))
  if (!numbered.ok) return numbered
  const order = before.status === 'RECEIVED' ? await moveOrder(tx, before, 'ACCEPTED', by) : before
  await insertJobs(tx, order, numbered.value, request)
  const jobs = await listByOrder(tx, order.id)
  return ok({ order, jobs, isAccepted: order !== before })
}

/** Counts good parts and parts of jobs that are still expected, by line. */
export async function partsInJobs(
  tx: Tx,
  orderId: OrderId,
): Promise<ReadonlyMap<number | null, number>> {
  const { rows } = await sql<{ line: number | null; parts: number }>`
    select line, (coalesce(sum(good), 0)
      + coalesce(sum(parts) filter (where ${isJobOpen}), 0))::int as parts
    from print_jobs where order_id = ${orderId} group by line`.execute(tx)
  return new Map(rows.map(({ line, parts }) => [line, parts]))
}

/** Returns the numbers of the order's plates. */
export async function plateNumbers(tx: Tx, orderId: OrderId): Promise<readonly number[]> {
  const rows = await tx
    .selectFrom('print_jobs')
    .select('plate')
    .where('order_id', '=', orderId)
    .execute()
  return rows.map(({ plate }) => plate)
}

/** Inserts the jobs and returns their ids. */
export async function insertJobs(
  tx: Tx,
  order: Order,
  plates: readonly NumberedPlate[],
  { by, lines }: Pick<QueueRequest, 'by' | 'lines'>,
): Promise<readonly PrintJobId[]> {
  if (plates.length === 0) return []
  const work = { priority: priorityRanks[order.priority], due_at: order.dueAt }
  const jobs = plates.map((plate) => {
    const line = lines.find((known) => known.line === plate.line)
    if (line === undefined) throw new Error(`The order ${order.code} has no line ${plate.line}.`)
    return { ...rowOf(order.id, plate, line), ...work, created_by: by }
  })
  await tx.insertInto('print_jobs').values(jobs).execute()
  await addSlices(tx, plates, jobs)
  const ids = jobs.map(({ id }) => id)
  await addJobEvents(tx, ids, { kind: 'queued', by })
  return ids
}

/** Stores the slices. A file that the farm has sliced is only for printers of its profile. */
async function addSlices(
  tx: Tx,
  plates: readonly NumberedPlate[],
  jobs: readonly { readonly id: PrintJobId }[],
): Promise<void> {
  const slices = plates.flatMap(({ file }, index) => {
    const { id } = jobs[index] ?? {}
    if (id === undefined || file === null || file.profile === null) return []
    return [sliceRow(id, { id: file.id, profile: file.profile })]
  })
  if (slices.length > 0) await tx.insertInto('plate_slices').values(slices).execute()
}

function rowOf(
  orderId: OrderId,
  { parts, plate, file }: NumberedPlate,
  { line, options, times, file: own }: LineWork,
): Omit<Insertable<PrintJobsTable>, 'created_by'> & { readonly id: PrintJobId } {
  return {
    id: printJobIdOf(randomUUID()),
    order_id: orderId,
    line,
    plate,
    parts,
    material: options.material,
    color: options.color,
    nozzle_diameter: file?.nozzleMm ?? options.nozzleDiameter,
    // The slicer's time for the plate, if it has its own sliced file.
    centihours: fullCentihours(file?.seconds ?? plateSeconds(times, parts)),
    file_kind: file === null || file.profile !== null ? own.kind : kindOfFormat(file.model.format),
    own_kind: own.kind,
    print_file_id: file === null || file.profile !== null ? null : file.id,
    size_mm: file === null ? own.sizeMm : file.sizeMm,
    flavor: file === null ? own.flavor : null,
  }
}
