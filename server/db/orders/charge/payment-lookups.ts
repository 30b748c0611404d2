// Lookups of unpaid orders at the card processor for pages, and their minimum interval.

import { sql } from 'kysely'
import type { OrderId } from '../../../domain/base/ids/order-id.ts'
import type { Db } from '../../core/connect.ts'
import { isOlderThan } from '../../core/transactions/leases.ts'

/** Claims a lookup in one statement, so that only one process may query. */
export async function claimLookup(
  db: Db,
  orderId: OrderId,
  everySeconds: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ payment_looked_at: sql`now()` })
    .where('id', '=', orderId)
    .where('paid', '=', false)
    .where(
      sql<boolean>`(payment_looked_at is null or ${isOlderThan('payment_looked_at', everySeconds)})`,
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Allows the next lookup immediately. */
export async function releaseLookup(db: Db, orderId: OrderId): Promise<void> {
  await db
    .updateTable('orders')
    .set({ payment_looked_at: null })
    .where('id', '=', orderId)
    .execute()
}

/** A reading of the processor may be older than the payment of the order, which is then no longer pending. */
export async function setPaymentPending(db: Db, orderId: OrderId, pending: boolean): Promise<void> {
  await db
    .updateTable('orders')
    .set({ payment_pending: pending })
    .where('id', '=', orderId)
    .where('paid', '=', false)
    .execute()
}
