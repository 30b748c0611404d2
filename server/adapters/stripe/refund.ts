// Giving back a payment made twice for one order.
import type Stripe from 'stripe'
import { reach, StripeRefusal } from './client.ts'

/** In full, once: the payment's id is the idempotency key, and an older refund is told by the processor's own record. */
export async function refund(stripe: Stripe, paymentId: string): Promise<void> {
  try {
    await reach('refund a payment', 'refund', () =>
      stripe.refunds.create(
        { payment_intent: paymentId, reason: 'duplicate' },
        { idempotencyKey: `refund:${paymentId}` },
      ),
    )
  } catch (error) {
    if (!(error instanceof StripeRefusal && error.code === 'charge_already_refunded')) throw error
  }
}
