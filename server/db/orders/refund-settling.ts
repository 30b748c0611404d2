// Recording the outcome of a refund, with its line in the order's history and the customer's mail, in one transaction.
import { sql, type Transaction } from 'kysely'
import type { Order } from '../../domain/orders/order.ts'
import type { Refund, RefundState } from '../../domain/orders/refund.ts'
import { refundEmail } from '../../domain/orders/refund-email.ts'
import type { RefundOutcome } from '../../domain/payments/ports.ts'
import type { Db } from '../core/connect.ts'
import type { Database } from '../schema/database.ts'
import { queueEmail, recipientOf } from './order-emails.ts'
import { addRefundEvent } from './order-events.ts'
import { type OnWithdrawn, withdrawing } from './order-jobs.ts'
import { orderOfRow } from './order-rows.ts'
import { refundOfRow } from './refund-rows.ts'

type Tx = Transaction<Database>

/** The states that each one may replace. */
const replaceable = {
  succeeded: ['started', 'unknown'],
  failed: ['started', 'unknown'],
  unknown: ['started', 'unknown'],
} as const satisfies Partial<Record<RefundState, readonly RefundState[]>>

/** `baseUrl`: where the links in mails lead. */
export type SettleOptions = { readonly baseUrl: string; readonly onWithdrawn?: OnWithdrawn }

/** Returns the refund as it is afterwards: a late outcome changes nothing. Null when there is no such refund. */
export async function settleRefund(
  db: Db,
  refundId: string,
  outcome: RefundOutcome,
  { baseUrl, onWithdrawn }: SettleOptions,
): Promise<Refund | null> {
  return await withdrawing(db, onWithdrawn, async (tx, withdraw) => {
    const found = await tx
      .selectFrom('refunds')
      .selectAll()
      .where('id', '=', refundId)
      .forUpdate()
      .executeTakeFirst()
    if (found === undefined) return null
    const before = refundOfRow(found)
    const state = stateOf(outcome)
    const allowed: readonly RefundState[] = replaceable[state]
    if (!(allowed.includes(before.state) || isSentBack(before, outcome))) return before
    const after = await writeState(tx, before, state, outcome)
    if (after.state === before.state) return after
    const order = await applyToOrder(tx, before, after)
    if (after.state === 'succeeded') {
      await withdraw(order, 'card processor')
      await queueRefundMail(tx, order, after, baseUrl)
    }
    return after
  })
}

/** A bank can return a refund after it succeeded; the processor then names that refund. */
const isSentBack = (before: Refund, outcome: RefundOutcome): boolean =>
  before.state === 'succeeded' &&
  outcome.kind === 'failed' &&
  outcome.processorRefundId === before.processorRefundId

function stateOf({ kind }: RefundOutcome): keyof typeof replaceable {
  return kind === 'pending' ? 'unknown' : kind
}

async function writeState(
  tx: Tx,
  before: Refund,
  state: RefundState,
  outcome: RefundOutcome,
): Promise<Refund> {
  const processorRefundId = outcome.kind === 'unknown' ? null : outcome.processorRefundId
  const row = await tx
    .updateTable('refunds')
    .set({
      state,
      processor_refund_id: processorRefundId ?? before.processorRefundId,
      failure: outcome.kind === 'failed' ? outcome.reason : null,
      updated_at: sql`now()`,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return refundOfRow(row)
}

async function applyToOrder(tx: Tx, before: Refund, after: Refund): Promise<Order> {
  const { amountCents, giftCents } = after
  // What went to the gift card stays there, also when the processor refuses the rest.
  const done = { started: 0, unknown: 0, succeeded: amountCents, failed: giftCents }
  const waiting = { started: amountCents, unknown: amountCents, succeeded: 0, failed: 0 }
  const refunded = done[after.state] - done[before.state]
  const refunding = waiting[after.state] - waiting[before.state]
  const row = await tx
    .updateTable('orders')
    .set({
      refunded_cents: sql`refunded_cents + ${refunded}`,
      refunding_cents: sql`refunding_cents + ${refunding}`,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', after.orderId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const order = orderOfRow(row)
  await addRefundEvent(tx, order, 'card processor', after)
  return order
}

/** One for each refund: (order, kind) is unique. */
async function queueRefundMail(tx: Tx, order: Order, refund: Refund, baseUrl: string) {
  const mail = refundEmail(order, refund, { to: await recipientOf(tx, order), baseUrl })
  await queueEmail(tx, order, `refund:${refund.id}`, mail)
}
