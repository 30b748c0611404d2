// Orders and refunds as operators' programs read them: decisions.md 26 and 27.
import type { Order } from '../../../domain/orders/order.ts'
import { type Refund, type RefundState, refundableCents } from '../../../domain/orders/refund.ts'
import { orderJson } from '../orders/order-json.ts'

/** The body of GET /api/operator/orders/{code}: what its customer reads, and what only operators see. */
export function operatorOrderJson(order: Order, refunds: readonly Refund[], baseUrl: string) {
  return {
    ...orderJson(order, baseUrl),
    version: order.version,
    enteredTracking: enteredTrackingJson(order),
    ...moneyJson(order),
    refunds: refunds.map(refundJson),
  }
}

/** The body of POST /api/operator/orders/{code}/refund. */
export function refundedJson({ refund, order }: { refund: Refund; order: Order }) {
  return { code: order.code, ...refundJson(refund), ...moneyJson(order), version: order.version }
}

function enteredTrackingJson({ enteredTracking }: Order) {
  if (enteredTracking === null) return null
  const { carrier, number, url } = enteredTracking
  return { carrier, number, url }
}

const moneyJson = (order: Order) => ({
  refundedCents: order.refundedCents,
  refundingCents: order.refundingCents,
  refundableCents: refundableCents(order),
})

function refundJson(refund: Refund) {
  const { id, amountCents, reason, requestedBy, failure, createdAt } = refund
  return {
    refundId: id,
    state: refundWords[refund.state],
    amountCents,
    reason,
    requestedBy,
    failure,
    createdAt: createdAt.toISOString(),
  }
}

const refundWords = {
  started: 'settling',
  unknown: 'settling',
  succeeded: 'succeeded',
  failed: 'failed',
} as const satisfies Record<RefundState, string>
