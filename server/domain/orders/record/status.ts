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

/** What each status means for the customer, in one sentence. */
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

/** The eight statuses that an operator can set: all except PENDING_PAYMENT. */
export type OperatorStatus = Exclude<OrderStatus, 'PENDING_PAYMENT'>

/** Returns the label without the next step: "Received" for "Received — in review". */
export const shortLabel = (status: OrderStatus): string => shortLabels[status]

export function isOrderStatus(value: string): value is OrderStatus {
  return Object.hasOwn(orderStatusLabels, value)
}

export function isOperatorStatus(value: string): value is OperatorStatus {
  return isOrderStatus(value) && value !== 'PENDING_PAYMENT'
}

/** A closed order is not printed, and no payment is accepted for it. */
export const closedStatuses = ['CANCELLED', 'REJECTED'] as const satisfies readonly OrderStatus[]
export type ClosedStatus = (typeof closedStatuses)[number]
export const isClosed = (status: string): status is ClosedStatus =>
  closedStatuses.some((closed) => closed === status)

/** Statuses after which no part of an order is printed: shipped or closed. */
export const endedStatuses = [
  'SHIPPED',
  'DELIVERED',
  ...closedStatuses,
] as const satisfies readonly OrderStatus[]

/** Statuses of orders that wait for printing: paid, or released unpaid (decisions.md 48). */
export const unprintedStatuses = [
  'RECEIVED',
  'ACCEPTED',
  'PRINTING',
] as const satisfies readonly OrderStatus[]

/** Statuses of orders whose parts are all printed. */
export const printedStatuses = [
  'PRINTED',
  'SHIPPED',
  'DELIVERED',
] as const satisfies readonly OrderStatus[]

/** Statuses of orders whose parcel was posted. */
export const shippedStatuses = ['SHIPPED', 'DELIVERED'] as const satisfies readonly OrderStatus[]

/** Statuses of orders that wait for the farm: to be printed or to be shipped. */
export const openStatuses = [
  ...unprintedStatuses,
  'PRINTED',
] as const satisfies readonly OrderStatus[]

/**
 * Status of an order after its payment. Statuses that are not listed accept no payment: the order is already paid, or
 * closed.
 */
export const statusOnPayment = {
  PENDING_PAYMENT: 'RECEIVED',
  ACCEPTED: 'ACCEPTED',
  PRINTING: 'PRINTING',
  PRINTED: 'PRINTED',
  SHIPPED: 'SHIPPED',
  DELIVERED: 'DELIVERED',
} as const satisfies Partial<Record<OrderStatus, OrderStatus>>

/**
 * Whether the status is ACCEPTED or later. An unpaid order has such a status only if an operator released it
 * (decisions.md 48).
 */
export const isReleased = (status: OrderStatus): boolean =>
  status !== 'PENDING_PAYMENT' && status !== 'RECEIVED' && !isClosed(status)

/** Whether the order is not printed because it is unpaid. */
export const isUnreleased = (order: {
  readonly payment: ShownPayment
  readonly status: OrderStatus
}): boolean => !isPaid(order) && !isReleased(order.status)

/**
 * Whether an order can get the status. An unpaid order can be closed. `unpaid` states that it is printed without
 * payment, because it was paid in another way or is a gift (decisions.md 48).
 */
export const isStatusAllowed = (
  order: { readonly payment: ShownPayment },
  status: OrderStatus,
  { unpaid }: { readonly unpaid: boolean } = { unpaid: false },
): boolean => isPaid(order) || isClosed(status) || (unpaid && isReleased(status))
