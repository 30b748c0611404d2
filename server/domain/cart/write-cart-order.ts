// Writes the order of a prepared checkout, with the gift card's share. If nothing was written, `refusalOfOutcome` says why.

import type { AccountCaller } from '../base/caller.ts'
import { fail, type Result, unreachable } from '../base/result.ts'
import { readNote } from '../catalog/print-options.ts'
import { giftCodeHash } from '../gift-cards/code.ts'
import { maxOpenOrders } from '../limits/open-checkouts.ts'
import type { InsertOutcome } from '../orders/ports.ts'
import { withShipPromise } from '../orders/promise/ship-promise.ts'
import type { WebPrefix } from '../orders/record/code.ts'
import { webSubject } from '../orders/record/identity.ts'
import type { NewOrder, Order } from '../orders/record/order.ts'
import { type NewLine, plannedOfLines } from '../orders/record/order-lines.ts'
import { chargeOf } from '../orders/record/payment.ts'
import { type WriteOutcome, writeOrder } from '../orders/submit/write-order.ts'
import type { PricedCart } from './cart.ts'
import type { CartOrderRequest } from './cart-order-request.ts'
import type { PriceCartDeps, WriteCartOrderDeps } from './deps.ts'
import type { CheckoutFailure } from './failure.ts'
import type { NewCartOrder, PlaceOutcome } from './ports.ts'
import { dueChanged, giftUnusable, type PreparedOrder } from './prepare-order.ts'
import { priceCart } from './price-cart.ts'

/** Outcomes of `placeOrder` that wrote nothing and that a new order code would not change. */
type PlacementRefusal = Exclude<PlaceOutcome, InsertOutcome>

export async function writeCartOrder(
  deps: WriteCartOrderDeps,
  caller: AccountCaller,
  request: CartOrderRequest,
  { address, buyer, card, reference, cart, lines }: PreparedOrder,
): Promise<WriteOutcome<PlacementRefusal>> {
  const { storedKey, hash, giftCard, basketLines = [], shownCents = null } = request
  const order: Omit<NewCartOrder, 'id' | 'code' | 'fileReview'> = {
    accountId: caller.accountId,
    source: 'web',
    ...headOf(lines, cart, readNote(request.note)),
    address,
    buyer,
    reference,
    idempotencyKey: storedKey,
    payment: card === null ? { kind: 'checkout' } : chargeOf(card, caller.credential),
    lines,
    requestHash: hash,
  }
  const codeHash = giftCard === undefined ? null : giftCodeHash(deps.orderIds, giftCard)
  const subject = webSubject(caller.accountId, storedKey, hash)
  const prefix = prefixOf(cart)
  return await withShipPromise(deps, (promise) => {
    const dueAt = (paid: Order) => promise(paid, lines)
    const insert = (withCode: NewOrder) =>
      deps.cartOrders.placeOrder(
        { ...order, ...withCode },
        { giftCodeHash: codeHash, basketLines, shownCents, dueAt },
      )
    return writeOrder(deps, order, { lines, subject, prefix, insert })
  })
}

/** Returns the values of the order row: the first line, with the sums of all lines. */
function headOf(
  lines: readonly NewLine[],
  cart: PricedCart,
  note: string | null,
): Pick<NewCartOrder, 'options' | 'price' | 'file' | 'plannedSeconds' | 'supports' | 'size'> {
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
    size: lines.length === 1 ? (first.size ?? null) : null,
  }
}

function prefixOf({ lines }: PricedCart): WebPrefix {
  const isGallery = lines.every((line) => line.kind === 'priced' && line.isFromGallery)
  if (isGallery) return 'STORE'
  return lines.length === 1 ? 'ORD' : 'CART'
}

/** Returns why nothing was written. For a changed total, includes the current amount due. */
export async function refusalOfOutcome(
  deps: PriceCartDeps,
  caller: AccountCaller,
  request: CartOrderRequest,
  outcome: PlacementRefusal,
): Promise<Result<never, CheckoutFailure>> {
  switch (outcome.kind) {
    case 'account_in_debt':
      return fail(outcome)
    case 'too_many_open':
      return fail({
        kind: 'too_many_open_orders',
        limit: maxOpenOrders,
        retryAfterSeconds: outcome.secondsLeft,
      })
    case 'gift_unusable':
      return giftUnusable
    case 'basket_changed':
      return fail({ kind: 'basket_changed' })
    // The key's order was not found.
    case 'key_taken':
      return fail({ kind: 'order_unconfirmed', code: null })
    case 'total_changed': {
      const priced = await priceCart(deps, caller, request)
      if (!priced.ok) return priced
      return dueChanged(priced.value.dueCents)
    }
    default:
      return unreachable(outcome)
  }
}
