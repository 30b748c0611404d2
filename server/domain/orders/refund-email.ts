// The mail about a refund, sent once the processor has confirmed it.
import type { Mail } from '../base/ports.ts'
import { formatDollars } from '../pricing/dollars.ts'
import type { Order } from './order.ts'
import { orderPageUrl } from './page-urls.ts'
import type { Refund } from './refund.ts'

/** `order` includes this refund. */
export function refundEmail(
  order: Order,
  refund: Pick<Refund, 'amountCents' | 'giftCents' | 'reason'>,
  { to, baseUrl }: { to: string; baseUrl: string },
): Mail {
  const [amount, total] = [refund.amountCents, order.price.totalCents].map(formatDollars)
  const lines = [
    `We refunded ${amount} of the ${total} that you paid for order ${order.code}.`,
    '',
    `Reason: ${refund.reason}`,
    '',
    whereTo(refund),
    '',
    `The order: ${orderPageUrl(order.code, baseUrl)}`,
    '',
  ]
  return { to, subject: `Refund for order ${order.code}`, text: lines.join('\n') }
}

const toCard = 'Banks usually show a refund within 5 to 10 days.'

function whereTo({ amountCents, giftCents }: Pick<Refund, 'amountCents' | 'giftCents'>): string {
  if (giftCents === 0) return `The money goes back to the card you paid with. ${toCard}`
  const gift = `${formatDollars(giftCents)} is on your gift card again and can be spent at once.`
  const rest = amountCents - giftCents
  if (rest === 0) return gift
  return `${gift} ${formatDollars(rest)} goes back to the card you paid with. ${toCard}`
}
