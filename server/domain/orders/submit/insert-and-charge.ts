// Writes an order and charges the saved card. Each call to the processor is made between two commits:
//   1. order + charge attempt written   2. processor called   3. outcome written, with the email   4. checkout opened
//      when unpaid
//
// The caller supplies the write, because a quote is marked as used in the transaction that writes its order:
//   placeOrder (place-order.ts)            -> insertAndCharge -> writeOrder -> orders.insert
//   orderQuote (../../quotes/order-quote.ts) -> insertAndCharge -> writeOrder -> quotes.spend

import { noBuyerDetails, type StatedBuyer, withDefaults } from '../../accounts/buyer.ts'
import type { AccountCaller } from '../../base/caller.ts'
import { mustExist } from '../../base/must-exist.ts'
import type { Terms } from '../../catalog/terms.ts'
import { chargeOrder } from '../charge/charge-order.ts'
import type { PlaceDeps } from '../deps.ts'
import type { OrderDeps } from '../ports.ts'
import type { OrderSubject } from '../record/identity.ts'
import type { NewOrder, Order } from '../record/order.ts'
import { placedOf } from '../record/order-lines.ts'
import { chargeOf, type NewPayment } from '../record/payment.ts'
import type { SubmitResponse } from '../record/submit-response.ts'
import { responseOf } from './respond.ts'
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

export type SubmitOutcome<Refusal> =
  | { readonly kind: 'placed'; readonly order: Order; readonly response: SubmitResponse }
  | Exclude<WriteOutcome<Refusal>, { kind: 'written' }>

/**
 * Writes an order with `insert`, which may also write something else in the same transaction, such as the use of a quote.
 * Then charges the saved card. `soldBy`: the terms that priced it, so that nothing must be read for the response after
 * the charge. Throws only before anything is written.
 */
export async function insertAndCharge<Refusal extends { readonly kind: string }>(
  deps: PlaceDeps,
  caller: AccountCaller,
  { subject, buyer, ...toPlace }: OrderToPlace,
  insert: Insert<Refusal>,
  soldBy: Terms,
): Promise<SubmitOutcome<Refusal>> {
  const { accountId, credential } = caller
  const account = await deps.accounts.read(accountId)
  const card = account?.card ?? null
  const payment: NewPayment =
    card === null ? { kind: 'no_card', credential } : chargeOf(card, credential)
  const newOrder = {
    ...toPlace,
    buyer: withDefaults(buyer, account?.buyer ?? noBuyerDetails),
    accountId,
    payment,
  }
  const written = await writeOrder(deps, newOrder, { lines: [newOrder], subject, insert })
  if (written.kind !== 'written') return written
  const { order } = written
  try {
    const settled =
      card === null
        ? await readPlacedOrder(deps, order.code)
        : (await chargeOrder(deps, placedOf(order), card)).order
    return { kind: 'placed', order: settled, response: await responseOf(deps, settled, soldBy) }
  } catch (error) {
    deps.log.error('order.unconfirmed', { code: order.code, error })
    return { kind: 'failed', failure: { kind: 'order_unconfirmed', code: order.code } }
  }
}

async function readPlacedOrder(deps: Pick<OrderDeps, 'orders'>, code: string): Promise<Order> {
  return mustExist(await deps.orders.readByCode(code), `order ${code}`)
}
