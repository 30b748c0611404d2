// Savings at a larger quantity, in words.
import type { PriceExplanation } from '../../../domain/pricing/explain-price.ts'
import type { QuantityBreak } from '../../../domain/pricing/quantity-breaks.ts'
import {
  bulkDiscountPercent,
  bulkThresholds,
  minimumCentsPerPart,
} from '../../../domain/pricing/subtotal.ts'
import type { ScriptWords } from '../../languages/script-words.ts'

/** Text before a part is known. */
export const generalBreaksText = (words: ScriptWords): string =>
  [
    ...bulkThresholds().map((from) =>
      words.text('break.discount', {
        quantity: words.count(from),
        percent: words.exact(bulkDiscountPercent(from)),
      }),
    ),
    words.text('break.atLeast', { amount: words.money(minimumCentsPerPart()) }),
  ].join(' · ')

export function breaksText(
  words: ScriptWords,
  explanation: PriceExplanation,
  breaks: readonly QuantityBreak[],
): string {
  const { minimumCents } = explanation
  const discount = discountText(words, explanation)
  const now = discount === '' ? [] : [discount]
  const next = breaks.map(({ fromQuantity, printCents }) =>
    words.text('break.price', {
      quantity: words.count(fromQuantity),
      each: eachText(words, printCents, fromQuantity),
    }),
  )
  if (next.length > 0) return [...now, ...next].join(' · ')
  if (minimumCents > 0) {
    return words.text('break.minimum', { amount: words.money(minimumCentsPerPart()) })
  }
  return now.join('')
}

/** Discount of the selected quantity. Empty if there is none or the minimum price cancels it out. */
export const discountText = (
  words: ScriptWords,
  { discountPercent, minimumCents }: PriceExplanation,
): string =>
  minimumCents === 0 && discountPercent > 0
    ? words.text('break.off', { percent: words.exact(discountPercent) })
    : ''

/** Returns text such as "$2.85 each", or "about" if the subtotal does not divide into whole cents. */
export function eachText(words: ScriptWords, printCents: number, quantity: number): string {
  const amount = words.money(Math.round(printCents / quantity))
  return printCents % quantity === 0
    ? words.text('break.each', { amount })
    : words.text('break.aboutEach', { amount })
}
