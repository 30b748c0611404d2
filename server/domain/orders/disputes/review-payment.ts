// Synchronizes a payment's refunds, disputes and fraud warnings with the processor. Events only name the payment: the
// processor's record decides, independent of the content and sequence of events. A search finds changes without an
// event.

import type { OrderId } from '../../base/ids/order-id.ts'
import type { PaymentId } from '../../base/ids/payment-id.ts'
import { ProcessorUnavailable } from '../../payments/ports.ts'
import { derivedRefundId } from '../../payments/refund-id.ts'
import { isDisputeOpen } from '../../payments/returns.ts'
import { searchPeriod } from '../../payments/unmatched.ts'
import type { ReviewDeps } from '../deps.ts'
import type { OrderDeps } from '../ports.ts'
import { settleRefund } from '../refund/settle-refund.ts'
import type { PaymentFinding, PaymentReview, ReviewOutcome } from '../reversals/dispute-ports.ts'

/** Maximum number of reviews per round, at three processor calls each. */
const roundLimit = 3
/** Number of reads after which the review is left to the next round. */
const maxReads = 3

/** Reviews a payment that an event named. The worker retries what fails now. */
export async function reviewReturned(
  deps: ReviewDeps,
  payment: { readonly paymentId: PaymentId; readonly refundedCents: number | null },
): Promise<void> {
  const review = await deps.paymentReviews.request(payment)
  if (review !== null) await tryReview(deps, review)
}

/** Runs one round of the worker: due reviews, and the search if it is due. */
export async function reviewPayments(deps: ReviewDeps): Promise<void> {
  await searchReturns(deps)
  for (const review of await deps.paymentReviews.claim(roundLimit)) await tryReview(deps, review)
}

/** Reviews a payment and logs errors. The review is retried later. */
async function tryReview(deps: ReviewDeps, review: PaymentReview): Promise<void> {
  const { paymentId } = review
  try {
    if (await reviewPayment(deps, paymentId)) await deps.paymentReviews.finish(review)
  } catch (error) {
    if (error instanceof ProcessorUnavailable) {
      deps.log.warn('payment.review_unreachable', { paymentId })
    } else {
      deps.log.error('payment.not_reviewed', { paymentId, error })
    }
  }
}

/** Returns whether the review is complete. Throws `ProcessorUnavailable`. */
export async function reviewPayment(deps: ReviewDeps, paymentId: PaymentId): Promise<boolean> {
  const first = await applyRecord(deps, paymentId)
  // Settling a refund changes the rest of the order's money, and therefore the loss of a dispute.
  const last = first.changesLoss ? await applyRecord(deps, paymentId) : first
  return last.isDone
}

type AppliedReturns = { readonly isDone: boolean; readonly changesLoss: boolean }

async function applyRecord(deps: ReviewDeps, paymentId: PaymentId): Promise<AppliedReturns> {
  const read = await readAndApply(deps, paymentId)
  if (read === 'outdated') return { isDone: false, changesLoss: false }
  const { subject, isComplete, outcomes, findings, hasLost } = read
  for (const finding of findings) reportFinding(deps, paymentId, finding)
  let isApplied = true
  for (const { refundId, outcome } of outcomes) {
    const settled = await settleRefund(deps, refundId, outcome)
    // The order has less left than a refund that succeeded after all.
    if (outcome.kind === 'succeeded' && settled?.state !== 'succeeded') isApplied = false
  }
  return {
    isDone: subject !== null && isComplete && isApplied,
    changesLoss: outcomes.length > 0 && hasLost,
  }
}

/**
 * Reads the record again if another review changed a dispute in the meantime, because an older record would revert a
 * newer one.
 */
async function readAndApply(
  {
    payments,
    paymentReviews,
    orderIds,
  }: Pick<OrderDeps, 'payments' | 'paymentReviews' | 'orderIds'>,
  paymentId: PaymentId,
): Promise<(ReviewOutcome & { readonly hasLost: boolean }) | 'outdated'> {
  const refundIdOf = (orderId: OrderId, requestKey: string) =>
    derivedRefundId(orderIds, { subjectId: orderId, requestKey }, 0)
  for (let reads = 0; reads < maxReads; reads += 1) {
    const revision = await paymentReviews.revisionOf(paymentId)
    const returns = await payments.readReturns(paymentId)
    const reviewed = await paymentReviews.apply(returns, { revision, refundIdOf })
    if (reviewed !== 'outdated') {
      return { ...reviewed, hasLost: returns.disputes.some(({ status }) => status === 'lost') }
    }
  }
  return 'outdated'
}

function reportFinding(
  { log, meter }: Pick<OrderDeps, 'log' | 'meter'>,
  paymentId: PaymentId,
  finding: PaymentFinding,
): void {
  const facts = { paymentId, ...finding }
  switch (finding.kind) {
    case 'refund':
      meter.count('refunds_total', { outcome: 'elsewhere' })
      log.warn('refund.made_elsewhere', facts)
      return
    case 'dispute': {
      const { step } = finding
      if (step !== 'evidence' && step !== 'fraud_warning') {
        meter.count('disputes_total', { status: step })
        log[step === 'lost' || isDisputeOpen(step) ? 'error' : 'warn']('payment.disputed', facts)
      }
      return
    }
    case 'warning':
      meter.count('fraud_warnings_total', {})
      log.error('payment.fraud_warning', facts)
  }
}

async function searchReturns(
  deps: Pick<OrderDeps, 'log' | 'paymentReviews' | 'payments'>,
): Promise<void> {
  const search = await deps.paymentReviews.claimSearch(searchPeriod)
  if (search === null) return
  try {
    const seen = await deps.payments.listReturned(search.since)
    const requested = await deps.paymentReviews.requestSeen(seen)
    await deps.paymentReviews.finishSearch()
    if (requested > 0) deps.log.info('payment.returns_found', { requested })
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error
    deps.log.warn('payment.return_search_unreachable', { error })
  }
}
