// Hosted checkout pages for orders that the saved card did not pay.
import type Stripe from 'stripe'
import type { Checkout, PaymentPageRequest, PurchaseRequest } from '../../domain/payments/ports.ts'
import { isMissing, isReplayed, type Reach, StripeRefusal } from './client.ts'
import { describedAs, orderMetadata, purchaseMetadata } from './order-reference.ts'
import { paymentOf } from './record.ts'

type PageSettings = { readonly marker: string; readonly ask: Reach }

/** Opens the hosted page for one attempt. Repeated for the same attempt, it returns the same session in its current state. */
export async function openCheckout(
  stripe: Stripe,
  request: PaymentPageRequest,
  { marker, ask }: PageSettings,
): Promise<Checkout> {
  const idempotencyKey = `checkout:${request.orderId}:${request.attempt}:${digestOf(request, marker)}`
  const page = {
    ...request,
    reference: request.orderCode,
    metadata: orderMetadata(marker, request),
  }
  return await openPage(stripe, page, { idempotencyKey, ask })
}

/** Opens the hosted page for something other than an order. */
export async function openPurchase(
  stripe: Stripe,
  request: PurchaseRequest,
  { marker, ask }: PageSettings,
): Promise<Checkout> {
  const idempotencyKey = `purchase:${request.purchaseId}:${digestOf(request, marker)}`
  const page = { ...request, reference: null, metadata: purchaseMetadata(marker, request) }
  return await openPage(stripe, page, { idempotencyKey, ask })
}

type Page = Pick<
  PaymentPageRequest,
  'amountCents' | 'description' | 'customerId' | 'successUrl' | 'cancelUrl'
> & { readonly reference: string | null; readonly metadata: Record<string, string> }

async function openPage(
  stripe: Stripe,
  request: Page,
  { idempotencyKey, ask }: { idempotencyKey: string; ask: Reach },
): Promise<Checkout> {
  const description = describedAs(request.description)
  const { metadata, reference } = request
  const session = await ask('open a checkout', 'checkout.session', () =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        allowed_payment_method_types: ['card'],
        ...(reference === null ? {} : { client_reference_id: reference }),
        ...(request.customerId === null ? {} : { customer: request.customerId }),
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: 'usd',
              unit_amount: request.amountCents,
              product_data: { name: description },
            },
          },
        ],
        metadata,
        payment_intent_data: { metadata, description },
        success_url: request.successUrl,
        cancel_url: request.cancelUrl,
      },
      { idempotencyKey },
    ),
  )
  // A replayed response shows the session when it was opened: it may have been paid or may have expired since then.
  return isReplayed(session) ? readCheckout(stripe, session.id, ask) : checkoutOf(session)
}

/**
 * Digest of values that may change between two calls for one attempt, when the first call was cut off before its session was stored. The
 * processor rejects a key that is reused with other values.
 */
const digestOf = (
  {
    customerId,
    successUrl,
    cancelUrl,
  }: Pick<PaymentPageRequest, 'customerId' | 'successUrl' | 'cancelUrl'>,
  marker: string,
): string =>
  new Bun.CryptoHasher('sha256')
    .update(JSON.stringify([customerId, successUrl, cancelUrl, marker]))
    .digest('hex')
    .slice(0, 16)

/** Reads a session. A session that the processor does not know can never be paid and is treated as expired. */
export async function readCheckout(
  stripe: Stripe,
  sessionId: string,
  ask: Reach,
): Promise<Checkout> {
  try {
    return checkoutOf(
      await ask('read a checkout', 'checkout.session', () =>
        stripe.checkout.sessions.retrieve(sessionId, {
          expand: ['payment_intent.latest_charge'],
        }),
      ),
    )
  } catch (error) {
    if (!isMissing(error)) throw error
    return { sessionId, url: null, status: 'expired', isGuest: true, payment: null }
  }
}

/** Closes an open session. Does nothing for a session that is complete, expired or unknown. */
export async function expireCheckout(stripe: Stripe, sessionId: string, ask: Reach): Promise<void> {
  try {
    await ask('expire a checkout', 'checkout.session', () =>
      stripe.checkout.sessions.expire(sessionId),
    )
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    // "Only open sessions can be expired" has no specific error code, so the session's state decides.
    const checkout = await readCheckout(stripe, sessionId, ask)
    if (checkout.status === 'open') throw error
  }
}

function checkoutOf(session: Stripe.Checkout.Session): Checkout {
  const intent = session.payment_intent
  return {
    sessionId: session.id,
    url: session.url,
    status: statusOf(session),
    isGuest: session.customer === null,
    // A session that was just opened has no payment intent yet; a session that is read has it expanded.
    payment: intent === null || typeof intent === 'string' ? null : paymentOf(intent),
  }
}

function statusOf(session: Stripe.Checkout.Session): Checkout['status'] {
  if (session.status === 'open') return 'open'
  return session.status === 'complete' ? 'complete' : 'expired'
}
