// Refunds at Stripe.

import Stripe from 'stripe'
import { parseRefundId, type RefundId } from '../../domain/base/ids/refund-id.ts'
import type { RefundRequest } from '../../domain/payments/ports.ts'
import type { RefundOutcome } from '../../domain/payments/refund-outcome.ts'
import {
  describe,
  isReplayed,
  isUnavailable,
  type Reach,
  retryRateLimited,
  type StripeSettings,
} from './client.ts'
import { pageSize } from './record.ts'
import { shownReason } from './shown-reason.ts'

type RefundTools = { readonly ask: Reach; readonly log: StripeSettings['log'] }

/**
 * Refunds an amount once. The idempotency key is the refund's id, which is also in its metadata, so that Stripe's record
 * distinguishes it from other refunds of the payment. Never throws: any unclear response is `unknown`, and logged unless
 * the processor was unavailable.
 */
export async function refundPayment(
  stripe: Stripe,
  request: RefundRequest,
  tools: RefundTools,
): Promise<RefundOutcome> {
  const { log } = tools
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
    return isReplayed(refund) ? await readRefund(stripe, refund.id, log) : outcomeOfRefund(refund)
  } catch (error) {
    const { StripeIdempotencyError, StripeInvalidRequestError } = Stripe.errors
    if (error instanceof StripeIdempotencyError) return await earlierRefund(stripe, request, tools)
    if (!(error instanceof StripeInvalidRequestError)) return reportUnknown('refund', error, log)
    return { kind: 'failed', reason: shownReason(error.message), processorRefundId: null }
  }
}

/**
 * Returns the earlier refund under this id with another amount or reason, for rows that were lost since. That refund is valid, regardless
 * of this request.
 */
async function earlierRefund(
  stripe: Stripe,
  request: RefundRequest,
  { ask, log }: RefundTools,
): Promise<RefundOutcome> {
  try {
    return (await findRefund(stripe, request, ask)) ?? { kind: 'unknown' }
  } catch (error) {
    return reportUnknown('list refunds', error, log)
  }
}

/** Reads a refund. The stored response to a repetition does not show that the bank has since returned the refund. */
async function readRefund(
  stripe: Stripe,
  processorRefundId: string,
  log: RefundTools['log'],
): Promise<RefundOutcome> {
  try {
    const refund = await retryRateLimited(() => stripe.refunds.retrieve(processorRefundId))
    return refund?.object === 'refund' ? outcomeOfRefund(refund) : { kind: 'unknown' }
  } catch (error) {
    return reportUnknown('read a refund', error, log)
  }
}

/** Logs every error that unavailability does not explain. The money may have moved nevertheless. */
function reportUnknown(what: string, error: unknown, log: RefundTools['log']): RefundOutcome {
  if (!isUnavailable(error)) log?.error('refund.unclear', { error: describe(what, error) })
  return { kind: 'unknown' }
}

/** Finds the refund with our id among the payment's refunds. Throws `ProcessorUnavailable`. */
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

/** Returns our id of a refund, or null for a refund that was created manually or by another system. */
export function refundIdIn({ metadata }: Pick<Stripe.Refund, 'metadata'>): RefundId | null {
  return parseRefundId(metadata?.['refund_id'] ?? '')
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
