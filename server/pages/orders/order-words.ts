// Sentences about the state of an order in the language of its page. In English, they are those of the API, of tools and
// of emails.
import { type ChargedOrder, chargeSentenceKindOf } from '../../domain/orders/charge/charge-words.ts'
import { payUntil } from '../../domain/orders/charge/payment-deadline.ts'
import type { RefundedParts } from '../../domain/orders/reversals/refund.ts'
import type { Words } from '../languages/words.ts'
import type { OrderSheet } from './order-parts.tsx'

/** Returns what happened to the card, as `chargeSentenceOf` does in English. */
export const chargeText = (words: Words, order: ChargedOrder): string =>
  words.text(`charge.${chargeSentenceKindOf(order)}`)

/** Returns the sentence about an order that was not paid in time. */
export const overdueText = (words: Words, order: Pick<OrderSheet, 'createdAt' | 'web'>): string =>
  words.text('order.overdue', { day: words.utcDay(payUntil(order)) })

/** Returns the items of a refund as `refundItemsText` does in English, such as `2 of the 10 parts of line 3`. */
export const refundedItems = (words: Words, { lines, postageCents }: RefundedParts): string =>
  words.list([
    ...lines.map((line) => refundedLine(words, line)),
    ...(postageCents > 0 ? [words.text('refund.postage')] : []),
  ])

function refundedLine(
  { text, count }: Words,
  { line, quantity, of }: RefundedParts['lines'][number],
) {
  const numbers = { line: count(line), of: count(of) }
  if (of === 1) return text('refund.line', { line: numbers.line })
  return quantity === of
    ? text('refund.allParts', numbers)
    : text('refund.someParts', { ...numbers, quantity: count(quantity) })
}
