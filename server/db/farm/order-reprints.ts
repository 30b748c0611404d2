// Printing parts of an order again without a charge. They become scrap of the jobs that made them, and are queued as jobs of their own.
import { sql } from 'kysely'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import type { FarmFailure } from '../../domain/farm/failure.ts'
import { isPrintable } from '../../domain/farm/job.ts'
import type { OrderReprint, PrintJobs } from '../../domain/farm/ports.ts'
import { checkStandstill } from '../../domain/farm/standstill.ts'
import type { Order } from '../../domain/orders/order.ts'
import { isReleased } from '../../domain/orders/status.ts'
import { nextTracking } from '../../domain/orders/tracking.ts'
import type { Db, Tx } from '../core/connect.ts'
import { addEvent, addWorkEvent } from '../orders/order-events.ts'
import { orderOfRow } from '../orders/order-rows.ts'
import { trackingJson } from '../orders/stored-tracking.ts'
import { lockOrder } from './job-orders.ts'
import { insertJobs, numberPlates, partsInJobs } from './job-queue.ts'
import { completeJob, reprintParts } from './job-reports.ts'
import { listByOrder, lockJob } from './job-rows.ts'

export async function reprintOrder(
  db: Db,
  code: string,
  request: OrderReprint,
): ReturnType<PrintJobs['reprint']> {
  return await db.transaction().execute(async (tx) => {
    const before = await lockOrder(tx, { code })
    if (before === null) return null
    if (request.version !== before.version) return fail({ kind: 'stale' })
    const { status } = before
    if (!isReleased(status)) return fail({ kind: 'order_reprint_status', status })
    const printable = checkStandstill(before)
    if (!printable.ok) return printable
    const isComplete = !isPrintable(status)
    const checked = await checkParts(tx, before, request, isComplete)
    if (!checked.ok) return checked
    if (isComplete) await countOthers(tx, before, request)
    for (const part of request.parts) await takeParts(tx, before, part, request)
    const order = await moveBack(tx, before, request, isComplete)
    return ok({ order, jobs: await listByOrder(tx, order.id), isAccepted: false })
  })
}

/** All parts of a printed order were printed, those without a job too. */
async function checkParts(
  tx: Tx,
  order: Order,
  { parts, lines }: OrderReprint,
  isComplete: boolean,
): Promise<Result<void, FarmFailure>> {
  const { rows } = await sql<{ line: number | null; good: number }>`
    select line, coalesce(sum(good), 0)::int as good from print_jobs where order_id = ${order.id} group by line`.execute(
    tx,
  )
  const good = new Map(rows.map((row) => [row.line, row.good]))
  for (const { line, parts: wanted } of parts) {
    const ordered = lines.find((work) => work.line === line)?.options.quantity ?? 0
    const printed = isComplete ? ordered : (good.get(line) ?? 0)
    if (wanted > printed) return fail({ kind: 'order_reprint_parts', line: line ?? 1, printed })
  }
  return ok(undefined)
}

/**
 * Parts that were printed without a job get one that is done, so that all parts have one: the order is printed again when the last one
 * is good. They were done when the order was, and the sums of that time have counted them.
 */
async function countOthers(tx: Tx, order: Order, request: OrderReprint): Promise<void> {
  const inJobs = await partsInJobs(tx, order.id)
  const plates = request.plates(({ line, options }) =>
    Math.max(0, options.quantity - (inJobs.get(line) ?? 0)),
  )
  if (!plates.ok || plates.value.length === 0) return
  const numbered = await numberPlates(tx, order.id, plates.value)
  if (!numbered.ok) throw new Error(`order ${order.code} has a plate twice`)
  const ids = await insertJobs(tx, order, numbered.value, request)
  for (const id of ids) {
    const job = await lockJob(tx, id)
    if (job === null) throw new Error(`print job ${id} vanished`)
    await completeJob(tx, order, job, { good: job.parts, scrap: 0, by: request.by })
  }
  await tx
    .updateTable('print_jobs')
    .set({
      finished_at: sql`coalesce((select min(at) from order_events
        where order_id = ${order.id} and status in ('PRINTED', 'SHIPPED', 'DELIVERED')), now())`,
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
  if (left > 0) throw new Error(`order ${id} has ${left} parts too few that can be printed again`)
}

/** The parcel of an order that moves back is not shown, and a new one gets a new date. */
async function moveBack(
  tx: Tx,
  before: Order,
  { by, detail, dueAt }: OrderReprint,
  isComplete: boolean,
): Promise<Order> {
  const status = isComplete ? 'PRINTING' : before.status
  const now = new Date()
  const row = await tx
    .updateTable('orders')
    .set({
      status,
      tracking: trackingJson(nextTracking({ before, status, input: undefined, now })),
      ...(dueAt !== null && { due_at: dueAt }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const order = orderOfRow(row)
  await addWorkEvent(tx, order, by, { kind: 'reprint', detail })
  if (isComplete) await addEvent(tx, order, by, before)
  return order
}
