// Why an order may not be queued or printed now.
import { fail, ok, type Result } from '../base/result.ts'
import { checkFileReviewed } from '../orders/file-review.ts'
import type { Order } from '../orders/order.ts'
import { isRefundedInFull } from '../orders/refund.ts'
import { isUnreleased } from '../orders/status.ts'
import type { FarmFailure } from './failure.ts'
import { isPrintable } from './jobs/job.ts'
import type { OrderStandstill } from './ports.ts'

type Standstill = OrderStandstill | Extract<FarmFailure, { kind: 'order_refunded' }>

/** Whether an accepted order goes on being printed. */
export function checkStandstill(order: Order): Result<void, Standstill> {
  if (order.hold !== null) return fail({ kind: 'order_held', reason: order.hold.reason })
  const reviewed = checkFileReviewed(order)
  if (!reviewed.ok) return reviewed
  return isRefundedInFull(order) ? fail({ kind: 'order_refunded' }) : ok(undefined)
}

/** Whether the order gets print jobs. `accept`: a received one is accepted with them. */
export function checkQueueable(
  order: Order,
  { accept }: { readonly accept: boolean },
): Result<void, FarmFailure | OrderStandstill> {
  const { status } = order
  // An unpaid order that an operator released is printed (decisions.md 48).
  if (isUnreleased(order)) return fail({ kind: 'order_unpaid' })
  if (!isPrintable(status) && !(accept && status === 'RECEIVED')) {
    return fail({ kind: accept ? 'order_not_queueable' : 'order_not_accepted', status })
  }
  return checkStandstill(order)
}
