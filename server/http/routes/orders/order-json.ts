// Orders as the contract's JSON: dollars, labels, links. Field names are service.md's and decisions.md 13's.
import { chargeStandingOf } from '../../../domain/orders/charge-standing.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { paymentUrlOf } from '../../../domain/orders/payable.ts'
import type { SubmitResponse } from '../../../domain/orders/place-order.ts'
import { orderStatusLabels } from '../../../domain/orders/status.ts'
import { customColorNote } from '../../../domain/pricing/custom-color.ts'
import { dollarsOfCents } from '../../../domain/pricing/dollars.ts'
import { chargeMessage } from './charge-message.ts'

const currency = 'USD'

/** The body of a 201 from POST /api/print/orders. */
export function submitJson(answer: SubmitResponse, baseUrl: string) {
  const page = `${baseUrl}/orders/${answer.code}`
  return {
    code: answer.code,
    estimatedCost: dollarsOfCents(answer.totalCents),
    currency,
    breakdown: {
      print: dollarsOfCents(answer.printCents),
      shipping: dollarsOfCents(answer.shippingCents),
      grams: answer.gramsPerPart,
      printHours: answer.hoursHundredthsPerPart / 100,
    },
    statusUrl: page,
    apiStatusUrl: `${baseUrl}/api/print/orders/${answer.code}`,
    status: answer.status,
    paid: answer.paid,
    ...(answer.paid ? { charged: dollarsOfCents(answer.totalCents) } : {}),
    // service.md: null as well when the processor gave no link.
    paymentUrl: answer.checkoutUrl === null ? null : paymentUrlOf(answer, baseUrl),
    ...(answer.paid ? {} : { checkoutUrl: answer.checkoutUrl }),
    message: chargeMessage(answer, { hasLink: answer.checkoutUrl !== null }),
    ...(answer.offStock === null ? {} : { note: customColorNote(answer.color, answer.offStock) }),
    ...(answer.ignored === undefined ? {} : { ignored: answer.ignored }),
  }
}

/** The body of GET /api/print/orders/{code}: decisions.md 13, and while the order is unpaid what became of its charge. */
export function orderJson(order: Order, baseUrl: string) {
  const { price, options } = order
  return {
    code: order.code,
    status: order.status,
    statusLabel: orderStatusLabels[order.status],
    paid: order.paid,
    estimatedCost: dollarsOfCents(price.totalCents),
    currency,
    breakdown: {
      print: dollarsOfCents(price.printCents),
      shipping: dollarsOfCents(price.shippingCents),
      grams: price.gramsPerPart,
      printHours: price.hoursHundredthsPerPart / 100,
    },
    material: options.material,
    quality: options.quality,
    quantity: options.quantity,
    color: options.color,
    tracking: trackingJson(order),
    statusUrl: `${baseUrl}/orders/${order.code}`,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    ...(order.paid ? {} : unpaidJson(order, baseUrl)),
  }
}

function unpaidJson(order: Order, baseUrl: string) {
  const paymentUrl = paymentUrlOf(order, baseUrl)
  const { totalCents } = order.price
  return {
    charge: chargeStandingOf(order),
    message: chargeMessage({ ...order, totalCents }, { hasLink: paymentUrl !== null }),
    paymentUrl,
  }
}

function trackingJson({ tracking }: Order) {
  if (tracking === null) return null
  const { carrier, number, url, shippedAt } = tracking
  return { carrier, number, url, shippedAt: shippedAt.toISOString() }
}
