// Orders a basket. The lines stay until the order is paid, so that a buyer who returns from the processor's page still
// finds them. Each line belongs to at most one payable order: the previous order is cancelled first, and stays in force
// if it turns out to be paid.

import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isDue } from '../orders/charge/payable.ts'
import type { Order } from '../orders/record/order.ts'
import type { ProcessorFailure } from '../payments/failure.ts'
import { type Basket, orderedLinesOf, versionOfBasket, waitingOrdersOf } from './basket.ts'
import { cancelOrder, cancelWaitingOrders } from './cancel-waiting-orders.ts'
import type { CartOrderInput, OrderInput } from './cart-order-request.ts'
import type { CheckOutBasketDeps } from './deps.ts'
import type { CheckoutFailure } from './failure.ts'
import type { CartOrderResult, DeclinedCard, PlacedCartOrder } from './pay-cart-order.ts'
import { findCartOrder, placeCartOrder } from './place-cart-order.ts'
import { findRefusal } from './prepare-order.ts'
import { itemsOf } from './use-basket.ts'

export type BasketCheckout = Omit<OrderInput, 'items' | 'basketLines'> & {
  /** The form's key. A form has at most one open order, no matter how often it is sent. */
  readonly formKey: string
  /** `versionOfBasket` of the basket that the form showed; '' = not stated. */
  readonly shownBasket?: string
}

/**
 * `placed`: the buyer pays at `checkoutUrl`. `declined`: the saved card was declined for this reason, and nothing was
 * ordered. `order_kept`: an order of these lines is or may be paid, so it stays in force.
 */
export type BasketOrder =
  | PlacedCartOrder
  | { readonly kind: 'declined'; readonly card: DeclinedCard }
  | { readonly kind: 'order_kept'; readonly order: Order }

type Outcome = Result<BasketOrder, CheckoutFailure | ProcessorFailure>

/**
 * Each submission of a form with a changed basket places another order. More submissions than this indicate a program.
 */
const maxOrdersPerForm = 100
/** Retries for concurrent checkouts of one basket: the later one cancels the order of the earlier one. */
const maxRounds = 3

export async function checkOutBasket(
  deps: CheckOutBasketDeps,
  caller: AccountCaller,
  basket: Basket,
  { formKey, shownBasket = '', ...input }: BasketCheckout,
): Promise<Outcome> {
  if (shownBasket !== '' && shownBasket !== (await versionOfBasket(basket))) {
    return fail({ kind: 'basket_changed' })
  }
  const request = {
    ...input,
    items: itemsOf(basket),
    basketLines: orderedLinesOf(basket),
  }
  const { key, last } = await nextAttempt(deps, caller, formKey)
  const repeated = last === null ? null : await repeatForm(deps, caller, { basket, request, last })
  return repeated ?? (await placeNewOrder(deps, caller, { basket, request, key }))
}

type RepeatedForm = {
  readonly basket: Basket
  readonly request: OrderInput
  readonly last: Attempt
}

/** Handles a repeated form. Returns null if its content has changed and its order was cancelled. */
async function repeatForm(
  deps: CheckOutBasketDeps,
  caller: AccountCaller,
  { basket, request, last }: RepeatedForm,
): Promise<Outcome | null> {
  const repeated = await placeCartOrder(deps, caller, { ...request, idempotencyKey: last.key })
  if (repeated.ok) return ok(await cancelIfDeclined(deps, basket, repeated.value))
  if (repeated.failure.kind !== 'checkout_key_reused') return repeated
  const refusal = await findRefusal(deps, caller, request)
  if (!refusal.ok) return refusal
  const kept = await cancelOrder(deps, last.order)
  if (!kept.ok) return kept
  return kept.value === null ? null : ok({ kind: 'order_kept', order: kept.value })
}

type NewOrder = {
  readonly basket: Basket
  readonly request: OrderInput
  readonly key: string
}

async function placeNewOrder(
  deps: CheckOutBasketDeps,
  caller: AccountCaller,
  { basket, request, key }: NewOrder,
): Promise<Outcome> {
  // A payable order must not be cancelled for a new order that would be refused.
  const refusal =
    waitingOrdersOf(basket).length > 0 ? await findRefusal(deps, caller, request) : ok(null)
  if (!refusal.ok) return refusal
  let waiting = basket
  for (let round = 1; ; round++) {
    const outcome = await replaceOrders(deps, caller, waiting, { ...request, idempotencyKey: key })
    if (outcome.ok || outcome.failure.kind !== 'basket_changed' || round === maxRounds) {
      return outcome
    }
    const now = await readIfUnchanged(deps, basket)
    if (now === null) return outcome
    waiting = now
  }
}

/** Cancels the orders that the basket's lines wait for, and places the order of the request. */
async function replaceOrders(
  deps: CheckOutBasketDeps,
  caller: AccountCaller,
  waiting: Basket,
  request: CartOrderInput,
): Promise<Outcome> {
  const kept = await cancelWaitingOrders(deps, waiting)
  if (!kept.ok) return kept
  if (kept.value !== null) return ok({ kind: 'order_kept', order: kept.value })
  const checkedOut = await placeCartOrder(deps, caller, request)
  return checkedOut.ok ? ok(await cancelIfDeclined(deps, waiting, checkedOut.value)) : checkedOut
}

/** Reads the basket again. Returns null if its lines have changed or it no longer exists. */
async function readIfUnchanged(
  deps: Pick<CheckOutBasketDeps, 'baskets'>,
  basket: Basket,
): Promise<Basket | null> {
  const now = await deps.baskets.read(basket.id)
  return now !== null && (await versionOfBasket(now)) === (await versionOfBasket(basket))
    ? now
    : null
}

/**
 * Cancels the order if the saved card was declined: a declined charge is never retried, so the order would only hold its
 * lines and a gift card's share. An order that is not cancelled now is cancelled before the basket is ordered again.
 */
async function cancelIfDeclined(
  deps: CheckOutBasketDeps,
  { id }: Basket,
  result: CartOrderResult,
): Promise<BasketOrder> {
  if (result.kind === 'placed') return result
  const basket = await deps.baskets.read(id)
  const kept = basket === null ? ok(null) : await cancelWaitingOrders(deps, basket)
  return kept.ok && kept.value !== null
    ? { kind: 'order_kept', order: kept.value }
    : { kind: 'declined', card: result.card }
}

/**
 * Returns the last order of a form if it is paid, may be paid or may have been paid, so that a repeated form leads to
 * it.
 */
export async function findFormOrder(
  deps: Pick<CheckOutBasketDeps, 'orders'>,
  caller: AccountCaller,
  formKey: string,
): Promise<Order | null> {
  if (formKey === '') return null
  const { last } = await latestAttempt(deps, caller, formKey)
  return last?.order ?? null
}

type Attempt = { readonly key: string; readonly order: Order }

const keyOfAttempt = (formKey: string, attempt: number): string =>
  attempt === 1 ? formKey : `${formKey}~${attempt}`

/** Returns the last attempt of a form that has an order, and the number of the next attempt. */
async function latestAttempt(
  deps: Pick<CheckOutBasketDeps, 'orders'>,
  caller: AccountCaller,
  formKey: string,
): Promise<{ readonly last: Attempt | null; readonly next: number }> {
  let last: Attempt | null = null
  for (let attempt = 1; attempt <= maxOrdersPerForm; attempt++) {
    const key = keyOfAttempt(formKey, attempt)
    const order = await findCartOrder(deps, caller, key)
    if (order === null) return { last, next: attempt }
    last = { key, order }
  }
  return { last, next: maxOrdersPerForm }
}

/**
 * Returns the key of a form's next order, and its previous order (`last`) if that is still unpaid. After a payment the
 * paid lines leave the basket, so the form's next order is a different one.
 */
async function nextAttempt(
  deps: Pick<CheckOutBasketDeps, 'orders'>,
  caller: AccountCaller,
  formKey: string,
): Promise<{ readonly key: string; readonly last: Attempt | null }> {
  const { last, next } = await latestAttempt(deps, caller, formKey)
  const isOpen = last !== null && isDue(last.order)
  return { key: keyOfAttempt(formKey, next), last: isOpen ? last : null }
}
