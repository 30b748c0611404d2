// Checks a cart out: prices it again, writes the order with the gift card's share, and opens the hosted checkout for the rest
// (decisions.md 38). The order's row is the recovery point: a repeat under the same idempotency key finds it and continues from there.

import {
  type BuyerDetails,
  buyerFields,
  noBuyerDetails,
  readBuyer,
  type StatedBuyer,
  withDefaults,
} from '../accounts/buyer.ts'
import type { AccountCaller } from '../base/caller.ts'
import { sha256Hex } from '../base/hash.ts'
import { fail, ok, type Result, unreachable } from '../base/result.ts'
import { isStorable } from '../base/text.ts'
import { readNote } from '../catalog/print-options.ts'
import { giftCodeHash, normalizeGiftCode } from '../gift-cards/code.ts'
import type { DebtFailure } from '../gift-cards/debt.ts'
import type { IdempotencyFailure } from '../idempotency/failure.ts'
import { checkIdempotencyKey } from '../idempotency/key.ts'
import type { LimitFailure } from '../limits/failure.ts'
import { maxOpenOrders } from '../limits/open-checkouts.ts'
import { isReplaceable, openCheckout } from '../orders/charge/checkout.ts'
import { payabilityOf } from '../orders/charge/payable.ts'
import type { WebPrefix } from '../orders/code.ts'
import type { OrderFailure } from '../orders/failure.ts'
import { webSubject } from '../orders/identity.ts'
import type { Order, ShippingAddress } from '../orders/order.ts'
import { type NewLine, plannedOfLines } from '../orders/order-lines.ts'
import { readReference } from '../orders/reference.ts'
import { shipPromise } from '../orders/ship-promise.ts'
import { readAddress } from '../orders/submit/order-form.ts'
import { writeOrder } from '../orders/submit/write-order.ts'
import type { PricedCart } from './cart.ts'
import type { CheckOutDeps, PriceCartDeps, WriteCartOrderDeps } from './deps.ts'
import type { CartFailure } from './failure.ts'
import { isGuest } from './guest.ts'
import type { CartDeps, Checkouts, NewCartOrder } from './ports.ts'
import { type CartRequest, priceCart } from './price-cart.ts'

export type CheckoutInput = CartRequest & {
  /** Shipping fields by the names of contract.md 4.2. */
  readonly address: ReadonlyMap<string, string>
  /** The buyer's fields that are stated. */
  readonly buyer?: ReadonlyMap<string, string>
  readonly idempotencyKey: string
  /** The buyer's own, at most 64 characters. */
  readonly reference?: string | undefined
  /** For the farm, cut to 1000 characters. */
  readonly note?: string | undefined
  /** The amount left to pay that the buyer was shown, in cents. An order with another amount is refused. */
  readonly shownCents?: number | undefined
  /** The basket lines that are ordered; they leave the basket with the order. */
  readonly basketLineIds?: readonly string[]
}

export type CheckoutResult = {
  readonly order: Order
  /** Null when nothing is left to pay, and when the processor returned no page: the order's own page opens one later. */
  readonly checkoutUrl: string | null
}

export type CheckoutFailure =
  | CartFailure
  | DebtFailure
  | LimitFailure
  | OrderFailure
  | IdempotencyFailure

export async function checkOut(
  deps: CheckOutDeps,
  caller: AccountCaller,
  input: CheckoutInput,
): Promise<Result<CheckoutResult, CheckoutFailure>> {
  const key = checkIdempotencyKey(input.idempotencyKey)
  if (!key.ok) return key
  const { basketLineIds = [] } = input
  const request = {
    key: storedKey(input.idempotencyKey),
    hash: await hashOf(input),
    basketLineIds,
  }
  const earlier = await findRepeated(deps, caller, request)
  if (earlier !== null) return earlier
  const facts = readFacts(caller, input)
  if (!facts.ok) return facts
  const { address, buyer, reference } = facts.value
  const priced = await priceCart(deps, caller, { ...input, country: address.country })
  if (!priced.ok) return await refuse(deps, caller, request, priced)
  if (priced.value.gift?.shareCents === 0) return await refuse(deps, caller, request, giftUnusable)
  const lines = orderable(priced.value)
  if (!lines.ok) return lines
  const { dueCents } = priced.value
  if (input.shownCents !== undefined && input.shownCents !== dueCents) {
    return await refuse(deps, caller, request, fail({ kind: 'cart_total_changed', dueCents }))
  }
  const { giftCard = '' } = input
  const written = await write(deps, caller, request, {
    address,
    buyer: await withAccountDefaults(deps, caller, buyer),
    reference,
    note: readNote(input.note),
    cart: priced.value,
    lines: lines.value,
    giftCodeHash: giftCard.trim() === '' ? null : giftCodeHash(deps.orderIds, giftCard),
    basketLineIds,
    shownCents: input.shownCents ?? null,
  })
  if (written.kind === 'failed') return fail(written.failure)
  if (written.kind === 'not_inserted') {
    const { outcome } = written
    if (outcome === 'gift_unusable') return await refuse(deps, caller, request, giftUnusable)
    const concurrent = await findRepeated(deps, caller, request)
    return concurrent ?? (await refuseOutcome(deps, caller, { input, outcome }))
  }
  const order = await deps.orders.readByCode(written.order.code)
  if (order === null) return fail({ kind: 'order_unconfirmed', code: written.order.code })
  deps.log.info('checkout.placed', { code: order.code, totalCents: order.price.totalCents })
  return ok(await withCheckout(deps, order, request))
}

/**
 * What a checkout would refuse about the request, whatever other orders and gift cards are; null = nothing. With a gift card the amount
 * left to pay is not compared: an order that waits may hold a share of it.
 */
export async function findRefusal(
  deps: PriceCartDeps,
  caller: AccountCaller,
  input: Omit<CheckoutInput, 'idempotencyKey'>,
): Promise<Result<null, CheckoutFailure>> {
  const facts = readFacts(caller, input)
  if (!facts.ok) return facts
  const { items, giftCard = '', shownCents } = input
  const { country } = facts.value.address
  const priced = await priceCart(deps, caller, { items, country })
  if (!priced.ok) return priced
  const lines = orderable(priced.value)
  if (!lines.ok) return lines
  const { dueCents } = priced.value
  if (giftCard.trim() === '' && shownCents !== undefined && shownCents !== dueCents) {
    return fail({ kind: 'cart_total_changed', dueCents })
  }
  return ok(null)
}

/** The first field that is wrong is refused, in this order. */
function readFacts(caller: AccountCaller, input: Omit<CheckoutInput, 'idempotencyKey'>) {
  const address = readAddress(withCountry(input), caller.email)
  if (!address.ok) return address
  const buyer = readBuyer(input.buyer ?? noFields)
  if (!buyer.ok) return buyer
  const reference = readReference(input.reference)
  if (!reference.ok) return reference
  return ok({ address: address.value, buyer: buyer.value, reference: reference.value })
}

/** The order that a checkout with this key made; null when there is none. */
export async function findCheckout(
  { orders }: Pick<CartDeps, 'orders'>,
  { accountId }: AccountCaller,
  key: string,
): Promise<Order | null> {
  return isStorable(key) ? await orders.readByIdempotencyKey(accountId, storedKey(key)) : null
}

const noFields: ReadonlyMap<string, string> = new Map()

async function withAccountDefaults(
  { accounts }: Pick<CartDeps, 'accounts'>,
  { accountId }: AccountCaller,
  stated: StatedBuyer,
): Promise<BuyerDetails> {
  const isComplete = buyerFields.every((field) => stated[field] !== undefined)
  const account = isComplete ? null : await accounts.read(accountId)
  return withDefaults(stated, account?.buyer ?? noBuyerDetails)
}

type Request = {
  readonly key: string
  readonly hash: string
  readonly basketLineIds: readonly string[]
}

/** Distinct from the keys of `POST /api/print/orders`, which last 24 hours. */
const storedKey = (key: string): string => `web:${key}`

/** The order of an earlier request with this key; null when there is none. */
async function findRepeated(
  deps: CheckOutDeps,
  { accountId }: AccountCaller,
  request: Request,
): Promise<Result<CheckoutResult, CheckoutFailure> | null> {
  const { key, hash } = request
  const order = await deps.orders.readByIdempotencyKey(accountId, key)
  if (order === null) return null
  if (order.web?.requestHash !== hash) return fail({ kind: 'checkout_key_reused' })
  return ok(await withCheckout(deps, order, request))
}

const giftUnusable: Result<never, CartFailure> = fail({ kind: 'gift_card_unusable' })

/** A concurrent request with the same key may have ordered the cart: then its order is the response. */
async function refuse(
  deps: CheckOutDeps,
  caller: AccountCaller,
  request: Request,
  refused: Result<never, CheckoutFailure>,
): Promise<Result<CheckoutResult, CheckoutFailure>> {
  return (await findRepeated(deps, caller, request)) ?? refused
}

/** Outcomes of `place` that wrote nothing and that another code or another gift card does not change. */
type PlacementRefusal = Exclude<
  Awaited<ReturnType<Checkouts['place']>>,
  'inserted' | 'code_taken' | 'id_taken' | 'gift_unusable'
>

/** Why nothing was written; a changed total with the amount that is left to pay by now. */
async function refuseOutcome(
  deps: PriceCartDeps,
  caller: AccountCaller,
  { input, outcome }: { readonly input: CheckoutInput; readonly outcome: PlacementRefusal },
): Promise<Result<never, CheckoutFailure>> {
  if (typeof outcome === 'object') {
    if (outcome.kind === 'account_in_debt') return fail(outcome)
    const { secondsLeft: retryAfterSeconds } = outcome
    return fail({ kind: 'too_many_open_orders', limit: maxOpenOrders, retryAfterSeconds })
  }
  switch (outcome) {
    case 'basket_changed':
      return fail({ kind: outcome })
    // The order of the key was not found again.
    case 'key_taken':
      return fail({ kind: 'order_unconfirmed', code: null })
    case 'total_changed': {
      const priced = await priceCart(deps, caller, input)
      if (!priced.ok) return priced
      return fail({ kind: 'cart_total_changed', dueCents: priced.value.dueCents })
    }
    default:
      return unreachable(outcome)
  }
}

/** Opens the first checkout of the order, or the next one when that has expired. */
async function withCheckout(
  deps: CheckOutDeps,
  order: Order,
  { basketLineIds = [] }: Pick<CheckoutInput, 'basketLineIds'>,
): Promise<CheckoutResult> {
  if (payabilityOf(order) !== 'payable') return { order, checkoutUrl: null }
  const purpose = { accountId: order.accountId }
  const payer = isGuest(order) ? 'guest' : 'owner'
  const opening = { payer, purpose, fromBasket: basketLineIds.length > 0 } as const
  try {
    if (order.checkout === null) {
      return { order, checkoutUrl: await openCheckout(deps, order, opening) }
    }
    const open = await deps.payments.readCheckout(order.checkout.sessionId, purpose)
    if (open.status === 'open') return { order, checkoutUrl: open.url }
    const next = isReplaceable(open) ? await openCheckout(deps, order, opening) : null
    return { order, checkoutUrl: next }
  } catch (error) {
    deps.log.warn('checkout.no_page', { code: order.code, error })
    return { order, checkoutUrl: null }
  }
}

/** The cart's country counts; the address may repeat it. */
function withCountry({
  address,
  country,
}: Pick<CheckoutInput, 'address' | 'country'>): ReadonlyMap<string, string> {
  return country === undefined ? address : new Map([...address, ['country', country]])
}

/** Every line must be printable, and cost what the caller saw. */
function orderable({ lines }: PricedCart): Result<readonly NewLine[], CartFailure> {
  const ordered: NewLine[] = []
  for (const [index, line] of lines.entries()) {
    const place = index + 1
    if (line.kind === 'refused') {
      return fail({ kind: 'cart_line_refused', place, reason: line.refusal })
    }
    if (line.changed) {
      return fail({ kind: 'cart_price_changed', place, cents: line.line.price.printCents })
    }
    ordered.push(line.line)
  }
  return ok(ordered)
}

type PlacedCheckout = {
  readonly address: ShippingAddress
  readonly buyer: BuyerDetails
  readonly reference: string | null
  readonly note: string | null
  readonly cart: PricedCart
  readonly lines: readonly NewLine[]
  readonly giftCodeHash: string | null
  readonly basketLineIds: readonly string[]
  readonly shownCents: number | null
}

async function write(
  deps: WriteCartOrderDeps,
  caller: AccountCaller,
  { key, hash }: Request,
  {
    address,
    buyer,
    reference,
    note,
    cart,
    lines,
    giftCodeHash: codeHash,
    basketLineIds,
    shownCents,
  }: PlacedCheckout,
) {
  const dueAt = await shipPromise(deps)
  const order: Omit<NewCartOrder, 'id' | 'code' | 'fileReview'> = {
    accountId: caller.accountId,
    source: 'web',
    ...headOf(lines, cart, note),
    address,
    buyer,
    reference,
    size: null,
    idempotencyKey: key,
    payment: { kind: 'checkout' },
    lines,
    requestHash: hash,
  }
  return await writeOrder(deps, order, {
    lines,
    subject: webSubject(caller.accountId, key, hash),
    prefix: prefixOf(cart),
    insert: (withCode) =>
      deps.checkouts.place(
        { ...order, ...withCode },
        { giftCodeHash: codeHash, basketLineIds, shownCents, dueAt },
      ),
  })
}

/** What the order's own row says: the first line, with the sums of all. */
function headOf(
  lines: readonly NewLine[],
  cart: PricedCart,
  note: string | null,
): Pick<NewCartOrder, 'options' | 'price' | 'file' | 'plannedSeconds' | 'supports'> {
  const [first] = lines
  if (first === undefined) throw new Error('a cart without lines was checked out')
  const quantity = lines.reduce((sum, { options }) => sum + options.quantity, 0)
  const { printCents, shippingCents, totalCents } = cart
  return {
    options: { ...first.options, quantity, note },
    price: { ...first.price, printCents, shippingCents, totalCents },
    file: first.file,
    plannedSeconds: plannedOfLines(lines),
    supports: first.supports ?? null,
  }
}

function prefixOf({ lines }: PricedCart): WebPrefix {
  const isGallery = lines.every((line) => line.kind === 'priced' && line.isFromGallery)
  if (isGallery) return 'STORE'
  return lines.length === 1 ? 'ORD' : 'CART'
}

/** Equal bodies make an equal request, however the gift card's code is typed. */
async function hashOf({
  items,
  country,
  giftCard,
  address,
  note,
  buyer = noFields,
  reference,
}: CheckoutInput): Promise<string> {
  const lines = items.map((item) => Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
  const to = [...address].sort(([a], [b]) => (a < b ? -1 : 1))
  const gift = giftCard === undefined ? null : normalizeGiftCode(giftCard)
  const facts = [lines, country ?? null, gift, to]
  // Without a note, buyer's fields and a reference, the hash is that of releases before there were any: order ids are derived from it.
  const noted = note === undefined ? facts : [...facts, note]
  const stated = [...buyer].sort(([a], [b]) => (a < b ? -1 : 1))
  const more = {
    ...(stated.length > 0 && { buyer: stated }),
    ...(reference !== undefined && { reference }),
  }
  return await sha256Hex(JSON.stringify(Object.keys(more).length === 0 ? noted : [...noted, more]))
}
