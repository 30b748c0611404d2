// Changes that the desk makes to one order, each in a transaction that locks it, and the order's notes.
import type { OrderWork } from '../../domain/fulfillment/ports.ts'
import type { Db } from '../core/connect.ts'
import { lockOrder } from '../farm/job-orders.ts'
import { addWorkEvent } from '../orders/rows/order-events.ts'
import { withWithdrawal } from '../orders/rows/order-jobs.ts'
import { type LockOptions, lockedOrder } from './locked-order.ts'

export function createOrderWork(db: Db, { cache, mailPlace, onWithdrawn }: LockOptions): OrderWork {
  return {
    change: (code, { by, run }) =>
      withWithdrawal(db, onWithdrawn, async (tx, withdraw) => {
        const order = await lockOrder(tx, { code })
        return order === null
          ? null
          : await run(lockedOrder(tx, order, { by, withdraw, cache, mailPlace }))
      }),
    addNote: (orderId, { id, by, text }) =>
      db.transaction().execute(async (tx) => {
        const order = await lockOrder(tx, { id: orderId })
        if (order === null) throw new Error(`There is no order ${orderId} to annotate.`)
        await tx.insertInto('order_notes').values({ id, order_id: orderId, by, text }).execute()
        await addWorkEvent(tx, order, by, { kind: 'note', detail: null })
      }),
    listNotes: (orderId) =>
      db
        .selectFrom('order_notes')
        .select(['id', 'by', 'text', 'at'])
        .where('order_id', '=', orderId)
        .orderBy('at', 'desc')
        .orderBy('id')
        .execute(),
  }
}
