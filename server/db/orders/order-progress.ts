// Changes of orders by the farm, each with its line in the history.

import { sql, type Transaction } from 'kysely'
import { changeSources } from '../../domain/orders/change.ts'
import type { Order } from '../../domain/orders/order.ts'
import { isPaid } from '../../domain/orders/payment.ts'
import type { StatusUpdate } from '../../domain/orders/ports.ts'
import { isClosed, isReleased, isStatusAllowed } from '../../domain/orders/status.ts'
import type { Db } from '../core/connect.ts'
import type { Database } from '../schema/database.ts'
import { returnShare } from './gift-shares.ts'
import { reserveRefund } from './refund/refunds.ts'
import { addEvent } from './rows/order-events.ts'
import { type OnWithdrawn, type Withdraw, withdrawing } from './rows/order-jobs.ts'
import { readByCode } from './rows/order-reads.ts'
import { orderOfRow, orderOrNull } from './rows/order-rows.ts'
import { trackingJson } from './rows/stored-tracking.ts'

/** An unpaid order can only be closed, unless the change says otherwise; the refund of a change is written in the same transaction. */
export async function setStatus(
  db: Db,
  code: string,
  change: StatusUpdate,
  onWithdrawn?: OnWithdrawn,
): Promise<Order | null> {
  return await withdrawing(db, onWithdrawn, async (tx, withdraw) => {
    const before = await lockByCode(tx, code)
    if (before === null || (change.version ?? before.version) !== before.version) return null
    const order = await changeStatus(tx, before, change, withdraw)
    if (order === null || change.refund === undefined) return order
    const reserved = await reserveRefund(tx, change.refund)
    // The caller read the same version, in which the amount was left: cannot happen.
    if (reserved === null) throw new Error(`the refund of order ${code} is more than what is left`)
    return reserved.order
  })
}

/** Writes the change of a locked order. Null when an unpaid one would be released without `unpaid`. */
export async function changeStatus(
  tx: Transaction<Database>,
  before: Order,
  {
    status,
    tracking,
    by,
    unpaid = false,
    dueAt,
  }: Pick<StatusUpdate, 'status' | 'tracking' | 'by' | 'unpaid' | 'dueAt'>,
  withdraw: Withdraw,
): Promise<Order | null> {
  // An order that was released before continues: its jobs report progress.
  const isContinued = unpaid || isReleased(before.status)
  if (!isStatusAllowed(before, status, { unpaid: isContinued })) return null
  const row = await tx
    .updateTable('orders')
    .set({
      status,
      tracking: trackingJson(tracking),
      ...(dueAt && { due_at: sql`coalesce(due_at, ${dueAt})` }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const order = orderOfRow(row)
  await addEvent(tx, order, by, before)
  await withdraw(order, by)
  if (!isPaid(order) && isClosed(order.status)) await returnShare(tx, order)
  return order
}

/** The row stays locked until the transaction ends. */
export async function lockByCode(tx: Transaction<Database>, code: string): Promise<Order | null> {
  const row = await tx
    .selectFrom('orders')
    .selectAll()
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst()
  return orderOrNull(row)
}

export async function finishPrint(
  db: Db,
  code: string,
  onWithdrawn?: OnWithdrawn,
): Promise<{ finished: Order } | { status: Order['status'] } | null> {
  return await withdrawing(db, onWithdrawn, async (tx, withdraw) => {
    const row = await tx
      .updateTable('orders')
      .set({ status: 'PRINTED', version: sql`version + 1`, updated_at: sql`now()` })
      .where('code', '=', code)
      .where('status', '=', 'PRINTING')
      .returningAll()
      .executeTakeFirst()
    if (row !== undefined) {
      const order = orderOfRow(row)
      await addEvent(tx, order, changeSources.printJob, { ...order, status: 'PRINTING' })
      await withdraw(order, changeSources.printJob)
      return { finished: order }
    }
    const current = await readByCode(tx, code)
    return current === null ? null : { status: current.status }
  })
}
