// Records the outcome of a refund, with its line in the order's history and the customer's mail, in one transaction.

import { sql } from 'kysely'
import * as v from 'valibot'
import type { RefundId } from '../../../domain/base/ids/refund-id.ts'
import { changeSources } from '../../../domain/orders/history/change.ts'
import { needsRefundMail, planRefundMail } from '../../../domain/orders/mail/order-mail.ts'
import type { WithheldGift } from '../../../domain/orders/mail/refund-mail.ts'
import type { SettledRefund } from '../../../domain/orders/ports.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import {
  isRefundSettled,
  movedCents,
  type Refund,
} from '../../../domain/orders/reversals/refund.ts'
import type { RefundOutcome } from '../../../domain/payments/refund-outcome.ts'
import type { Db, Tx } from '../../core/connect.ts'
import { readRows, wholeNumber } from '../../core/read-rows.ts'
import type { StoredRefundState } from '../../schema/orders.ts'
import { queuePlanned, recipientOf } from '../mail/order-mails.ts'
import { addRefundEvent } from '../rows/order-events.ts'
import { type OnWithdrawn, withWithdrawal } from '../rows/order-jobs.ts'
import { orderOfRow } from '../rows/order-rows.ts'
import { refundOfRow } from '../rows/refund-rows.ts'
import { linesJson } from '../rows/stored-parts.ts'
import { asRecorded, wasCarriedOut } from './recorded-refund.ts'

/** `baseUrl` is the base of links in mails. */
export type SettleOptions = { readonly baseUrl: string; readonly onWithdrawn?: OnWithdrawn }

/**
 * Records the outcome and returns the updated refund. A late outcome changes nothing, unless the money moved after all. Returns null when
 * there is no such refund.
 */
export async function writeRefundOutcome(
  db: Db,
  refundId: RefundId,
  outcome: RefundOutcome,
  { baseUrl, onWithdrawn }: SettleOptions,
): Promise<SettledRefund | null> {
  return await withWithdrawal(db, onWithdrawn, async (tx, withdraw) => {
    const row = await tx
      .selectFrom('refunds')
      .selectAll()
      .where('id', '=', refundId)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return null
    // Locked before its gift card, to which a trigger moves a part.
    await tx.selectFrom('orders').select('id').where('id', '=', row.order_id).forUpdate().execute()
    const before = refundOfRow(row)
    const isReturned = isSentBack(before, outcome)
    const isOver = isRefundSettled(before) && !isReturned && !wasCarriedOut(before, outcome)
    const recorded = isOver || isReturned ? before : await asRecorded(tx, before, outcome)
    if (isOver || recorded === null) return { refund: before, change: 'none' }
    const after = await updateRefundRow(tx, { ...before, ...recorded }, outcome)
    if (after.state === before.state) return { refund: after, change: 'none' }
    const order = await applyToOrder(tx, before, after)
    if (after.state === 'succeeded') await withdraw(order, changeSources.cardProcessor)
    await queueRefundMail(tx, order, after, baseUrl)
    return { refund: after, change: isReturned ? 'returned' : 'settled' }
  })
}

/** Whether the bank returned the refund after its success; the processor's outcome then names that refund. */
const isSentBack = (before: Refund, outcome: RefundOutcome): boolean =>
  before.state === 'succeeded' &&
  outcome.kind === 'failed' &&
  outcome.processorRefundId === before.processorRefundId

const storedState = ({ kind }: RefundOutcome): StoredRefundState =>
  kind === 'pending' ? 'unknown' : kind

/**
 * Writes the outcome. A refusal clears the gift card's part, unless it has moved. The trigger `refunds_move_gift_card_part` moves the part
 * of a success, and `refunds_note_returned` sets the date of a return.
 */
async function updateRefundRow(tx: Tx, before: Refund, outcome: RefundOutcome): Promise<Refund> {
  const processorRefundId = outcome.kind === 'unknown' ? null : outcome.processorRefundId
  const keepsPart = outcome.kind !== 'failed' || (await hasMovedPart(tx, before))
  const row = await tx
    .updateTable('refunds')
    .set({
      state: storedState(outcome),
      request_key: before.requestKey,
      requested_cents: before.requestedCents,
      amount_cents: before.amountCents,
      gift_cents: keepsPart ? before.giftCents : 0,
      lines: linesJson(before.parts),
      postage_cents: before.parts?.postageCents ?? 0,
      processor_refund_id: processorRefundId ?? before.processorRefundId,
      failure: outcome.kind === 'failed' ? outcome.reason : null,
      updated_at: sql`now()`,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return refundOfRow(row)
}

/** Whether the gift card's part has moved. A process of the previous release moved it when it wrote the refund. */
async function hasMovedPart(tx: Tx, { id, giftCents }: Refund): Promise<boolean> {
  if (giftCents === 0) return false
  const entry = await tx
    .selectFrom('gift_card_entries')
    .select('id')
    .where('refund_id', '=', id)
    .executeTakeFirst()
  return entry !== undefined
}

async function applyToOrder(tx: Tx, before: Refund, after: Refund): Promise<Order> {
  const reserved = (refund: Refund) => (isRefundSettled(refund) ? 0 : refund.amountCents)
  const row = await tx
    .updateTable('orders')
    .set({
      refunded_cents: sql`refunded_cents + ${movedCents(after) - movedCents(before)}`,
      refunding_cents: sql`refunding_cents + ${reserved(after) - reserved(before)}`,
      gift_refunded_cents: sql`gift_refunded_cents + ${after.giftCents - before.giftCents}`,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', after.orderId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const order = orderOfRow(row)
  await addRefundEvent(tx, order, changeSources.cardProcessor, after)
  return order
}

/** Queues the customer's mail, if the state of the refund needs one. */
export async function queueRefundMail(
  tx: Tx,
  order: Order,
  refund: Refund,
  baseUrl: string,
): Promise<void> {
  if (!needsRefundMail(refund)) return
  const place = { to: await recipientOf(tx, order), baseUrl }
  const withheld = await withheldOf(tx, refund.id)
  await queuePlanned(tx, order.id, planRefundMail(order, refund, place, withheld))
}

const withheldRow = v.object({ debtCents: wholeNumber, voidCents: wholeNumber })

/** Returns the amounts that triggers withheld from the gift card's part in the transaction that moved it. */
async function withheldOf(tx: Tx, refundId: RefundId): Promise<WithheldGift> {
  const [withheld = { debtCents: 0, voidCents: 0 }] = await readRows(
    tx,
    withheldRow,
    sql`
    select coalesce(-sum(taken.cents) filter (where taken.kind = 'reversal'), 0)::int as "debtCents",
      coalesce(-sum(taken.cents) filter (where taken.kind = 'void'), 0)::int as "voidCents"
    from gift_card_entries as given join gift_card_entries as taken
      on taken.gift_card_id = given.gift_card_id and taken.id > given.id and taken.at = given.at
    where given.refund_id = ${refundId}`,
  )
  return withheld
}
