// An operator's decision about a payment without an order: refund it now, or keep the money.
import { parsePaymentId } from '../base/ids/payment-id.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { cutText, singleLine } from '../base/text/text.ts'
import { recordPaymentState, returnPayment } from '../payments/return-payment.ts'
import type { UnmatchedState } from '../payments/unmatched.ts'
import type { OperatorFailure } from './failure.ts'
import type { OperatorDeps, PaymentDecision } from './ports.ts'

export const maxDecisionReason = 300

type SentDecision = Pick<PaymentDecision, 'action' | 'reason'> & {
  /** As in the path. */
  readonly paymentId: string
}

/** Returns the payment's new state. The worker settles a refund without a response. */
export async function decidePayment(
  deps: OperatorDeps,
  by: string,
  { paymentId: sentId, action, reason: sent }: SentDecision,
): Promise<Result<UnmatchedState, OperatorFailure>> {
  const reason = cutText(singleLine(sent), maxDecisionReason)
  if (reason === '') return fail({ kind: 'payment_reason_required' })
  const paymentId = parsePaymentId(sentId)
  if (paymentId === null) return fail({ kind: 'payment_not_found' })
  const decided = await deps.decidePayment({ paymentId, action, by, reason })
  if (decided === null) {
    const known = await deps.unmatchedPayments.read(paymentId)
    return fail({ kind: known === null ? 'payment_not_found' : 'payment_decided' })
  }
  if (action === 'refund') return ok(await returnPayment(deps, decided))
  recordPaymentState(deps, decided)
  return ok(decided.state)
}
