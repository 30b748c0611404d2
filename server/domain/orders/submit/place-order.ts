// Places a priced order and charges the saved card. Each call to the processor is made between two commits:
//   1. order + charge attempt written   2. processor called   3. outcome written, with the email   4. checkout opened when unpaid

import { noBuyerDetails, type StatedBuyer, withDefaults } from '../../accounts/buyer.ts'
import type { AccountCaller } from '../../base/caller.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { customColorRates } from '../../pricing/custom-color.ts'
import { isPremiumInDefaultLayers } from '../../pricing/price-note.ts'
import { chargeOrder } from '../charge/charge-order.ts'
import { openCheckout } from '../charge/checkout.ts'
import { payabilityOf } from '../charge/payable.ts'
import { payUntil } from '../charge/payment-deadline.ts'
import type { CheckoutDeps, PlaceDeps } from '../deps.ts'
import type { OrderFailure } from '../failure.ts'
import type { OrderSubject } from '../identity.ts'
import type { NewOrder, Order } from '../order.ts'
import {
  type ChargeCard,
  isPaid,
  isPaymentPending,
  type NewPayment,
  unpaidReasonOf,
} from '../payment.ts'
import type { OrderDeps } from '../ports.ts'
import type { SubmitResponse } from '../submit-response.ts'
import { limitRefusal } from './spending-refusal.ts'
import { type Insert, type WriteOutcome, writeOrder } from './write-order.ts'

export type OrderToPlace = Pick<
  NewOrder,
  | 'options'
  | 'address'
  | 'price'
  | 'file'
  | 'size'
  | 'plannedSeconds'
  | 'supports'
  | 'idempotencyKey'
  | 'source'
  | 'reference'
> & {
  readonly buyer: StatedBuyer
  /** The input from which id and code are derived. */
  readonly subject: OrderSubject
}

/** Places an order and charges it. Returns the existing order when the Idempotency-Key has one already. */
export async function placeOrder(
  deps: PlaceDeps,
  caller: AccountCaller,
  toPlace: OrderToPlace,
): Promise<Result<SubmitResponse, OrderFailure>> {
  const placed = await placeOrderWith(deps, caller, toPlace, deps.orders.insert)
  if (placed.kind === 'placed') return ok(placed.response)
  if (placed.kind === 'failed') return fail(placed.failure)
  if (placed.outcome === 'over_limit') {
    return fail(await limitRefusal(deps, caller, toPlace.price.totalCents))
  }
  return await responseForKey(deps, caller, toPlace.idempotencyKey)
}

async function responseForKey(
  deps: CheckoutDeps,
  caller: AccountCaller,
  key: string | null,
): Promise<Result<SubmitResponse, OrderFailure>> {
  try {
    const earlier = key === null ? null : await deps.orders.readByLivingKey(caller.accountId, key)
    if (earlier !== null) return ok(await submitResponseOf(deps, earlier))
    const error = new Error('the order that holds the idempotency key is gone')
    deps.log.error('order.unconfirmed', { error })
  } catch (error) {
    deps.log.error('order.unconfirmed', { error })
  }
  return fail({ kind: 'order_unconfirmed', code: null })
}

export type PlaceOutcome<Refusal> =
  | { readonly kind: 'placed'; readonly response: SubmitResponse }
  | Exclude<WriteOutcome<Refusal>, { kind: 'written' }>

/**
 * Places an order with another write, such as one that spends a quote in the same transaction. Throws only before anything is
 * written.
 */
export async function placeOrderWith<Refusal extends string>(
  deps: PlaceDeps,
  caller: AccountCaller,
  { subject, buyer, ...toPlace }: OrderToPlace,
  insert: Insert<Refusal>,
): Promise<PlaceOutcome<Refusal>> {
  const account = await deps.accounts.read(caller.accountId)
  const card = account?.card ?? null
  const newOrder = {
    ...toPlace,
    buyer: withDefaults(buyer, account?.buyer ?? noBuyerDetails),
    accountId: caller.accountId,
    payment: newPayment(caller, card),
  }
  const written = await writeOrder(deps, newOrder, { lines: [newOrder], subject, insert })
  if (written.kind !== 'written') return written
  const { order } = written
  try {
    const settled =
      card === null ? await readPlacedOrder(deps, order.code) : await chargeOrder(deps, order, card)
    return { kind: 'placed', response: await submitResponseOf(deps, settled) }
  } catch (error) {
    deps.log.error('order.unconfirmed', { code: order.code, error })
    return { kind: 'failed', failure: { kind: 'order_unconfirmed', code: order.code } }
  }
}

function newPayment({ credential }: AccountCaller, card: ChargeCard | null): NewPayment {
  if (card === null) return { kind: 'no_card', credential }
  const { customerId, paymentMethodId } = card
  return { kind: 'charge', credential, card: { customerId, paymentMethodId } }
}

/** The response to a submit for the order's current state. Opens the first hosted checkout of an unpaid order. */
export async function submitResponseOf(deps: CheckoutDeps, order: Order): Promise<SubmitResponse> {
  const checkoutUrl = payabilityOf(order) === 'payable' ? await firstCheckout(deps, order) : null
  const { printCents, shippingCents, totalCents, gramsPerPart, centihoursPerPart } = order.price
  const decision = order.supports?.decision
  return {
    code: order.code,
    status: order.status,
    paid: isPaid(order),
    printCents,
    shippingCents,
    totalCents,
    gramsPerPart,
    centihoursPerPart,
    unpaidReason: unpaidReasonOf(order),
    chargeState: order.payment.chargeState,
    paymentPending: isPaymentPending(order),
    checkoutUrl,
    ...(isPaid(order) ? {} : { payUntil: payUntil(order).toISOString() }),
    reference: order.reference,
    color: order.options.color,
    offStock: customColorRates(order.options.material, order.options.color),
    ...(order.size === null ? {} : { size: order.size }),
    ...(isPremiumInDefaultLayers(order) && { isPremiumInDefaultLayers: true }),
    ...(decision !== undefined && decision !== 'none' && { supports: decision }),
  }
}

/** null when the processor gave no link; the order page can open a checkout later. */
async function firstCheckout(deps: CheckoutDeps, order: Order): Promise<string | null> {
  if (order.checkout !== null) return order.checkout.url
  try {
    // Programs pass the link on.
    return await openCheckout(deps, order, {
      payer: 'guest',
      purpose: { accountId: order.accountId },
    })
  } catch (error) {
    deps.log.warn('order.no_checkout_link', { code: order.code, error: String(error) })
    return null
  }
}

async function readPlacedOrder(deps: Pick<OrderDeps, 'orders'>, code: string): Promise<Order> {
  const order = await deps.orders.readByCode(code)
  if (order === null) throw new Error(`order ${code} vanished`)
  return order
}
