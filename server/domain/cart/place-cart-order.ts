// Checks out a cart: prices it again, writes the order with the gift card's share, and opens the hosted checkout for
// the rest, or charges the saved card if the buyer chose it (decisions.md 38). The order's row is the recovery point: a
// repeated request with the same idempotency key finds it and continues from there.

import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isStorable } from '../base/text/text.ts'
import { checkIdempotencyKey } from '../idempotency/key.ts'
import type { Order } from '../orders/record/order.ts'
import type { ChargeCard } from '../orders/record/payment.ts'
import {
  type CartOrderInput,
  type CartOrderRequest,
  requestOf,
  storedKeyOf,
} from './cart-order-request.ts'
import type { PlaceCartOrderDeps } from './deps.ts'
import type { CheckoutFailure } from './failure.ts'
import { type CartOrderResult, openPaymentPage, payCartOrder } from './pay-cart-order.ts'
import type { CartDeps } from './ports.ts'
import { prepareOrder } from './prepare-order.ts'
import { refusalOfOutcome, writeCartOrder } from './write-cart-order.ts'

export async function placeCartOrder(
  deps: PlaceCartOrderDeps,
  caller: AccountCaller,
  input: CartOrderInput,
): Promise<Result<CartOrderResult, CheckoutFailure>> {
  const key = checkIdempotencyKey(input.idempotencyKey)
  if (!key.ok) return key
  const request = await requestOf(input)
  const earlier = await findRepeated(deps, caller, request)
  if (earlier !== null) return earlier
  const placed = await placeOrder(deps, caller, request)
  switch (placed.kind) {
    case 'placed':
      return await payCartOrder(deps, placed, request)
    case 'failed':
      return fail(placed.failure)
    case 'refused':
      // A concurrent request with the same key may have placed the order meanwhile.
      return (await findRepeated(deps, caller, request)) ?? (await placed.refusal())
  }
}

/** `refused`: nothing was written. `failed`: the write failed, and it may be unknown whether the order exists. */
type Placement =
  | { readonly kind: 'placed'; readonly code: string; readonly card: ChargeCard | null }
  | { readonly kind: 'refused'; readonly refusal: () => Promise<Result<never, CheckoutFailure>> }
  | { readonly kind: 'failed'; readonly failure: CheckoutFailure }

async function placeOrder(
  deps: PlaceCartOrderDeps,
  caller: AccountCaller,
  request: CartOrderRequest,
): Promise<Placement> {
  const prepared = await prepareOrder(deps, caller, request)
  if (!prepared.ok) return { kind: 'refused', refusal: async () => prepared }
  const written = await writeCartOrder(deps, caller, request, prepared.value)
  switch (written.kind) {
    case 'failed':
      return written
    case 'not_inserted':
      return {
        kind: 'refused',
        refusal: () => refusalOfOutcome(deps, caller, request, written.outcome),
      }
    case 'written':
      return { kind: 'placed', code: written.order.code, card: prepared.value.card }
  }
}

/** Returns the order of an earlier request with this key; null if there is none. */
async function findRepeated(
  deps: PlaceCartOrderDeps,
  { accountId }: AccountCaller,
  request: CartOrderRequest,
): Promise<Result<CartOrderResult, CheckoutFailure> | null> {
  const { storedKey, hash } = request
  const order = await deps.orders.readByIdempotencyKey(accountId, storedKey)
  if (order === null) return null
  if (order.web?.requestHash !== hash) return fail({ kind: 'checkout_key_reused' })
  return ok(await openPaymentPage(deps, order, request))
}

/** Returns the order of the checkout with this key; null if there is none. */
export async function findCartOrder(
  { orders }: Pick<CartDeps, 'orders'>,
  { accountId }: AccountCaller,
  key: string,
): Promise<Order | null> {
  return isStorable(key) ? await orders.readByIdempotencyKey(accountId, storedKeyOf(key)) : null
}
