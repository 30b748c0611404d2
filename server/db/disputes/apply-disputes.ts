// Disputes of a payment: their rows, what they move in the money ledger, and the order that waits for their outcome.

import { sql } from 'kysely'
import type { DisputeId } from '../../domain/base/ids/dispute-id.ts'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import {
  disputeMovements,
  isNewLoss,
  recordedNow,
  withdrawnOf,
} from '../../domain/orders/disputes/dispute-movements.ts'
import { planDisputeStep } from '../../domain/orders/disputes/hold-plan.ts'
import { awaitsEvidence, isReopened, stepsSince } from '../../domain/orders/reversals/dispute.ts'
import type { PaymentFinding } from '../../domain/orders/reversals/dispute-ports.ts'
import {
  type DisputeStatus,
  isChargeback,
  isDisputeOpen,
  type RecordedDispute,
} from '../../domain/payments/returns.ts'
import type { Tx } from '../core/connect.ts'
import { bookMovement } from '../money/ledger.ts'
import { addDisputeEvent } from '../orders/rows/order-events.ts'
import { orderOfRow } from '../orders/rows/order-rows.ts'
import { carryOutHold } from './carry-out-hold.ts'
import { isRefunding, settleLoss } from './dispute-losses.ts'
import { hasGiftDebt } from './hold-gift-orders.ts'
import { type ReviewContext, subjectIdsOf } from './review-context.ts'

export type AppliedDisputes = {
  /** False while the outcome of a dispute waits for an unsettled refund of ours. */
  readonly isComplete: boolean
  readonly findings: readonly PaymentFinding[]
}

export async function applyDisputes(applying: ReviewContext): Promise<AppliedDisputes> {
  const { returns, subject } = applying
  const findings: PaymentFinding[] = []
  let isComplete = true
  for (const dispute of returns.disputes) {
    const before = await readStatus(applying.tx, dispute.id)
    const isLost = isNewLoss(dispute, before)
    const now = recordedNow(dispute, {
      isNewLoss: isLost,
      isRefunding: isLost && (await isRefunding(applying)),
    })
    const { recorded } = now
    isComplete &&= now.isComplete
    for (const movement of disputeMovements(recorded, subjectIdsOf(subject))) {
      await bookMovement(applying.tx, movement)
    }
    await saveDispute(applying, recorded, before)
    // The value of a purchase is withdrawn when the dispute is opened.
    if (subject.kind !== 'purchase') await settleLoss(applying, recorded)
    const steps = stepsSince(before, recorded)
    for (const step of steps) {
      const { id, amountCents } = recorded
      findings.push({ kind: 'dispute', id, step, amountCents })
      if (subject.kind === 'order') await applyStep(applying, subject.id, recorded, step)
    }
  }
  return { isComplete, findings }
}

async function readStatus(tx: Tx, id: DisputeId): Promise<DisputeStatus | null> {
  const row = await tx
    .selectFrom('disputes')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.status ?? null
}

async function saveDispute(
  applying: ReviewContext,
  recorded: RecordedDispute,
  before: DisputeStatus | null,
): Promise<void> {
  const { tx, subject, returns } = applying
  const { id, status } = recorded
  const { orderId, purchaseId } = subjectIdsOf(subject)
  const isOpen = isDisputeOpen(status)
  const isAnswered = recorded.isEvidenceSubmitted && !awaitsEvidence(status)
  const facts = {
    amount_cents: recorded.amountCents,
    withdrawn_cents: withdrawnOf(recorded),
    fee_cents: recorded.movements.reduce((sum, { feeCents }) => sum + feeCents, 0),
    reason: recorded.reason,
    status,
    evidence_due_at: recorded.evidenceDueAt,
    order_id: orderId,
    purchase_id: purchaseId,
    updated_at: sql<Date>`now()`,
  }
  await tx
    .insertInto('disputes')
    .values({
      id,
      payment_id: returns.paymentId,
      opened_at: recorded.openedAt,
      closed_at: isOpen ? null : sql<Date>`now()`,
      evidence_submitted_at: isAnswered ? sql<Date>`now()` : null,
      ...facts,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        ...facts,
        closed_at: isOpen ? null : sql`coalesce(disputes.closed_at, now())`,
        // An appeal needs its own response.
        ...(isReopened(before, status) && { evidence_submitted_at: null, evidence_by: null }),
        ...(isAnswered && {
          evidence_submitted_at: isReopened(before, status)
            ? sql<Date>`now()`
            : sql<Date>`coalesce(disputes.evidence_submitted_at, now())`,
        }),
      }),
    )
    .execute()
}

/** Adds a line to the history and holds the order: an operator decides how the order continues. */
async function applyStep(
  { tx, withdraw }: ReviewContext,
  orderId: OrderId,
  recorded: RecordedDispute,
  step: DisputeStatus,
): Promise<void> {
  const row = await tx
    .updateTable('orders')
    .set({
      disputed_cents: await sumDisputed(tx, orderId),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', orderId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const order = orderOfRow(row)
  await addDisputeEvent(tx, order, { step, amountCents: recorded.amountCents })
  const owesGift = !isDisputeOpen(step) && (await hasGiftDebt(tx, orderId))
  const { reason } = recorded
  await carryOutHold({ tx, withdraw }, order, planDisputeStep(order, { step, reason, owesGift }))
}

async function sumDisputed(tx: Tx, orderId: OrderId): Promise<number> {
  const rows = await tx
    .selectFrom('disputes')
    .select(['amount_cents', 'status'])
    .where('order_id', '=', orderId)
    .execute()
  return rows
    .filter(({ status }) => isChargeback(status))
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}
