// Settles refunds from the processor's response, from its events, and from its record after a crash.

import type { RefundId } from '../../base/ids/refund-id.ts'
import { mustExist } from '../../base/must-exist.ts'
import { ProcessorUnavailable } from '../../payments/ports.ts'
import type { RefundOutcome } from '../../payments/refund-outcome.ts'
import { neverArrived, repeatableHours } from '../../payments/repeats.ts'
import type { SettleRefundDeps } from '../deps.ts'
import type { OrderDeps, SettledRefund, UnsettledRefund } from '../ports.ts'
import { isRefundIncomplete, isRefundSettled, type Refund } from '../reversals/refund.ts'

/** Requests a written refund, writes the outcome and returns the updated refund. */
export async function sendRefund(
  deps: Pick<OrderDeps, 'log' | 'payments' | 'refunds'>,
  refund: Refund,
): Promise<Refund> {
  const { id: refundId } = refund
  const outcome = await requestOutcome(deps, refund)
  if (outcome.kind === 'unknown') deps.log.warn('refund.outcome_unknown', { refundId })
  return mustExist(await recordOutcome(deps, refundId, outcome), `refund ${refundId}`).refund
}

/** Requests the refund. The gift card's part moves together with the outcome; the processor refunds the rest. */
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
 * Applies an outcome from an event or from the processor's record. Returns the updated refund; null if it is unknown,
 * for example a refund of another system with the same processor account.
 */
export async function settleRefund(
  deps: Pick<OrderDeps, 'log' | 'meter' | 'refunds'>,
  refundId: RefundId,
  outcome: RefundOutcome,
): Promise<Refund | null> {
  const settled = await recordOutcome(deps, refundId, outcome)
  if (settled === null) return null
  const { refund, change } = settled
  // The caller of the processor counts responses.
  if (change !== 'none' && isRefundIncomplete(refund)) {
    deps.meter.count('refunds_total', { outcome: change === 'returned' ? 'returned' : 'failed' })
  }
  return refund
}

async function recordOutcome(
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
 * Checks a batch of unsettled refunds. Returns how many were checked. A refund that is missing from the processor's
 * record is requested again while the processor remembers its key; afterwards it is marked as failed.
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

/** Settles a refund and logs errors, so that one refund does not block the others. */
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
