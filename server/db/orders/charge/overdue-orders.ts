// Orders that were not paid in time.
import { sql } from 'kysely'
import type { Log } from '../../../domain/base/ports.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { OverdueRequest } from '../../../domain/orders/ports.ts'
import type { Db } from '../../core/connect.ts'
import { idsToClaim, isOlderThan } from '../../core/leases.ts'
import { listedOrders } from '../rows/order-rows.ts'

/** A review of the order by its page also counts as a lease. */
const leaseSeconds = 60

export async function claimOverdue(
  db: Db,
  log: Pick<Log, 'error'>,
  { placedAt, afterSeconds, limit }: OverdueRequest,
): Promise<Order[]> {
  const isPlacedThere = placedAt === 'website' ? sql`source = 'web'` : sql`source <> 'web'`
  const when = sql`${isPlacedThere} and status = 'PENDING_PAYMENT' and not paid
    and ${isOlderThan('created_at', afterSeconds)}
    and (payment_looked_at is null or ${isOlderThan('payment_looked_at', leaseSeconds)})`
  const rows = await db
    .updateTable('orders')
    .set({ payment_looked_at: sql`now()` })
    .where('id', 'in', idsToClaim('orders', { when, earliest: 'created_at', limit }))
    .returningAll()
    .execute()
  return listedOrders(log, rows)
}
