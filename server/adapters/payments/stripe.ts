// The card processor behind the domain's `Payments` port, using the `stripe` package. The same code runs against Stripe and, with
// `apiBase`, against the stand-in of server/local/stripe, without a difference between the two.
import type { CallPurpose, Payments } from '../../domain/payments/ports.ts'
import { detachCard, openCardSetup, readCardSetup } from './card-setup.ts'
import { chargeSavedCard } from './charge.ts'
import { expireCheckout, openCheckout, openPurchase, readCheckout } from './checkout.ts'
import { connectStripe, type Reach, reach, reachWithin, type StripeSettings } from './client.ts'
import { createCustomer, deleteCustomer } from './customer.ts'
import { parseEvent } from './events.ts'
import { submitEvidence } from './evidence.ts'
import { listMarked } from './marked.ts'
import { callsOfSearch, findPayments, findPaymentsOfOrders, readPayment } from './record.ts'
import { findRefund, refundPayment } from './refund.ts'
import { listReturned, readReturns } from './returns.ts'

export type { StripeSettings } from './client.ts'

/**
 * Creates payments over Stripe. One attempt of a call takes at most `timeoutMs`. It is retried twice with the same idempotency key, so a
 * call ends within about three times that. Throws immediately on an empty key or webhook secret.
 *
 * Calls that list, read or open pages use the budget of the settings. Charges and refunds do not.
 */
export function createStripePayments(settings: StripeSettings): Payments {
  const stripe = connectStripe(settings)
  // The reconciler repeats its rounds anyway, so retries of the client would only triple the load on a processor that is down.
  const oneTry = connectStripe({ ...settings, maxNetworkRetries: 0 })
  const { takeCalls, marker, log } = settings
  const within = (purpose: CallPurpose = 'pages', together = 1): Reach =>
    takeCalls === undefined ? reach : reachWithin(takeCalls, purpose, together)
  return {
    chargeSavedCard: (request, options) =>
      chargeSavedCard(options?.once === true ? oneTry : stripe, request, marker),
    findPayments: (orderCode, customerId, since, { orderId, purpose, until } = {}) =>
      findPayments(
        purpose === 'upkeep' ? oneTry : stripe,
        { orderCode, orderId, customerId, since, until },
        within(purpose, callsOfSearch),
      ),
    findPaymentsOfOrders: (orders, customerId, since) =>
      findPaymentsOfOrders(oneTry, { orders, customerId, since }, within('upkeep', callsOfSearch)),
    listMarked: (page) => listMarked(oneTry, { ...page, marker }, within('upkeep')),
    readPayment: (paymentId) => readPayment(oneTry, paymentId, within('upkeep')),
    openCheckout: (request, purpose) =>
      openCheckout(stripe, request, { marker, ask: within(purpose) }),
    openPurchase: (request, purpose) =>
      openPurchase(stripe, request, { marker, ask: within(purpose) }),
    readCheckout: (sessionId, purpose) => readCheckout(stripe, sessionId, within(purpose)),
    expireCheckout: (sessionId) => expireCheckout(stripe, sessionId, within('upkeep')),
    createCustomer: (accountId, email, replacing) =>
      createCustomer(
        stripe,
        { accountId, email, ...(replacing !== undefined && { replacing }) },
        within({ accountId }),
      ),
    openCardSetup: (request, purpose) => openCardSetup(stripe, request, within(purpose)),
    readCardSetup: (sessionId, purpose) => readCardSetup(stripe, sessionId, within(purpose)),
    detachCard: (paymentMethodId, purpose) => detachCard(stripe, paymentMethodId, within(purpose)),
    deleteCustomer: (customerId, purpose) => deleteCustomer(stripe, customerId, within(purpose)),
    refundPayment: (request) => refundPayment(stripe, request, { ask: within('upkeep'), log }),
    findRefund: (request) => findRefund(oneTry, request, within('upkeep')),
    readReturns: (paymentId) => readReturns(oneTry, paymentId, within('upkeep')),
    listReturned: (since) => listReturned(oneTry, since, within('upkeep')),
    submitEvidence: (disputeId, evidence) =>
      submitEvidence(stripe, disputeId, evidence, within('upkeep')),
    parseEvent: (rawBody, signature) =>
      parseEvent(stripe, { ...settings, ask: within('upkeep') }, rawBody, signature),
  }
}
