// The mails about a refund: once the processor has confirmed it, and when the bank returns it afterwards.
import type { Mail } from '../base/ports.ts'
import { formatDollars } from '../pricing/dollars.ts'
import type { Order } from './order.ts'
import { orderPageUrl } from './page-urls.ts'
import { movedParts, type Refund, type RefundParts, totalOf } from './refund.ts'
import { partsText } from './refund-parts.ts'

type MailedRefund = Pick<Refund, 'amountCents' | 'giftCents' | 'state' | 'parts' | 'reason'>
type Place = { readonly to: string; readonly baseUrl: string }

/** Names what has moved. */
export function refundEmail(order: Order, refund: MailedRefund, { to, baseUrl }: Place): Mail {
  const moved = movedParts(refund)
  const cents = [totalOf(moved), order.price.totalCents]
  const [amount, total] = cents.map(formatDollars)
  const lines = [
    `We refunded ${amount} of the ${total} that you paid for order ${order.code}.`,
    '',
    ...(refund.parts === null ? [] : [`For: ${partsText(refund.parts)}`]),
    `Reason: ${refund.reason}`,
    '',
    whereTo(moved),
    '',
    `The order: ${orderPageUrl(order.code, baseUrl)}`,
    '',
  ]
  return { to, subject: `Refund for order ${order.code}`, text: lines.join('\n') }
}

const toCard = 'Banks usually show a refund within 5 to 10 days.'

function whereTo({ giftCents, cardCents }: RefundParts): string {
  if (giftCents === 0) return `The money goes back to the card you paid with. ${toCard}`
  const gift = `${formatDollars(giftCents)} is on your gift card again and can be spent at once.`
  if (cardCents === 0) return gift
  return `${gift} ${formatDollars(cardCents)} goes back to the card you paid with. ${toCard}`
}

/** The card's part came back. The gift card keeps its own. */
export function returnedRefundEmail(
  order: Order,
  { amountCents, giftCents }: MailedRefund,
  { to, baseUrl }: Place,
): Mail {
  const returned = formatDollars(amountCents - giftCents)
  const kept =
    giftCents === 0 ? '' : ` The ${formatDollars(giftCents)} on your gift card stay there.`
  const lines = [
    `Your bank returned the ${returned} that we refunded to your card for order ${order.code}. That happens when a card has expired or was closed.`,
    '',
    `You have not received this money.${kept} We are told of it as well, and write to you when it is refunded in another way.`,
    '',
    `The order: ${orderPageUrl(order.code, baseUrl)}`,
    '',
  ]
  return { to, subject: `The refund for order ${order.code} was returned`, text: lines.join('\n') }
}
