// What the farm does to orders, each with its line in the history.
import { sql } from 'kysely'
import type { Order, Tracking } from '../domain/orders/order.ts'
import { isClosed } from '../domain/orders/status.ts'
import type { Db } from './connect.ts'
import { addEvent } from './order-events.ts'
import { readByCode } from './order-reads.ts'
import { orderOfRow, trackingJson } from './order-rows.ts'

/** An unpaid order can only be closed. */
export async function setStatus(
  db: Db,
  code: string,
  change: { status: Order['status']; tracking: Tracking | null; by: string },
): Promise<Order | null> {
  return await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('orders')
      .set({
        status: change.status,
        tracking: trackingJson(change.tracking),
        updated_at: sql`now()`,
      })
      .where('code', '=', code)
      .where((eb) => eb.or([eb('paid', '=', true), eb.val(isClosed(change.status))]))
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return null
    const order = orderOfRow(row)
    await addEvent(tx, order, change.by)
    return order
  })
}

export async function finishPrint(
  db: Db,
  code: string,
): Promise<{ finished: Order } | { status: Order['status'] } | null> {
  return await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('orders')
      .set({ status: 'PRINTED', updated_at: sql`now()` })
      .where('code', '=', code)
      .where('status', '=', 'PRINTING')
      .returningAll()
      .executeTakeFirst()
    if (row !== undefined) {
      const order = orderOfRow(row)
      await addEvent(tx, order, 'print job')
      return { finished: order }
    }
    const found = await readByCode(tx, code)
    return found === null ? null : { status: found.status }
  })
}
