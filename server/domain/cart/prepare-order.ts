// The first half of a checkout: reads the address and the buyer's details, prices the cart, and compares it with what the
// buyer saw. Nothing is written. `checkOut` orders what was prepared. `findRefusal` only asks whether it could be ordered,
// before an order that waits for its payment is cancelled for it.

import { type BuyerDetails, noBuyerDetails, readBuyer, withDefaults } from '../accounts/buyer.ts'
import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { statedGiftCode } from '../gift-cards/code.ts'
import type { ShippingAddress } from '../orders/record/order.ts'
import type { NewLine } from '../orders/record/order-lines.ts'
import type { ChargeCard } from '../orders/record/payment.ts'
import { readReference } from '../orders/record/reference.ts'
import { readAddress } from '../orders/submit/order-form.ts'
import type { PricedCart } from './cart.ts'
import { type OrderInput, withShownAmounts } from './cart-order-request.ts'
import type { PrepareOrderDeps } from './deps.ts'
import type { CartFailure, CheckoutFailure } from './failure.ts'
import { type CartRequest, priceCart } from './price-cart.ts'
import { cardToCharge, checkCard } from './saved-card.ts'

export type PreparedOrder = {
  readonly address: ShippingAddress
  readonly buyer: BuyerDetails
  readonly reference: string | null
  readonly cart: PricedCart
  readonly lines: readonly NewLine[]
  /** The saved card to charge; null if the buyer pays on the processor's page or with a gift card. */
  readonly card: ChargeCard | null
}

/** Checks in this order: fields, prices, lines, amounts, card. Fails with the first that is refused. */
export async function prepareOrder(
  deps: PrepareOrderDeps,
  caller: AccountCaller,
  input: OrderInput,
): Promise<Result<PreparedOrder, CheckoutFailure>> {
  const fields = readFields(caller, input)
  if (!fields.ok) return fields
  const { address, buyer, reference } = fields.value
  const priced = await priceWithGift(deps, caller, { ...input, country: address.country })
  if (!priced.ok) return priced
  const cart = priced.value
  const lines = orderableLines(cart)
  if (!lines.ok) return lines
  const amounts = checkAmounts(cart, input)
  if (!amounts.ok) return amounts
  const account = await deps.accounts.read(caller.accountId)
  const savedCard = account?.card ?? null
  const checkedCard = await checkCard(savedCard, input)
  if (!checkedCard.ok) return checkedCard
  return ok({
    address,
    buyer: withDefaults(buyer, account?.buyer ?? noBuyerDetails),
    reference,
    cart,
    lines: lines.value,
    card: cardToCharge(savedCard, input, cart),
  })
}

/**
 * Returns the failure that a checkout would have, regardless of other orders and gift cards; null if it would succeed.
 * With a gift card, the amount due is not compared, because a waiting order can hold a share of the card.
 */
export async function findRefusal(
  deps: PrepareOrderDeps,
  caller: AccountCaller,
  input: OrderInput,
): Promise<Result<null, CheckoutFailure>> {
  const { giftCard, ...rest } = withShownAmounts(input)
  const withoutGift =
    statedGiftCode(giftCard) === undefined ? rest : { ...rest, shownCents: undefined }
  const prepared = await prepareOrder(deps, caller, withoutGift)
  return prepared.ok ? ok(null) : prepared
}

/** Validates the fields in this order and refuses the first invalid one. */
function readFields(caller: AccountCaller, input: OrderInput) {
  const address = readAddress(withCountry(input), caller.email)
  if (!address.ok) return address
  const buyer = readBuyer(input.buyer ?? new Map())
  if (!buyer.ok) return buyer
  const reference = readReference(input.reference)
  if (!reference.ok) return reference
  return ok({ address: address.value, buyer: buyer.value, reference: reference.value })
}

/** Uses the cart's country. The address can repeat it. */
function withCountry({
  address,
  country,
}: Pick<OrderInput, 'address' | 'country'>): ReadonlyMap<string, string> {
  return country === undefined ? address : new Map([...address, ['country', country]])
}

/** Prices the cart at current terms. Refuses a gift card that would pay nothing. */
async function priceWithGift(
  deps: PrepareOrderDeps,
  caller: AccountCaller,
  cart: CartRequest,
): Promise<Result<PricedCart, CheckoutFailure>> {
  const priced = await priceCart(deps, caller, cart)
  return priced.ok && priced.value.gift?.shareCents === 0 ? giftUnusable : priced
}

/** Requires every line to be printable at the price that the caller saw. */
function orderableLines({ lines }: PricedCart): Result<readonly NewLine[], CartFailure> {
  const ordered: NewLine[] = []
  for (const [index, priced] of lines.entries()) {
    const place = index + 1
    if (priced.kind === 'refused') {
      return fail({ kind: 'cart_line_refused', place, reason: priced.refusal })
    }
    if (priced.hasChanged) {
      return fail({ kind: 'cart_price_changed', place, cents: priced.line.price.printCents })
    }
    ordered.push(priced.line)
  }
  return ok(ordered)
}

/** Refuses the order if the total or the amount due differs from a stated amount. */
function checkAmounts(
  { totalCents, dueCents }: PricedCart,
  { shownCents = dueCents, expectedTotalCents = totalCents }: OrderInput,
): Result<null, CartFailure> {
  if (expectedTotalCents !== totalCents) {
    return fail({ kind: 'cart_total_changed', amount: 'total', cents: totalCents })
  }
  return shownCents === dueCents ? ok(null) : dueChanged(dueCents)
}

export const dueChanged = (cents: number): Result<never, CartFailure> =>
  fail({ kind: 'cart_total_changed', amount: 'due', cents })

export const giftUnusable: Result<never, CartFailure> = fail({ kind: 'gift_card_unusable' })
