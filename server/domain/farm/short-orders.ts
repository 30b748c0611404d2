// Orders whose print jobs have made fewer good parts than were ordered, for example because a reprint was cancelled.
import type { Order } from '../orders/order.ts'
import type { FarmDeps } from './ports.ts'

export type PartCount = { readonly good: number; readonly ordered: number }

/** `good`: undefined for an order without print jobs, which is printed outside of the farm's queue. */
export const isShort = (
  { options }: Pick<Order, 'options'>,
  good: number | undefined,
): good is number => good !== undefined && good < options.quantity

/** Good and ordered parts of the orders that are short of some, by order id. */
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
