// Whether an order can be packed and shipped, and why not.
import { needsFileReview } from '../orders/record/file-review.ts'
import { isErased, type Order } from '../orders/record/order.ts'
import { isClosed, isReleased, isUnreleased } from '../orders/record/status.ts'
import { isShipped } from '../orders/record/tracking.ts'
import { isRefundedInFull } from '../orders/reversals/refund.ts'

/** `received`: the order is not accepted yet. `erased`: its personal data was removed, so it has no address. */
export type PackingObstacle =
  | 'closed'
  | 'erased'
  | 'unpaid'
  | 'held'
  | 'needs_review'
  | 'refunded'
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
  if (isErased(order)) return 'erased'
  if (isUnreleased(order)) return 'unpaid'
  // A hold states more exactly why the payment is gone, such as a lost dispute.
  if (order.hold !== null) return 'held'
  if (needsFileReview(order)) return 'needs_review'
  if (isRefundedInFull(order)) return 'refunded'
  return isReleased(status) ? 'open' : 'received'
}
