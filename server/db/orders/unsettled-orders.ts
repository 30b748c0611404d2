// Orders whose charge has to be repeated or asked about at the processor: the rows are the reconciler's work list.
import { type RawBuilder, sql } from 'kysely'
import type { Order } from '../../domain/orders/order.ts'
import type { Orders } from '../../domain/orders/ports.ts'
import type { Db } from '../core/connect.ts'
import { orderOfRow } from './order-rows.ts'

type DoubtfulRequest = Parameters<Orders['claimUnsettled']>[0]
type DeferredRequest = Parameters<Orders['claimDeferred']>[0]

/** So many looks come at the same interval: most doubts end within them. Then it doubles up to the longest, in seconds. */
const steadyLooks = 4
const longestInterval = 60
/** A repeat that takes longer has lost its process: three tries of nine seconds, and some for the database. */
const repeatLeaseSeconds = 40

/** Each order is leased to the caller: another look at it comes after the lease. */
export async function claimUnsettled(db: Db, request: DoubtfulRequest): Promise<Order[]> {
  const { limit, startedSecondsAgo, leaseSeconds } = request
  const interval = sql`least(${longestInterval}::float8,
    ${leaseSeconds}::float8 * power(2, least(30, greatest(0, charge_looks - ${steadyLooks}::int))))`
  const interrupted = await claimForReview(
    db,
    limit,
    sql`not paid and charge_state in ('started', 'unknown') and charge_retry_at is null
      and (charge_state = 'unknown' or created_at <= now() - make_interval(secs => ${startedSecondsAgo}::float8))
      and charge_checked_at <= now() - make_interval(secs => ${interval})`,
  )
  return [...interrupted, ...(await claimLatePayments(db, limit - interrupted.length))]
}

/**
 * What may still be paid without our hearing of it, hourly for a day: a charge that was given up and arrives after all
 * (perhaps after another payment), and an open checkout, whose sessions live that long.
 */
async function claimLatePayments(db: Db, limit: number): Promise<Order[]> {
  return await claimForReview(
    db,
    limit,
    sql`(charge_state = 'not_made' or (not paid and checkout_session_id is not null))
      and updated_at > now() - interval '25 hours' and charge_checked_at <= now() - interval '1 hour'`,
  )
}

async function claimForReview(db: Db, limit: number, which: RawBuilder<unknown>): Promise<Order[]> {
  const rows = await db
    .updateTable('orders')
    .set({ charge_checked_at: sql`now()`, charge_looks: sql`charge_looks + 1` })
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

/** The lease is the next time that it is due. */
export async function claimDeferred(db: Db, request: DeferredRequest): Promise<Order[]> {
  const { giveUpSeconds, limit } = request
  await stopRepeating(db, giveUpSeconds)
  const rows = await db
    .updateTable('orders')
    .set({
      charge_retry_at: sql`now() + make_interval(secs => ${repeatLeaseSeconds}::float8)`,
    })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('orders')
        .select('id')
        .where(sql<boolean>`charge_retry_at <= now() and charge_state = 'started' and not paid`)
        .orderBy('charge_retry_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
  return rows.map(orderOfRow)
}

/** Too old, or cancelled in the meantime. `unknown`, because a try before the last one may have been worked on. */
async function stopRepeating(db: Db, giveUpSeconds: number): Promise<void> {
  await db
    .updateTable('orders')
    .set({
      charge_state: 'unknown',
      charge_retry_at: null,
      charge_looks: 0,
      updated_at: sql`now()`,
    })
    .where(
      sql<boolean>`charge_retry_at <= now() and charge_state = 'started' and not paid
        and (created_at <= now() - make_interval(secs => ${giveUpSeconds}::float8)
          or status <> 'PENDING_PAYMENT')`,
    )
    .execute()
}
