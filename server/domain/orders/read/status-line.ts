// Describes the state of an order for its customer in a sentence.

import { type HoldableOrder, isHeld, isHoldable } from '../record/held.ts'
import type { Order } from '../record/order.ts'
import type { ShownPayment } from '../record/payment.ts'
import { orderStatusLines } from '../record/status.ts'
import { isShipped } from '../record/tracking.ts'
import { isRefundedInFull } from '../reversals/refund.ts'

type OrderMoney = Pick<Order, 'price' | 'refundedCents' | 'refundingCents' | 'lostCents'> & {
  readonly payment: ShownPayment
}
/** The farm knows the payment of this website's orders only. */
type Described = Pick<Order, 'status' | 'tracking'> &
  Partial<HoldableOrder> &
  (OrderMoney | { payment?: undefined })

/**
 * Returns the sentence, with a note if the order was shipped without tracking. Excludes the hold reason, which is for
 * operators only.
 */
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
