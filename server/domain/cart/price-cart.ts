// Prices a cart: each line separately, postage per parcel, and a gift card's share (decisions.md 37).

import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { type CountryFailure, readCountry } from '../catalog/countries.ts'
import { checkGiftCard } from '../gift-cards/check-gift-card.ts'
import { statedGiftCode } from '../gift-cards/code.ts'
import { checkDebt, type DebtFailure } from '../gift-cards/debt.ts'
import { giftShareOf } from '../gift-cards/share.ts'
import { consumeRateLimit, returnRateSlot } from '../limits/consume-rate-limit.ts'
import type { LimitFailure } from '../limits/failure.ts'
import { soonDeadline } from '../measurement/estimate-filament.ts'
import { addPostage } from '../pricing/postage.ts'
import {
  type CartItem,
  type CartPart,
  type LineRefusal,
  maxLines,
  type PricedCart,
  type PricedLine,
} from './cart.ts'
import type { PriceCartDeps, PricePartDeps, ReadGiftDeps } from './deps.ts'
import type { CartFailure } from './failure.ts'
import { pricePart } from './price-part.ts'
import { readPart } from './read-part.ts'

/** Number of lines to measure concurrently. Limited, so that one cart does not fill the geometry core's queue. */
const pricedAtOnce = 4

export type CartRequest = {
  readonly items: readonly CartItem[]
  /** Two-letter code in any letter case. Default: US. */
  readonly country?: string | undefined
  readonly giftCard?: string | undefined
}

export type CartRefusal = CartFailure | DebtFailure | LimitFailure | CountryFailure

/**
 * Prices a cart. A refused line does not affect the other lines, and a gift card without a balance has a share of 0.
 * An account in debt cannot use gift cards (decisions.md 54).
 */
export async function priceCart(
  deps: PriceCartDeps,
  caller: AccountCaller,
  { items, country, giftCard }: CartRequest,
): Promise<Result<PricedCart, CartRefusal>> {
  if (items.length === 0) return fail({ kind: 'cart_empty' })
  if (items.length > maxLines) return fail({ kind: 'cart_too_long', limit: maxLines })
  const destination = readCountry(country)
  if (!destination.ok) return destination
  const gift = await readGift(deps, caller, giftCard)
  if (!gift.ok) return gift
  const estimateBy = soonDeadline()
  const lines = await inBatches(items, async (item) => {
    const part = await readPart(deps, caller, item)
    return part.ok ? await priceLine(deps, part.value, estimateBy) : refuse(part.failure)
  })
  return ok(sumUp(lines, { country: destination.value, balanceCents: gift.value }))
}

/** Adds a gift card's share to a priced cart without measuring or reading models again. */
export async function addGift(
  deps: ReadGiftDeps,
  caller: AccountCaller,
  {
    lines,
    country,
    giftCard,
  }: Pick<PricedCart, 'lines'> & Pick<CartRequest, 'giftCard'> & { readonly country: string },
): Promise<Result<PricedCart, LimitFailure | DebtFailure>> {
  const gift = await readGift(deps, caller, giftCard)
  return gift.ok ? ok(sumUp(lines, { country, balanceCents: gift.value })) : gift
}

/**
 * Prices parts that are already read, such as those of a basket. All estimates share one deadline, in the clock of
 * performance.now().
 */
export async function priceParts(
  deps: PricePartDeps,
  parts: readonly Result<CartPart, LineRefusal>[],
  country: string,
  estimateBy = soonDeadline(),
): Promise<PricedCart> {
  const lines = await inBatches(parts, async (part) =>
    part.ok ? await priceLine(deps, part.value, estimateBy) : refuse(part.failure),
  )
  return sumUp(lines, { country, balanceCents: null })
}

/**
 * Reads a gift card. Codes without a balance are counted as gift card checks, so that a cart does not allow additional
 * guesses. The check is counted before the lookup, because an exhausted limit would otherwise still reveal valid
 * codes. A valid code gets its check refunded.
 */
async function readGift(
  deps: ReadGiftDeps,
  { accountId, email }: AccountCaller,
  typed: string | undefined,
): Promise<Result<number | null, LimitFailure | DebtFailure>> {
  const code = statedGiftCode(typed)
  if (code === undefined) return ok(null)
  const allowed = await checkDebt(deps, accountId)
  if (!allowed.ok) return allowed
  const slot = await consumeRateLimit(deps, 'gift-cards-check', email)
  if (!slot.ok) return slot
  const { valid, balanceCents } = await checkGiftCard(deps, code)
  if (!valid) return ok(0)
  await returnRateSlot(deps, 'gift-cards-check', email)
  return ok(balanceCents)
}

const refuse = (refusal: LineRefusal): PricedLine => ({ kind: 'refused', refusal })

async function priceLine(
  deps: PricePartDeps,
  part: CartPart,
  estimateBy: number,
): Promise<PricedLine> {
  const priced = await pricePart(deps, part, estimateBy)
  if (!priced.ok) return refuse(priced.failure)
  const { expectedCents, isFromGallery } = part
  const { line, volumeNotes } = priced.value
  const changed = expectedCents !== null && expectedCents !== line.price.printCents
  return { kind: 'priced', line, volumeNotes, isFromGallery, hasChanged: changed }
}

function sumUp(
  lines: readonly PricedLine[],
  { country, balanceCents }: { country: string; balanceCents: number | null },
): PricedCart {
  const prices = lines.flatMap((priced) => (priced.kind === 'priced' ? [priced.line.price] : []))
  const sum = prices.reduce((cents, { printCents }) => cents + printCents, 0)
  const price =
    prices.length === 0
      ? { printCents: 0, shippingCents: 0, totalCents: 0 }
      : addPostage(sum, country)
  const shareCents = balanceCents === null ? 0 : giftShareOf(balanceCents, price.totalCents)
  return {
    lines,
    ...price,
    gift: balanceCents === null ? null : { balanceCents, shareCents },
    dueCents: price.totalCents - shareCents,
  }
}

async function inBatches<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += pricedAtOnce) {
    results.push(...(await Promise.all(items.slice(start, start + pricedAtOnce).map(work))))
  }
  return results
}
