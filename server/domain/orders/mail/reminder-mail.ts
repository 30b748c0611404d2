// The email about a basket order that still waits for payment. At most one per order, and one per day and email
// address. The address is not confirmed, so the email contains no text that the buyer entered: no file name, no note.

import type { Mail } from '../../base/ports.ts'
import { formatDollars } from '../../pricing/dollars.ts'
import { payUntil } from '../charge/payment-deadline.ts'
import type { Order } from '../record/order.ts'
import { dueCents } from '../record/order-lines.ts'
import { payPageUrl } from '../record/page-urls.ts'

export function reminderMail(order: Order, to: string, baseUrl: string): Mail {
  const { quantity } = order.options
  const parts = quantity === 1 ? '1 part' : `${quantity} parts`
  const until = `${payUntil(order).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const text = [
    `Your order ${order.code} of ${parts} is saved, but it has not been paid yet. Nothing was charged.`,
    '',
    `To have it printed, pay ${formatDollars(dueCents(order))} here, with any card:`,
    payPageUrl(order.code, baseUrl),
    '',
    `It can be paid until ${until}. To change it, open your basket: the parts are still in it.`,
    '',
    'If you no longer want it, do nothing. We do not print unpaid orders, and this is the only reminder.',
    '',
  ]
  return { to, subject: `Order ${order.code} waits for your payment`, text: text.join('\n') }
}
