// The one off-session charge of an order, and what each way it can end means (facts of the processor's wire format).
import Stripe from 'stripe'
import type { ChargeOutcome, ChargeRequest } from '../../domain/payments/ports.ts'
import { describe, isReplayed, retryRateLimited } from './client.ts'
import { declineReason, stoppedReason } from './decline-reason.ts'
import { describedAs, orderMetadata } from './order-reference.ts'

/**
 * Charges the card once: the idempotency key is the order's id, so any repeat, by whomever, is the same charge.
 * The response to a repeat that succeeds is `earlier_charge`.
 * Throws when the processor says the call itself is wrong (a bug of ours) or refuses our key: no money moved by this call.
 */
export async function chargeSavedCard(
  stripe: Stripe,
  request: ChargeRequest,
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
          metadata: orderMetadata(request),
        },
        { idempotencyKey: `order:${request.orderId}` },
      ),
    )
    return outcomeOfAnswer(intent)
  } catch (error) {
    return outcomeOfError(error)
  }
}

function outcomeOfAnswer(intent: Stripe.Response<Stripe.PaymentIntent>): ChargeOutcome {
  // A 5xx of something in between can arrive as JSON without an `error` field and pass for an answer.
  if (intent?.object !== 'payment_intent' || typeof intent.id !== 'string') {
    return { kind: 'unknown' }
  }
  // The stored response does not show a refund that was made since then.
  if (isReplayed(intent)) return { kind: 'earlier_charge' }
  if (intent.status === 'succeeded') return { kind: 'succeeded', paymentId: intent.id }
  return { kind: 'declined', reason: stoppedReason(intent.status), paymentId: intent.id }
}

function outcomeOfError(error: unknown): ChargeOutcome {
  const { errors } = Stripe
  if (error instanceof errors.StripeCardError) {
    return {
      kind: 'declined',
      reason: declineReason(error),
      paymentId: error.payment_intent?.id ?? null,
    }
  }
  // No such card or customer, a card detached in the meantime, an account that may not charge: a definite no.
  if (error instanceof errors.StripeInvalidRequestError && !isWrongCall(error)) {
    return {
      kind: 'declined',
      reason: declineReason(error),
      paymentId: error.payment_intent?.id ?? null,
    }
  }
  // The key was used with other particulars, so an earlier charge under this order's id exists and this call made none.
  if (error instanceof errors.StripeIdempotencyError) return { kind: 'earlier_charge' }
  // Only the last try tells this much; the one before it may have been cut off, so the charge is repeated under its own key.
  if (error instanceof errors.StripeRateLimitError) return { kind: 'rate_limited' }
  if (error instanceof errors.StripeConnectionError || error instanceof errors.StripeAPIError) {
    return { kind: 'unknown' }
  }
  if (error instanceof errors.StripeError) throw new Error(describe('charge a saved card', error))
  // What the client throws by itself, outside its own error types, comes from an answer that it could not make sense of.
  return { kind: 'unknown' }
}

/** We asked wrongly, and asking again would be as wrong. */
const isWrongCall = ({ code }: Stripe.errors.StripeError): boolean =>
  code?.startsWith('parameter') === true || WRONG_CALL_CODES.has(code ?? '')

const WRONG_CALL_CODES = new Set([
  'amount_too_small',
  'amount_too_large',
  'payment_intent_invalid_parameter',
  'payment_method_types_no_longer_supported',
  'url_invalid',
])
