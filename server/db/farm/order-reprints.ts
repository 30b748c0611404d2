// Reprints parts of an order without a charge. The parts become scrap of the jobs that made them and are queued as separate jobs.

import { sql } from 'kysely'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import { mustExist } from '../../domain/base/must-exist.ts'
import { ok } from '../../domain/base/result.ts'
import type { OrderReprint, PrintJobs } from '../../domain/farm/ports.ts'
import {
  checkOrderReprint,
  checkReprintParts,
  partsLeftOf,
  statusOfReprint,
} from '../../domain/farm/queue/order-progress.ts'
import { numberPlates } from '../../domain/farm/queue/plate-numbers.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import { printedStatuses } from '../../domain/orders/record/status.ts'
import { nextTracking } from '../../domain/orders/record/tracking.ts'
import type { Db, Tx } from '../core/connect.ts'
import { literals } from '../core/values/literals.ts'
import { addEvent, addWorkEvent } from '../orders/rows/order-events.ts'
import { orderOfRow } from '../orders/rows/order-rows.ts'
import { storedTracking } from '../orders/rows/stored-tracking.ts'
import { lockOrder } from './job-orders.ts'
import { insertJobs, partsInJobs, plateNumbers } from './job-queue.ts'
import { completeJob } from './job-reports.ts'
import { reprintParts } from './job-reprints.ts'
import { listByOrder, lockJob } from './job-rows.ts'

export async function reprintOrder(
  db: Db,
  code: string,
  request: OrderReprint,
): ReturnType<PrintJobs['reprint']> {
  return await db.transaction().execute(async (tx) => {
    const before = await lockOrder(tx, { code })
    if (before === null) return null
    const checked = checkOrderReprint(before, request)
    if (!checked.ok) return checked
    const parts = checkReprintParts(before, request, await goodByLine(tx, before.id))
    if (!parts.ok) return parts
    const status = statusOfReprint(before.status)
    const isComplete = status !== before.status
    if (isComplete) await countOthers(tx, before, request)
    for (const part of request.parts) await takeParts(tx, before, part, request)
    const order = await moveBack(tx, before, request, status)
    return ok({ order, jobs: await listByOrder(tx, order.id), isAccepted: false })
  })
}

async function goodByLine(tx: Tx, orderId: OrderId): Promise<ReadonlyMap<number | null, number>> {
  const { rows } = await sql<{ line: number | null; good: number }>`
    select line, coalesce(sum(good), 0)::int as good from print_jobs where order_id = ${orderId} group by line`.execute(
    tx,
  )
  return new Map(rows.map(({ line, good }) => [line, good]))
}

/**
 * Gives parts that were printed without a job a finished job, so that every part has one: the order is printed again when the last part is
 * good. They were finished with the order, and the sums of that time include them.
 */
async function countOthers(tx: Tx, order: Order, request: OrderReprint): Promise<void> {
  const inJobs = await partsInJobs(tx, order.id)
  const plates = request.plates(partsLeftOf(inJobs))
  if (!plates.ok || plates.value.length === 0) return
  const numbered = numberPlates(plates.value, await plateNumbers(tx, order.id))
  if (!numbered.ok) throw new Error(`The order ${order.code} has the same plate twice.`)
  const ids = await insertJobs(tx, order, numbered.value, request)
  for (const id of ids) {
    const job = mustExist(await lockJob(tx, id), `print job ${id}`)
    await completeJob(tx, order, job, { good: job.parts, scrap: 0, by: request.by })
  }
  await tx
    .updateTable('print_jobs')
    .set({
      finished_at: sql`coalesce((select min(at) from order_events
        where order_id = ${order.id} and status in (${literals(printedStatuses)})), now())`,
    })
    .where('id', 'in', ids)
    .execute()
}

/** Takes the parts from the jobs that were done last. */
async function takeParts(
  tx: Tx,
  { id }: Order,
  { line, parts }: OrderReprint['parts'][number],
  by: Pick<OrderReprint, 'by' | 'scrapReason'>,
): Promise<void> {
  const jobs = await tx
    .selectFrom('print_jobs')
    .selectAll()
    .where('order_id', '=', id)
    .where(sql<boolean>`line is not distinct from ${line}::smallint`)
    .where('state', '=', 'done')
    .where('good', '>', 0)
    .orderBy('finished_at', 'desc')
    .orderBy('id')
    .forUpdate()
    .execute()
  let left = parts
  for (const job of jobs) {
    const taken = Math.min(left, job.good ?? 0)
    if (taken > 0) await reprintParts(tx, job, taken, by)
    left -= taken
  }
  if (left > 0) throw new Error(`The order ${id} lacks ${left} parts that can be reprinted.`)
}

/** Moves the order back to printing. The order no longer shows its parcel, and a new parcel gets a new date. */
async function moveBack(
  tx: Tx,
  before: Order,
  { by, detail, dueAt }: OrderReprint,
  status: Order['status'],
): Promise<Order> {
  const now = new Date()
  const row = await tx
    .updateTable('orders')
    .set({
      status,
      tracking: storedTracking(nextTracking({ before, status, input: undefined, now })),
      ...(dueAt !== null && { due_at: dueAt }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const order = orderOfRow(row)
  await addWorkEvent(tx, order, by, { kind: 'reprint', detail })
  if (status !== before.status) await addEvent(tx, order, by, before)
  return order
}
