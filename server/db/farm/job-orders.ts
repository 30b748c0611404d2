// The order of a print job: locked before the job, and updated by it.

import { sql } from 'kysely'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import { isPrintable } from '../../domain/farm/jobs/job.ts'
import { statusOfParts } from '../../domain/farm/queue/order-progress.ts'
import { changeSources } from '../../domain/orders/history/change.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import type { OrderStatus } from '../../domain/orders/record/status.ts'
import type { Tx } from '../core/connect.ts'
import { addEvent } from '../orders/rows/order-events.ts'
import { orderOfRow, orderOrNull } from '../orders/rows/order-rows.ts'
import { isJobOpen } from './job-states.ts'

/** Locks the order until the transaction ends. */
export async function lockOrder(
  tx: Tx,
  key: { readonly code: string } | { readonly id: OrderId },
): Promise<Order | null> {
  const rows = tx.selectFrom('orders').selectAll()
  const query = 'code' in key ? rows.where('code', '=', key.code) : rows.where('id', '=', key.id)
  const row = await query.forUpdate().executeTakeFirst()
  return orderOrNull(row)
}

/** Sets the status and adds a line to the history. */
export async function moveOrder(
  tx: Tx,
  before: Order,
  status: OrderStatus,
  by: string = changeSources.printJob,
): Promise<Order> {
  const row = await tx
    .updateTable('orders')
    .set({ status, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const order = orderOfRow(row)
  await addEvent(tx, order, by, before)
  return order
}

/** Moves an order whose parts are all good to PRINTED. Returns its status. */
export async function finishOrder(tx: Tx, order: Order): Promise<OrderStatus> {
  if (!isPrintable(order.status)) return order.status
  const status = statusOfParts(order, await countParts(tx, order.id))
  return status === order.status ? status : (await moveOrder(tx, order, status)).status
}

/** Counts good parts, and parts of jobs that are still expected. */
export async function countParts(
  tx: Tx,
  orderId: OrderId,
): Promise<{ readonly good: number; readonly open: number }> {
  const { rows } = await sql<{ good: number; open: number }>`
    select coalesce(sum(good), 0)::int as good,
      coalesce(sum(parts) filter (where ${isJobOpen}), 0)::int as open
    from print_jobs where order_id = ${orderId}`.execute(tx)
  return rows[0] ?? { good: 0, open: 0 }
}
