// Brings a payment's refunds, disputes and fraud warnings up to date with the processor. Events only name the payment: the record
// decides, not what they say or the order in which they arrive. A search finds what no event has reported.

import type { OrderId } from '../../base/order-id.ts'
import type { PaymentId } from '../../base/payment-id.ts'
import { ProcessorUnavailable } from '../../payments/ports.ts'
import { derivedRefundId } from '../../payments/refund-id.ts'
import { isDisputeOpen } from '../../payments/returns.ts'
import type { ReviewDeps } from '../deps.ts'
import type { Finding, PaymentReview, ReviewOutcome } from '../dispute-ports.ts'
import type { OrderDeps } from '../ports.ts'
import { settleRefund } from '../refund/settle-refund.ts'

/** Three calls to the processor each. */
const roundLimit = 3
/** After this many reads, the review is left to the next round. */
const maxReads = 3
/** The same period as the search for payments. */
const searchRules = { hours: 48, pauseMinutes: 10 } as const

/** An event named the payment. What cannot be done now is done by the worker. */
export async function reviewReturned(
  deps: ReviewDeps,
  payment: { readonly paymentId: PaymentId; readonly refundedCents: number | null },
): Promise<void> {
  const review = await deps.paymentReviews.request(payment)
  if (review !== null) await tryReview(deps, review)
}

/** One round of the worker: due reviews, and the search when it is due. */
export async function reviewPayments(deps: ReviewDeps): Promise<void> {
  await searchReturns(deps)
  for (const review of await deps.paymentReviews.claim(roundLimit)) await tryReview(deps, review)
}

/** Logs errors: the review comes up again. */
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
  // Settling changes what is left of the order, and so what a lost dispute takes.
  const last = first.changesLoss ? await applyRecord(deps, paymentId) : first
  return last.isDone
}

type AppliedReturns = { readonly isDone: boolean; readonly changesLoss: boolean }

async function applyRecord(deps: ReviewDeps, paymentId: PaymentId): Promise<AppliedReturns> {
  const read = await readAndApply(deps, paymentId)
  if (read === 'outdated') return { isDone: false, changesLoss: false }
  const { subject, isComplete, outcomes, findings, hasLost } = read
  for (const finding of findings) note(deps, paymentId, finding)
  let isApplied = true
  for (const { refundId, outcome } of outcomes) {
    const settled = await settleRefund(deps, refundId, outcome)
    // The order has less left than a refund of it that was carried out after all.
    if (outcome.kind === 'succeeded' && settled?.state !== 'succeeded') isApplied = false
  }
  return {
    isDone: subject !== null && isComplete && isApplied,
    changesLoss: outcomes.length > 0 && hasLost,
  }
}

/** Reads the record again when another review changed a dispute in the meantime: an older record would undo a newer one. */
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

function note(
  { log, meter }: Pick<OrderDeps, 'log' | 'meter'>,
  paymentId: PaymentId,
  finding: Finding,
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
  const search = await deps.paymentReviews.claimSearch(searchRules)
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
