// The hosted checkout of an unpaid order: opening it, and closing it when nothing may be paid any more.
import { ensureCustomer } from '../accounts/customer.ts'
import { cutText } from '../base/text.ts'
import { type CallPurpose, type Checkout, isRefunded } from '../payments/ports.ts'
import type { NewOrder, Order } from './order.ts'
import { dueCents, lineCountOf } from './order-lines.ts'
import { orderPageUrl, payPageUrl } from './page-urls.ts'
import type { OrderDeps } from './ports.ts'

/** Opens a new session. Returns its URL, null when the processor gave none. The previous session must be closed. */
export async function openCheckout(
  deps: OrderDeps,
  order: Order,
  purpose: CallPurpose,
): Promise<string | null> {
  const request = {
    orderId: order.id,
    orderCode: order.code,
    amountCents: dueCents(order),
    description: checkoutDescription(order),
    customerId: await ensureCustomer(deps, order.accountId),
    successUrl: `${orderPageUrl(order.code, deps.baseUrl)}?paid=1`,
    cancelUrl: payPageUrl(order.code, deps.baseUrl),
    // The idempotency key names the previous session, so that concurrent requests get the same new one.
    attempt: order.checkoutSessionId === null ? 'first' : `after-${order.checkoutSessionId}`,
  }
  const { sessionId, url } = await deps.payments.openCheckout(request, purpose)
  await deps.orders.saveCheckout(order.id, { sessionId, url })
  return url
}

/** Whether another checkout may be opened in its place: it has expired, or its payment was refunded in full. */
export const isReplaceable = (checkout: Checkout): boolean =>
  checkout.status === 'expired' || isRefunded(checkout)

/** Expires the open checkout of an order that was paid by another payment or cancelled. Never throws. */
export async function closeCheckout(
  deps: OrderDeps,
  order: Order,
  paidBy: string | null,
): Promise<void> {
  if (order.checkoutSessionId === null) return
  try {
    const checkout = await deps.payments.readCheckout(order.checkoutSessionId, 'upkeep')
    if (checkout.status === 'open' && (paidBy === null || checkout.payment?.paymentId !== paidBy)) {
      await deps.payments.expireCheckout(order.checkoutSessionId)
    }
  } catch (error) {
    // A payment through a checkout that stays open is refunded.
    deps.log.warn('order.checkout_stayed_open', { code: order.code, error: String(error) })
  }
}

const checkoutDescription = (order: Order): string =>
  lineCountOf(order) === 1
    ? chargeDescription(order)
    : `3D prints: ${order.options.quantity} parts of ${lineCountOf(order)} models, order ${order.code}`

/** contract.md 9.2, rule 9: material, color, nozzle, layer height, quantity and file name. */
export function chargeDescription({ options, file }: Pick<NewOrder, 'options' | 'file'>): string {
  const { material, color, nozzleDiameter, layerHeight, quantity } = options
  const settings = `${material.toUpperCase()} ${color}, ${nozzleDiameter} mm nozzle, ${layerHeight} mm layers`
  return cutText(`3D print: ${settings}, ${quantity} x ${file.fileName}`, 500)
}
