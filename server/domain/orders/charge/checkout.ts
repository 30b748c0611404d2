// The hosted checkout of an unpaid order: opens it, and closes it if no payment may follow.

import { withCustomer } from '../../accounts/customer.ts'
import type { CustomerId } from '../../base/ids/customer-id.ts'
import { cutText } from '../../base/text/text.ts'
import { type CallPurpose, type Checkout, isRefunded } from '../../payments/ports.ts'
import type { CheckoutDeps } from '../deps.ts'
import type { OrderDeps } from '../ports.ts'
import type { NewOrder, Order } from '../record/order.ts'
import { dueCents, lineCountOf } from '../record/order-lines.ts'
import { basketPath, orderPageUrl, payPageUrl } from '../record/page-urls.ts'

/**
 * Who opens the checkout. A signed-in owner pays as the account's customer: the processor's page can show the address
 * and offer the saved card. Anyone else with the order's link is a guest, whose page reveals nothing about the owner
 * (decisions.md 56).
 */
export type Payer = 'owner' | 'guest'

/**
 * Opens a new session. Returns its URL; null if the processor returned none, or if another request opened a session
 * for another payer in the meantime. The previous session must be closed.
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
    /** Whether a payer who cancels returns to the basket, which still contains the parts. */
    readonly fromBasket?: boolean
  },
): Promise<string | null> {
  const request = {
    orderId: order.id,
    orderCode: order.code,
    amountCents: dueCents(order),
    description: orderDescription(order),
    successUrl: `${orderPageUrl(order.code, deps.baseUrl)}?paid=1`,
    cancelUrl: fromBasket ? `${deps.baseUrl}${basketPath}` : payPageUrl(order.code, deps.baseUrl),
    // The idempotency key includes the previous session, so that concurrent requests get the same new session.
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
  // Only the stored session is checked at the processor, and two open sessions could both be paid.
  await deps.payments.expireCheckout(sessionId)
  return null
}

/** Whether the payer can see the page of an open checkout. */
export const isFor = (checkout: Checkout, payer: Payer): boolean =>
  checkout.isGuest || payer === 'owner'

/** Whether another checkout can replace it: it has expired, or its payment was refunded in full. */
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

/** Returns the description of an order's payment for the processor's record. */
export const orderDescription = (
  order: Pick<Order, 'options' | 'file' | 'code' | 'web'>,
): string =>
  lineCountOf(order) === 1
    ? chargeDescription(order)
    : `3D prints: ${order.options.quantity} parts of ${lineCountOf(order)} models, order ${order.code}`

/** The processor's length limit. */
const maxDescriptionCharacters = 500

/** Follows contract.md 9.2, rule 9: material, color, nozzle, layer height, quantity and file name. */
export function chargeDescription({ options, file }: Pick<NewOrder, 'options' | 'file'>): string {
  const { material, color, nozzleDiameter, layerHeight, quantity } = options
  const settings = `${material.toUpperCase()} ${color}, ${nozzleDiameter} mm nozzle, ${layerHeight} mm layers`
  return cutText(`3D print: ${settings}, ${quantity} x ${file.fileName}`, maxDescriptionCharacters)
}
