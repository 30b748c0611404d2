// Ends a payment that the bank was processing.
import type Stripe from 'stripe'
import { declined } from '../core/cards.ts'
import { invalidRequest } from '../core/errors.ts'
import { need, type World } from '../core/world.ts'
import { decline, succeed } from './charging.ts'

/** Ends a payment in `processing` and the checkout that waits for it. Throws an ApiError when the payment has another status. */
export function settlePayment(
  world: World,
  { payment, to }: { payment: string; to: 'succeeded' | 'declined' },
): Stripe.PaymentIntent {
  const intent = need(world, 'payment_intent', payment)
  if (intent.status !== 'processing' || typeof intent.payment_method !== 'string') {
    throw invalidRequest(`This payment is ${intent.status}.`)
  }
  const method = need(world, 'payment_method', intent.payment_method)
  const attempt =
    to === 'succeeded' ? succeed(world, intent, method) : decline(world, intent, method, declined)
  for (const session of world.store.all('checkout.session', { payment_intent: payment })) {
    if (to === 'declined') {
      world.emit('checkout.session.async_payment_failed', session)
      continue
    }
    const paid: Stripe.Checkout.Session = { ...session, payment_status: 'paid' }
    world.store.save(paid)
    world.emit('checkout.session.async_payment_succeeded', paid)
  }
  return attempt.intent
}
