// A refund whose row differs from the processor's record: its row was lost and its key was used for another amount, or it counts as failed
// although it was carried out. The record decides.
import { sql, type Transaction } from 'kysely'
import { isRefundSettled, type Refund } from '../../../domain/orders/refund.ts'
import type { RefundOutcome } from '../../../domain/payments/ports.ts'
import { moveLossBeyond } from '../../money/dispute-costs.ts'
import type { Database } from '../../schema/database.ts'
import { leftCents } from './left-cents.ts'

type Recorded = Pick<
  Refund,
  'requestKey' | 'requestedCents' | 'amountCents' | 'giftCents' | 'parts'
>

/** A success of a refund that counts as failed. One that the bank has returned stays failed. */
export const wasCarriedOut = (before: Refund, outcome: RefundOutcome): boolean =>
  isRefundSettled(before) &&
  before.state !== 'succeeded' &&
  before.returnedAt === null &&
  outcome.kind === 'succeeded'

/**
 * The refund in the processor's record; null when the order has less left, because it was refunded again in the meantime. What lost
 * disputes have taken of it, they took besides the refund. Locks the order. What a refund by line was for is no longer known when its
 * amount differs. A request that was made again and succeeded keeps its key.
 */
export async function asRecorded(
  tx: Transaction<Database>,
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
  // A refusal has cleared the gift card's part, which moves with the card's.
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
  tx: Transaction<Database>,
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
