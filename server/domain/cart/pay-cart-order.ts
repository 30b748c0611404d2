// The last step of a checkout: charges the saved card, or opens the processor's page for the written order.

import { mustExist } from '../base/must-exist.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { chargeOrder } from '../orders/charge/charge-order.ts'
import { chargeStandingOf } from '../orders/charge/charge-standing.ts'
import { isReplaceable, openCheckout } from '../orders/charge/checkout.ts'
import { payabilityOf } from '../orders/charge/payable.ts'
import type { Order } from '../orders/record/order.ts'
import { type ChargeCard, unpaidReasonOf } from '../orders/record/payment.ts'
import type { DeclineCode } from '../payments/decline-codes.ts'
import { processorFailure } from '../payments/failure.ts'
import type { OrderInput } from './cart-order-request.ts'
import type { PlaceCartOrderDeps } from './deps.ts'
import type { CheckoutFailure } from './failure.ts'
import { isGuest } from './guest.ts'

export type CartOrderResult =
  | PlacedCartOrder
  /** The saved card was declined. The order then waits for another payment. */
  | { readonly kind: 'declined'; readonly order: Order; readonly card: DeclinedCard }

export type PlacedCartOrder = {
  readonly kind: 'placed'
  readonly order: Order
  /** null if nothing is due, or if the processor returned no page. In the second case the order page opens one later. */
  readonly checkoutUrl: string | null
}

/** `reason`: in the processor's words, in English. `code`: null if the service does not know it. */
export type DeclinedCard = { readonly reason: string; readonly code: DeclineCode | null }

/** Pays a written order. Fails with `order_unconfirmed` if it is not known what became of the charge. */
export async function payCartOrder(
  deps: PlaceCartOrderDeps,
  { code, card }: { readonly code: string; readonly card: ChargeCard | null },
  request: OrderInput,
): Promise<Result<CartOrderResult, CheckoutFailure>> {
  try {
    const order = mustExist(await deps.orders.readByCode(code), `order ${code}`)
    deps.log.info('checkout.placed', { code, totalCents: order.price.totalCents })
    return ok(await chargeOrOpenPage(deps, order, request, card))
  } catch (error) {
    // The charge may have been made, or is made later under its key, so the caller needs the code.
    deps.log.error('order.unconfirmed', { code, error })
    return fail({ kind: 'order_unconfirmed', code })
  }
}

async function chargeOrOpenPage(
  deps: PlaceCartOrderDeps,
  order: Order,
  request: OrderInput,
  card: ChargeCard | null,
): Promise<CartOrderResult> {
  if (card === null) return await openPaymentPage(deps, order, request)
  const charged = await chargeOrder(deps, order, card)
  const isDeclined = chargeStandingOf(charged.order) === 'declined' && !charged.needsAuthentication
  if (!isDeclined) return await openPaymentPage(deps, charged.order, request)
  const reason = unpaidReasonOf(charged.order) ?? ''
  return { kind: 'declined', order: charged.order, card: { reason, code: charged.declineCode } }
}

/**
 * Opens the order's first checkout, or the next one after it expired. Never throws: the order is written, and its page can open a checkout
 * later.
 */
export async function openPaymentPage(
  deps: PlaceCartOrderDeps,
  order: Order,
  { basketLines = [] }: Pick<OrderInput, 'basketLines'>,
): Promise<PlacedCartOrder> {
  const placed = (checkoutUrl: string | null): PlacedCartOrder => ({
    kind: 'placed',
    order,
    checkoutUrl,
  })
  if (payabilityOf(order) !== 'payable') return placed(null)
  const purpose = { accountId: order.accountId }
  const payer = isGuest(order) ? 'guest' : 'owner'
  const opening = { payer, purpose, fromBasket: basketLines.length > 0 } as const
  try {
    if (order.checkout === null) return placed(await openCheckout(deps, order, opening))
    const open = await deps.payments.readCheckout(order.checkout.sessionId, purpose)
    if (open.status === 'open') return placed(open.url)
    return placed(isReplaceable(open) ? await openCheckout(deps, order, opening) : null)
  } catch (error) {
    const level = processorFailure(error) === null ? 'error' : 'warn'
    deps.log[level]('checkout.no_page', { code: order.code, error })
    return placed(null)
  }
}
