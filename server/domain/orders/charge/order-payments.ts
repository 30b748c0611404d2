// The payments of an order in the processor's record. They are found in two places: those of its owner under the customer, and the one of
// its checkout by the session, because a guest pays without a customer.

import type { AccountId } from '../../base/caller.ts'
import type { CustomerId } from '../../base/customer-id.ts'
import { dayMs } from '../../base/day.ts'
import type { OrderId } from '../../base/order-id.ts'
import {
  type CallPurpose,
  CustomerMissing,
  ProcessorBusy,
  type ProcessorPayment,
} from '../../payments/ports.ts'
import { repeatableHours } from '../../payments/repeats.ts'
import { isDerivedId } from '../identity.ts'
import type { Order } from '../order.ts'
import { chargeCardOf } from '../payment.ts'
import type { OrderDeps } from '../ports.ts'

/**
 * How much older than the order's row its charge may be. After a loss of rows, a retry writes the row of an order with a derived id
 * again, for as long as the processor keeps the idempotency key: 24 hours, and a margin.
 */
const maxChargeAgeMs = (orderId: OrderId): number => (isDerivedId(orderId) ? 2 * dayMs : 60_000)

/** A charge is made again for `repeatableHours` at most, and its last request may arrive a little later. */
const latestChargeMs = (repeatableHours + 1) * 3_600_000

/** No payment of the order is older. */
const oldestCharge = ({ id, createdAt }: Order): Date =>
  new Date(createdAt.getTime() - maxChargeAgeMs(id))

const latestCharge = ({ createdAt }: Order): Date => new Date(createdAt.getTime() + latestChargeMs)

/** Newest first. */
export async function findOrderPayments(
  deps: Pick<OrderDeps, 'accounts' | 'payments'>,
  order: Order,
  share: CallPurpose,
): Promise<readonly ProcessorPayment[]> {
  const { id: orderId, code, accountId } = order
  const account = await deps.accounts.read(accountId)
  const lists: (readonly ProcessorPayment[])[] = [await ofCheckout(deps, order, share)]
  for (const customerId of customersOf(order, account?.customerId ?? null)) {
    const since = oldestCharge(order)
    const list = await unlessMissing(() =>
      deps.payments.findPayments(code, customerId, since, { orderId, share }),
    )
    lists.push(list ?? (await withoutCustomer(deps, order, share)))
  }
  return merged(lists)
}

/**
 * The same for orders of one account, by their ids; each customer's record is read once. Counted as upkeep. An order without payments is
 * left out.
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
  return new Map([...lists].map(([orderId, each]) => [orderId, merged(each)]))
}

/** The payment of the open checkout, or of one that was paid without an event. */
async function ofCheckout(
  deps: Pick<OrderDeps, 'payments'>,
  { checkout }: Order,
  share: CallPurpose,
): Promise<readonly ProcessorPayment[]> {
  if (checkout === null) return []
  const { payment } = await deps.payments.readCheckout(checkout.sessionId, share)
  return payment === null ? [] : [payment]
}

/** The account's customer, and that of the charge where it is another one and the charge may still have been made. */
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

/** Whether its outcome is not known. A charge that was given up may arrive after all, also once another payment has paid the order. */
const mayHaveCharged = (order: Order): boolean =>
  chargeCardOf(order) !== null && order.payment.chargeState !== 'declined'

/**
 * The processor does not list the payments of a customer that it has deleted. A charge of the time before is found among all payments of
 * that time, by the order's id. An order that no charge can have been made for has no other payments than its checkout's. Pages, which
 * anyone can open, do not read so much: throws `ProcessorBusy`, and the reconciler settles the order.
 */
async function withoutCustomer(
  deps: Pick<OrderDeps, 'payments'>,
  order: Order,
  share: CallPurpose,
): Promise<readonly ProcessorPayment[]> {
  if (!mayHaveCharged(order)) return []
  if (share !== 'upkeep') {
    throw new ProcessorBusy(`The payments of order ${order.code} have no customer to be listed by.`)
  }
  const { id: orderId, code } = order
  const until = latestCharge(order)
  return await deps.payments.findPayments(code, null, oldestCharge(order), {
    orderId,
    share,
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

/** Newest first; of the same second the checkout's payment, because an order's checkout is opened after its charge. */
const merged = (lists: readonly (readonly ProcessorPayment[])[]): readonly ProcessorPayment[] =>
  [...new Map(lists.flat().map((payment) => [payment.paymentId, payment])).values()].sort(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime(),
  )
