// Adding print jobs to an order, in the transaction that accepts it.
import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import type { FarmFailure } from '../../domain/farm/failure.ts'
import { isPrintable, kindOfFormat, type NewPlate } from '../../domain/farm/job.ts'
import type { FileFacts, OrderStandstill, PrintJobs } from '../../domain/farm/ports.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Db } from '../core/connect.ts'
import type { PrintJobsTable } from '../schema/farm.ts'
import { countParts, lockOrder, moveOrder, standstillOf } from './job-orders.ts'
import { addJobEvents, listByOrder, type Tx } from './job-rows.ts'

type QueueRequest = Parameters<PrintJobs['queue']>[1]

export async function queueJobs(
  db: Db,
  code: string,
  request: QueueRequest,
): ReturnType<PrintJobs['queue']> {
  return await db.transaction().execute(async (tx) => {
    const before = await lockOrder(tx, { code })
    if (before === null) return null
    const { accept, by, version } = request
    if (version !== null && version !== before.version) return fail({ kind: 'stale' })
    const refusal = refusalOf(before, accept)
    if (refusal !== null) return fail(refusal)
    const { good, open } = await countParts(tx, before.id)
    const plates = request.plates(Math.max(0, before.options.quantity - good - open))
    if (!plates.ok) return plates
    const numbered = await numberPlates(tx, before.id, plates.value)
    if (!numbered.ok) return numbered
    const order =
      before.status === 'RECEIVED' ? await moveOrder(tx, before, 'ACCEPTED', by) : before
    await insertJobs(tx, order, numbered.value, request)
    const jobs = await listByOrder(tx, order.id)
    return ok({ order, jobs, isAccepted: order !== before })
  })
}

function refusalOf(order: Order, accept: boolean): FarmFailure | OrderStandstill | null {
  const { status, paid } = order
  if (!paid) return { kind: 'order_unpaid' }
  if (!isPrintable(status) && !(accept && status === 'RECEIVED')) {
    return { kind: accept ? 'order_not_queueable' : 'order_not_accepted', status }
  }
  return standstillOf(order)
}

type Numbered = NewPlate & { readonly plate: number }

/** A number that is given must be free; the others continue after the last one. */
async function numberPlates(
  tx: Tx,
  orderId: string,
  plates: readonly NewPlate[],
): Promise<Result<readonly Numbered[], FarmFailure>> {
  const rows = await tx
    .selectFrom('print_jobs')
    .select('plate')
    .where('order_id', '=', orderId)
    .execute()
  const given = plates.flatMap(({ plate }) => (plate === null ? [] : [plate]))
  const taken = new Set(rows.map(({ plate }) => plate))
  let last = Math.max(0, ...taken, ...given)
  const numbered: Numbered[] = []
  for (const { plate, ...rest } of plates) {
    if (plate !== null && taken.has(plate)) return fail({ kind: 'plate_taken', plate })
    if (plate === null) last += 1
    const number = plate ?? last
    taken.add(number)
    numbered.push({ ...rest, plate: number })
  }
  return ok(numbered)
}

async function insertJobs(
  tx: Tx,
  order: Order,
  plates: readonly Numbered[],
  { by, file }: Pick<QueueRequest, 'by' | 'file'>,
): Promise<void> {
  if (plates.length === 0) return
  const work = await tx
    .selectFrom('orders')
    .select(['priority', 'due_at'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const jobs = plates.map((plate) => ({ ...rowOf(order, plate, file), ...work, created_by: by }))
  await tx.insertInto('print_jobs').values(jobs).execute()
  await addJobEvents(
    tx,
    jobs.map(({ id }) => id),
    { kind: 'queued', by },
  )
}

function rowOf(
  { id, options, price }: Order,
  { parts, plate, file }: Numbered,
  own: FileFacts,
): Omit<Insertable<PrintJobsTable>, 'created_by'> & { readonly id: string } {
  return {
    id: randomUUID(),
    order_id: id,
    plate,
    parts,
    material: options.material,
    color: options.color,
    nozzle_diameter: options.nozzleDiameter,
    centihours: price.hoursHundredthsPerPart * parts,
    file_kind: file === null ? own.kind : kindOfFormat(file.model.format),
    own_kind: own.kind,
    print_file_id: file?.id ?? null,
    size_mm: file === null ? own.sizeMm : file.sizeMm,
  }
}
