// The payments of an order in the processor's record. They have two sources: the customer's payments for the owner, and
// the session for the checkout, because a guest pays without a customer.

import type { AccountId } from '../../base/caller.ts'
import type { CustomerId } from '../../base/ids/customer-id.ts'
import type { OrderId } from '../../base/ids/order-id.ts'
import { dayMs, hourMs } from '../../base/time/day.ts'
import {
  type CallPurpose,
  CustomerMissing,
  ProcessorBusy,
  type ProcessorPayment,
} from '../../payments/ports.ts'
import { repeatableHours } from '../../payments/repeats.ts'
import type { OrderDeps } from '../ports.ts'
import { isDerivedId } from '../record/identity.ts'
import type { Order } from '../record/order.ts'
import { chargeCardOf } from '../record/payment.ts'

/**
 * Returns how much older than the order's row its charge can be. After a loss of rows, a retry rewrites an order with
 * a derived id as long as the processor keeps the idempotency key: 24 hours plus a margin.
 */
const maxChargeAgeMs = (orderId: OrderId): number => (isDerivedId(orderId) ? 2 * dayMs : 60_000)

/** A charge is repeated for at most `repeatableHours`, and its last request may arrive slightly later. */
const latestChargeMs = (repeatableHours + 1) * hourMs

/** Returns the time before which the order has no payments. */
const oldestCharge = ({ id, createdAt }: Order): Date =>
  new Date(createdAt.getTime() - maxChargeAgeMs(id))

const latestCharge = ({ createdAt }: Order): Date => new Date(createdAt.getTime() + latestChargeMs)

/** Returns the newest first. */
export async function findOrderPayments(
  deps: Pick<OrderDeps, 'accounts' | 'payments'>,
  order: Order,
  purpose: CallPurpose,
): Promise<readonly ProcessorPayment[]> {
  const { id: orderId, code, accountId } = order
  const account = await deps.accounts.read(accountId)
  const lists: (readonly ProcessorPayment[])[] = [await ofCheckout(deps, order, purpose)]
  for (const customerId of customersOf(order, account?.customerId ?? null)) {
    const since = oldestCharge(order)
    const list = await unlessMissing(() =>
      deps.payments.findPayments(code, customerId, since, { orderId, purpose }),
    )
    lists.push(list ?? (await withoutCustomer(deps, order, purpose)))
  }
  return mergePayments(lists)
}

/**
 * Returns the payments of several orders of one account by order id, and reads each customer's record once. Uses
 * the upkeep budget. Omits orders without payments.
 */
export async function findPaymentsOfAll(
  deps: Pick<OrderDeps, 'accounts' | 'payments'>,
  accountId: AccountId,
  orders: readonly Order[],
): Promise<ReadonlyMap<string, readonly ProcessorPayment[]>> {
  const account = await deps.accounts.read(accountId)
  const lists = new Map<string, (readonly ProcessorPayment[])[]>()
  const add = (orderId: OrderId, list: readonly ProcessorPayment[]) =>
    lists.set(orderId, [...(lists.get(orderId) ?? []), list])
  for (const order of orders) add(order.id, await ofCheckout(deps, order, 'upkeep'))
  for (const [customerId, group] of byCustomer(orders, account?.customerId ?? null)) {
    const since = new Date(Math.min(...group.map((order) => oldestCharge(order).getTime())))
    const named = group.map(({ id, code }) => ({ orderId: id, orderCode: code }))
    const byOrder = await unlessMissing(() =>
      deps.payments.findPaymentsOfOrders(named, customerId, since),
    )
    for (const order of group) {
      const list =
        byOrder === null ? await withoutCustomer(deps, order, 'upkeep') : byOrder.get(order.id)
      if (list !== undefined) add(order.id, list)
    }
  }
  return new Map([...lists].map(([orderId, each]) => [orderId, mergePayments(each)]))
}

/** Returns the payment of the open checkout, or of a checkout that was paid without an event. */
async function ofCheckout(
  deps: Pick<OrderDeps, 'payments'>,
  { checkout }: Order,
  purpose: CallPurpose,
): Promise<readonly ProcessorPayment[]> {
  if (checkout === null) return []
  const { payment } = await deps.payments.readCheckout(checkout.sessionId, purpose)
  return payment === null ? [] : [payment]
}

/** Returns the account's customer, and the charge's customer if it differs and the charge may still have been made. */
function customersOf(order: Order, customerId: CustomerId | null): ReadonlySet<CustomerId> {
  const charged = mayHaveCharged(order) ? (chargeCardOf(order)?.customerId ?? null) : null
  return new Set([customerId, charged].filter((each) => each !== null))
}

function byCustomer(
  orders: readonly Order[],
  customerId: CustomerId | null,
): ReadonlyMap<CustomerId, readonly Order[]> {
  const groups = new Map<CustomerId, Order[]>()
  for (const order of orders) {
    for (const each of customersOf(order, customerId)) {
      groups.set(each, [...(groups.get(each) ?? []), order])
    }
  }
  return groups
}

/**
 * Whether the outcome of the charge is unknown. An abandoned charge can still arrive, even after another payment has
 * paid the order.
 */
const mayHaveCharged = (order: Order): boolean =>
  chargeCardOf(order) !== null && order.payment.chargeState !== 'declined'

/**
 * Finds payments of a customer that the processor has deleted and therefore does not list. An earlier charge is found
 * among all payments of its time, by the order's id. An order that cannot have been charged has only its checkout's
 * payments. Public pages do not read that much: throws `ProcessorBusy`, and the reconciler settles the order.
 */
async function withoutCustomer(
  deps: Pick<OrderDeps, 'payments'>,
  order: Order,
  purpose: CallPurpose,
): Promise<readonly ProcessorPayment[]> {
  if (!mayHaveCharged(order)) return []
  if (purpose !== 'upkeep') {
    throw new ProcessorBusy(`The payments of order ${order.code} have no customer to be listed by.`)
  }
  const { id: orderId, code } = order
  const until = latestCharge(order)
  return await deps.payments.findPayments(code, null, oldestCharge(order), {
    orderId,
    purpose,
    until,
  })
}

async function unlessMissing<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof CustomerMissing) return null
    throw error
  }
}

/**
 * Returns the newest first. In the same second the checkout's payment comes first, because a checkout is opened after
 * the charge.
 */
const mergePayments = (
  lists: readonly (readonly ProcessorPayment[])[],
): readonly ProcessorPayment[] =>
  [...new Map(lists.flat().map((payment) => [payment.paymentId, payment])).values()].sort(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime(),
  )
