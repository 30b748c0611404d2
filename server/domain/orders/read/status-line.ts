// What the state of an order means for its customer, in a sentence.

import { type HoldableOrder, isHeld, isHoldable } from '../held.ts'
import type { Order } from '../order.ts'
import type { ShownPayment } from '../payment.ts'
import { isRefundedInFull } from '../refund.ts'
import { orderStatusLines } from '../status.ts'
import { isShipped } from '../tracking.ts'

type OrderMoney = Pick<Order, 'price' | 'refundedCents' | 'refundingCents' | 'lostCents'> & {
  readonly payment: ShownPayment
}
/** The farm knows the money of its own orders alone. */
type Described = Pick<Order, 'status' | 'tracking'> &
  Partial<HoldableOrder> &
  (OrderMoney | { payment?: undefined })

/** With a note when the order was shipped without tracking. Why an order is held is for operators. */
export function statusLineOf(order: Described): string {
  const { status, tracking, hold = null } = order
  if (isHeld({ status, hold }) && status !== 'PENDING_PAYMENT') {
    return 'The order is on hold while the farm checks it. It has no ship date until then.'
  }
  if (order.payment !== undefined && isRefundedInFull(order) && isHoldable(status)) {
    const returned = order.refundingCents > 0 ? 'is being returned' : 'was returned'
    return `Its payment ${returned} in full. The farm will not continue with the order unless it has agreed otherwise with you.`
  }
  const line = orderStatusLines[status]
  return isShipped(status) && tracking === null ? `${line} It was shipped without tracking.` : line
}
