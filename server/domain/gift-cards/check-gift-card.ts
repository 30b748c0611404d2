// The balance of a gift card, for anyone with its code (decisions.md 39).

import { giftCodeHash } from './code.ts'
import type { PurchaseDeps } from './ports.ts'

/** Unknown, malformed and spent codes are indistinguishable by result and by duration. */
export async function checkGiftCard(
  { giftCards, orderIds }: Pick<PurchaseDeps, 'giftCards' | 'orderIds'>,
  code: string,
): Promise<{ readonly valid: boolean; readonly balanceCents: number }> {
  const balanceCents = await giftCards.readBalance(giftCodeHash(orderIds, code))
  return { valid: balanceCents > 0, balanceCents }
}
