// A payment that its order or purchase cannot use: a second one, one of a closed order, or one of a wrong amount. It is recorded first;
// the first two are refunded at once, and an operator decides about the last. Everything that finds such a payment calls this.
import { type ReturnDeps, recordPaymentState, returnPayment } from './return-payment.ts'
import type { UnmatchedPayment, UnusablePayment } from './unmatched.ts'

/** A refund that cannot be made now is left to the worker, so that no page or event fails because of it. A repeat changes nothing. */
export async function returnUnusable(deps: ReturnDeps, payment: UnusablePayment): Promise<void> {
  const recorded = await deps.unmatchedPayments.recordUnusable(payment)
  if (recorded === null) return
  recordPaymentState(deps, recorded)
  if (recorded.state === 'claimed') await tryToReturn(deps, recorded)
}

/** Logs an error: the payment comes up again in a minute. */
export async function tryToReturn(deps: ReturnDeps, payment: UnmatchedPayment): Promise<void> {
  try {
    await returnPayment(deps, payment)
  } catch (error) {
    deps.log.error('payment.unmatched_refund_not_made', { paymentId: payment.paymentId, error })
  }
}
