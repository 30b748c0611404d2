// This deployment's payments in Stripe's record, a page at a time: by its marker, not by customer or order.
import type Stripe from 'stripe'
import { isUuid } from '../../domain/base/uuid.ts'
import type { MarkedPayment } from '../../domain/payments/ports.ts'
import { isMissing, type Reach } from './client.ts'
import { isMarked, orderIdIn, purchaseIdIn } from './order-reference.ts'
import { clockSkewSeconds, pageSize, paymentOf } from './record.ts'

type Page = {
  readonly marker: string
  readonly since: Date
  readonly after: string | null
}

export async function listMarked(
  stripe: Stripe,
  { marker, since, after }: Page,
  ask: Reach,
): Promise<{ payments: readonly MarkedPayment[]; next: string | null }> {
  try {
    const page = await ask('list all payments', 'list', () =>
      stripe.paymentIntents.list({
        limit: pageSize,
        created: { gte: Math.floor(since.getTime() / 1000) - clockSkewSeconds },
        ...(after === null ? {} : { starting_after: after }),
        expand: ['data.latest_charge'],
      }),
    )
    const payments = page.data
      .filter(({ metadata }) => isMarked(marker, metadata))
      .map(markedPaymentOf)
      .filter((payment) => payment !== null)
    return { payments, next: page.has_more ? (page.data.at(-1)?.id ?? null) : null }
  } catch (error) {
    // The payment where the page begins is gone: the search ends, and the next one begins at the newest payment.
    if (isMissing(error)) return { payments: [], next: null }
    throw error
  }
}

/** null for a payment that names neither an order nor a purchase. */
function markedPaymentOf(intent: Stripe.PaymentIntent): MarkedPayment | null {
  const { metadata, latest_charge: charge } = intent
  const paidSeconds = typeof charge === 'object' && charge ? charge.created : intent.created
  const payment = { ...paymentOf(intent), paidAt: new Date(paidSeconds * 1000) }
  const purchaseId = purchaseIdIn(metadata)
  if (purchaseId !== null) {
    return isUuid(purchaseId) ? { ...payment, subject: { kind: 'purchase', id: purchaseId } } : null
  }
  const [id, code] = [orderIdIn(metadata), metadata['order_code']]
  if (id === null || !isUuid(id) || !code) return null
  return { ...payment, subject: { kind: 'order', id, code } }
}
