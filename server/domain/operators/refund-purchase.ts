// Refunds a gift card or credits to the card that paid. As for orders, the processor is called between two commits: 1.
// the refund is written; 2. the processor is called; 3. the outcome is written. A refusal is written immediately; a
// success is written by the check of the payment, together with the value that it withdraws. Until then the refund is
// open, and no other refund is possible.

import type { PaymentId } from '../base/ids/payment-id.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { retryUntilWritten } from '../base/retry-until-written.ts'
import { reviewPayment } from '../orders/disputes/review-payment.ts'
import { type ProcessorFailure, processorFailure } from '../payments/failure.ts'
import { derivedRefundId } from '../payments/refund-id.ts'
import type { RefundOutcome } from '../payments/refund-outcome.ts'
import { neverArrived } from '../payments/repeats.ts'
import {
  type FoundPurchase,
  type PurchaseDeskDeps,
  type PurchaseDeskFailure,
  type PurchaseRefund,
  readPurchase,
  returnableCents,
  type SoldPurchase,
} from './purchase-desk.ts'

export type PurchaseRefundInput = {
  readonly id: string
  /** undefined = the entire unused amount. */
  readonly amountCents?: number | undefined
  readonly reason: string
}

export const openRefundOf = ({ refunds }: Pick<SoldPurchase, 'refunds'>): PurchaseRefund | null =>
  refunds.find(({ state }) => state === 'open') ?? null

/**
 * Refunds a purchase. The used part becomes a debt, like for a refund that was made at the processor. A repeat
 * executes an open refund again, regardless of its reason.
 */
export async function refundPurchase(
  deps: PurchaseDeskDeps,
  operator: string,
  request: PurchaseRefundInput,
): Promise<Result<SoldPurchase, PurchaseDeskFailure | ProcessorFailure>> {
  return await retryUntilWritten(`refund of purchase ${request.id}`, async () => {
    const purchase = await readPurchase(deps, request.id)
    if (!purchase.ok) return purchase
    const open = openRefundOf(purchase.value)
    if (open !== null) return await continueRefund(deps, open, request)
    const checked = checkPurchaseRefund(deps, operator, purchase.value, request)
    if (!checked.ok) return checked
    const started = await deps.purchaseRefunds.start(checked.value)
    // A concurrent request was first, so the purchase is read again.
    if (started === null) return null
    const { purchaseId, amountCents } = started
    deps.log.info('purchase.refund', { purchaseId, amountCents, by: operator })
    return await finish(deps, started, await deps.payments.refundPayment(requestOf(started)))
  })
}

function checkPurchaseRefund(
  { orderIds }: Pick<PurchaseDeskDeps, 'orderIds'>,
  requestedBy: string,
  purchase: SoldPurchase,
  { amountCents: wanted, reason }: PurchaseRefundInput,
): Result<Omit<PurchaseRefund, 'state'>, PurchaseDeskFailure> {
  const { id: purchaseId, paymentId, unspentCents, refunds } = purchase
  if (paymentId === null) return fail({ kind: 'purchase_unpaid' })
  const leftCents = returnableCents(purchase)
  const amountCents = wanted ?? Math.min(unspentCents, leftCents)
  if (amountCents > leftCents || leftCents < 1) {
    return fail({ kind: 'purchase_refund_too_large', leftCents })
  }
  if (amountCents < 1) return fail({ kind: 'purchase_spent', leftCents })
  const earlier = refunds.filter(
    (each) => each.amountCents === amountCents && each.reason === reason,
  )
  // The same request has the same id, even if rows are lost.
  const subject = { subjectId: purchaseId, requestKey: `purchase:${amountCents}:${reason}` }
  const id = derivedRefundId(orderIds, subject, earlier.length)
  return ok({ id, purchaseId, paymentId, amountCents, reason, requestedBy })
}

const requestOf = ({ id: refundId, paymentId, amountCents, reason }: PurchaseRefund) => ({
  refundId,
  paymentId,
  amountCents,
  reason,
})

async function continueRefund(
  deps: PurchaseDeskDeps,
  open: PurchaseRefund,
  { amountCents }: PurchaseRefundInput,
): Promise<Result<SoldPurchase, PurchaseDeskFailure | ProcessorFailure>> {
  if (amountCents !== undefined && amountCents !== open.amountCents) {
    return fail({ kind: 'purchase_refund_open', amountCents: open.amountCents })
  }
  try {
    return await settleOpen(deps, open)
  } catch (error) {
    const failure = processorFailure(error)
    if (failure === null) throw error
    return fail(failure)
  }
}

/**
 * Reads the outcome from the processor's record. If the record does not contain the refund, requests it again under
 * its key, or marks it as failed. Throws `ProcessorUnavailable`.
 */
async function settleOpen(deps: PurchaseDeskDeps, open: PurchaseRefund): Promise<FoundPurchase> {
  const { id, paymentId } = open
  const known = await deps.payments.findRefund({ refundId: id, paymentId })
  if (known !== null) return await finish(deps, open, known)
  const isRepeatable = await deps.purchaseRefunds.isRepeatable(id)
  const outcome = isRepeatable ? await deps.payments.refundPayment(requestOf(open)) : neverArrived
  return await finish(deps, open, outcome)
}

const settledAtOnce = 10

/** Settles a batch of open refunds, as an operator's next request would. Run by the worker. */
export async function settlePurchaseRefunds(
  deps: PurchaseDeskDeps,
  { startedSecondsAgo }: { readonly startedSecondsAgo: number },
): Promise<void> {
  const open = await deps.purchaseRefunds.claimOpen({ startedSecondsAgo, limit: settledAtOnce })
  await Promise.all(open.map((refund) => trySettling(deps, refund)))
}

/** Settles a refund and logs errors. The refund is retried later. */
async function trySettling(deps: PurchaseDeskDeps, open: PurchaseRefund): Promise<void> {
  try {
    await settleOpen(deps, open)
  } catch (error) {
    const level = processorFailure(error) === null ? 'error' : 'warn'
    deps.log[level]('purchase.refund_not_settled', { refundId: open.id, error })
  }
}

async function finish(
  deps: PurchaseDeskDeps,
  refund: PurchaseRefund,
  outcome: RefundOutcome,
): Promise<FoundPurchase> {
  const { id, purchaseId, paymentId } = refund
  deps.log.info('purchase.refund_answered', { purchaseId, refundId: id, ...outcome })
  if (outcome.kind === 'failed') {
    await deps.purchaseRefunds.settle(id, outcome)
    return fail({ kind: 'purchase_refund_refused', reason: outcome.reason })
  }
  await reviewRefundedPayment(deps, paymentId)
  return await readPurchase(deps, purchaseId)
}

/** Applies the refund immediately. If this fails, the refund's event or the search applies it. */
async function reviewRefundedPayment(deps: PurchaseDeskDeps, paymentId: PaymentId): Promise<void> {
  try {
    await reviewPayment(deps, paymentId)
  } catch (error) {
    if (processorFailure(error) === null) throw error
    await deps.paymentReviews.request({ paymentId, refundedCents: null })
  }
}
