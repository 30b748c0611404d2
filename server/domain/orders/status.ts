// The nine order statuses (contract.md 2.2), and their texts for pages, tools and documents.
import { isPaid, type ShownPayment } from './payment.ts'

const shortLabels = {
  PENDING_PAYMENT: 'Awaiting payment',
  RECEIVED: 'Received',
  ACCEPTED: 'Accepted',
  PRINTING: 'Printing',
  PRINTED: 'Printed',
  SHIPPED: 'Shipped',
  DELIVERED: 'Delivered',
  CANCELLED: 'Cancelled',
  REJECTED: 'Rejected',
} as const

export const orderStatusLabels = {
  ...shortLabels,
  RECEIVED: `${shortLabels.RECEIVED} — in review`,
  ACCEPTED: `${shortLabels.ACCEPTED} — queued to print`,
  PRINTED: `${shortLabels.PRINTED} — preparing to ship`,
} as const

/** One sentence on what each status means for the customer. */
export const orderStatusLines = {
  PENDING_PAYMENT: 'The order is saved and waits for its payment; nothing is printed before that.',
  RECEIVED: 'The order is paid and the farm is reviewing it.',
  ACCEPTED: 'The farm accepted the order; it waits for a printer.',
  PRINTING: 'The farm is printing the order: its parts are on a printer or wait for one.',
  PRINTED: 'The print is finished and is being packed.',
  SHIPPED: 'The parcel is with the carrier.',
  DELIVERED: 'The parcel was delivered.',
  CANCELLED: 'The order was cancelled; it will not be printed.',
  REJECTED: 'The farm declined the job, usually because of an unprintable file.',
} as const satisfies Record<keyof typeof orderStatusLabels, string>

export type OrderStatus = keyof typeof orderStatusLabels

/** The eight statuses that an operator can set: all but PENDING_PAYMENT. */
export type OperatorStatus = Exclude<OrderStatus, 'PENDING_PAYMENT'>

/** The label without what happens next: "Received" for "Received — in review". */
export const shortLabel = (status: OrderStatus): string => shortLabels[status]

export function isOrderStatus(value: string): value is OrderStatus {
  return Object.hasOwn(orderStatusLabels, value)
}

export function isOperatorStatus(value: string): value is OperatorStatus {
  return isOrderStatus(value) && value !== 'PENDING_PAYMENT'
}

/** Statuses of orders that wait to be printed: paid, or released unpaid (decisions.md 48). */
export const unprintedStatuses = [
  'RECEIVED',
  'ACCEPTED',
  'PRINTING',
] as const satisfies readonly OrderStatus[]

/** Statuses of orders that wait for the farm: those to print, and those to ship. */
export const openStatuses = [
  ...unprintedStatuses,
  'PRINTED',
] as const satisfies readonly OrderStatus[]

/** A closed order will not be printed, and no money is taken for it. */
export const isClosed = (status: string): status is ClosedStatus =>
  status === 'CANCELLED' || status === 'REJECTED'

export type ClosedStatus = 'CANCELLED' | 'REJECTED'

/** What its payment makes of an order's status. A status that is not listed takes no payment: the order has it already, or is closed. */
export const statusOnPayment = {
  PENDING_PAYMENT: 'RECEIVED',
  ACCEPTED: 'ACCEPTED',
  PRINTING: 'PRINTING',
  PRINTED: 'PRINTED',
  SHIPPED: 'SHIPPED',
  DELIVERED: 'DELIVERED',
} as const satisfies Partial<Record<OrderStatus, OrderStatus>>

/** Accepted, or further. An unpaid order has such a status only when an operator released it (decisions.md 48). */
export const isReleased = (status: OrderStatus): boolean =>
  status !== 'PENDING_PAYMENT' && status !== 'RECEIVED' && !isClosed(status)

/** Whether the order is not printed yet because it is not paid. */
export const isUnreleased = (order: {
  readonly payment: ShownPayment
  readonly status: OrderStatus
}): boolean => !isPaid(order) && !isReleased(order.status)

/**
 * Whether an order may get the status. An unpaid one can be closed; `unpaid` states that it is printed nevertheless, because it was paid
 * otherwise or is a gift (decisions.md 48).
 */
export const isStatusAllowed = (
  order: { readonly payment: ShownPayment },
  status: OrderStatus,
  { unpaid }: { readonly unpaid: boolean } = { unpaid: false },
): boolean => isPaid(order) || isClosed(status) || (unpaid && isReleased(status))
