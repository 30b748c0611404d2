// A checkout as it is sent, and the key and digest by which a repeat of it is recognized.

import { sha256Hex } from '../base/hash.ts'
import { normalizeGiftCode, statedGiftCode } from '../gift-cards/code.ts'
import type { OrderedLine } from './basket.ts'
import type { CartRequest } from './price-cart.ts'

export type CartOrderInput = CartRequest & {
  /** Shipping fields, named as in contract.md 4.2. */
  readonly address: ReadonlyMap<string, string>
  /** The stated buyer fields. */
  readonly buyer?: ReadonlyMap<string, string>
  readonly idempotencyKey: string
  /** The buyer's reference, at most 64 characters. */
  readonly reference?: string | undefined
  /** The buyer's note to the farm, cut to 1000 characters. */
  readonly note?: string | undefined
  /** The amount due that the buyer saw, in cents. An order with another amount is refused. */
  readonly shownCents?: number | undefined
  /**
   * Print price plus postage that the caller saw, in cents, before any gift card. An order with another total is
   * refused.
   */
  readonly expectedTotalCents?: number | undefined
  /**
   * Charges the amount on the button to the account's saved card. Without a saved card, or with a gift card's share,
   * the buyer pays on the processor's page instead.
   */
  readonly savedCard?: ShownCharge | undefined
  /** The ordered basket lines as they were priced. They leave the basket with the order. */
  readonly basketLines?: readonly OrderedLine[]
}

/** What the saved card's button showed. */
export type ShownCharge = {
  /** Print price plus postage, in cents. */
  readonly totalCents: number
  /** The amount due, in cents. */
  readonly dueCents: number
  /** Digest of the card, as returned by `markOfCard` (saved-card.ts). */
  readonly card: string
}

/** What is ordered, without the key of the request. */
export type OrderInput = Omit<CartOrderInput, 'idempotencyKey'>

export type CartOrderRequest = CartOrderInput & {
  /** The key of the order's row. */
  readonly storedKey: string
  /** Digest of the content. A repeat under the same key has the same content. */
  readonly hash: string
}

export async function requestOf(sent: CartOrderInput): Promise<CartOrderRequest> {
  const input = withShownAmounts(sent)
  return {
    ...input,
    giftCard: statedGiftCode(input.giftCard),
    storedKey: storedKeyOf(input.idempotencyKey),
    // Hashes the code as sent: a blank code and a missing one differ, and order ids are derived from the hash.
    hash: await hashOf(input),
  }
}

/** The prefix separates these keys from those of `POST /api/print/orders`, which last 24 hours. */
export const storedKeyOf = (key: string): string => `web:${key}`

/** The amounts of the saved card's button are checked in the same way as those of any form. */
export const withShownAmounts = <T extends OrderInput>(input: T): T =>
  input.savedCard === undefined
    ? input
    : {
        ...input,
        expectedTotalCents: input.savedCard.totalCents,
        shownCents: input.savedCard.dueCents,
      }

/** Hashes the request. Equal bodies have equal hashes, however the gift card's code is typed. */
async function hashOf({
  items,
  country,
  giftCard,
  address,
  note,
  buyer = new Map(),
  reference,
  expectedTotalCents,
  savedCard,
}: CartOrderInput): Promise<string> {
  const lines = items.map((item) => Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
  const to = [...address].sort(([a], [b]) => (a < b ? -1 : 1))
  const gift = giftCard === undefined ? null : normalizeGiftCode(giftCard)
  const facts = [lines, country ?? null, gift, to]
  // Without a note and the fields in `more`, the hash equals that of releases before these fields existed: order ids
  // are derived from it.
  const noted = note === undefined ? facts : [...facts, note]
  const stated = [...buyer].sort(([a], [b]) => (a < b ? -1 : 1))
  const more = {
    ...(stated.length > 0 && { buyer: stated }),
    ...(reference !== undefined && { reference }),
    ...(expectedTotalCents !== undefined && { expectedTotalCents }),
    ...(savedCard !== undefined && { savedCard: true }),
  }
  return await sha256Hex(JSON.stringify(Object.keys(more).length === 0 ? noted : [...noted, more]))
}
