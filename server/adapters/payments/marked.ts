// This deployment's payments in Stripe's record, one page at a time, selected by marker instead of customer or order.
import type Stripe from 'stripe'
import { parseOrderId } from '../../domain/base/ids/order-id.ts'
import { parsePurchaseId } from '../../domain/base/ids/purchase-id.ts'
import type { MarkedPayment } from '../../domain/payments/ports.ts'
import { isMissing, type Reach } from './client.ts'
import { isMarked, orderIdIn, purchaseIdIn } from './order-reference.ts'
import { createdSince, pageSize, paymentOf } from './record.ts'

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
        ...createdSince(since),
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
    // The payment at which the page begins no longer exists. This search ends, and the next one begins at the newest payment.
    if (isMissing(error)) return { payments: [], next: null }
    throw error
  }
}

/** Returns null for a payment that names neither an order nor a purchase. */
function markedPaymentOf(intent: Stripe.PaymentIntent): MarkedPayment | null {
  const { metadata, latest_charge: charge } = intent
  const paidSeconds = typeof charge === 'object' && charge ? charge.created : intent.created
  const payment = { ...paymentOf(intent), paidAt: new Date(paidSeconds * 1000) }
  const purchase = purchaseIdIn(metadata)
  if (purchase !== null) {
    const id = parsePurchaseId(purchase)
    return id === null ? null : { ...payment, subject: { kind: 'purchase', id } }
  }
  const id = parseOrderId(orderIdIn(metadata) ?? '')
  const code = metadata['order_code']
  if (id === null || !code) return null
  return { ...payment, subject: { kind: 'order', id, code } }
}
