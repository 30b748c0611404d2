// Orders whose print jobs made fewer good parts than ordered, for example because a reprint was cancelled.
import type { Order } from '../../orders/record/order.ts'
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
