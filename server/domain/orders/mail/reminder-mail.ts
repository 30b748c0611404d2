// The mail about an order of a basket that still waits for its payment. There is one for an order, and one a day for an email address.

import type { Mail } from '../../base/ports.ts'
import { formatDollars } from '../../pricing/dollars.ts'
import { payUntil } from '../charge/payment-deadline.ts'
import type { Order } from '../order.ts'
import { dueCents, type OrderLine } from '../order-lines.ts'
import { payPageUrl } from '../page-urls.ts'
import { orderedLines } from './ordered-lines.ts'

export function reminderMail(
  order: Order,
  to: string,
  { baseUrl, lines }: { readonly baseUrl: string; readonly lines: readonly OrderLine[] },
): Mail {
  const until = `${payUntil(order).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const text = [
    `Your order ${order.code} is saved, but it has not been paid yet. Nothing was charged.`,
    '',
    ...orderedLines(lines),
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
