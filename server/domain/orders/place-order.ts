// Places a priced order and charges the saved card. Each foreign call sits between two commits (README, "Money"):
//   1. order + charge attempt written   2. processor called   3. outcome written, with the e-mail   4. checkout opened when unpaid
import type { AccountCaller } from '../accounts/caller.ts'
import { materials } from '../catalog/materials.ts'
import type { Deps } from '../ports.ts'
import { chargedRate } from '../pricing/rate.ts'
import { chargeOrder } from './charge-order.ts'
import { unpaidReasons } from './charge-words.ts'
import { openCheckout } from './checkout.ts'
import { newOrderCode } from './code.ts'
import type { ChargeState, NewOrder, Order } from './order.ts'
import { payabilityOf } from './payable.ts'
import type { OrderStatus } from './status.ts'

/** The answer to a submit; kept for repeats of its Idempotency-Key, so it holds plain JSON only. */
export type SubmitAnswer = {
  readonly code: string
  readonly status: OrderStatus
  readonly paid: boolean
  readonly printCents: number
  readonly shippingCents: number
  readonly totalCents: number
  readonly gramsPerPart: number
  readonly centihoursPerPart: number
  /** Why it is unpaid, the processor's words verbatim; null when paid. */
  readonly unpaidReason: string | null
  /** What became of the charge: `chargeStandingOf` and `payabilityOf` read this answer as they read an order. */
  readonly chargeState: ChargeState
  readonly paymentPending: boolean
  readonly checkoutUrl: string | null
  readonly color: string
  /** Set when an off-stock colour was billed: its rate, and the rate of a stock colour. */
  readonly offStock: { readonly centsPerGram: number; readonly stockCentsPerGram: number } | null
}

export type OrderToPlace = Pick<
  NewOrder,
  'options' | 'address' | 'price' | 'file' | 'idempotencyKey' | 'source'
>

export async function placeOrder(
  deps: Deps,
  caller: AccountCaller,
  toPlace: OrderToPlace,
): Promise<SubmitAnswer> {
  const placed = await placeWith(deps, caller, toPlace, deps.orders.insert)
  if (placed.kind === 'placed') return placed.answer
  const { idempotencyKey: key } = toPlace
  const earlier =
    key === null ? null : await deps.orders.readByIdempotencyKey(caller.accountId, key)
  if (earlier === null) throw new Error('the order that holds the idempotency key is gone')
  return answerForOrder(deps, earlier)
}

export type Placed<Refusal> =
  | { readonly kind: 'placed'; readonly answer: SubmitAnswer }
  | { readonly kind: 'not_inserted'; readonly outcome: Refusal }

/** The same with another way to write the order down, such as one that spends a quote in the same transaction. */
export async function placeWith<Refusal extends string>(
  deps: Deps,
  caller: AccountCaller,
  toPlace: OrderToPlace,
  insert: Insert<Refusal>,
): Promise<Placed<Refusal>> {
  const account = await deps.accounts.read(caller.accountId)
  const card = account?.card ?? null
  const inserted = await insertWithFreeCode(deps, insert, {
    ...toPlace,
    id: deps.ids.uuid(),
    accountId: caller.accountId,
    chargeState: card === null ? 'none' : 'started',
    chargeCard:
      card === null ? null : { customerId: card.customerId, paymentMethodId: card.paymentMethodId },
    unpaidReason: card === null ? unpaidReasons.noCard : null,
  })
  if (inserted.kind === 'not_inserted') return inserted
  const { order } = inserted
  const settled =
    card === null ? await mustRead(deps, order.code) : await chargeOrder(deps, order, card)
  return { kind: 'placed', answer: await answerForOrder(deps, settled) }
}

type Insert<Refusal extends string> = (
  order: NewOrder,
) => Promise<'inserted' | 'code_taken' | Refusal>

/** Codes are random, so a collision is rare but certain to come; 8 tries at a billion codes is never enough trouble to fail. */
async function insertWithFreeCode<Refusal extends string>(
  deps: Deps,
  insert: Insert<Refusal>,
  order: Omit<NewOrder, 'code'>,
): Promise<{ kind: 'inserted'; order: NewOrder } | { kind: 'not_inserted'; outcome: Refusal }> {
  for (let tries = 0; tries < 8; tries++) {
    const withCode = { ...order, code: newOrderCode(deps.ids) }
    const outcome = await insert(withCode)
    if (outcome === 'inserted') return { kind: 'inserted', order: withCode }
    if (outcome !== 'code_taken') return { kind: 'not_inserted', outcome: outcome as Refusal }
  }
  throw new Error('no free order code was found')
}

/** What a submit answers for an order in its present state; opens the first hosted checkout of an unpaid one. */
export async function answerForOrder(deps: Deps, order: Order): Promise<SubmitAnswer> {
  const checkoutUrl = payabilityOf(order) === 'payable' ? await firstCheckout(deps, order) : null
  const { printCents, shippingCents, totalCents, gramsPerPart, centihoursPerPart } = order.price
  return {
    code: order.code,
    status: order.status,
    paid: order.paid,
    printCents,
    shippingCents,
    totalCents,
    gramsPerPart,
    centihoursPerPart,
    unpaidReason: order.paid ? null : order.unpaidReason,
    chargeState: order.chargeState,
    paymentPending: order.paymentPending,
    checkoutUrl,
    color: order.options.color,
    offStock: offStockRates(order),
  }
}

/** null when the processor gave no link: the order stays and its page can open one later. */
async function firstCheckout(deps: Deps, order: Order): Promise<string | null> {
  if (order.checkoutSessionId !== null) return order.checkoutUrl
  try {
    return await openCheckout(deps, order, 'accounts')
  } catch (error) {
    deps.log.warn('order.no_checkout_link', { code: order.code, error: String(error) })
    return null
  }
}

function offStockRates({ options: { material, color } }: Order): SubmitAnswer['offStock'] {
  const { centsPerGram, customColor } = chargedRate(material, color)
  return customColor ? { centsPerGram, stockCentsPerGram: materials[material].centsPerGram } : null
}

async function mustRead(deps: Deps, code: string): Promise<Order> {
  const order = await deps.orders.readByCode(code)
  if (order === null) throw new Error(`order ${code} vanished`)
  return order
}
