// Orders whose charge must be retried or looked up at the processor: the reconciler's work list.

import { type RawBuilder, sql } from 'kysely'
import type { OrderId } from '../../../domain/base/ids/order-id.ts'
import type { Log } from '../../../domain/base/ports.ts'
import { reviewedCheckoutHours } from '../../../domain/limits/open-checkouts.ts'
import type { DeferredRequest, UnsettledRequest } from '../../../domain/orders/ports.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import { chargeLimitSeconds } from '../../../domain/payments/repeats.ts'
import type { Db } from '../../core/connect.ts'
import { idsToClaim, isOlderThan, leaseEnd } from '../../core/transactions/leases.ts'
import { isChargeUnsettled } from '../../core/values/unsettled.ts'
import { listedOrders } from '../rows/order-rows.ts'

type Logs = Pick<Log, 'error'>

/**
 * The first checks have a constant interval, because most charges are settled within them. Then the interval doubles up to the maximum.
 */
const steadyChecks = 4
const maxIntervalSeconds = 60
/**
 * A factor of 0.75 to 1.25 after the first checks, derived from the order's id, so that the orders of one outage are not all checked at
 * the same time.
 */
const spread = sql`case when charge_looks <= ${steadyChecks}::int then 1
  else 0.75 + (abs(hashtext(id::text)::bigint) % 512) / 1024.0 end`
/** A retry that takes longer has lost its process. */
const retryLeaseSeconds = chargeLimitSeconds

/** Claims orders and leases each of them to the caller. An order is claimed again once its lease has expired. */
export async function claimUnsettled(
  db: Db,
  log: Logs,
  { limit, startedSecondsAgo, leaseSeconds }: UnsettledRequest,
): Promise<Order[]> {
  const interval = sql`least(${maxIntervalSeconds}::float8,
    ${leaseSeconds}::float8 * power(2, least(30, greatest(0, charge_looks - ${steadyChecks}::int)))) * ${spread}`
  const interrupted = await claimForReview(
    db,
    log,
    limit,
    sql`not paid and ${isChargeUnsettled} and charge_retry_at is null
      and (charge_state = 'unknown' or ${isOlderThan('created_at', startedSecondsAgo)})
      and ${isOlderThan('charge_checked_at', interval)}`,
  )
  return [...interrupted, ...(await claimLatePayments(db, log, limit - interrupted.length))]
}

/**
 * Claims orders that may still be paid although no event reports it. They are checked hourly for a day: an abandoned charge that succeeds
 * late, perhaps after another payment, and an open checkout, whose sessions are valid that long.
 */
async function claimLatePayments(db: Db, log: Logs, limit: number): Promise<Order[]> {
  return await claimForReview(
    db,
    log,
    limit,
    sql`(charge_state = 'not_made' or (not paid and checkout_session_id is not null))
      and updated_at > now() - make_interval(hours => ${reviewedCheckoutHours}) and charge_checked_at <= now() - interval '1 hour'`,
  )
}

async function claimForReview(
  db: Db,
  log: Logs,
  limit: number,
  when: RawBuilder<unknown>,
): Promise<Order[]> {
  const rows = await db
    .updateTable('orders')
    .set({ charge_checked_at: sql`now()`, charge_looks: sql`charge_looks + 1` })
    .where('id', 'in', idsToClaim('orders', { when, earliest: 'charge_checked_at', limit }))
    .returningAll()
    .execute()
  return listedOrders(log, rows)
}

export async function forgetChecks(db: Db, orderIds: readonly OrderId[]): Promise<void> {
  await db
    .updateTable('orders')
    .set({ charge_looks: sql`greatest(0, charge_looks - 1)` })
    .where('id', 'in', orderIds)
    .execute()
}

/** Claims deferred charges. The time at which a charge is due is also the end of its lease. */
export async function claimDeferred(
  db: Db,
  log: Logs,
  { giveUpSeconds, limit }: DeferredRequest,
): Promise<Order[]> {
  await stopRetrying(db, giveUpSeconds)
  const when = sql`charge_retry_at <= now() and charge_state = 'started' and not paid`
  const rows = await db
    .updateTable('orders')
    .set({ charge_retry_at: leaseEnd(retryLeaseSeconds) })
    .where('id', 'in', idsToClaim('orders', { when, earliest: 'charge_retry_at', limit }))
    .returningAll()
    .execute()
  return listedOrders(log, rows)
}

/**
 * Stops retrying charges that are too old or whose order was closed. Their state is `unknown`, because an earlier attempt may have
 * succeeded.
 */
async function stopRetrying(db: Db, giveUpSeconds: number): Promise<void> {
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
        and (${isOlderThan('created_at', giveUpSeconds)}
          or status <> 'PENDING_PAYMENT')`,
    )
    .execute()
}
