// What pages learn from the card processor about an unpaid order, and how often they may ask.
import { sql } from 'kysely'
import type { Db } from '../core/connect.ts'

/** One statement, so of any number of processes one may ask. */
export async function claimLook(db: Db, orderId: string, everySeconds: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ payment_looked_at: sql`now()` })
    .where('id', '=', orderId)
    .where('paid', '=', false)
    .where(
      sql<boolean>`(payment_looked_at is null
        or payment_looked_at <= now() - make_interval(secs => ${everySeconds}::float8))`,
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The next look may come at once. */
export async function releaseLook(db: Db, orderId: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ payment_looked_at: null })
    .where('id', '=', orderId)
    .execute()
}

export async function setPaymentPending(db: Db, orderId: string, pending: boolean): Promise<void> {
  await db
    .updateTable('orders')
    .set({ payment_pending: pending })
    .where('id', '=', orderId)
    .execute()
}
