// Holds, priorities and notes of orders, each with its line in the history.
import { sql, type Transaction } from 'kysely'
import type { OrderWork, WorkChange } from '../../domain/fulfillment/ports.ts'
import type { Order } from '../../domain/orders/order.ts'
import { priorityRanks } from '../../domain/orders/priority.ts'
import type { Db } from '../core/connect.ts'
import { addWorkEvent } from '../orders/order-events.ts'
import { orderOfRow } from '../orders/order-rows.ts'
import type { Database } from '../schema/database.ts'

type Tx = Transaction<Database>

export function createOrderWork(db: Db): OrderWork {
  return {
    change: (orderId, { change, by, version }) =>
      db.transaction().execute(async (tx) => {
        const before = await lockById(tx, orderId)
        return before?.version === version ? await changeWork(tx, before, { change, by }) : null
      }),
    addNote: (orderId, { id, by, text }) =>
      db.transaction().execute(async (tx) => {
        const order = await lockById(tx, orderId)
        if (order === null) throw new Error(`there is no order ${orderId} to annotate`)
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

/** The row stays locked until the transaction ends. */
export async function lockById(tx: Tx, id: string): Promise<Order | null> {
  const row = await tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : orderOfRow(row)
}

/** Writes the change of a locked order. */
export async function changeWork(
  tx: Tx,
  before: Order,
  { change, by }: { readonly change: WorkChange; readonly by: string },
): Promise<Order> {
  const row = await tx
    .updateTable('orders')
    .set({ ...columnsOf(change, by), version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const order = orderOfRow(row)
  await addWorkEvent(tx, order, by, { kind: change.kind, detail: detailOf(change) })
  return order
}

function columnsOf(change: WorkChange, by: string) {
  switch (change.kind) {
    case 'hold':
      return { held_reason: change.reason, held_at: sql<Date>`now()`, held_by: by }
    case 'release':
      return { held_reason: null, held_at: null, held_by: null }
    case 'priority':
      return { priority: priorityRanks[change.priority] }
  }
}

function detailOf(change: WorkChange): string | null {
  switch (change.kind) {
    case 'hold':
      return change.reason
    case 'priority':
      return change.priority
    case 'release':
      return null
  }
}
