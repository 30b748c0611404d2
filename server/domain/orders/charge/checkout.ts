// The hosted checkout of an unpaid order: opening it, and closing it when nothing may be paid any more.

import { withCustomer } from '../../accounts/customer.ts'
import type { CustomerId } from '../../base/customer-id.ts'
import { cutText } from '../../base/text.ts'
import { type CallPurpose, type Checkout, isRefunded } from '../../payments/ports.ts'
import type { CheckoutDeps } from '../deps.ts'
import type { NewOrder, Order } from '../order.ts'
import { dueCents, lineCountOf } from '../order-lines.ts'
import { basketPath, orderPageUrl, payPageUrl } from '../page-urls.ts'
import type { OrderDeps } from '../ports.ts'

/**
 * Who opens the checkout. The owner, signed in, pays as the account's customer: the processor's page may show the address and offer the
 * saved card. Anyone else with the order's link is a guest, whose page shows nothing of the owner (decisions.md 56).
 */
export type Payer = 'owner' | 'guest'

/**
 * Opens a new session. Returns its URL; null when the processor returned none, or another request opened one for another payer in the
 * meantime. The previous session must be closed.
 */
export async function openCheckout(
  deps: CheckoutDeps,
  order: Order,
  {
    payer,
    purpose,
    fromBasket = false,
  }: {
    readonly payer: Payer
    readonly purpose: CallPurpose
    /** A payer who does not pay returns to the basket, which still has the parts. */
    readonly fromBasket?: boolean
  },
): Promise<string | null> {
  const request = {
    orderId: order.id,
    orderCode: order.code,
    amountCents: dueCents(order),
    description: checkoutDescription(order),
    successUrl: `${orderPageUrl(order.code, deps.baseUrl)}?paid=1`,
    cancelUrl: fromBasket ? `${deps.baseUrl}${basketPath}` : payPageUrl(order.code, deps.baseUrl),
    // The idempotency key names the previous session, so that concurrent requests get the same new one.
    attempt: order.checkout === null ? 'first' : `after-${order.checkout.sessionId}`,
  }
  const open = (customerId: CustomerId | null) =>
    deps.payments.openCheckout({ ...request, customerId }, purpose)
  const { sessionId, url } =
    payer === 'guest' ? await open(null) : await withCustomer(deps, order.accountId, open)
  const saved = await deps.orders.saveCheckout(order.id, {
    sessionId,
    url,
    previous: order.checkout?.sessionId ?? null,
  })
  if (saved) return url
  // Only the stored session is looked up at the processor, and two open sessions could both be paid.
  await deps.payments.expireCheckout(sessionId)
  return null
}

/** Whether the page of an open checkout may be shown to the payer. */
export const isFor = (checkout: Checkout, payer: Payer): boolean =>
  checkout.isGuest || payer === 'owner'

/** Whether another checkout may be opened in its place: it has expired, or its payment was refunded in full. */
export const isReplaceable = (checkout: Checkout): boolean =>
  checkout.status === 'expired' || isRefunded(checkout)

/** Expires the open checkout of an order that was paid by another payment or cancelled. Never throws. */
export async function closeCheckout(
  deps: Pick<OrderDeps, 'log' | 'payments'>,
  order: Order,
  paidBy: string | null,
): Promise<void> {
  if (order.checkout === null) return
  const { sessionId } = order.checkout
  try {
    const checkout = await deps.payments.readCheckout(sessionId, 'upkeep')
    if (checkout.status === 'open' && (paidBy === null || checkout.payment?.paymentId !== paidBy)) {
      await deps.payments.expireCheckout(sessionId)
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

/** The processor's limit for a text. */
const maxDescriptionCharacters = 500

/** contract.md 9.2, rule 9: material, color, nozzle, layer height, quantity and file name. */
export function chargeDescription({ options, file }: Pick<NewOrder, 'options' | 'file'>): string {
  const { material, color, nozzleDiameter, layerHeight, quantity } = options
  const settings = `${material.toUpperCase()} ${color}, ${nozzleDiameter} mm nozzle, ${layerHeight} mm layers`
  return cutText(`3D print: ${settings}, ${quantity} x ${file.fileName}`, maxDescriptionCharacters)
}
