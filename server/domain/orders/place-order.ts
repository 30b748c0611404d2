// Places a priced order and charges the saved card. Each foreign call sits between two commits (README, "Money"):
//   1. order + charge attempt written   2. processor called   3. outcome written, with the e-mail   4. checkout opened when unpaid
import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { type CustomColorRates, customColorRates } from '../pricing/custom-color.ts'
import { chargeOrder } from './charge-order.ts'
import { unpaidReasons } from './charge-words.ts'
import { openCheckout } from './checkout.ts'
import type { OrderFailure } from './failure.ts'
import type { OrderSubject } from './identity.ts'
import type { ChargeState, NewOrder, Order } from './order.ts'
import { payabilityOf } from './payable.ts'
import type { OrderDeps } from './ports.ts'
import type { OrderStatus } from './status.ts'
import { type Insert, type WriteOutcome, writeOrder } from './write-order.ts'

/** The answer to a submit; kept for repeats of its Idempotency-Key, so it holds plain JSON only. */
export type SubmitResponse = {
  readonly code: string
  readonly status: OrderStatus
  readonly paid: boolean
  readonly printCents: number
  readonly shippingCents: number
  readonly totalCents: number
  readonly gramsPerPart: number
  readonly hoursHundredthsPerPart: number
  /** Why it is unpaid, the processor's words verbatim; null when paid. */
  readonly unpaidReason: string | null
  /** What became of the charge: `chargeStandingOf` and `payabilityOf` read this answer as they read an order. */
  readonly chargeState: ChargeState
  readonly paymentPending: boolean
  readonly checkoutUrl: string | null
  readonly color: string
  /** Set when an off-stock colour was billed: its rate, and the rate of a stock colour. */
  readonly offStock: CustomColorRates | null
  /** Names of the form that no rule knows; absent when there is none. */
  readonly ignored?: readonly string[]
}

export type OrderToPlace = Pick<
  NewOrder,
  'options' | 'address' | 'price' | 'file' | 'idempotencyKey' | 'source'
> & {
  /** What its id and code are derived from. */
  readonly subject: OrderSubject
}

/** An order, paid or not; where its Idempotency-Key has one already, that one. */
export async function placeOrder(
  deps: OrderDeps,
  caller: AccountCaller,
  toPlace: OrderToPlace,
): Promise<Result<SubmitResponse, OrderFailure>> {
  const placed = await placeOrderWith(deps, caller, toPlace, deps.orders.insert)
  if (placed.kind === 'placed') return ok(placed.response)
  if (placed.kind === 'failed') return fail(placed.failure)
  return await responseForKey(deps, caller, toPlace.idempotencyKey)
}

async function responseForKey(
  deps: OrderDeps,
  caller: AccountCaller,
  key: string | null,
): Promise<Result<SubmitResponse, OrderFailure>> {
  try {
    const earlier =
      key === null ? null : await deps.orders.readByIdempotencyKey(caller.accountId, key)
    if (earlier === null) throw new Error('the order that holds the idempotency key is gone')
    return ok(await submitResponseOf(deps, earlier))
  } catch (error) {
    deps.log.error('order.unconfirmed', { error })
    return fail({ kind: 'order_unconfirmed', code: null })
  }
}

export type PlaceOutcome<Refusal> =
  | { readonly kind: 'placed'; readonly response: SubmitResponse }
  | Exclude<WriteOutcome<Refusal>, { kind: 'written' }>

/**
 * The same with another way to write the order down, such as one that spends a quote in the same transaction. Throws only
 * before anything is written.
 */
export async function placeOrderWith<Refusal extends string>(
  deps: OrderDeps,
  caller: AccountCaller,
  { subject, ...toPlace }: OrderToPlace,
  insert: Insert<Refusal>,
): Promise<PlaceOutcome<Refusal>> {
  const account = await deps.accounts.read(caller.accountId)
  const card = account?.card ?? null
  const newOrder = {
    ...toPlace,
    accountId: caller.accountId,
    chargeState: card === null ? ('none' as const) : ('started' as const),
    chargeCard:
      card === null ? null : { customerId: card.customerId, paymentMethodId: card.paymentMethodId },
    unpaidReason: card === null ? unpaidReasons.noCard : null,
  }
  const written = await writeOrder(deps, newOrder, { subject, insert })
  if (written.kind !== 'written') return written
  const { order } = written
  try {
    const settled =
      card === null ? await mustRead(deps, order.code) : await chargeOrder(deps, order, card)
    return { kind: 'placed', response: await submitResponseOf(deps, settled) }
  } catch (error) {
    deps.log.error('order.unconfirmed', { code: order.code, error })
    return { kind: 'failed', failure: { kind: 'order_unconfirmed', code: order.code } }
  }
}

/** What a submit answers for an order in its present state; opens the first hosted checkout of an unpaid one. */
export async function submitResponseOf(deps: OrderDeps, order: Order): Promise<SubmitResponse> {
  const checkoutUrl = payabilityOf(order) === 'payable' ? await firstCheckout(deps, order) : null
  const { printCents, shippingCents, totalCents, gramsPerPart, hoursHundredthsPerPart } =
    order.price
  return {
    code: order.code,
    status: order.status,
    paid: order.paid,
    printCents,
    shippingCents,
    totalCents,
    gramsPerPart,
    hoursHundredthsPerPart,
    unpaidReason: order.paid ? null : order.unpaidReason,
    chargeState: order.chargeState,
    paymentPending: order.paymentPending,
    checkoutUrl,
    color: order.options.color,
    offStock: customColorRates(order.options.material, order.options.color),
  }
}

/** null when the processor gave no link: the order stays and its page can open one later. */
async function firstCheckout(deps: OrderDeps, order: Order): Promise<string | null> {
  if (order.checkoutSessionId !== null) return order.checkoutUrl
  try {
    return await openCheckout(deps, order, 'accounts')
  } catch (error) {
    deps.log.warn('order.no_checkout_link', { code: order.code, error: String(error) })
    return null
  }
}

async function mustRead(deps: OrderDeps, code: string): Promise<Order> {
  const order = await deps.orders.readByCode(code)
  if (order === null) throw new Error(`order ${code} vanished`)
  return order
}
