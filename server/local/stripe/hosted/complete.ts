// The submission of a hosted page: the card pays or is saved, is declined, or needs 3-D Secure first.
import type Stripe from 'stripe'
import { cardByNumber, type TestCard } from '../core/cards.ts'
import { need, type World } from '../core/world.ts'
import { attemptCharge, failAuthentication } from '../resources/charging.ts'
import { currentSession } from '../resources/checkout-sessions.ts'
import { insertPaymentIntent } from '../resources/payment-intents.ts'
import { makeCard } from '../resources/payment-methods.ts'
import { attemptSetup, failSetup } from '../resources/setup-intents.ts'

export type CardForm = {
  readonly number: string
  readonly expiry: string
  readonly cvc: string
  /** Empty if the page knows it, and in forms without the field. */
  readonly email: string
}
export type Submitted =
  | { readonly kind: 'done' }
  | { readonly kind: 'authenticate' }
  | { readonly kind: 'declined'; readonly message: string }
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'expired' }

type Session = Stripe.Checkout.Session
type Card = { readonly card: TestCard; readonly month: number; readonly year: number }

/** Handles the card form. A complete session does not change, so nothing is charged twice. */
export function submitCard(world: World, sessionId: string, form: CardForm): Submitted {
  const session = currentSession(world, need(world, 'checkout.session', sessionId))
  if (session.status === 'complete') return { kind: 'done' }
  if (session.status !== 'open') return { kind: 'expired' }
  if (typeof session.customer === 'string' && !world.store.read('customer', session.customer)) {
    return { kind: 'invalid', message: 'The customer of this page was deleted.' }
  }
  if (form.email !== '') world.store.hide(session.id, { enteredEmail: form.email })
  const card = readCard(form, new Date(world.now() * 1000))
  if (typeof card === 'string') return { kind: 'invalid', message: card }
  const method = makeCard(world, card.card, card)
  return session.mode === 'setup'
    ? setUp(world, session, method, false)
    : pay(world, session, method, false)
}

/** Handles a 3-D Secure step that the cardholder passed or failed. */
export function finishAuthentication(world: World, sessionId: string, passed: boolean): Submitted {
  const session = currentSession(world, need(world, 'checkout.session', sessionId))
  if (session.status === 'complete') return { kind: 'done' }
  if (session.status !== 'open') return { kind: 'expired' }
  const intent = intentOf(world, session)
  if (intent?.status !== 'requires_action' || typeof intent.payment_method !== 'string') {
    return { kind: 'invalid', message: 'There is no payment to authenticate. Enter a card first.' }
  }
  const method = need(world, 'payment_method', intent.payment_method)
  if (intent.object === 'setup_intent') {
    if (passed) return setUp(world, session, method, true)
    failSetup(world, intent, authenticationFailed, method)
    return { kind: 'declined', message: authenticationFailed.message }
  }
  if (passed) return pay(world, session, method, true)
  return { kind: 'declined', message: failAuthentication(world, intent).message }
}

const authenticationFailed = {
  code: 'setup_intent_authentication_failure',
  decline_code: 'authentication_required',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

/** Returns the page's intent. A setup has one from the start, a payment from its first card on. */
export function intentOf(
  world: World,
  session: Session,
): Stripe.PaymentIntent | Stripe.SetupIntent | null {
  if (typeof session.setup_intent === 'string') {
    return need(world, 'setup_intent', session.setup_intent)
  }
  return typeof session.payment_intent === 'string'
    ? need(world, 'payment_intent', session.payment_intent)
    : null
}

function pay(
  world: World,
  session: Session,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Submitted {
  const { session: started, intent } = withIntent(world, session)
  const attempt = attemptCharge(world, intent, method, { offSession: false, authenticated })
  if (attempt.kind === 'declined') return { kind: 'declined', message: attempt.decline.message }
  if (attempt.kind === 'requires_action') return { kind: 'authenticate' }
  complete(world, { ...started, payment_status: attempt.kind === 'processing' ? 'unpaid' : 'paid' })
  return { kind: 'done' }
}

/** Returns the session's payment intent, created with the first card. */
function withIntent(
  world: World,
  session: Session,
): { session: Session; intent: Stripe.PaymentIntent } {
  if (typeof session.payment_intent === 'string') {
    return { session, intent: need(world, 'payment_intent', session.payment_intent) }
  }
  const hidden = world.store.hiddenOf(session.id)
  const intent = insertPaymentIntent(world, {
    amount: session.amount_total ?? 0,
    customerId: typeof session.customer === 'string' ? session.customer : null,
    methodId: null,
    description: hidden.intentDescription ?? null,
    metadata: hidden.intentMetadata ?? {},
  })
  const started: Session = { ...session, payment_intent: intent.id }
  world.store.save(started)
  return { session: started, intent }
}

function setUp(
  world: World,
  session: Session,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Submitted {
  const intent = intentOf(world, session)
  if (intent?.object !== 'setup_intent') throw new Error(`${session.id} has no setup intent.`)
  const attempt = attemptSetup(world, intent, method, authenticated)
  if (attempt.kind === 'declined') return { kind: 'declined', message: attempt.decline.message }
  if (attempt.kind === 'requires_action') return { kind: 'authenticate' }
  complete(world, session)
  return { kind: 'done' }
}

function complete(world: World, session: Session): void {
  const done: Session = {
    ...session,
    status: 'complete',
    customer_details: detailsOf(world, session),
  }
  world.store.save(done)
  world.emit('checkout.session.completed', done)
}

/** Returns the email that the page shows read-only, or null when the visitor enters one. */
export const emailOf = (session: Session, customer: Stripe.Customer | null): string | null =>
  customer?.email ?? session.customer_email

function detailsOf(world: World, session: Session): Stripe.Checkout.Session.CustomerDetails {
  const customer =
    typeof session.customer === 'string' ? need(world, 'customer', session.customer) : null
  return {
    address: null,
    business_name: null,
    email: emailOf(session, customer) ?? world.store.hiddenOf(session.id).enteredEmail ?? null,
    individual_name: null,
    name: customer?.name ?? null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  }
}

/** Returns the entered card, or a sentence about the problem. */
function readCard(form: CardForm, today: Date): Card | string {
  const number = form.number.replaceAll(/[\s-]/g, '')
  const card = cardByNumber(number)
  if (card === undefined) return 'This page is a stand-in: only the test cards listed below work.'
  const match = /^\s*(\d{1,2})\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(form.expiry)
  const month = Number(match?.[1])
  const year = 2000 + Number(match?.[2])
  if (match === null || month < 1 || month > 12) return 'Enter the expiry date as MM / YY.'
  if (Date.UTC(year, month, 1) <= today.getTime()) return "The card's expiry date is in the past."
  if (!/^\s*\d{3,4}\s*$/.test(form.cvc)) return 'Enter the security code: three digits.'
  return { card, month, year }
}
