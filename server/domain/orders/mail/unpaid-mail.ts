// The email about an unsettled charge that ended unpaid. An earlier message told the customer that the charge would be
// settled.

import type { Mail } from '../../base/ports.ts'
import { quoteForeign } from '../../base/text/text.ts'
import { formatDollars } from '../../pricing/dollars.ts'
import { payDay } from '../charge/payment-deadline.ts'
import type { Order } from '../record/order.ts'
import { dueCents } from '../record/order-lines.ts'
import { payPageUrl } from '../record/page-urls.ts'
import { unpaidReasonOf } from '../record/payment.ts'

export function unpaidMail(order: Order, to: string, baseUrl: string): Mail {
  const total = formatDollars(dueCents(order))
  const lines = [
    `Your order ${order.code} is saved, but your card was not charged for it.`,
    '',
    `When you ordered, we did not know yet whether the charge had gone through. It has not: ${outcomeOf(order)} No money was taken.`,
    '',
    `To have the order printed, pay ${total} here, with any card:`,
    payPageUrl(order.code, baseUrl),
    '',
    `The order can be paid until ${payDay(order)}; then it is cancelled.`,
    '',
    'If you no longer want it, do nothing: we do not print unpaid orders.',
    '',
  ]
  return { to, subject: `Order ${order.code} was not charged`, text: lines.join('\n') }
}

function outcomeOf(order: Order): string {
  const unpaidReason = unpaidReasonOf(order)
  const { chargeState } = order.payment
  if (chargeState === 'not_made') return 'the charge never reached the card processor.'
  const reason = unpaidReason === null ? '' : ` (${quoteForeign(unpaidReason)})`
  return `the card was declined${reason}.`
}
