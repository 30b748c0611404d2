// Reasons why print jobs end before they are printed, as sentences for operators and printers.
import type { Order } from '../../orders/record/order.ts'
import { shortLabel } from '../../orders/record/status.ts'
import { isPrintable } from '../jobs/job.ts'

export const cancelledByOperator = 'An operator cancelled it.'
export const cannotBePrintedNow = 'The order cannot be printed now.'

/**
 * Returns why the open jobs of an order are withdrawn: the order is closed, was printed in another way, or was
 * refunded in full. null if they stay. The jobs of a received order stay and wait until it is accepted again. A
 * printer with a withdrawn job is notified at its next heartbeat.
 */
export function withdrawalOf({
  status,
  price,
  refundedCents,
  lostCents,
}: Pick<Order, 'status' | 'price' | 'refundedCents' | 'lostCents'>): string | null {
  if (refundedCents >= price.totalCents) return 'The order was refunded in full.'
  if (refundedCents + lostCents >= price.totalCents) return 'A dispute took the payment back.'
  if (isPrintable(status) || status === 'RECEIVED' || status === 'PENDING_PAYMENT') return null
  return `The order is ${shortLabel(status).toLowerCase()}.`
}
