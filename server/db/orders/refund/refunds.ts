// Refunds. Each is written before the processor is called and settled once the outcome is known. The refundable amount is in the order's
// row, so two concurrent requests never refund more than was paid.

import { sql } from 'kysely'
import type { OrderId } from '../../../domain/base/ids/order-id.ts'
import { parseRefundId } from '../../../domain/base/ids/refund-id.ts'
import { mustExist } from '../../../domain/base/must-exist.ts'
import { ok } from '../../../domain/base/result.ts'
import type {
  RefundResolution,
  Refunds,
  UnsettledRefund,
  UnsettledRefundRequest,
} from '../../../domain/orders/ports.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import { checkNote } from '../../../domain/orders/reversals/first-note.ts'
import {
  type NewRefund,
  type Refund,
  splitRefund,
} from '../../../domain/orders/reversals/refund.ts'
import type { Db, Tx } from '../../core/connect.ts'
import { idsToClaim, isDueAgain, isOlderThan } from '../../core/transactions/leases.ts'
import { isRefundUnsettled } from '../../core/values/unsettled.ts'
import { violatedConstraint } from '../../core/values/violated-constraint.ts'
import { addRefundEvent } from '../rows/order-events.ts'
import { orderOfRow } from '../rows/order-rows.ts'
import { refundOfRow } from '../rows/refund-rows.ts'
import { linesJson } from '../rows/stored-parts.ts'
import { type SettleOptions, writeRefundOutcome } from './refund-settling.ts'

export function createRefunds(db: Db, options: SettleOptions): Refunds {
  return {
    start: (request) => start(db, request),
    listByKey: (orderId, requestKey) => listByKey(db, orderId, requestKey),
    listByOrder: (orderId) => listByOrder(db, orderId),
    settle: (refundId, outcome) => writeRefundOutcome(db, refundId, outcome, options),
    resolve: (request) => resolve(db, request),
    claimUnsettled: (request) => claimUnsettled(db, request),
  }
}

async function start(
  db: Db,
  request: NewRefund & { version?: number },
): Promise<{ refund: Refund; order: Order } | null> {
  try {
    return await db.transaction().execute((tx) => reserveRefund(tx, request))
  } catch (error) {
    if (!isRepeatedRequest(error)) throw error
    await adopt(db, request)
    return null
  }
}

/** A concurrent request with the same key, and therefore the same id, was first. */
const isRepeatedRequest = (error: unknown): boolean =>
  ['refunds_request', 'refunds_pkey'].includes(violatedConstraint(error) ?? '')

/** Restores the request of a refund whose row was lost and rewritten from the processor's record. The id is derived from the request. */
async function adopt(db: Db, { id, requestKey, reason, requestedBy }: NewRefund): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ request_key: requestKey, reason, requested_by: requestedBy })
    .where('id', '=', id)
    .whereRef('request_key', '=', 'processor_refund_id')
    .execute()
}

/**
 * Reserves the amount and inserts the refund. Returns null when the order is not paid, has another version, or has less left to refund.
 */
export async function reserveRefund(
  tx: Tx,
  request: NewRefund & { version?: number },
): Promise<{ refund: Refund; order: Order } | null> {
  const { amountCents, version } = request
  const giftCents = await giftShare(tx, request)
  const updated = await tx
    .updateTable('orders')
    .set({
      refunding_cents: sql`refunding_cents + ${amountCents}`,
      gift_refunded_cents: sql`gift_refunded_cents + ${giftCents}`,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', request.orderId)
    .where('paid', '=', true)
    .where(
      sql<boolean>`refunded_cents + refunding_cents + lost_cents + ${amountCents} <= total_cents`,
    )
    .where('disputed_cents', '=', 0)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returningAll()
    .executeTakeFirst()
  if (updated === undefined) return null
  const row = await tx
    .insertInto('refunds')
    .values({
      id: request.id,
      order_id: request.orderId,
      request_key: request.requestKey,
      payment_id: request.paymentId,
      requested_cents: request.requestedCents,
      amount_cents: amountCents,
      gift_cents: giftCents,
      lines: linesJson(request.parts),
      postage_cents: request.parts?.postageCents ?? 0,
      reason: request.reason,
      requested_by: request.requestedBy,
      state: 'started',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const [order, refund] = [orderOfRow(updated), refundOfRow(row)]
  await addRefundEvent(tx, order, request.requestedBy, refund)
  return { refund, order }
}

/**
 * Returns the gift card's part of the amount: its share of the order less the parts of other refunds. Locks the order, so that two refunds
 * do not use the same share. A trigger moves the part once the refund is settled.
 */
async function giftShare(
  tx: Tx,
  { orderId, amountCents }: Pick<NewRefund, 'orderId' | 'amountCents'>,
): Promise<number> {
  const order = await tx
    .selectFrom('orders')
    .select(['gift_cents', 'gift_refunded_cents'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  if (order === undefined) return 0
  const web = { giftCents: order.gift_cents, giftRefundedCents: order.gift_refunded_cents }
  return splitRefund({ web }, amountCents).giftCents
}

async function listByKey(db: Db, orderId: OrderId, requestKey: string): Promise<Refund[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('request_key', '=', requestKey)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(refundOfRow)
}

async function listByOrder(db: Db, orderId: OrderId): Promise<Refund[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(refundOfRow)
}

async function resolve(
  db: Db,
  { orderId, refundId: sentId, by, note }: RefundResolution,
): ReturnType<Refunds['resolve']> {
  const refundId = parseRefundId(sentId)
  if (refundId === null) return null
  const row = await db
    .updateTable('refunds')
    .set({
      resolved_at: sql`coalesce(resolved_at, now())`,
      resolved_by: sql`coalesce(resolved_by, ${by})`,
      resolution: sql`coalesce(resolution, ${note})`,
    })
    .where('id', '=', refundId)
    .where('order_id', '=', orderId)
    .where('returned_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  const first = { note: mustExist(row.resolution, `note of ${refundId}`), by: row.resolved_by }
  const noted = checkNote('refund_resolved', note, first)
  return noted.ok ? ok(refundOfRow(row)) : noted
}

/** Claims unsettled refunds and leases each to the caller. The interval grows with the age of the refund, from 2 seconds to an hour. */
async function claimUnsettled(
  db: Db,
  { startedSecondsAgo, repeatableHours, limit }: UnsettledRefundRequest,
): Promise<UnsettledRefund[]> {
  const when = sql`${isRefundUnsettled()}
    and (state = 'unknown' or ${isOlderThan('created_at', startedSecondsAgo)})
    and ${isDueAgain}`
  const rows = await db
    .updateTable('refunds')
    .set({ checked_at: sql`now()` })
    .where('id', 'in', idsToClaim('refunds', { when, earliest: 'checked_at', limit }))
    .returningAll()
    .returning(
      sql<boolean>`created_at > now() - make_interval(hours => ${repeatableHours}::int)`.as(
        'is_retryable',
      ),
    )
    .execute()
  return rows.map((row) => ({ refund: refundOfRow(row), isRepeatable: row.is_retryable }))
}
