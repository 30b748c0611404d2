// The mail that confirms a paid order (contract.md 7): code, a line for each part, payment, shipping address.
import type { Mail } from '../../base/ports.ts'
import { formatDollars } from '../../pricing/dollars.ts'
import { addressLines } from '../address-lines.ts'
import { dueCents, type OrderLine, ownLine, type PlacedOrder } from '../order-lines.ts'
import { orderPageUrl } from '../page-urls.ts'
import { orderedLines } from './ordered-lines.ts'

/** `lines`: those of an order that has several. */
export function confirmationMail(
  order: PlacedOrder,
  to: string,
  baseUrl: string,
  lines: readonly OrderLine[] = [ownLine(order)],
): Mail {
  const text = [
    `Thank you for your order ${order.code}.`,
    '',
    ...summaryOf(order, lines),
    '',
    'Shipping address:',
    ...addressLines(order),
    '',
    `Follow it at ${orderPageUrl(order.code, baseUrl)}`,
    '',
  ]
  return { to, subject: `Order ${order.code} confirmed`, text: text.join('\n') }
}

function summaryOf(order: PlacedOrder, lines: readonly OrderLine[]): readonly string[] {
  const parts = orderedLines(lines, { withSettings: order.web !== null })
  const paid = paidWords(order)
  const [only] = parts
  return parts.length === 1 ? [`${only}: ${paid}`] : [...parts, '', paid]
}

function paidWords(order: PlacedOrder): string {
  const total = formatDollars(order.price.totalCents)
  const due = dueCents(order)
  const gift = order.price.totalCents - due
  if (gift === 0) return `${total} charged.`
  if (due === 0) return `${total} paid by gift card.`
  return `${total}: ${formatDollars(gift)} by gift card, ${formatDollars(due)} charged.`
}
