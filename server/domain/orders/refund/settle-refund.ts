// Settles refunds: from the processor's response, from its events, and from its record after a crash.

import type { RefundId } from '../../base/refund-id.ts'
import type { RefundOutcome } from '../../payments/ports.ts'
import { ProcessorUnavailable } from '../../payments/ports.ts'
import { neverArrived, repeatableHours } from '../../payments/repeats.ts'
import type { SettleRefundDeps } from '../deps.ts'
import type { OrderDeps, SettledRefund, UnsettledRefund } from '../ports.ts'
import { isRefundIncomplete, isRefundSettled, type Refund } from '../refund.ts'

/** Requests a refund that has been written, writes the outcome and returns the updated refund. */
export async function sendRefund(
  deps: Pick<OrderDeps, 'log' | 'payments' | 'refunds'>,
  refund: Refund,
): Promise<Refund> {
  const { id: refundId } = refund
  const outcome = await requestOutcome(deps, refund)
  if (outcome.kind === 'unknown') deps.log.warn('refund.outcome_unknown', { refundId })
  const settled = await writeOutcome(deps, refundId, outcome)
  if (settled === null) throw new Error(`refund ${refundId} vanished`)
  return settled.refund
}

/** The gift card's part moves with the outcome; the processor refunds the rest. */
async function requestOutcome(
  { payments }: Pick<OrderDeps, 'payments'>,
  { id: refundId, paymentId, amountCents, giftCents, reason }: Refund,
): Promise<RefundOutcome> {
  const rest = amountCents - giftCents
  if (rest === 0 || paymentId === null) return onGiftCard
  return await payments.refundPayment({ refundId, paymentId, amountCents: rest, reason })
}

const onGiftCard = { kind: 'succeeded', processorRefundId: null } as const

/**
 * An outcome that the response to the refund did not have: from an event, or from the processor's record. Returns the updated refund;
 * null when it is unknown, such as one of another system that uses the same processor account.
 */
export async function settleRefund(
  deps: Pick<OrderDeps, 'log' | 'meter' | 'refunds'>,
  refundId: RefundId,
  outcome: RefundOutcome,
): Promise<Refund | null> {
  const settled = await writeOutcome(deps, refundId, outcome)
  if (settled === null) return null
  const { refund, change } = settled
  // Responses are counted by the caller of the processor.
  if (change !== 'none' && isRefundIncomplete(refund)) {
    deps.meter.count('refunds_total', { outcome: change === 'returned' ? 'returned' : 'failed' })
  }
  return refund
}

async function writeOutcome(
  deps: Pick<OrderDeps, 'log' | 'refunds'>,
  refundId: RefundId,
  outcome: RefundOutcome,
): Promise<SettledRefund | null> {
  const settled = await deps.refunds.settle(refundId, outcome)
  if (settled === null) {
    deps.log.warn('refund.not_ours', { refundId })
    return null
  }
  const { refund, change } = settled
  const { orderId, amountCents, giftCents, state, failure } = refund
  const level = isRefundIncomplete(refund) ? 'error' : 'info'
  const settledName = isRefundSettled(refund) ? 'refund.settled' : 'refund.not_settled_yet'
  const name = change === 'returned' ? 'refund.returned' : settledName
  deps.log[level](name, { refundId, orderId, amountCents, giftCents, state, failure })
  return settled
}

/**
 * Checks a batch of unsettled refunds once. Returns how many were checked. A refund that is missing from the processor's record is
 * requested again while the processor has its key, and counts as failed after that.
 */
export async function settleRefunds(
  deps: SettleRefundDeps,
  { startedSecondsAgo }: { startedSecondsAgo: number },
): Promise<number> {
  const unsettled = await deps.refunds.claimUnsettled({
    startedSecondsAgo,
    repeatableHours,
    limit: 20,
  })
  await Promise.all(unsettled.map((claimed) => settleOne(deps, claimed)))
  return unsettled.length
}

/** Logs errors, so that one refund does not block the others. */
async function settleOne(
  deps: SettleRefundDeps,
  { refund, isRepeatable }: UnsettledRefund,
): Promise<void> {
  const { id: refundId, paymentId, amountCents, giftCents } = refund
  try {
    const isOnGiftCard = paymentId === null || amountCents === giftCents
    const outcome = isOnGiftCard
      ? onGiftCard
      : await deps.payments.findRefund({ refundId, paymentId })
    if (outcome !== null) {
      await settleRefund(deps, refundId, outcome)
    } else if (isRepeatable) {
      await sendRefund(deps, refund)
    } else {
      await settleRefund(deps, refundId, neverArrived)
    }
  } catch (error) {
    if (error instanceof ProcessorUnavailable) {
      deps.log.warn('refund.not_settled_unreachable', { refundId })
    } else {
      deps.log.error('refund.not_settled', { refundId, error })
    }
  }
}
