// Savings at a larger quantity, in words.
import type { PriceExplanation } from '../../../domain/pricing/explain-price.ts'
import type { QuantityBreak } from '../../../domain/pricing/quantity-breaks.ts'
import {
  bulkDiscountPercent,
  bulkThresholds,
  minimumCentsPerPart,
} from '../../../domain/pricing/subtotal.ts'
import { money } from '../../base/money.ts'

/** Text before a part is known. */
export const generalBreaksText = (): string =>
  [
    ...bulkThresholds().map((from) => `${from} or more: ${bulkDiscountPercent(from)}% off`),
    `at least ${money(minimumCentsPerPart())} a part`,
  ].join(' · ')

export function breaksText(
  explanation: PriceExplanation,
  breaks: readonly QuantityBreak[],
): string {
  const { minimumCents } = explanation
  const now = discountText(explanation) === '' ? [] : [discountText(explanation)]
  const next = breaks.map(
    ({ fromQuantity, printCents }) =>
      `${fromQuantity} or more: ${eachText(printCents, fromQuantity)}`,
  )
  if (next.length > 0) return [...now, ...next].join(' · ')
  if (minimumCents > 0) {
    return `${money(minimumCentsPerPart())} is our minimum for a part.`
  }
  return now.join('')
}

/** Discount of the selected quantity. Empty if there is none or the minimum price cancels it out. */
export const discountText = ({ discountPercent, minimumCents }: PriceExplanation): string =>
  minimumCents === 0 && discountPercent > 0 ? `${discountPercent}% off` : ''

/** Returns text such as "$2.85 each", or "about" if the subtotal does not divide into whole cents. */
export function eachText(printCents: number, quantity: number): string {
  const isExact = printCents % quantity === 0
  return `${isExact ? '' : 'about '}${money(Math.round(printCents / quantity))} each`
}
