// Refunds at Stripe.

import Stripe from 'stripe'
import { type RefundId, refundIdOf } from '../../domain/base/refund-id.ts'
import { isUuid } from '../../domain/base/uuid.ts'
import type { RefundOutcome, RefundRequest } from '../../domain/payments/ports.ts'
import { isReplayed, type Reach, retryRateLimited } from './client.ts'
import { shownReason } from './shown-reason.ts'

const pageSize = 100

/**
 * Refunds an amount once: the idempotency key is the refund's id, which its metadata has as well, so that Stripe's record
 * distinguishes it from other refunds of the payment. Never throws: any unclear response is `unknown`.
 */
export async function refundPayment(
  stripe: Stripe,
  request: RefundRequest,
  ask: Reach,
): Promise<RefundOutcome> {
  try {
    const refund = await retryRateLimited(() =>
      stripe.refunds.create(
        {
          payment_intent: request.paymentId,
          ...(request.amountCents !== 'rest' && { amount: request.amountCents }),
          reason: 'requested_by_customer',
          metadata: { refund_id: request.refundId, reason: request.reason },
        },
        { idempotencyKey: `refund:${request.refundId}` },
      ),
    )
    // The client accepts a proxy's JSON without an `error` field as an object.
    if (refund?.object !== 'refund') return { kind: 'unknown' }
    return isReplayed(refund) ? await readRefund(stripe, refund.id) : outcomeOfRefund(refund)
  } catch (error) {
    const { StripeIdempotencyError, StripeInvalidRequestError } = Stripe.errors
    if (error instanceof StripeIdempotencyError) return await earlierRefund(stripe, request, ask)
    if (!(error instanceof StripeInvalidRequestError)) return { kind: 'unknown' }
    return { kind: 'failed', reason: shownReason(error.message), processorRefundId: null }
  }
}

/**
 * A request under this id with another amount or reason was made before, or is being made: by rows that were lost since. That refund
 * counts, whatever this request is for.
 */
async function earlierRefund(
  stripe: Stripe,
  request: RefundRequest,
  ask: Reach,
): Promise<RefundOutcome> {
  try {
    return (await findRefund(stripe, request, ask)) ?? { kind: 'unknown' }
  } catch {
    return { kind: 'unknown' }
  }
}

/** The stored response to a repeat does not show that the bank has returned the refund since. */
async function readRefund(stripe: Stripe, processorRefundId: string): Promise<RefundOutcome> {
  try {
    const refund = await retryRateLimited(() => stripe.refunds.retrieve(processorRefundId))
    return refund?.object === 'refund' ? outcomeOfRefund(refund) : { kind: 'unknown' }
  } catch {
    return { kind: 'unknown' }
  }
}

/** Finds the refund with our id among those of the payment; throws `ProcessorUnavailable`. */
export async function findRefund(
  stripe: Stripe,
  { refundId, paymentId }: Pick<RefundRequest, 'refundId' | 'paymentId'>,
  ask: Reach,
): Promise<RefundOutcome | null> {
  let after: { starting_after?: string } = {}
  for (;;) {
    const filter = { payment_intent: paymentId, limit: pageSize, ...after }
    const page = await ask('list refunds', 'list', () => stripe.refunds.list(filter))
    const refund = page.data.find((each) => refundIdIn(each) === refundId)
    if (refund !== undefined) return outcomeOfRefund(refund)
    const last = page.data.at(-1)
    if (!page.has_more || last === undefined) return null
    after = { starting_after: last.id }
  }
}

/** Our id of a refund; null for one that was created by hand or by another system. */
export function refundIdIn({ metadata }: Pick<Stripe.Refund, 'metadata'>): RefundId | null {
  const id = metadata?.['refund_id'] ?? ''
  return isUuid(id) ? refundIdOf(id) : null
}

export function outcomeOfRefund(refund: Stripe.Refund): RefundOutcome {
  const { id: processorRefundId, amount: recordedCents, status, failure_reason: why } = refund
  switch (status) {
    case 'succeeded':
      return { kind: 'succeeded', processorRefundId, recordedCents }
    case 'failed':
    case 'canceled':
      return { kind: 'failed', reason: `Refund ${why ?? status}`, processorRefundId }
    default:
      return { kind: 'pending', processorRefundId, recordedCents }
  }
}
