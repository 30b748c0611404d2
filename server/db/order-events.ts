// The history of an order's statuses, written in the transaction that changes one.
import type { Transaction } from 'kysely'
import type { Order } from '../domain/orders/order.ts'
import type { Database } from './schema.ts'

export async function addEvent(tx: Transaction<Database>, order: Order, by: string): Promise<void> {
  await tx
    .insertInto('order_events')
    .values({ order_id: order.id, status: order.status, by })
    .execute()
}
