// Orders a basket. Its lines stay until the order is paid, so a buyer who comes back from the processor's page finds them. Each line
// belongs to one order that may be paid: the one before is given up first, and stands if it turns out to be paid.

import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { changeSources } from '../orders/change.ts'
import { payabilityOf } from '../orders/charge/payable.ts'
import { settleFromRecord } from '../orders/charge/settle-order.ts'
import type { Order } from '../orders/order.ts'
import { setOrderStatus } from '../orders/work/set-order-status.ts'
import { type ProcessorFailure, processorFailure } from '../payments/failure.ts'
import { type Basket, waitingOrdersOf } from './basket.ts'
import {
  type CheckoutFailure,
  type CheckoutInput,
  type CheckoutResult,
  checkOut,
  findCheckout,
  findRefusal,
} from './check-out.ts'
import type { CheckOutBasketDeps, GiveUpDeps } from './deps.ts'
import { itemsOf } from './use-basket.ts'

export type BasketCheckout = Omit<CheckoutInput, 'items' | 'idempotencyKey' | 'basketLineIds'> & {
  /** The form's: it places one order at a time, however often it is sent. */
  readonly formKey: string
}

/** `stands`: an order that was placed before is paid, or may be: nothing was ordered beside it. */
export type BasketOrder =
  | (CheckoutResult & { readonly kind: 'placed' })
  | { readonly kind: 'stands'; readonly order: Order }

/** A form whose basket was changed between two presses places another order each time. More presses than that are a program. */
const maxAttempts = 100
/** Two checkouts of one basket at a time: the later one gives up the order of the earlier one. */
const maxRounds = 3

export async function checkOutBasket(
  deps: CheckOutBasketDeps,
  caller: AccountCaller,
  basket: Basket,
  { formKey, ...input }: BasketCheckout,
): Promise<Outcome> {
  const request = {
    ...input,
    items: itemsOf(basket),
    basketLineIds: basket.lines.map(({ id }) => id),
  }
  const { key, last } = await nextAttempt(deps, caller, formKey)
  const repeated = last === null ? null : await repeat(deps, caller, { request, last })
  return repeated ?? (await orderAgain(deps, caller, { basket, request, key }))
}

type Outcome = Result<BasketOrder, CheckoutFailure | ProcessorFailure>
type BasketRequest = Omit<CheckoutInput, 'idempotencyKey'>

/** The same form again. Null when it orders something else by now, and its order was given up. */
async function repeat(
  deps: CheckOutBasketDeps,
  caller: AccountCaller,
  { request, last }: { readonly request: BasketRequest; readonly last: Attempt },
): Promise<Outcome | null> {
  const repeated = await checkOut(deps, caller, { ...request, idempotencyKey: last.key })
  if (repeated.ok) return ok({ kind: 'placed', ...repeated.value })
  if (repeated.failure.kind !== 'checkout_key_reused') return repeated
  const refusal = await findRefusal(deps, caller, request)
  if (!refusal.ok) return refusal
  const givenUp = await giveUp(deps, last.order)
  if (!givenUp.ok) return givenUp
  return givenUp.value === null ? null : ok({ kind: 'stands', order: givenUp.value })
}

type NewOrder = {
  readonly basket: Basket
  readonly request: BasketRequest
  readonly key: string
}

async function orderAgain(
  deps: CheckOutBasketDeps,
  caller: AccountCaller,
  { basket, request, key }: NewOrder,
): Promise<Outcome> {
  let waiting: Basket = basket
  // An order that can be paid is not given up for one that is refused.
  const refusal =
    waitingOrdersOf(basket).length > 0 ? await findRefusal(deps, caller, request) : ok(null)
  if (!refusal.ok) return refusal
  for (let round = 1; ; round++) {
    const stands = await giveUpWaiting(deps, waiting)
    if (!stands.ok) return stands
    if (stands.value !== null) return ok({ kind: 'stands', order: stands.value })
    const placed = await checkOut(deps, caller, { ...request, idempotencyKey: key })
    if (placed.ok) return ok({ kind: 'placed', ...placed.value })
    if (placed.failure.kind !== 'basket_changed' || round === maxRounds) return placed
    const now = await deps.baskets.read(basket.id)
    if (now === null || !hasSameLines(now, basket)) return placed
    waiting = now
  }
}

/** The order that a form placed last, if it is paid, may be paid, or may have been: a repeat of the form leads to it. */
export async function findFormOrder(
  deps: Pick<CheckOutBasketDeps, 'orders'>,
  caller: AccountCaller,
  formKey: string,
): Promise<Order | null> {
  if (formKey === '') return null
  const { last } = await latestAttempt(deps, caller, formKey)
  return last?.order ?? null
}

/**
 * Gives up the orders that the basket's lines wait for. Returns the first one that stands, because it is paid or a payment is under way;
 * null when there is none, so that the lines may be ordered.
 */
export async function giveUpWaiting(
  deps: GiveUpDeps,
  basket: Basket,
): Promise<Result<Order | null, ProcessorFailure>> {
  for (const { code } of waitingOrdersOf(basket)) {
    const order = await deps.orders.readByCode(code)
    const givenUp = order === null ? ok(null) : await giveUp(deps, order)
    if (!givenUp.ok || givenUp.value !== null) return givenUp
  }
  return ok(null)
}

type Attempt = { readonly key: string; readonly order: Order }

const keyOfAttempt = (formKey: string, attempt: number): string =>
  attempt === 1 ? formKey : `${formKey}~${attempt}`

/** The last attempt of a form that has an order, and the number of the next one. */
async function latestAttempt(
  deps: Pick<CheckOutBasketDeps, 'orders'>,
  caller: AccountCaller,
  formKey: string,
): Promise<{ readonly last: Attempt | null; readonly next: number }> {
  let last: Attempt | null = null
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const key = keyOfAttempt(formKey, attempt)
    const order = await findCheckout(deps, caller, key)
    if (order === null) return { last, next: attempt }
    last = { key, order }
  }
  return { last, next: maxAttempts }
}

/** The key of the next order of a form; `last`: its order before, unless that was given up. */
async function nextAttempt(
  deps: Pick<CheckOutBasketDeps, 'orders'>,
  caller: AccountCaller,
  formKey: string,
): Promise<{ readonly key: string; readonly last: Attempt | null }> {
  const { last, next } = await latestAttempt(deps, caller, formKey)
  const isOpen = last !== null && payabilityOf(last.order) !== 'closed'
  return { key: keyOfAttempt(formKey, next), last: isOpen ? last : null }
}

const hasSameLines = (one: Basket, other: Basket): boolean =>
  one.lines.length === other.lines.length &&
  one.lines.every(({ id }, index) => id === other.lines[index]?.id)

/**
 * The page of the processor is closed first: after that nothing can pay the order any more. Then the processor is asked what has been paid.
 * Null when the order was cancelled, which frees the share of a gift card.
 */
async function giveUp(
  deps: GiveUpDeps,
  order: Order,
): Promise<Result<Order | null, ProcessorFailure>> {
  try {
    return ok(await cancelUnlessPaid(deps, order))
  } catch (error) {
    const failure = processorFailure(error)
    if (failure === null) throw error
    deps.log.warn(`checkout.${failure.kind}`, { code: order.code, error })
    return fail(failure)
  }
}

async function cancelUnlessPaid(deps: GiveUpDeps, { code }: Order): Promise<Order | null> {
  const before = await deps.orders.readByCode(code)
  if (before === null || payabilityOf(before) === 'closed') return null
  if (before.checkout !== null) await deps.payments.expireCheckout(before.checkout.sessionId)
  await settleFromRecord(deps, before, { accountId: before.accountId })
  const now = await deps.orders.readByCode(code)
  if (now === null || payabilityOf(now) === 'closed') return null
  if (payabilityOf(now) !== 'payable') return now
  const cancelled = await setOrderStatus(deps, changeSources.newCheckout, {
    code,
    status: 'CANCELLED',
    version: now.version,
  })
  if (cancelled.ok) {
    deps.log.info('checkout.given_up', { code })
    return null
  }
  // A payment or an operator was faster.
  const stands = await deps.orders.readByCode(code)
  return stands === null || payabilityOf(stands) === 'closed' ? null : stands
}
