// Changes that the farm makes to orders, each with its line in the history.

import { sql } from 'kysely'
import { changeSources } from '../../domain/orders/history/change.ts'
import type { StatusUpdate } from '../../domain/orders/ports.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import { isPaid } from '../../domain/orders/record/payment.ts'
import { isClosed, isReleased, isStatusAllowed } from '../../domain/orders/record/status.ts'
import type { Db, Tx } from '../core/connect.ts'
import { returnShare } from './gift-shares.ts'
import { type MailPlace, queueParcelMail } from './mail/order-mails.ts'
import { reserveRefund } from './refund/refunds.ts'
import { addEvent } from './rows/order-events.ts'
import { type OnWithdrawn, type Withdraw, withWithdrawal } from './rows/order-jobs.ts'
import { readByCode } from './rows/order-reads.ts'
import { orderOfRow, orderOrNull } from './rows/order-rows.ts'
import { storedTracking } from './rows/stored-tracking.ts'

export type ChangeOptions = {
  readonly onWithdrawn?: OnWithdrawn | undefined
  readonly place: MailPlace
}

/**
 * Sets the status. An unpaid order can only be closed, unless `unpaid` permits more. The refund of a change is written in the same
 * transaction.
 */
export async function setStatus(
  db: Db,
  code: string,
  change: StatusUpdate,
  { onWithdrawn, place }: ChangeOptions,
): Promise<Order | null> {
  return await withWithdrawal(db, onWithdrawn, async (tx, withdraw) => {
    const before = await lockByCode(tx, code)
    if (before === null || (change.version ?? before.version) !== before.version) return null
    const order = await changeStatus(tx, before, change, { withdraw, place })
    if (order === null || change.refund === undefined) return order
    const reserved = await reserveRefund(tx, change.refund)
    // Cannot happen: the caller read the same version, in which the amount was refundable.
    if (reserved === null) throw new Error(`The refund of order ${code} exceeds its balance.`)
    return reserved.order
  })
}

/** Writes the change of a locked order. Returns null when it would release an unpaid order without `unpaid`. */
export async function changeStatus(
  tx: Tx,
  before: Order,
  {
    status,
    tracking,
    by,
    unpaid = false,
    dueAt,
  }: Pick<StatusUpdate, 'status' | 'tracking' | 'by' | 'unpaid' | 'dueAt'>,
  { withdraw, place }: { readonly withdraw: Withdraw; readonly place: MailPlace },
): Promise<Order | null> {
  // A previously released order continues: its jobs report progress.
  const isContinued = unpaid || isReleased(before.status)
  if (!isStatusAllowed(before, status, { unpaid: isContinued })) return null
  const row = await tx
    .updateTable('orders')
    .set({
      status,
      tracking: storedTracking(tracking),
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
  await queueParcelMail(tx, order, before, place)
  if (!isPaid(order) && isClosed(order.status)) await returnShare(tx, order)
  return order
}

/** Reads the order and keeps its row locked until the transaction ends. */
export async function lockByCode(tx: Tx, code: string): Promise<Order | null> {
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
  return await withWithdrawal(db, onWithdrawn, async (tx, withdraw) => {
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
