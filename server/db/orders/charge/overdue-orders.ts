// Orders that were not paid in time.
import { type RawBuilder, sql } from 'kysely'
import type { Log } from '../../../domain/base/ports.ts'
import { guestPrefix } from '../../../domain/cart/guest.ts'
import type { OverdueRequest } from '../../../domain/orders/ports.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import type { Db } from '../../core/connect.ts'
import { idsToClaim, isOlderThan } from '../../core/transactions/leases.ts'
import { wasReminded } from '../mail/order-mails.ts'
import { isAwaitingPayment, isUnpaidWebOrder } from '../rows/awaits-payment.ts'
import { listedOrders } from '../rows/order-rows.ts'

/** A check of the order by its page is also a lease. */
const leaseSeconds = 60

export async function claimOverdue(
  db: Db,
  log: Pick<Log, 'error'>,
  { placedAt, afterSeconds, limit }: OverdueRequest,
): Promise<Order[]> {
  const isOverdue =
    placedAt === 'website' ? isUnpaidWebOrder : sql`source <> 'web' and ${isAwaitingPayment}`
  const when = sql`${isOverdue}
    and ${isOlderThan('created_at', afterSeconds)}
    and (payment_looked_at is null or ${isOlderThan('payment_looked_at', leaseSeconds)})`
  return await claim(db, log, { when, limit })
}

/**
 * Claims orders of accounts whose basket still has the lines. Guests get no reminder: their address is not confirmed, and anyone could
 * have mails sent to others. An address gets one reminder a day, even if different accounts enter it.
 */
export async function claimForgotten(
  db: Db,
  log: Pick<Log, 'error'>,
  { afterSeconds, limit }: Omit<OverdueRequest, 'placedAt'>,
): Promise<Order[]> {
  const when = sql`${isUnpaidWebOrder}
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
