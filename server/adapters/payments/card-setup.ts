// Saves a card through the hosted setup page, and removes it.

import type Stripe from 'stripe'
import { type CustomerId, customerIdOf } from '../../domain/base/ids/customer-id.ts'
import { type PaymentMethodId, paymentMethodIdOf } from '../../domain/base/ids/payment-method-id.ts'
import type { SavedCard } from '../../domain/payments/ports.ts'
import { idOf, isMissing, type Reach, StripeRefusal } from './client.ts'

/** Opens the hosted page that saves a card for later off-session charges (a Checkout setup intent is always off-session). */
export async function openCardSetup(
  stripe: Stripe,
  request: { customerId: CustomerId; successUrl: string; cancelUrl: string },
  ask: Reach,
): Promise<{ sessionId: string; url: string }> {
  const session = await ask('open a card setup', 'checkout.session', () =>
    stripe.checkout.sessions.create({
      mode: 'setup',
      allowed_payment_method_types: ['card'],
      // A setup charges nothing. The currency determines the offered payment methods.
      currency: 'usd',
      customer: request.customerId,
      success_url: request.successUrl,
      cancel_url: request.cancelUrl,
    }),
  )
  if (session.url === null) throw new Error('Stripe opened a card setup without a page.')
  return { sessionId: session.id, url: session.url }
}

/** Makes the card of a finished setup the customer's default and returns it. Returns null for an unfinished or unknown setup. */
export async function readCardSetup(
  stripe: Stripe,
  sessionId: string,
  ask: Reach,
): Promise<SavedCard | null> {
  // The id passes through the browser, so it is not trusted.
  if (!/^cs_\w{1,200}$/.test(sessionId)) return null
  const session = await readSession(stripe, sessionId, ask)
  const intent = session?.setup_intent
  if (!intent || typeof intent === 'string') return null
  return await unlessMissing(async () => {
    const card = await cardOnFile(stripe, intent, ask)
    if (card === null) return null
    await ask('set the default card', 'customer', () =>
      stripe.customers.update(card.customerId, {
        invoice_settings: { default_payment_method: card.paymentMethodId },
      }),
    )
    return card
  })
}

/** Returns null for an object that Stripe does not have: a session that never existed, or a customer that was deleted since. */
async function unlessMissing<T>(work: () => Promise<T | null>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const readSession = (
  stripe: Stripe,
  sessionId: string,
  ask: Reach,
): Promise<Stripe.Checkout.Session | null> =>
  unlessMissing(() =>
    ask('read a card setup', 'checkout.session', () =>
      stripe.checkout.sessions.retrieve(sessionId, { expand: ['setup_intent.payment_method'] }),
    ),
  )

/** Returns the card of a setup intent by its id, which events contain. */
export async function cardOfSetup(
  stripe: Stripe,
  setupIntentId: string,
  ask: Reach,
): Promise<SavedCard | null> {
  return await unlessMissing(async () => {
    const intent = await ask('read a card setup', 'setup_intent', () =>
      stripe.setupIntents.retrieve(setupIntentId, { expand: ['payment_method'] }),
    )
    return await cardOnFile(stripe, intent, ask)
  })
}

/**
 * Returns the customer's newest saved card once the setup succeeded. It may differ from the setup's card: events arrive late and twice,
 * and an old success page can be opened again. Neither may restore a card that a newer one has replaced.
 */
async function cardOnFile(
  stripe: Stripe,
  intent: Stripe.SetupIntent,
  ask: Reach,
): Promise<SavedCard | null> {
  if (intent.status !== 'succeeded' || intent.customer === null) return null
  const customerId = customerIdOf(idOf(intent.customer))
  const cards = await ask('list saved cards', 'list', () =>
    stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 1 }),
  )
  const own = typeof intent.payment_method === 'string' ? null : intent.payment_method
  const [newest] = [own, ...cards.data]
    .filter((method) => method !== null)
    .filter((method) => method.customer !== null && idOf(method.customer) === customerId)
    .sort((a, b) => b.created - a.created)
  if (newest?.card === undefined) return null
  const { brand, last4 } = newest.card
  return { customerId, paymentMethodId: paymentMethodIdOf(newest.id), brand, last4 }
}

/** Detaches a card. Stripe refuses to detach a card that no customer has without a specific error code, so the card's state decides. */
export async function detachCard(
  stripe: Stripe,
  paymentMethodId: PaymentMethodId,
  ask: Reach,
): Promise<void> {
  try {
    await ask('detach a card', 'payment_method', () =>
      stripe.paymentMethods.detach(paymentMethodId),
    )
  } catch (error) {
    if (isMissing(error)) return
    if (!(error instanceof StripeRefusal)) throw error
    const method = await ask('read a card', 'payment_method', () =>
      stripe.paymentMethods.retrieve(paymentMethodId),
    )
    if (method.customer !== null) throw error
  }
}
