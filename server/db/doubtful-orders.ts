// Orders whose payment has to be asked about at the processor: the rows are the reconciler's work list.
import { type RawBuilder, sql } from 'kysely'
import type { Order } from '../domain/orders/order.ts'
import type { Orders } from '../domain/ports.ts'
import type { Db } from './connect.ts'
import { orderOfRow } from './order-rows.ts'

type DoubtfulRequest = Parameters<Orders['claimDoubtful']>[0]

/** Each order is leased to the caller: another look at it comes after the lease. */
export async function claimDoubtful(db: Db, request: DoubtfulRequest): Promise<Order[]> {
  const interrupted = await claimForLook(
    db,
    request.limit,
    sql`not paid and charge_state in ('started', 'unknown')
      and (charge_state = 'unknown' or created_at <= ${request.startedBefore})
      and charge_checked_at <= now() - make_interval(secs => ${request.leaseSeconds})`,
  )
  return [...interrupted, ...(await claimLate(db, request.limit - interrupted.length))]
}

/**
 * What may still be paid without our hearing of it, hourly for a day: a charge that was given up and arrives after all
 * (perhaps after another payment), and an open checkout, whose sessions live that long.
 */
async function claimLate(db: Db, limit: number): Promise<Order[]> {
  return await claimForLook(
    db,
    limit,
    sql`(charge_state = 'not_made' or (not paid and checkout_session_id is not null))
      and updated_at > now() - interval '25 hours' and charge_checked_at <= now() - interval '1 hour'`,
  )
}

async function claimForLook(db: Db, limit: number, which: RawBuilder<unknown>): Promise<Order[]> {
  const rows = await db
    .updateTable('orders')
    .set({ charge_checked_at: sql`now()` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('orders')
        .select('id')
        .where(sql<boolean>`${which}`)
        .orderBy('charge_checked_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
  return rows.map(orderOfRow)
}
