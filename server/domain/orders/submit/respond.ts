// The response to a submit, from the state of its order.

import type { Terms } from '../../catalog/terms.ts'
import { customColorRates } from '../../pricing/custom-color.ts'
import { isPremiumInDefaultLayers } from '../../pricing/price-note.ts'
import { termsOf } from '../../terms/terms-of.ts'
import { openCheckout } from '../charge/checkout.ts'
import { payabilityOf } from '../charge/payable.ts'
import { payUntil } from '../charge/payment-deadline.ts'
import type { CheckoutDeps, SubmitResponseDeps } from '../deps.ts'
import type { Order } from '../record/order.ts'
import { isPaid, isPaymentPending, unpaidCauseOf, unpaidReasonOf } from '../record/payment.ts'
import { type SubmitResponse, supportsField } from '../record/submit-response.ts'

/** Returns the response to a submit for the order's current state. Opens the first hosted checkout of an unpaid order. */
export async function submitResponseOf(
  deps: SubmitResponseDeps,
  order: Order,
): Promise<SubmitResponse> {
  return await responseOf(deps, order, await termsOf(deps, order.termsId))
}

/** `soldBy`: the terms that priced the order. */
export async function responseOf(
  deps: CheckoutDeps,
  order: Order,
  soldBy: Terms,
): Promise<SubmitResponse> {
  const checkoutUrl =
    payabilityOf(order) === 'payable' ? await openFirstCheckout(deps, order) : null
  const { printCents, shippingCents, totalCents, gramsPerPart, centihoursPerPart } = order.price
  return {
    code: order.code,
    status: order.status,
    paid: isPaid(order),
    printCents,
    shippingCents,
    totalCents,
    gramsPerPart,
    centihoursPerPart,
    unpaidReason: unpaidReasonOf(order),
    unpaidCause: unpaidCauseOf(order),
    chargeState: order.payment.chargeState,
    paymentPending: isPaymentPending(order),
    checkoutUrl,
    ...(isPaid(order) ? {} : { payUntil: payUntil(order).toISOString() }),
    reference: order.reference,
    color: order.options.color,
    offStock: customColorRates(order.options.material, order.options.color, soldBy),
    ...(order.size === null ? {} : { size: order.size }),
    ...(isPremiumInDefaultLayers(order) && { isPremiumInDefaultLayers: true }),
    ...supportsField(order.supports),
  }
}

/** Returns null if the processor returned no link; the order page can open a checkout later. */
async function openFirstCheckout(deps: CheckoutDeps, order: Order): Promise<string | null> {
  if (order.checkout !== null) return order.checkout.url
  try {
    // Programs pass the link on to others.
    return await openCheckout(deps, order, {
      payer: 'guest',
      purpose: { accountId: order.accountId },
    })
  } catch (error) {
    deps.log.warn('order.no_checkout_link', { code: order.code, error })
    return null
  }
}
