// A refund whose row differs from the processor's record: its row was lost and its key was used for another amount, or it is recorded as
// failed although it succeeded. The processor's record decides.

import { sql } from 'kysely'
import { isRefundSettled, type Refund } from '../../../domain/orders/reversals/refund.ts'
import type { RefundOutcome } from '../../../domain/payments/refund-outcome.ts'
import type { Tx } from '../../core/connect.ts'
import { moveLossBeyond } from '../../money/dispute-costs.ts'
import { leftCents } from './left-cents.ts'

type Recorded = Pick<
  Refund,
  'requestKey' | 'requestedCents' | 'amountCents' | 'giftCents' | 'parts'
>

/** Whether a refund that is recorded as failed succeeded. A refund that the bank returned stays failed. */
export const wasCarriedOut = (before: Refund, outcome: RefundOutcome): boolean =>
  isRefundSettled(before) &&
  before.state !== 'succeeded' &&
  before.returnedAt === null &&
  outcome.kind === 'succeeded'

/**
 * Returns the refund as the processor recorded it. Returns null when the order has less left, because it was refunded again in the
 * meantime. Amounts taken by lost disputes are in addition to the refund. Locks the order. When the amount differs, the items of a refund
 * by line are no longer known. A request that was repeated and succeeded keeps its key.
 */
export async function asRecorded(
  tx: Tx,
  before: Refund,
  outcome: RefundOutcome,
): Promise<Recorded | null> {
  const isSettled = isRefundSettled(before)
  const recorded = outcome.kind === 'succeeded' ? outcome.recordedCents : undefined
  const cardCents = recorded ?? before.amountCents - before.giftCents
  if (!isSettled && before.giftCents + cardCents === before.amountCents) return before
  const order = await tx
    .selectFrom('orders')
    .select(['refunding_cents', 'gift_cents', 'gift_refunded_cents'])
    .select(leftCents.as('left'))
    .where('id', '=', before.orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // A refusal cleared the gift card's part, which moves together with the card's part.
  const giftLeft = order.gift_cents - order.gift_refunded_cents
  const cleared = Math.max(0, Math.min(before.amountCents - cardCents, giftLeft))
  const giftCents = isSettled && before.giftCents === 0 ? cleared : before.giftCents
  const amountCents = giftCents + cardCents
  const own = isSettled ? before.giftCents : before.amountCents
  const missing = amountCents - order.left - own
  const ofOthers = order.refunding_cents - (isSettled ? 0 : before.amountCents)
  const isCovered =
    missing <= 0 ||
    (ofOthers === 0 && (await moveLossBeyond(tx, { orderId: before.orderId, cents: missing })))
  if (!isCovered) return null
  const isSame = amountCents === before.amountCents
  return {
    requestKey: await freeKeyOf(tx, before, outcome),
    requestedCents: before.requestedCents - before.amountCents + amountCents,
    amountCents,
    giftCents,
    parts: isSame ? before.parts : null,
  }
}

async function freeKeyOf(
  tx: Tx,
  { id, orderId, requestKey }: Refund,
  outcome: RefundOutcome,
): Promise<string> {
  const later = await tx
    .selectFrom('refunds')
    .select(sql`1`.as('one'))
    .where('order_id', '=', orderId)
    .where('request_key', '=', requestKey)
    .where('state', '<>', 'failed')
    .where('id', '<>', id)
    .executeTakeFirst()
  const recordedId = outcome.kind === 'unknown' ? null : outcome.processorRefundId
  return later === undefined || recordedId === null ? requestKey : recordedId
}
