// The off-session charge of an order, and the meaning of each outcome in the processor's wire format.

import Stripe from 'stripe'
import { paymentIdOf } from '../../domain/base/ids/payment-id.ts'
import type { ChargeOutcome, ChargeRequest } from '../../domain/payments/ports.ts'
import { describe, isCustomerMissing, isReplayed, retryRateLimited } from './client.ts'
import { declineCode, declineReason, needsAuthentication, stoppedReason } from './decline-reason.ts'
import { describedAs, orderMetadata } from './order-reference.ts'
import { paymentIdIn } from './returns.ts'

/**
 * Charges the card once. The idempotency key is the order's id, so a repetition by any process is the same charge. The outcome of a
 * successful repetition is `earlier_charge`. Throws when the processor reports an invalid call (a bug in the service) or rejects the key:
 * this call moved no money.
 */
export async function chargeSavedCard(
  stripe: Stripe,
  request: ChargeRequest,
  marker: string,
): Promise<ChargeOutcome> {
  try {
    const intent = await retryRateLimited(() =>
      stripe.paymentIntents.create(
        {
          amount: request.amountCents,
          currency: 'usd',
          customer: request.customerId,
          payment_method: request.paymentMethodId,
          allowed_payment_method_types: ['card'],
          off_session: true,
          confirm: true,
          description: describedAs(request.description),
          metadata: orderMetadata(marker, request),
        },
        { idempotencyKey: `order:${request.orderId}` },
      ),
    )
    return outcomeOfIntent(intent)
  } catch (error) {
    return outcomeOfError(error)
  }
}

function outcomeOfIntent(intent: Stripe.Response<Stripe.PaymentIntent>): ChargeOutcome {
  // A proxy's 5xx may be JSON without an `error` field, which the client accepts as a response.
  if (intent?.object !== 'payment_intent' || typeof intent.id !== 'string') {
    return { kind: 'unknown' }
  }
  const paymentId = paymentIdOf(intent.id)
  // The stored response does not show a refund made since then.
  if (isReplayed(intent)) return { kind: 'earlier_charge', paymentId }
  if (intent.status === 'succeeded') return { kind: 'succeeded', paymentId }
  return {
    kind: 'declined',
    reason: stoppedReason(intent.status),
    paymentId,
    ...(intent.status === 'requires_action' && { needsAuthentication: true as const }),
  }
}

function outcomeOfError(error: unknown): ChargeOutcome {
  const { errors } = Stripe
  if (error instanceof errors.StripeCardError) {
    const code = declineCode(error)
    return {
      kind: 'declined',
      reason: declineReason(error),
      ...(code !== undefined && { code }),
      paymentId: paymentIdIn(error.payment_intent),
      ...(needsAuthentication(error) && { needsAuthentication: true as const }),
    }
  }
  // No such card or customer, a card detached in the meantime, or an account that may not charge: certainly not charged.
  if (error instanceof errors.StripeInvalidRequestError && !isWrongCall(error)) {
    return {
      kind: 'declined',
      reason: isCardGone(error) ? goneReason : declineReason(error),
      paymentId: paymentIdIn(error.payment_intent),
      ...(isCardGone(error) && { isCardGone: true as const }),
    }
  }
  // The key was used with other parameters. An earlier charge under this order's id exists, and this call made none.
  if (error instanceof errors.StripeIdempotencyError) {
    return { kind: 'earlier_charge', paymentId: null }
  }
  // Only the last attempt is known, and an earlier one may have been cut off, so the charge is retried under the same key.
  if (error instanceof errors.StripeRateLimitError) return { kind: 'rate_limited' }
  // A 5xx is stored under its key for a day like any response, and retries return the same. Only the record shows the outcome.
  if (error instanceof errors.StripeAPIError && error.headers?.['idempotent-replayed'] === 'true') {
    return { kind: 'earlier_charge', paymentId: null }
  }
  if (error instanceof errors.StripeConnectionError || error instanceof errors.StripeAPIError) {
    return { kind: 'unknown' }
  }
  if (error instanceof errors.StripeError) throw new Error(describe('charge a saved card', error))
  // The client throws errors outside its own types for a response that it cannot parse.
  return { kind: 'unknown' }
}

const goneReason = 'The card processor has no record of the saved card'

/** Whether the processor deleted the customer or card, or has it in another account or mode. */
const isCardGone = (error: Stripe.errors.StripeError): boolean =>
  isCustomerMissing(error) ||
  (error.code === 'resource_missing' && error.param === 'payment_method')

/** Whether the call itself is invalid, so that a retry would fail as well. */
const isWrongCall = ({ code }: Stripe.errors.StripeError): boolean =>
  code?.startsWith('parameter') === true || wrongCallCodes.has(code ?? '')

const wrongCallCodes = new Set([
  'amount_too_small',
  'amount_too_large',
  'payment_intent_invalid_parameter',
  'payment_method_types_no_longer_supported',
  'url_invalid',
])
