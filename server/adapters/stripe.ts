// The card processor behind the domain's `Payments` port, over the `stripe` package. The same code talks to Stripe and,
// with `apiBase`, to the stand-in of server/local/stripe; nothing here knows which of the two answers.
import type { Payments } from '../domain/ports.ts'
import { openCardSetup, readCardSetup } from './stripe/card-setup.ts'
import { chargeSavedCard } from './stripe/charge.ts'
import { expireCheckout, openCheckout, readCheckout } from './stripe/checkout.ts'
import { connectStripe, type StripeSettings } from './stripe/client.ts'
import { createCustomer } from './stripe/customer.ts'
import { parseEvent } from './stripe/events.ts'
import { findPayments } from './stripe/record.ts'
import { findRefund, refund, refundPayment } from './stripe/refund.ts'

export type { StripeSettings } from './stripe/client.ts'

/**
 * Payments over Stripe. One attempt of a call takes at most `timeoutMs`; it is repeated twice with the same idempotency
 * key, so a call answers within about three times that. Throws at once on an empty key or webhook secret.
 */
export function createStripePayments(settings: StripeSettings): Payments {
  const stripe = connectStripe(settings)
  return {
    chargeSavedCard: (request) => chargeSavedCard(stripe, request),
    findPayments: (orderCode, customerId, since, orderId) =>
      findPayments(stripe, {
        orderCode,
        customerId,
        since,
        ...(orderId === undefined ? {} : { orderId }),
      }),
    openCheckout: (request) => openCheckout(stripe, request),
    readCheckout: (sessionId) => readCheckout(stripe, sessionId),
    expireCheckout: (sessionId) => expireCheckout(stripe, sessionId),
    createCustomer: (accountId, email) => createCustomer(stripe, accountId, email),
    openCardSetup: (request) => openCardSetup(stripe, request),
    readCardSetup: (sessionId) => readCardSetup(stripe, sessionId),
    refund: (paymentId) => refund(stripe, paymentId),
    refundPayment: (request) => refundPayment(stripe, request),
    findRefund: (request) => findRefund(stripe, request),
    parseEvent: (rawBody, signature) => parseEvent(stripe, settings, rawBody, signature),
  }
}
