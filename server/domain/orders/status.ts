// The nine order states of service.md, "Status values and labels".

export const orderStatusLabels = {
  PENDING_PAYMENT: 'Awaiting payment',
  RECEIVED: 'Received — in review',
  ACCEPTED: 'Accepted — queued to print',
  PRINTING: 'Printing',
  PRINTED: 'Printed — preparing to ship',
  SHIPPED: 'Shipped',
  DELIVERED: 'Delivered',
  CANCELLED: 'Cancelled',
  REJECTED: 'Rejected',
} as const

export type OrderStatus = keyof typeof orderStatusLabels

/** The eight values an operator can set: all but PENDING_PAYMENT. */
export type OperatorStatus = Exclude<OrderStatus, 'PENDING_PAYMENT'>

export function isOrderStatus(value: string): value is OrderStatus {
  return Object.hasOwn(orderStatusLabels, value)
}

export function isOperatorStatus(value: string): value is OperatorStatus {
  return isOrderStatus(value) && value !== 'PENDING_PAYMENT'
}

/** Will not be printed: no money is taken for such an order any more. */
export const isClosed = (status: OrderStatus): boolean =>
  status === 'CANCELLED' || status === 'REJECTED'
