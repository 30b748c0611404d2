// The email about a charge that was unsettled at submit and turned out not to have taken any money.
import type { Mail } from '../base/ports.ts'
import { quoteForeign } from '../base/text.ts'
import { formatDollars } from '../pricing/dollars.ts'
import type { Order } from './order.ts'

export function unpaidEmail(order: Order, to: string, baseUrl: string): Mail {
  const total = formatDollars(order.price.totalCents)
  const lines = [
    `Your order ${order.code} is saved, but your card was not charged for it.`,
    '',
    `When you placed the order, we did not know yet whether the charge had gone through. Now we do: ${outcomeOf(order)} No money was taken.`,
    '',
    `To have the order printed, pay ${total} here, with any card:`,
    `${baseUrl}/orders/${order.code}/pay`,
    '',
    'If you no longer want it, you do not have to do anything: an unpaid order is not printed.',
    '',
  ]
  return { to, subject: `Order ${order.code} was not charged`, text: lines.join('\n') }
}

function outcomeOf({ chargeState, unpaidReason }: Order): string {
  if (chargeState === 'not_made') return 'the charge never reached the card processor.'
  const reason = unpaidReason === null ? '' : ` (${quoteForeign(unpaidReason)})`
  return `the card was declined${reason}.`
}
