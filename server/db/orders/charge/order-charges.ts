// Outcomes of the charge of an unpaid order. Each function is one conditional update on the database's clock.

import { type RawBuilder, sql } from 'kysely'
import type { OrderId } from '../../../domain/base/ids/order-id.ts'
import type {
  ChargeRepeat,
  RepeatLimits,
  UnpaidCharge,
  UnpaidSettlement,
} from '../../../domain/orders/ports.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import { type ChargeState, unsettledCharges } from '../../../domain/orders/record/payment.ts'
import { type UnpaidCause, unpaidReason } from '../../../domain/orders/record/unpaid-reasons.ts'
import type { Db } from '../../core/connect.ts'
import { inSeconds, isOlderThan } from '../../core/transactions/leases.ts'
import { isChargeUnsettled } from '../../core/values/unsettled.ts'
import { queueUnpaid } from '../mail/order-mails.ts'
import { isAwaitingPayment } from '../rows/awaits-payment.ts'
import { readById } from '../rows/order-reads.ts'
import { orderOrNull } from '../rows/order-rows.ts'

/** The charge states that each outcome may replace. */
const replaceable: Readonly<Record<UnpaidCharge['state'], readonly ChargeState[]>> = {
  declined: [...unsettledCharges, 'not_made'],
  not_made: unsettledCharges,
  unknown: ['started'],
}

/** Seconds before a deferred charge is retried. The delay doubles up to the maximum. */
const [firstRetrySeconds, maxRetrySeconds] = [2, 8]

export async function settleCharge(db: Db, orderId: OrderId, result: UnpaidCharge): Promise<Order> {
  return (await endCharge(db, orderId, result, sql`true`)) ?? (await mustRead(db, orderId))
}

/** Settles the charge and queues the mail in the same transaction. */
export async function settleFinally(
  db: Db,
  orderId: OrderId,
  end: UnpaidSettlement,
  baseUrl: string,
): Promise<Order> {
  return await db.transaction().execute(async (tx) => {
    const order = await endCharge(tx, orderId, end, isFinal(end))
    if (order === null) return await mustRead(tx, orderId)
    await queueUnpaid(tx, order, baseUrl)
    return order
  })
}

/** Whether a request can no longer be on its way to the processor. A decline is always certain. */
function isFinal(end: UnpaidSettlement): RawBuilder<unknown> {
  if (end.state === 'declined') return sql`true`
  return sql`${isOlderThan('updated_at', end.quietSeconds)}
    and (charge_state = 'unknown' or (charge_retry_at is null
      and ${isOlderThan('created_at', end.abandonedAfterSeconds)}))
    and not ${isRepeatable(end.repeatableHours)}`
}

const isRepeatable = (hours: number) => sql<boolean>`(${isAwaitingPayment}
  and ${isChargeUnsettled} and charge_payment_method_id is not null
  and unpaid_cause is distinct from ${'earlier_charge' satisfies UnpaidCause}
  and created_at > now() - make_interval(hours => ${hours}::int))`

export async function repeatabilityOf(
  db: Db,
  orderId: OrderId,
  { freshMinutes, repeatableHours }: RepeatLimits,
): Promise<ChargeRepeat> {
  const row = await db
    .selectFrom('orders')
    .select(
      sql<boolean>`created_at > now() - make_interval(mins => ${freshMinutes}::int)`.as('is_fresh'),
    )
    .where('id', '=', orderId)
    .where(isRepeatable(repeatableHours))
    .where(sql<boolean>`(charge_retry_at is null or charge_retry_at <= now())`)
    .executeTakeFirst()
  if (row === undefined) return 'no'
  return row.is_fresh ? 'at_once' : 'after_record'
}

/** Ends the charge. Returns null when another process settled it in the meantime with a more certain outcome, or when it is too early. */
async function endCharge(
  db: Db,
  orderId: OrderId,
  { state, cause, reason }: UnpaidCharge,
  when: RawBuilder<unknown>,
): Promise<Order | null> {
  const row = await db
    .updateTable('orders')
    .set({
      charge_state: state,
      unpaid_cause: cause,
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
  return orderOrNull(row)
}

export async function deferCharge(db: Db, orderId: OrderId): Promise<Order> {
  const { cause, reason } = unpaidReason('busy')
  const row = await db
    .updateTable('orders')
    .set({
      unpaid_cause: cause,
      unpaid_reason: reason,
      charge_retry_at: inSeconds(
        sql`least(${maxRetrySeconds}::float8, ${firstRetrySeconds} * power(2, charge_looks))`,
      ),
      charge_looks: sql`charge_looks + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', orderId)
    .where('paid', '=', false)
    .where('charge_state', '=', 'started')
    .returningAll()
    .executeTakeFirst()
  return orderOrNull(row) ?? (await mustRead(db, orderId))
}

/** Returns the unchanged order of a charge that is already settled. */
async function mustRead(db: Db, id: OrderId): Promise<Order> {
  const order = await readById(db, id)
  if (order === null) throw new Error(`There is no order ${id}.`)
  return order
}
