// The emails about a refund: when the processor confirms it, and when the bank returns it later.

import type { Mail } from '../../base/ports.ts'
import { bankRefundTime, returnedCause, returnedNext } from '../../payments/bank-refund.ts'
import { formatDollars } from '../../pricing/dollars.ts'
import type { Order } from '../record/order.ts'
import { orderPageUrl } from '../record/page-urls.ts'
import { movedSplit, type Refund, type RefundSplit, totalOf } from '../reversals/refund.ts'
import { refundItemsText } from '../reversals/refund-parts.ts'

type MailedRefund = Pick<Refund, 'amountCents' | 'giftCents' | 'state' | 'parts' | 'reason'>
type MailTarget = { readonly to: string; readonly baseUrl: string }

/**
 * Part of the gift card's share that repaid its buyer's debt, and part that is lost because the card is void. Neither
 * can be used.
 */
export type WithheldGift = { readonly debtCents: number; readonly voidCents: number }
const nothingWithheld: WithheldGift = { debtCents: 0, voidCents: 0 }

/** Returns an email that states the moved amounts. */
export function refundMail(
  order: Order,
  refund: MailedRefund,
  { to, baseUrl }: MailTarget,
  withheld = nothingWithheld,
): Mail {
  const moved = movedSplit(refund)
  const cents = [totalOf(moved), order.price.totalCents]
  const [amount, total] = cents.map(formatDollars)
  const lines = [
    `We refunded ${amount} of the ${total} that you paid for order ${order.code}.`,
    '',
    ...(refund.parts === null ? [] : [`For: ${refundItemsText(refund.parts)}`]),
    `Reason: ${refund.reason}`,
    '',
    whereTo(moved, withheld),
    '',
    `The order: ${orderPageUrl(order.code, baseUrl)}`,
    '',
  ]
  return { to, subject: `Refund for order ${order.code}`, text: lines.join('\n') }
}

const toCard = `Banks usually show a refund within ${bankRefundTime}.`

function whereTo({ giftCents, cardCents }: RefundSplit, withheld: WithheldGift): string {
  if (giftCents === 0) return `The money goes back to the card you paid with. ${toCard}`
  const gift = giftText(giftCents, withheld)
  if (cardCents === 0) return gift
  return `${gift} ${formatDollars(cardCents)} goes back to the card you paid with. ${toCard}`
}

function giftText(giftCents: number, { debtCents, voidCents }: WithheldGift): string {
  const [gift, owed, lost] = [giftCents, debtCents, voidCents].map(formatDollars)
  if (debtCents + voidCents === 0) {
    return `${gift} is on your gift card again and can be spent right away.`
  }
  const sentences = [`${gift} went to your gift card.`]
  if (debtCents > 0) {
    sentences.push(
      `${owed} of it cannot be spent, because the payment for the gift card itself was returned.`,
    )
  }
  if (voidCents > 0) {
    sentences.push(`${lost} of it cannot be spent, because the gift card is no longer valid.`)
  }
  return sentences.join(' ')
}

/** Returns the email for a returned card refund. The gift card's part is not affected. */
export function returnedRefundMail(
  order: Order,
  { amountCents, giftCents }: MailedRefund,
  { to, baseUrl }: MailTarget,
  { debtCents, voidCents } = nothingWithheld,
): Mail {
  const returned = formatDollars(amountCents - giftCents)
  const isOnCard = giftCents > 0 && debtCents + voidCents === 0
  const rest = isOnCard ? ` The ${formatDollars(giftCents)} on your gift card stays there.` : ''
  const lines = [
    `Your bank returned the ${returned} that we refunded to your card for order ${order.code}. ${returnedCause}`,
    '',
    `You have not received this money.${rest} The bank has told us as well. ${returnedNext}`,
    '',
    `The order: ${orderPageUrl(order.code, baseUrl)}`,
    '',
  ]
  return { to, subject: `The refund for order ${order.code} was returned`, text: lines.join('\n') }
}
