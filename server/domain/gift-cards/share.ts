// The part of a total that a gift card pays.
import { minimumTotalCents } from '../pricing/subtotal.ts'

/**
 * Returns the share of the card in cents. If the remainder would be below the processor's minimum charge, the share is
 * reduced so that the remainder equals the minimum. A total is at least twice the minimum, so the share stays above 0.
 */
export function giftShareOf(balanceCents: number, totalCents: number): number {
  const share = Math.min(balanceCents, totalCents)
  const rest = totalCents - share
  return rest > 0 && rest < minimumTotalCents ? totalCents - minimumTotalCents : share
}
