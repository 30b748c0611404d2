// Reads one page of the work queue, and all orders that match a filter.
import { fail, ok, type Result } from '../base/result.ts'
import type { Order } from '../orders/record/order.ts'
import { linesOfOrders, type OrderLine } from '../orders/record/order-lines.ts'
import type { FulfillmentFailure } from './failure.ts'
import type { FulfillmentDeps, QueueSlice } from './ports.ts'
import type { QueueFilter } from './queue-filter.ts'

export const ordersPerPage = 50

export type QueuePage = QueueSlice & {
  readonly filter: QueueFilter
  /** Starts at 1. A request beyond the last page returns the last page. */
  readonly page: number
  readonly pages: number
  readonly now: Date
  /** Lines of the orders on this page, by order id. */
  readonly lines: ReadonlyMap<string, readonly OrderLine[]>
}

export async function readQueue(
  deps: Deps & Pick<FulfillmentDeps, 'orderLines'>,
  request: { readonly filter: QueueFilter; readonly page: number },
): Promise<QueuePage> {
  const read = await readOrders(deps, request)
  return { ...read, lines: await linesOfOrders(deps, read.orders) }
}

async function readOrders(
  { orderQueue, clock }: Deps,
  { filter, page }: { readonly filter: QueueFilter; readonly page: number },
): Promise<Omit<QueuePage, 'lines'>> {
  const now = clock.now()
  const read = (from: number) =>
    orderQueue.read({ filter, now, offset: (from - 1) * ordersPerPage, limit: ordersPerPage })
  const slice = await read(page)
  const pages = Math.max(1, Math.ceil(slice.sums.orders / ordersPerPage))
  // A page after the last one has no rows, and therefore no sums.
  if (page === 1 || slice.orders.length > 0) return { ...slice, filter, page, pages, now }
  const first = await read(1)
  const last = Math.max(1, Math.ceil(first.sums.orders / ordersPerPage))
  return { ...(last === 1 ? first : await read(last)), filter, page: last, pages: last, now }
}

type Deps = Pick<FulfillmentDeps, 'orderQueue' | 'clock'>

/** Returns up to `limit` matching orders in filter order. Fails if more orders could match than were searched. */
export async function listFound(
  { orderQueue, clock }: Deps,
  filter: QueueFilter,
  limit: number,
): Promise<Result<readonly Order[], FulfillmentFailure>> {
  const now = clock.now()
  if (await orderQueue.isCapped(filter, now)) return fail(cappedFailure(filter))
  return ok(await orderQueue.list({ filter, now, limit }))
}

/** Streams all matching orders in batches. Fails for a search that does not cover all orders. */
export async function streamFound(
  { orderQueue, clock }: Deps,
  filter: QueueFilter,
): Promise<Result<AsyncIterable<readonly Order[]>, FulfillmentFailure>> {
  const now = clock.now()
  const isSearch = filter.text !== ''
  if (isSearch && (await orderQueue.isCapped(filter, now))) return fail(cappedFailure(filter))
  return ok(orderQueue.stream(filter, now))
}

const cappedFailure = ({ text }: QueueFilter) =>
  ({ kind: 'filter_capped', isSearch: text !== '' }) as const
