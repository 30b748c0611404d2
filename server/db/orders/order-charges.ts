// How an order's charge goes on while it is not paid: each function is one conditional update, on the database's clock.
import { type RawBuilder, sql } from 'kysely'
import type { ChargeState, Order } from '../../domain/orders/order.ts'
import type { UnpaidCharge, UnpaidSettlement } from '../../domain/orders/ports.ts'
import { isClosed } from '../../domain/orders/status.ts'
import type { Db } from '../core/connect.ts'
import { queueUnpaid } from './order-emails.ts'
import { orderOfRow } from './order-rows.ts'

/** From which charge states each outcome may be written. */
const replaceable: Readonly<Record<UnpaidCharge['state'], readonly ChargeState[]>> = {
  declined: ['started', 'unknown', 'not_made'],
  not_made: ['started', 'unknown'],
  unknown: ['started'],
}

/** Seconds between two tries of a deferred charge: doubled from the first to the last. */
const [firstRetry, longestRetry] = [2, 8]

export async function settleCharge(db: Db, orderId: string, result: UnpaidCharge): Promise<Order> {
  return (await endCharge(db, orderId, result, sql`true`)) ?? (await readById(db, orderId))
}

/** The mail is written with the outcome, unless the order was cancelled or rejected: then there is nothing to pay. */
export async function settleDoubt(
  db: Db,
  orderId: string,
  end: UnpaidSettlement,
  baseUrl: string,
): Promise<Order> {
  return await db.transaction().execute(async (tx) => {
    const order = await endCharge(tx, orderId, end, arrived(end))
    if (order === null) return await readById(tx, orderId)
    if (!isClosed(order.status)) await queueUnpaid(tx, order, baseUrl)
    return order
  })
}

/** Whether nothing can be on its way any more; a decline is certain at any time. */
function arrived(end: UnpaidSettlement): RawBuilder<unknown> {
  if (end.state === 'declined') return sql`true`
  return sql`updated_at <= now() - make_interval(secs => ${end.quietSeconds}::float8)
    and (charge_state = 'unknown' or (charge_retry_at is null
      and created_at <= now() - make_interval(secs => ${end.abandonedAfterSeconds}::float8)))`
}

/** null: another process settled it in the meantime, and its answer is the more certain one; or it is too early. */
async function endCharge(
  db: Db,
  orderId: string,
  { state, reason }: UnpaidCharge,
  when: RawBuilder<unknown>,
): Promise<Order | null> {
  const row = await db
    .updateTable('orders')
    .set({
      charge_state: state,
      unpaid_reason: reason,
      charge_checked_at: sql`now()`,
      charge_retry_at: null,
      updated_at: sql`now()`,
    })
    .where('id', '=', orderId)
    .where('paid', '=', false)
    .where('charge_state', 'in', replaceable[state])
    .where(sql<boolean>`${when}`)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : orderOfRow(row)
}

export async function deferCharge(db: Db, orderId: string, reason: string): Promise<Order> {
  const row = await db
    .updateTable('orders')
    .set({
      unpaid_reason: reason,
      charge_retry_at: sql`now() + make_interval(secs => least(${longestRetry}::float8, ${firstRetry} * power(2, charge_looks)))`,
      charge_looks: sql`charge_looks + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', orderId)
    .where('paid', '=', false)
    .where('charge_state', '=', 'started')
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? await readById(db, orderId) : orderOfRow(row)
}

async function readById(db: Db, id: string): Promise<Order> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return orderOfRow(row)
}
