// The history of an order as text for its customer.

import { capitalize } from '../../base/text/text.ts'
import { utcMinute } from '../../base/time/date-format.ts'
import { formatDollars } from '../../pricing/dollars.ts'
import { type OrderStatus, shortLabel } from '../record/status.ts'
import { paymentText } from '../reversals/payment-step.ts'
import { refundItemsText } from '../reversals/refund-parts.ts'
import type { TimelineEntry } from './timeline.ts'

/**
 * Returns text such as "Handed to the carrier". It never includes text that other people or systems supplied. `money`:
 * formats amounts.
 */
export function timelineText(entry: TimelineEntry, money = formatDollars): string {
  switch (entry.kind) {
    case 'placed':
      return 'Order placed'
    case 'refunded':
      return `Refund of ${refundText(entry, money)} paid out`
    case 'refund_sent':
      return `Refund of ${refundText(entry, money)} sent`
    case 'refund_returned':
      return `${money(entry.amountCents)} of a refund returned by the bank`
    case 'disputed':
      return `Payment of ${money(entry.amountCents)} disputed by the card’s bank`
    case 'dispute_won':
      return 'The bank closed the dispute: the payment stands'
    case 'dispute_lost':
      return `The bank closed the dispute: ${money(entry.amountCents)} went back to the card`
    case 'reprinted':
      return 'Parts are printed again, free of charge'
    case 'payment':
      return capitalize(paymentText(entry.payment))
    case 'status':
      if (entry.isOverdue) return 'Cancelled: not paid in time'
      return entry.isBackward ? `Back to: ${shortLabel(entry.status)}` : eventTexts[entry.status]
  }
}

/** Returns one line per entry, such as "2026-11-22 10:15 UTC: Handed to the carrier". */
export const timelineLines = (timeline: readonly TimelineEntry[]): string =>
  timeline.map((entry) => `${utcMinute(entry.at)}: ${timelineText(entry)}`).join('\n')

const refundText = (
  { amountCents, parts }: Extract<TimelineEntry, { kind: 'refunded' | 'refund_sent' }>,
  money: typeof formatDollars,
): string => `${money(amountCents)}${parts === null ? '' : ` for ${refundItemsText(parts)}`}`

const eventTexts: Readonly<Record<OrderStatus, string>> = {
  PENDING_PAYMENT: 'Waiting for payment',
  RECEIVED: 'Payment received',
  ACCEPTED: 'Accepted by the farm',
  PRINTING: 'Printing started',
  PRINTED: 'Printing finished',
  SHIPPED: 'Handed to the carrier',
  DELIVERED: 'Delivered',
  CANCELLED: 'Cancelled',
  REJECTED: 'Rejected',
}
