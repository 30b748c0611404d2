// The mail about a charge that was in doubt and ended without money: its customer was told that the charge would be settled.
import type { Mail } from '../base/ports.ts'
import { quoteForeign } from '../base/text.ts'
import { formatDollars } from '../pricing/dollars.ts'
import type { Order } from './order.ts'
import { payPageUrl } from './page-urls.ts'

export function unpaidEmail(order: Order, to: string, baseUrl: string): Mail {
  const total = formatDollars(order.price.totalCents)
  const lines = [
    `Your order ${order.code} is saved, but your card was not charged for it.`,
    '',
    `When you ordered, it was not known yet whether the charge went through. Now it is: ${outcomeOf(order)} No money was taken.`,
    '',
    `To have the order printed, pay ${total} here, with any card:`,
    payPageUrl(order.code, baseUrl),
    '',
    'If you do not want it any more, do nothing: an order that is not paid is not printed.',
    '',
  ]
  return { to, subject: `Order ${order.code} was not charged`, text: lines.join('\n') }
}

function outcomeOf({ chargeState, unpaidReason }: Order): string {
  if (chargeState === 'not_made') return 'the charge never reached the card processor.'
  const reason = unpaidReason === null ? '' : ` (${quoteForeign(unpaidReason)})`
  return `the card was declined${reason}.`
}
