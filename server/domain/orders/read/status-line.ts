// What the state of an order means for its customer, in a sentence.
import { type Held, isHeld } from '../held.ts'
import type { Order } from '../order.ts'
import { orderStatusLines } from '../status.ts'
import { isShipped } from '../tracking.ts'

type Described = Pick<Order, 'status' | 'tracking'> & Partial<Held>

/** With a note when the order was shipped without tracking. Why an order is held is for operators. */
export function statusLineOf({ status, tracking, hold = null }: Described): string {
  if (isHeld({ status, hold }) && status !== 'PENDING_PAYMENT') {
    return 'The order is on hold while the farm checks it. It has no ship date until then.'
  }
  const line = orderStatusLines[status]
  return isShipped(status) && tracking === null ? `${line} It was shipped without tracking.` : line
}
