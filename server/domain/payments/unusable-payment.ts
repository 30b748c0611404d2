// A payment that its order or purchase cannot use: a duplicate, a payment of a closed order, or a wrong amount. It is
// recorded first. Duplicates and payments of closed orders are refunded immediately; an operator decides about wrong
// amounts. All code that finds such a payment calls this module.
import { type ReturnDeps, recordPaymentState, returnPayment } from './return-payment.ts'
import type { UnmatchedPayment, UnusablePayment } from './unmatched.ts'

/**
 * Records and refunds the payment. A refund that fails now is left to the worker, so that no page or event fails
 * because of it. Idempotent.
 */
export async function returnUnusable(deps: ReturnDeps, payment: UnusablePayment): Promise<void> {
  const recorded = await deps.unmatchedPayments.recordUnusable(payment)
  if (recorded === null) return
  recordPaymentState(deps, recorded)
  if (recorded.state === 'claimed') await tryToReturn(deps, recorded)
}

/** Refunds the payment and logs errors. The payment is retried after a minute. */
export async function tryToReturn(deps: ReturnDeps, payment: UnmatchedPayment): Promise<void> {
  try {
    await returnPayment(deps, payment)
  } catch (error) {
    deps.log.error('payment.unmatched_refund_not_made', { paymentId: payment.paymentId, error })
  }
}
