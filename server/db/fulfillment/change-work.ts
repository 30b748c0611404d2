// Writes a hold, a release or a priority, with its line in the history.

import { sql } from 'kysely'
import type { WorkChange } from '../../domain/fulfillment/ports.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import { priorityRanks } from '../../domain/orders/record/priority.ts'
import type { Tx } from '../core/connect.ts'
import { addWorkEvent } from '../orders/rows/order-events.ts'
import { orderOfRow } from '../orders/rows/order-rows.ts'

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
    case 'reviewed':
      return { reviewed_at: sql<Date>`now()`, reviewed_by: by }
  }
}

function detailOf(change: WorkChange): string | null {
  switch (change.kind) {
    case 'hold':
      return change.reason
    case 'priority':
      return change.priority
    case 'release':
    case 'reviewed':
      return null
  }
}
