// Webhook deliveries: the signature check, and the meaning of an event for the product.

import Stripe from 'stripe'
import { customerIdOf } from '../../domain/base/ids/customer-id.ts'
import { type PaymentId, paymentIdOf } from '../../domain/base/ids/payment-id.ts'
import { paymentMethodIdOf } from '../../domain/base/ids/payment-method-id.ts'
import type { Clock } from '../../domain/base/ports.ts'
import type { PaymentEvent } from '../../domain/payments/ports.ts'
import { cardOfSetup } from './card-setup.ts'
import { idOf, type Reach } from './client.ts'
import { orderIdIn, originOf, purchaseIdIn } from './order-reference.ts'
import { outcomeOfRefund, refundIdIn } from './refund.ts'
import { paymentIdIn } from './returns.ts'

type Fact = PaymentEvent['fact']

/** The types of events that have an effect here. docs/operations.md lists them for operators who create the endpoint. */
export const usedEventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'payment_intent.succeeded',
  'setup_intent.succeeded',
  'payment_method.detached',
  'customer.deleted',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
] as const satisfies readonly Stripe.Event['type'][]

type UsedEvent = Extract<Stripe.Event, { type: (typeof usedEventTypes)[number] }>

/** In seconds, Stripe's default. An older signature may be a replay. */
const maxSignatureAgeSeconds = 300
const otherEvent = { kind: 'other' } as const

type EventSettings = {
  readonly webhookSecret: string
  readonly clock: Clock
  readonly marker: string
  readonly ask: Reach
}

/**
 * Verifies the signature over the raw body, before any parsing, and reads the event. Throws `ProcessorUnavailable` when the card of a
 * finished setup cannot be read. The caller must then respond with a 5xx, so that Stripe delivers the event again.
 */
export async function parseEvent(
  stripe: Stripe,
  settings: EventSettings,
  rawBody: string,
  signature: string | null,
): Promise<PaymentEvent | 'bad_signature'> {
  if (signature === null) return 'bad_signature'
  let event: Stripe.Event
  try {
    event = await stripe.webhooks.constructEventAsync(
      rawBody,
      signature,
      settings.webhookSecret,
      maxSignatureAgeSeconds,
      undefined,
      settings.clock.now().getTime(),
    )
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return 'bad_signature'
    // The client's error may contain the body.
    throw new Error('A correctly signed webhook delivery is not an event that can be read.')
  }
  const createdAt = new Date(event.created * 1000)
  const fact = isUsed(event) ? await factOf(stripe, event, settings) : otherEvent
  const { id, type, api_version: version } = event
  const isPinned = version === null || version === stripe.getApiField('version')
  return { id, type, createdAt, fact, ...(!isPinned && { otherVersion: version }) }
}

const isUsed = (event: Stripe.Event): event is UsedEvent =>
  usedEventTypes.some((type) => type === event.type)

async function factOf(
  stripe: Stripe,
  event: UsedEvent,
  { marker, ask }: EventSettings,
): Promise<Fact> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object
      if (session.mode !== 'setup') return factOfCheckout(session, marker)
      return session.setup_intent === null
        ? otherEvent
        : cardSaved(stripe, idOf(session.setup_intent), ask)
    }
    case 'payment_intent.succeeded':
      return factOfIntent(event.data.object, marker)
    case 'setup_intent.succeeded':
      return cardSaved(stripe, event.data.object.id, ask)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const refund = event.data.object
      const refundId = refundIdIn(refund)
      const paymentId = paymentIdIn(refund.payment_intent)
      if (refundId === null) return refundedElsewhere(paymentId, null)
      return { kind: 'refund', refundId, outcome: outcomeOfRefund(refund), paymentId }
    }
    case 'charge.refunded': {
      const { amount_refunded: refundedCents, payment_intent: payment } = event.data.object
      return refundedElsewhere(paymentIdIn(payment), refundedCents)
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return aboutPayment('dispute', event.data.object)
    case 'radar.early_fraud_warning.created':
    case 'radar.early_fraud_warning.updated':
      return aboutPayment('early_fraud_warning', event.data.object)
    case 'payment_method.detached':
      return { kind: 'card_removed', paymentMethodId: paymentMethodIdOf(event.data.object.id) }
    case 'customer.deleted':
      return { kind: 'customer_deleted', customerId: customerIdOf(event.data.object.id) }
  }
}

/** A refund without one of our ids, or the sum of all refunds of a payment. */
const refundedElsewhere = (paymentId: PaymentId | null, refundedCents: number | null): Fact =>
  paymentId === null ? otherEvent : { kind: 'refund_elsewhere', paymentId, refundedCents }

/** Returns a fact that only names the payment. The processor's record determines what happened. */
function aboutPayment(
  kind: 'dispute' | 'early_fraud_warning',
  { payment_intent: payment }: { payment_intent?: unknown },
): Fact {
  const paymentId = paymentIdIn(payment)
  return paymentId === null ? otherEvent : { kind, paymentId }
}

function factOfCheckout(session: Stripe.Checkout.Session, marker: string): Fact {
  const orderCode = session.metadata?.['order_code'] ?? session.client_reference_id
  if (session.mode !== 'payment' || session.payment_status !== 'paid') return otherEvent
  if (session.payment_intent === null || session.amount_total === null) return otherEvent
  const origin = originOf(marker, session.metadata)
  const purchaseId = purchaseIdIn(session.metadata)
  if (purchaseId !== null) {
    const paymentId = paymentIdOf(idOf(session.payment_intent))
    const amountCents = session.amount_total
    return { kind: 'purchase_paid', purchaseId, origin, paymentId, amountCents }
  }
  if (!orderCode) return otherEvent
  return {
    kind: 'order_paid',
    orderCode,
    orderId: orderIdIn(session.metadata),
    origin,
    paymentId: paymentIdOf(idOf(session.payment_intent)),
    amountCents: session.amount_total,
  }
}

function factOfIntent(intent: Stripe.PaymentIntent, marker: string): Fact {
  const origin = originOf(marker, intent.metadata)
  const purchaseId = purchaseIdIn(intent.metadata)
  if (purchaseId !== null) {
    const amountCents = intent.amount_received
    return {
      kind: 'purchase_paid',
      purchaseId,
      origin,
      paymentId: paymentIdOf(intent.id),
      amountCents,
    }
  }
  const orderCode = intent.metadata['order_code']
  if (!orderCode) return otherEvent
  return {
    kind: 'order_paid',
    orderCode,
    orderId: orderIdIn(intent.metadata),
    origin,
    paymentId: paymentIdOf(intent.id),
    amountCents: intent.amount_received,
  }
}

async function cardSaved(stripe: Stripe, setupIntentId: string, ask: Reach): Promise<Fact> {
  const card = await cardOfSetup(stripe, setupIntentId, ask)
  return card === null ? otherEvent : { kind: 'card_saved', card }
}
