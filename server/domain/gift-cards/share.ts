// How much of a total a gift card pays.
import { minimumTotalCents } from '../pricing/subtotal.ts'

/**
 * The balance of the card, in cents. Where the rest would be under the smallest amount that the card processor accepts, the share is
 * reduced so that the rest is that amount; a total is at least twice as much, so the share stays above 0.
 */
export function giftShareOf(balanceCents: number, totalCents: number): number {
  const share = Math.min(balanceCents, totalCents)
  const rest = totalCents - share
  return rest > 0 && rest < minimumTotalCents ? totalCents - minimumTotalCents : share
}
