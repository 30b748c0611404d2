// What pages learn from the card processor about an unpaid order, and how often they may query it.

import { sql } from 'kysely'
import type { OrderId } from '../../../domain/base/order-id.ts'
import type { Db } from '../../core/connect.ts'
import { isOlderThan } from '../../core/leases.ts'

/** One statement, so that only one of any number of processes may query. */
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

/** The next look-up may take place at once. */
export async function releaseLookup(db: Db, orderId: OrderId): Promise<void> {
  await db
    .updateTable('orders')
    .set({ payment_looked_at: null })
    .where('id', '=', orderId)
    .execute()
}

export async function setPaymentPending(db: Db, orderId: OrderId, pending: boolean): Promise<void> {
  await db
    .updateTable('orders')
    .set({ payment_pending: pending })
    .where('id', '=', orderId)
    .execute()
}
