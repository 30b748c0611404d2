// Refunds of an order's payment that were made elsewhere. Each is recorded as a succeeded refund of the order.

import { sql } from 'kysely'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { RefundId } from '../../domain/base/ids/refund-id.ts'
import { changeSources } from '../../domain/orders/history/change.ts'
import type { PaymentFinding, ReviewOutcome } from '../../domain/orders/reversals/dispute-ports.ts'
import { refundedElsewhere } from '../../domain/orders/reversals/refund.ts'
import type { RecordedRefund } from '../../domain/payments/returns.ts'
import type { Tx } from '../core/connect.ts'
import { moveLossBeyond } from '../money/dispute-costs.ts'
import { leftCents } from '../orders/refund/left-cents.ts'
import { queueRefundMail } from '../orders/refund/refund-settling.ts'
import { addRefundEvent } from '../orders/rows/order-events.ts'
import { orderOfRow } from '../orders/rows/order-rows.ts'
import { refundOfRow } from '../orders/rows/refund-rows.ts'
import { isRefunding, leftOfOrder } from './dispute-losses.ts'
import type { ReviewContext } from './review-context.ts'

const processor = changeSources.cardProcessor
type AppliedRefunds = Pick<ReviewOutcome, 'isComplete' | 'outcomes'> & {
  readonly findings: readonly PaymentFinding[]
}

/**
 * Records the refunds. The result is incomplete while a refund is pending, or exceeds the amount that an unsettled refund of ours leaves.
 */
export async function applyRefunds(
  applying: ReviewContext,
  orderId: OrderId,
): Promise<AppliedRefunds> {
  const { tx, returns } = applying
  const outcomes: ReviewOutcome['outcomes'][number][] = []
  const findings: PaymentFinding[] = []
  let isComplete = true
  for (const recorded of returns.refunds) {
    const known = await findKnown(tx, recorded)
    if (known !== null) {
      if (known.state !== recorded.outcome.kind) {
        outcomes.push({ refundId: known.id, outcome: recorded.outcome })
      }
    } else if (recorded.outcome.kind === 'succeeded') {
      const id = await addRefund(applying, orderId, recorded)
      if (id === null) {
        isComplete = false
      } else {
        findings.push({ kind: 'refund', id, amountCents: recorded.amountCents, of: 'order' })
      }
    } else if (recorded.outcome.kind !== 'failed') {
      isComplete = false
    }
  }
  return { isComplete, outcomes, findings }
}

/** Finds a refund by our id or the processor's. A refund of a payment that no longer pays for anything is treated as known, too. */
async function findKnown(
  tx: Tx,
  { refundId, processorRefundId }: RecordedRefund,
): Promise<{ id: RefundId; state: string } | null> {
  const row = await tx
    .selectFrom('refunds')
    .select(['id', 'state'])
    .where((where) =>
      where.or([
        where('processor_refund_id', '=', processorRefundId),
        ...(refundId === null ? [] : [where('id', '=', refundId)]),
      ]),
    )
    .executeTakeFirst()
  return row ?? null
}

/**
 * Adds a refund. Returns null while an unsettled refund of ours, which may still fail, leaves too little. A refund of ours whose row was
 * lost keeps its id.
 */
async function addRefund(
  applying: ReviewContext,
  orderId: OrderId,
  { refundId, processorRefundId, amountCents }: RecordedRefund,
): Promise<string | null> {
  const { tx, returns, refundIdOf, withdraw, baseUrl } = applying
  await makeRoom(applying, orderId, amountCents)
  const updated = await tx
    .updateTable('orders')
    .set({
      refunded_cents: sql`refunded_cents + ${amountCents}`,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', orderId)
    .where(leftCents, '>=', amountCents)
    .returningAll()
    .executeTakeFirst()
  if (updated === undefined) return null
  const row = await tx
    .insertInto('refunds')
    .values({
      id: refundId ?? refundIdOf(orderId, processorRefundId),
      order_id: orderId,
      request_key: processorRefundId,
      payment_id: returns.paymentId,
      requested_cents: amountCents,
      amount_cents: amountCents,
      reason: refundedElsewhere,
      requested_by: processor,
      state: 'succeeded',
      processor_refund_id: processorRefundId,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const [order, refund] = [orderOfRow(updated), refundOfRow(row)]
  await addRefundEvent(tx, order, processor, refund)
  await withdraw(order, processor)
  await queueRefundMail(tx, order, refund, baseUrl)
  return refund.id
}

/**
 * Returns to the order what lost disputes took of the refunded amount. The processor does not refund money that the bank holds, so the
 * disputes took it in addition to the refund.
 */
async function makeRoom(applying: ReviewContext, orderId: OrderId, cents: number): Promise<void> {
  if (await isRefunding(applying)) return
  const missing = cents - (await leftOfOrder(applying))
  if (missing > 0) await moveLossBeyond(applying.tx, { orderId, cents: missing })
}
