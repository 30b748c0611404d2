// Checks out a cart: prices it again, writes the order with the gift card's share, and opens the hosted checkout for
// the rest, or charges the saved card if the buyer chose it (decisions.md 38). The order's row is the recovery point: a
// repeated request with the same idempotency key finds it and continues from there.

import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isStorable } from '../base/text/text.ts'
import { checkIdempotencyKey } from '../idempotency/key.ts'
import type { Order } from '../orders/record/order.ts'
import {
  type CheckoutInput,
  type CheckoutRequest,
  requestOf,
  storedKeyOf,
} from './checkout-request.ts'
import type { CheckOutDeps } from './deps.ts'
import type { CheckoutFailure } from './failure.ts'
import { type CheckoutResult, openPaymentPage, payCartOrder } from './pay-cart-order.ts'
import type { CartDeps } from './ports.ts'
import { prepareOrder } from './prepare-order.ts'
import { refusalOfOutcome, writeCartOrder } from './write-cart-order.ts'

export async function checkOut(
  deps: CheckOutDeps,
  caller: AccountCaller,
  input: CheckoutInput,
): Promise<Result<CheckoutResult, CheckoutFailure>> {
  const key = checkIdempotencyKey(input.idempotencyKey)
  if (!key.ok) return key
  const request = await requestOf(input)
  const findEarlier = () => findRepeated(deps, caller, request)
  const earlier = await findEarlier()
  if (earlier !== null) return earlier
  const prepared = await prepareOrder(deps, caller, request)
  // A concurrent request with the same key may have placed the order meanwhile, here and below.
  if (!prepared.ok) return (await findEarlier()) ?? prepared
  const written = await writeCartOrder(deps, caller, request, prepared.value)
  switch (written.kind) {
    case 'failed':
      return fail(written.failure)
    case 'not_inserted':
      return (
        (await findEarlier()) ?? (await refusalOfOutcome(deps, caller, request, written.outcome))
      )
    case 'written': {
      const { card } = prepared.value
      return await payCartOrder(deps, { code: written.order.code, card }, request)
    }
  }
}

/** Returns the order of an earlier request with this key; null if there is none. */
async function findRepeated(
  deps: CheckOutDeps,
  { accountId }: AccountCaller,
  request: CheckoutRequest,
): Promise<Result<CheckoutResult, CheckoutFailure> | null> {
  const { storedKey, hash } = request
  const order = await deps.orders.readByIdempotencyKey(accountId, storedKey)
  if (order === null) return null
  if (order.web?.requestHash !== hash) return fail({ kind: 'checkout_key_reused' })
  return ok(await openPaymentPage(deps, order, request))
}

/** Returns the order of the checkout with this key; null if there is none. */
export async function findCheckout(
  { orders }: Pick<CartDeps, 'orders'>,
  { accountId }: AccountCaller,
  key: string,
): Promise<Order | null> {
  return isStorable(key) ? await orders.readByIdempotencyKey(accountId, storedKeyOf(key)) : null
}
