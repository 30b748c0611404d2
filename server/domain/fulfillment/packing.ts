// Whether an order can be packed and shipped, and why not.
import { needsFileReview } from '../orders/record/file-review.ts'
import type { Order } from '../orders/record/order.ts'
import { isClosed, isReleased, isUnreleased } from '../orders/record/status.ts'
import { isShipped } from '../orders/record/tracking.ts'
import { isRefundedInFull } from '../orders/reversals/refund.ts'

/** `received`: the order is not accepted yet. */
export type PackingObstacle =
  | 'closed'
  | 'unpaid'
  | 'refunded'
  | 'held'
  | 'needs_review'
  | 'received'

export type Packing = 'shipped' | 'open' | PackingObstacle

/**
 * Returns `open` for an order that can be shipped. An unpaid order that was released can be (decisions.md 48). An order
 * that was refunded in full is shipped only from its own page, because the parcel would be a gift.
 */
export function packingOf(order: Order): Packing {
  const { status } = order
  if (isShipped(status)) return 'shipped'
  if (isClosed(status)) return 'closed'
  if (isUnreleased(order)) return 'unpaid'
  if (isRefundedInFull(order)) return 'refunded'
  if (order.hold !== null) return 'held'
  if (needsFileReview(order)) return 'needs_review'
  return isReleased(status) ? 'open' : 'received'
}
