// Refunds the rest of a payment that was not used for any order or purchase. Each step is committed before the next
// one: claimed, begun, executed, settled.

import type { RefundId } from '../base/ids/refund-id.ts'
import type { KeyedBytes } from '../base/ports.ts'
import { type PaymentDeps, ProcessorUnavailable } from './ports.ts'
import { derivedRefundId } from './refund-id.ts'
import type { RefundOutcome } from './refund-outcome.ts'
import type { UnmatchedPayment, UnmatchedState } from './unmatched.ts'

export type ReturnDeps = Pick<PaymentDeps, 'log' | 'meter' | 'payments' | 'unmatchedPayments'> & {
  readonly orderIds: KeyedBytes
}

/** The processor stores this reason with the refund. */
const reasonOf = ({ reason }: UnmatchedPayment): string =>
  reason ?? 'No order of ours was paid with this payment.'

/** Refunds a claimed payment, or continues a refund with an unknown outcome. Returns the new state. */
export async function returnPayment(
  deps: ReturnDeps,
  payment: UnmatchedPayment,
): Promise<UnmatchedState> {
  const { paymentId, refundAttempts } = payment
  // Derived, so that a refund begun by a lost row is found at the processor. A failed refund is not repeated under its
  // key.
  const refundId = derivedRefundId(
    deps.orderIds,
    { subjectId: paymentId, requestKey: 'unmatched' },
    refundAttempts,
  )
  const state = await deps.unmatchedPayments.beginRefund(paymentId, refundId)
  if (state === null) return payment.state
  if (state !== 'refunding') {
    recordPaymentState(deps, { ...payment, state })
    return state
  }
  const outcome = await refundOutcome(deps, payment, refundId)
  return (await settleReturned(deps, refundId, outcome))?.state ?? state
}

/**
 * Reads the outcome from the processor's record if the refund was already requested, because the processor repeats
 * even a broken response to a known key.
 */
async function refundOutcome(
  { payments }: ReturnDeps,
  payment: UnmatchedPayment,
  refundId: RefundId,
): Promise<RefundOutcome> {
  const { paymentId, state } = payment
  try {
    const earlier =
      state === 'refunding' ? await payments.findRefund({ refundId, paymentId }) : null
    if (earlier !== null) return earlier
    // A partial refund may have been lost with the order's rows.
    const reason = reasonOf(payment)
    const request = { refundId, paymentId, amountCents: 'rest', reason } as const
    const outcome = await payments.refundPayment(request)
    if (outcome.kind !== 'failed') return outcome
    // Refused because it was refunded elsewhere in the meantime, so that nothing remains to do.
    const now = await payments.readPayment(paymentId)
    return now?.status === 'failed' ? { kind: 'succeeded', processorRefundId: null } : outcome
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error
    return { kind: 'unknown' }
  }
}

/** Writes the outcome of such a refund; null for any other refund. */
export async function settleReturned(
  deps: ReturnDeps,
  refundId: RefundId,
  outcome: RefundOutcome,
): Promise<UnmatchedPayment | null> {
  const settled = await deps.unmatchedPayments.settleRefund(refundId, outcome)
  if (settled?.isNew) recordPaymentState(deps, settled.payment)
  return settled?.payment ?? null
}

/** Counts and logs the state of a payment. */
export function recordPaymentState({ log, meter }: ReturnDeps, payment: UnmatchedPayment): void {
  const { paymentId, cause, orderCode, amountCents, state, automatic, decidedBy, failure } = payment
  const subject = { paymentId, cause, orderCode, amountCents }
  const facts = { ...subject, state, automatic, by: decidedBy, failure }
  if (state === 'claimed' || state === 'refunding') {
    log.warn('payment.unmatched_refund_unsettled', facts)
    return
  }
  if (cause === 'missing') {
    meter.count('unmatched_payments_total', { outcome: state })
  } else {
    meter.count('unusable_payments_total', { cause, outcome: state })
  }
  const isBad = state === 'found' || state === 'failed'
  log[isBad ? 'error' : 'warn'](`payment.unmatched_${state}`, facts)
}
