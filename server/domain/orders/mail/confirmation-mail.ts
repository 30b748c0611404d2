// The email that confirms a paid order (contract.md 7): code, one line per part, payment, shipping address, and for
// website customers the dates.
import type { Mail } from '../../base/ports.ts'
import { daysText } from '../../lead-time/day-texts.ts'
import { formatDollars } from '../../pricing/dollars.ts'
import { addressLines } from '../record/address-lines.ts'
import { isHeld, isHoldable } from '../record/held.ts'
import { dueCents, type OrderLine, ownLine, type PlacedOrder } from '../record/order-lines.ts'
import { orderPageUrl } from '../record/page-urls.ts'
import { orderedLines } from './ordered-lines.ts'

/** `dueAt`: the promised day of the order at payment; null without one. `timeZone`: the farm's time zone. */
export type ConfirmationPlace = {
  readonly to: string
  readonly baseUrl: string
  readonly timeZone: string
  readonly dueAt: Date | null
  readonly now: Date
}

/** Returns the email. `lines`: the lines of a multi-line order. */
export function confirmationMail(
  order: PlacedOrder,
  { to, baseUrl, ...promise }: ConfirmationPlace,
  lines: readonly OrderLine[] = [ownLine(order)],
): Mail {
  const days = daysOf(order, promise)
  const text = [
    `Thank you for your order ${order.code}.`,
    '',
    ...summaryOf(order, lines),
    '',
    'Shipping address:',
    ...addressLines(order),
    '',
    ...(days === null ? [] : [days, '']),
    `Follow it at ${orderPageUrl(order.code, baseUrl)}`,
    '',
  ]
  return { to, subject: `Order ${order.code} confirmed`, text: text.join('\n') }
}

/**
 * Returns the dates. API orders get exactly what the contract lists. An order that was released unpaid may be late,
 * held or shipped when its payment arrives, so no day is stated.
 */
function daysOf(
  order: PlacedOrder,
  { dueAt, timeZone, now }: Pick<ConfirmationPlace, 'dueAt' | 'timeZone' | 'now'>,
): string | null {
  if (order.web === null || dueAt === null || dueAt.getTime() < now.getTime()) return null
  if (isHeld(order) || !isHoldable(order.status)) return null
  return daysText(dueAt, order.address.country, timeZone)
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
