// One attempt to charge a payment intent: the card's behavior, the recorded charge, and the intent's next state.
import type Stripe from 'stripe'
import { authenticationRequired, type Decline, type TestCard } from '../core/cards.ts'
import { recordCharge } from '../core/ledger.ts'
import { idOf, newId, type World } from '../core/world.ts'
import { testCardOf } from './payment-methods.ts'

export type Attempt =
  | { readonly kind: 'succeeded'; readonly intent: Stripe.PaymentIntent }
  | { readonly kind: 'requires_action'; readonly intent: Stripe.PaymentIntent }
  | { readonly kind: 'processing'; readonly intent: Stripe.PaymentIntent }
  | {
      readonly kind: 'declined'
      readonly intent: Stripe.PaymentIntent
      readonly decline: Decline
      readonly chargeId: string
    }

type Presence = {
  readonly offSession: boolean
  /** Whether the cardholder has just passed 3-D Secure. */
  readonly authenticated: boolean
}

/** Charges the card. All changes are stored and cause events, even for a decline. */
export function attemptCharge(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  presence: Presence,
): Attempt {
  const card = testCardOf(world, method)
  const wantsCardholder = !presence.authenticated && needsAuthentication(world, card, method)
  if (wantsCardholder && presence.offSession) {
    return decline(world, intent, method, authenticationRequired)
  }
  if (wantsCardholder) return askForAuthentication(world, intent, method)
  if (world.plans.takePayment(idOf(intent.customer)) === 'processing') {
    return process(world, intent, method)
  }
  if (card.charging !== null) return decline(world, intent, method, card.charging)
  return succeed(world, intent, method)
}

/** Whether the card requires 3-D Secure now: some cards never do, some until they are set up, and some always. */
export function needsAuthentication(
  world: World,
  card: TestCard,
  method: Stripe.PaymentMethod,
): boolean {
  if (card.authentication === 'always') return true
  if (card.authentication === 'never') return false
  return world.store.hiddenOf(method.id).setUp !== true
}

/** Records a 3-D Secure step that the cardholder failed or abandoned. */
export function failAuthentication(world: World, intent: Stripe.PaymentIntent): Decline {
  const authenticationDecline: Decline = {
    code: 'payment_intent_authentication_failure',
    decline_code: 'authentication_required',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  }
  const failed: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: { type: 'invalid_request_error', ...authenticationDecline },
  }
  world.store.save(failed)
  world.emit('payment_intent.payment_failed', failed)
  return authenticationDecline
}

export function succeed(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Attempt {
  const charge = makeCharge(world, intent, method, null)
  const paid: Stripe.PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    payment_method: method.id,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
  }
  world.store.save(paid)
  world.emit('charge.succeeded', charge)
  world.emit('payment_intent.succeeded', paid)
  if (testCardOf(world, method).report !== undefined) world.later(charge.id)
  return { kind: 'succeeded', intent: paid }
}

export function decline(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  reason: Decline,
): Attempt {
  const charge = makeCharge(world, intent, method, reason)
  const failed: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: {
      type: 'card_error',
      ...reason,
      charge: charge.id,
      payment_method: method,
    },
  }
  world.store.save(failed)
  world.emit('charge.failed', charge)
  world.emit('payment_intent.payment_failed', failed)
  return { kind: 'declined', intent: failed, decline: reason, chargeId: charge.id }
}

/** Starts a payment that the bank has not completed yet. */
function process(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Attempt {
  const processing: Stripe.PaymentIntent = {
    ...intent,
    status: 'processing',
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  }
  world.store.save(processing)
  world.emit('payment_intent.processing', processing)
  return { kind: 'processing', intent: processing }
}

function askForAuthentication(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Attempt {
  const waiting: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_action',
    payment_method: method.id,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
  }
  world.store.save(waiting)
  world.emit('payment_intent.requires_action', waiting)
  return { kind: 'requires_action', intent: waiting }
}

function makeCharge(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  reason: Decline | null,
): Stripe.Charge {
  const paid = reason === null
  const { amount, description } = intent
  const id = newId('ch')
  const atOnce = testCardOf(world, method).bypassesPending === true
  const charge: Stripe.Charge = {
    id,
    object: 'charge',
    amount,
    amount_captured: paid ? amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: paid ? recordCharge(world, { id, amount, description }, atOnce) : null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: paid,
    created: world.now(),
    currency: intent.currency,
    customer: intent.customer,
    description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: reason?.code ?? null,
    failure_message: reason?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(reason),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
  world.store.insert(charge)
  return charge
}

function outcomeOf(reason: Decline | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: reason === null ? 'approved_by_network' : 'declined_by_network',
    reason: reason?.decline_code ?? null,
    risk_level: 'normal',
    risk_score: 1,
    seller_message: reason === null ? 'Payment complete.' : 'The bank declined the payment.',
    type: reason === null ? 'authorized' : 'issuer_declined',
  }
}
