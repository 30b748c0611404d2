// Orders whose print jobs have made fewer good parts than were ordered, for example because a reprint was cancelled.
import type { Order } from '../orders/order.ts'
import type { FarmDeps } from './ports.ts'

export type PartCount = { readonly good: number; readonly ordered: number }

/** By order id. Orders without print jobs are printed outside of the farm's queue and are not among them. */
export async function readShortOrders(
  { printJobs }: Pick<FarmDeps, 'printJobs'>,
  orders: readonly Pick<Order, 'id' | 'options'>[],
): Promise<ReadonlyMap<string, PartCount>> {
  const good = await printJobs.goodParts(orders.map(({ id }) => id))
  const short = new Map<string, PartCount>()
  for (const { id, options } of orders) {
    const printed = good.get(id)
    if (printed === undefined || printed >= options.quantity) continue
    short.set(id, { good: printed, ordered: options.quantity })
  }
  return short
}
