// Places a priced order and charges the saved card. Each foreign call sits between two commits (README, "Money"):
//   1. order + charge attempt written   2. processor called   3. outcome written, with the e-mail   4. checkout opened when unpaid
import type { AccountCaller } from '../accounts/caller.ts'
import { materials } from '../catalog/materials.ts'
import type { OrderFailure } from '../failure.ts'
import { type Deps, ProcessorUnavailable, type SavedCard } from '../ports.ts'
import { chargedRate } from '../pricing/rate.ts'
import { fail, ok, type Result } from '../result.ts'
import { chargeDescription, openCheckout } from './checkout.ts'
import type { OrderSubject } from './identity.ts'
import type { NewOrder, Order } from './order.ts'
import { settleFromRecord, takePayment } from './settle-order.ts'
import { isClosed, type OrderStatus } from './status.ts'
import { type Insert, type Written, writeOrder } from './write-order.ts'

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
  /** True while the processor's answer is outstanding: the caller must not submit again. */
  readonly settling: boolean
  readonly checkoutUrl: string | null
  readonly color: string
  /** Set when an off-stock colour was billed: its rate, and the rate of a stock colour. */
  readonly offStock: { readonly centsPerGram: number; readonly stockCentsPerGram: number } | null
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

const noCard = 'No card on file'
const noAnswer = 'The card processor did not answer in time'
const earlierCharge = 'The card processor has an earlier charge for this order'

/** An order, paid or not; where its Idempotency-Key has one already, that one. */
export async function placeOrder(
  deps: Deps,
  caller: AccountCaller,
  toPlace: OrderToPlace,
): Promise<Result<SubmitAnswer, OrderFailure>> {
  const placed = await placeWith(deps, caller, toPlace, deps.orders.insert)
  if (placed.kind === 'placed') return ok(placed.answer)
  if (placed.kind === 'failed') return fail(placed.failure)
  return await answerForKey(deps, caller, toPlace.idempotencyKey)
}

async function answerForKey(
  deps: Deps,
  caller: AccountCaller,
  key: string | null,
): Promise<Result<SubmitAnswer, OrderFailure>> {
  try {
    const earlier =
      key === null ? null : await deps.orders.readByIdempotencyKey(caller.accountId, key)
    if (earlier === null) throw new Error('the order that holds the idempotency key is gone')
    return ok(await answerForOrder(deps, earlier))
  } catch (error) {
    deps.log.error('order.unconfirmed', { error })
    return fail({ kind: 'order_unconfirmed', code: null })
  }
}

export type Placed<Refusal> =
  | { readonly kind: 'placed'; readonly answer: SubmitAnswer }
  | Exclude<Written<Refusal>, { kind: 'written' }>

/**
 * The same with another way to write the order down, such as one that spends a quote in the same transaction. Throws only
 * before anything is written.
 */
export async function placeWith<Refusal extends string>(
  deps: Deps,
  caller: AccountCaller,
  { subject, ...toPlace }: OrderToPlace,
  insert: Insert<Refusal>,
): Promise<Placed<Refusal>> {
  const account = await deps.accounts.read(caller.accountId)
  const card = account?.card ?? null
  const newOrder = {
    ...toPlace,
    accountId: caller.accountId,
    chargeState: card === null ? ('none' as const) : ('started' as const),
    unpaidReason: card === null ? noCard : null,
  }
  const written = await writeOrder(deps, newOrder, { subject, insert })
  if (written.kind !== 'written') return written
  const { order } = written
  try {
    const settled =
      card === null ? await mustRead(deps, order.code) : await charge(deps, order, card)
    return { kind: 'placed', answer: await answerForOrder(deps, settled) }
  } catch (error) {
    deps.log.error('order.unconfirmed', { code: order.code, error })
    return { kind: 'failed', failure: { kind: 'order_unconfirmed', code: order.code } }
  }
}

async function charge(deps: Deps, order: NewOrder, card: SavedCard): Promise<Order> {
  const outcome = await deps.payments.chargeSavedCard({
    orderId: order.id,
    orderCode: order.code,
    amountCents: order.price.totalCents,
    description: chargeDescription(order),
    customerId: card.customerId,
    paymentMethodId: card.paymentMethodId,
  })
  switch (outcome.kind) {
    case 'succeeded':
      return await takePayment(deps, order.code, outcome.paymentId, order.price.totalCents)
    case 'declined':
      return await deps.orders.settleCharge(order.id, { state: 'declined', reason: outcome.reason })
    case 'unknown':
      deps.log.warn('payment.outcome_unknown', { code: order.code })
      return await deps.orders.settleCharge(order.id, { state: 'unknown', reason: noAnswer })
    case 'earlier_charge':
      return await settleEarlierCharge(deps, order)
  }
}

/**
 * The order was charged before, and its rows were lost: what became of that charge is in the processor's record. Where the
 * record cannot be read now, the reconciler does it later.
 */
async function settleEarlierCharge(deps: Deps, { id, code }: NewOrder): Promise<Order> {
  deps.log.warn('payment.earlier_charge', { code })
  const order = await deps.orders.settleCharge(id, { state: 'unknown', reason: earlierCharge })
  try {
    await settleFromRecord(deps, order)
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error
    return order
  }
  return await mustRead(deps, code)
}

/** What a submit answers for an order in its present state; opens the first hosted checkout of an unpaid one. */
export async function answerForOrder(deps: Deps, order: Order): Promise<SubmitAnswer> {
  const settling =
    !order.paid && (order.chargeState === 'started' || order.chargeState === 'unknown')
  const payable = !(order.paid || settling || isClosed(order.status))
  const checkoutUrl = payable ? await firstCheckout(deps, order) : null
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
    settling,
    checkoutUrl,
    color: order.options.color,
    offStock: offStockRates(order),
  }
}

/** null when the processor gave no link: the order stays and its page can open one later. */
async function firstCheckout(deps: Deps, order: Order): Promise<string | null> {
  if (order.checkoutSessionId !== null) return order.checkoutUrl
  try {
    return await openCheckout(deps, order)
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
