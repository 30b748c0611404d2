// Why an order cannot be queued or printed now.
import { fail, ok, type Result } from '../../base/result.ts'
import { checkFileReviewed } from '../../orders/record/file-review.ts'
import type { Order } from '../../orders/record/order.ts'
import { isUnreleased } from '../../orders/record/status.ts'
import { isRefundedInFull } from '../../orders/reversals/refund.ts'
import type { FarmFailure } from '../failure.ts'
import { isPrintable } from '../jobs/job.ts'
import type { OrderStandstill } from '../ports.ts'

type Standstill = OrderStandstill | Extract<FarmFailure, { kind: 'order_refunded' }>

/** Checks whether printing of an accepted order can continue. */
export function checkStandstill(order: Order): Result<void, Standstill> {
  if (order.hold !== null) return fail({ kind: 'order_held', reason: order.hold.reason })
  const reviewed = checkFileReviewed(order)
  if (!reviewed.ok) return reviewed
  return isRefundedInFull(order) ? fail({ kind: 'order_refunded' }) : ok(undefined)
}

/** Checks whether the order can get print jobs. `accept`: a received order is accepted at the same time. */
export function checkQueueable(
  order: Order,
  { accept }: { readonly accept: boolean },
): Result<void, FarmFailure | OrderStandstill> {
  const { status } = order
  // An unpaid order is printed if an operator released it (decisions.md 48).
  if (isUnreleased(order)) return fail({ kind: 'order_unpaid' })
  if (!isPrintable(status) && !(accept && status === 'RECEIVED')) {
    return fail({ kind: accept ? 'order_not_queueable' : 'order_not_accepted', status })
  }
  return checkStandstill(order)
}
