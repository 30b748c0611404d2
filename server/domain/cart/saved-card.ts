// The saved card of a checkout: the buyer saw which card would be charged, and only that one is.

import { sha256Hex } from '../base/hash.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { ChargeCard } from '../orders/record/payment.ts'
import type { PricedCart } from './cart.ts'
import type { OrderInput } from './cart-order-request.ts'
import type { CartFailure } from './failure.ts'

/**
 * Returns a digest that identifies the card without revealing its processor id. A card that is saved again has a new
 * digest.
 */
export const markOfCard = async ({
  paymentMethodId,
}: Pick<ChargeCard, 'paymentMethodId'>): Promise<string> =>
  (await sha256Hex(`shown card ${paymentMethodId}`)).slice(0, 16)

/** Refuses the charge unless the account's card is the one that the button named. */
export async function checkCard(
  card: ChargeCard | null,
  { savedCard }: Pick<OrderInput, 'savedCard'>,
): Promise<Result<null, CartFailure>> {
  if (savedCard === undefined || card === null) return ok(null)
  return savedCard.card === (await markOfCard(card))
    ? ok(null)
    : fail({ kind: 'saved_card_changed' })
}

/** Returns the card to charge; null if the buyer pays on the processor's page or the gift card pays everything. */
export function cardToCharge(
  card: ChargeCard | null,
  { savedCard }: Pick<OrderInput, 'savedCard'>,
  { gift, dueCents }: Pick<PricedCart, 'gift' | 'dueCents'>,
): ChargeCard | null {
  // During a rolling update, a worker of the previous release can repeat the charge. It charges the total, because its
  // charges belong to orders of programs, which have no gift card's share. Therefore an order with a share is paid on
  // the processor's page.
  const hasShare = (gift?.shareCents ?? 0) > 0
  return savedCard !== undefined && !hasShare && dueCents > 0 ? card : null
}
