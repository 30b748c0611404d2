// Refunds the rest of a payment that paid for no order or purchase of ours. Each step is committed before the next: claimed, begun, carried
// out, settled.

import type { KeyedBytes } from '../base/ports.ts'
import type { RefundId } from '../base/refund-id.ts'
import { type PaymentDeps, ProcessorUnavailable, type RefundOutcome } from './ports.ts'
import { derivedRefundId } from './refund-id.ts'
import type { UnmatchedPayment, UnmatchedState } from './unmatched.ts'

export type ReturnDeps = Pick<PaymentDeps, 'log' | 'meter' | 'payments' | 'unmatchedPayments'> & {
  readonly orderIds: KeyedBytes
}

/** The processor stores it with the refund. */
const reasonOf = ({ reason }: UnmatchedPayment): string =>
  reason ?? 'No order of ours was paid with this payment.'

/** Refunds a claimed payment, or continues a refund whose outcome is not known. Returns the new state. */
export async function returnPayment(
  deps: ReturnDeps,
  payment: UnmatchedPayment,
): Promise<UnmatchedState> {
  const { paymentId, refundAttempts } = payment
  // Derived, so that the refund that a lost row had begun is found at the processor. A refund that failed is not repeated under its key.
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

/** From the processor's record where the refund was requested before; the processor repeats even a broken response to a known key. */
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
    // Refused, because it was refunded elsewhere in the meantime: then nothing is left to do.
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

/** Counts and logs what became of a payment. */
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
