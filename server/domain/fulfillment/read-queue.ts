// One page of the work queue.
import type { FulfillmentDeps, QueueSlice } from './ports.ts'
import type { QueueFilter } from './queue-filter.ts'

export const ordersPerPage = 50

export type QueuePage = QueueSlice & {
  readonly filter: QueueFilter
  /** From 1; the last page when a later one was asked for. */
  readonly page: number
  readonly pages: number
  readonly now: Date
}

export async function readQueue(
  { orderQueue, clock }: Pick<FulfillmentDeps, 'orderQueue' | 'clock'>,
  { filter, page }: { readonly filter: QueueFilter; readonly page: number },
): Promise<QueuePage> {
  const now = clock.now()
  const read = (from: number) =>
    orderQueue.read({ filter, now, offset: (from - 1) * ordersPerPage, limit: ordersPerPage })
  const slice = await read(page)
  const pages = Math.max(1, Math.ceil(slice.sums.orders / ordersPerPage))
  // A page behind the last one has no rows, and so no sums.
  if (page === 1 || slice.orders.length > 0) return { ...slice, filter, page, pages, now }
  const first = await read(1)
  const last = Math.max(1, Math.ceil(first.sums.orders / ordersPerPage))
  return { ...(last === 1 ? first : await read(last)), filter, page: last, pages: last, now }
}

/** The page number of an address; 1 for anything else. */
export const readPage = (sent: string | undefined): number =>
  sent !== undefined && /^[1-9]\d{0,5}$/.test(sent) ? Number(sent) : 1
