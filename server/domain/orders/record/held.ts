// Orders that wait until an operator releases them.
import type { Order } from './order.ts'
import { isClosed, type OrderStatus } from './status.ts'
import { isShipped } from './tracking.ts'

/** `hold`: only whether there is one, so that its reason does not need to leave the desk. */
export type HoldableOrder = Pick<Order, 'status'> & { readonly hold: object | null }

/** Whether an order can be put on hold: until it is shipped or closed. */
export const isHoldable = (status: OrderStatus): boolean => !isShipped(status) && !isClosed(status)

export const isHeld = ({ status, hold }: HoldableOrder): boolean =>
  hold !== null && isHoldable(status)
