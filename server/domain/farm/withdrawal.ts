// Why print jobs end before they are printed: sentences for operators and printers.
import type { Order } from '../orders/order.ts'
import { shortLabel } from '../orders/status.ts'
import { isPrintable } from './jobs/job.ts'

export const cancelledByOperator = 'An operator cancelled it.'
export const cannotBePrintedNow = 'The order cannot be printed now.'

/**
 * Why the open jobs of an order are withdrawn: the order is closed, printed in another way, or its payment went back in full. Null when
 * they stay. A received order keeps them: they wait until it is accepted again. A printer that has one is notified at its next heartbeat.
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
