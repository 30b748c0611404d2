// Orders whose print jobs made fewer good parts than ordered, for example because a reprint was cancelled.
import type { Order } from '../../orders/record/order.ts'
import type { OrderStatus } from '../../orders/record/status.ts'
import { isShipped } from '../../orders/record/tracking.ts'
import type { FarmDeps } from '../ports.ts'

export type PartCount = { readonly good: number; readonly ordered: number }

/**
 * Whether parts are missing. `good`: undefined for an order without print jobs, which is printed outside the farm's
 * queue.
 */
export const isShort = (
  { options }: Pick<Order, 'options'>,
  good: number | undefined,
): good is number => good !== undefined && good < options.quantity

/** Statuses after which no missing part is printed anymore. */
export type FinalStatus = Extract<OrderStatus, 'PRINTED' | 'SHIPPED'>

/**
 * Whether the desk asks for a confirmation before an order with missing parts gets the status (decisions.md 26). A
 * parcel that has left is not asked about again.
 */
export const asksAboutParts = (now: OrderStatus, next: string): next is FinalStatus =>
  (next === 'PRINTED' && now !== 'PRINTED') || (next === 'SHIPPED' && !isShipped(now))

/** Returns good and ordered parts of orders with missing parts, by order id. */
export async function readShortOrders(
  { printJobs }: Pick<FarmDeps, 'printJobs'>,
  orders: readonly Pick<Order, 'id' | 'options'>[],
): Promise<ReadonlyMap<string, PartCount>> {
  const parts = await printJobs.goodParts(orders.map(({ id }) => id))
  const short = new Map<string, PartCount>()
  for (const order of orders) {
    const good = parts.get(order.id)
    if (isShort(order, good)) short.set(order.id, { good, ordered: order.options.quantity })
  }
  return short
}
