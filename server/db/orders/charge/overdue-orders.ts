// Orders that were not paid in time.
import { type RawBuilder, sql } from 'kysely'
import type { Log } from '../../../domain/base/ports.ts'
import { guestPrefix } from '../../../domain/cart/guest.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { OverdueRequest } from '../../../domain/orders/ports.ts'
import type { Db } from '../../core/connect.ts'
import { idsToClaim, isOlderThan } from '../../core/leases.ts'
import { wasReminded } from '../mail/order-mails.ts'
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
  return await claim(db, log, { when, limit })
}

/**
 * Orders of accounts that hold lines of a basket. A guest gets none: nobody has confirmed the address, and what anyone can have mailed to
 * others is abused. An address gets one reminder a day, whoever types it.
 */
export async function claimForgotten(
  db: Db,
  log: Pick<Log, 'error'>,
  { afterSeconds, limit }: Omit<OverdueRequest, 'placedAt'>,
): Promise<Order[]> {
  const when = sql`source = 'web' and status = 'PENDING_PAYMENT' and not paid
    and ${isOlderThan('created_at', afterSeconds)}
    and exists (select from basket_lines where order_id = orders.id)
    and account_id not like ${`${guestPrefix}%`}
    and not ${wasReminded(sql.ref('orders.email'))}
    and (payment_looked_at is null or ${isOlderThan('payment_looked_at', leaseSeconds)})`
  return await claim(db, log, { when, limit })
}

async function claim(
  db: Db,
  log: Pick<Log, 'error'>,
  { when, limit }: { readonly when: RawBuilder<unknown>; readonly limit: number },
): Promise<Order[]> {
  const rows = await db
    .updateTable('orders')
    .set({ payment_looked_at: sql`now()` })
    .where('id', 'in', idsToClaim('orders', { when, earliest: 'created_at', limit }))
    .returningAll()
    .execute()
  return listedOrders(log, rows)
}
