// All orders of an account, by page, and as a stream for export.
import type { AccountCaller } from '../../base/caller.ts'
import type { OrderId } from '../../base/ids/order-id.ts'
import type { OrderDeps } from '../ports.ts'
import type { Order } from '../record/order.ts'
import { closedStatuses, type OrderStatus, openStatuses } from '../record/status.ts'

/** The filters of the account's list; null = every status. */
export const orderGroups = {
  all: null,
  unpaid: ['PENDING_PAYMENT'],
  open: openStatuses,
  shipped: ['SHIPPED', 'DELIVERED'],
  closed: closedStatuses,
} as const satisfies Readonly<Record<string, readonly OrderStatus[] | null>>

export type OrderGroup = keyof typeof orderGroups

export type OwnOrdersFilter = {
  readonly group: OrderGroup
  /** Part of a code, a file name or a recipient, in any letter case; '' = all. */
  readonly text: string
}

export const isOrderGroup = (text: string): text is OrderGroup => Object.hasOwn(orderGroups, text)

export const ownOrdersPerPage = 25
/** Number of the account's newest orders that a filter or a search reads. The export includes all orders. */
export const searchedOwnOrders = 10_000

export type OwnOrdersPage = {
  readonly filter: OwnOrdersFilter
  /** Newest first. */
  readonly orders: readonly Order[]
  readonly total: number
  /** Starts at 1. A request beyond the last page returns the last page. */
  readonly page: number
  readonly pages: number
  /** Whether the account has older orders that were not searched. */
  readonly isPartial: boolean
}

export async function listOrdersPage(
  { orders }: Pick<OrderDeps, 'orders'>,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  { filter, page }: { readonly filter: OwnOrdersFilter; readonly page: number },
): Promise<OwnOrdersPage> {
  const isNarrowed = filter.group !== 'all' || filter.text !== ''
  const search = {
    statuses: orderGroups[filter.group],
    text: filter.text,
    ...(isNarrowed && { among: searchedOwnOrders }),
  }
  const total = await orders.countOwned(accountId, search)
  const isPartial = isNarrowed && (await hasMore(orders, accountId))
  const pages = Math.max(1, Math.ceil(total / ownOrdersPerPage))
  const shownPage = Math.min(Math.max(1, page), pages)
  const listed = await orders.listOwned(accountId, search, {
    limit: ownOrdersPerPage,
    offset: (shownPage - 1) * ownOrdersPerPage,
  })
  return { filter, orders: listed, total, page: shownPage, pages, isPartial }
}

async function hasMore(
  orders: OrderDeps['orders'],
  accountId: AccountCaller['accountId'],
): Promise<boolean> {
  const all = { statuses: null, text: '', among: searchedOwnOrders + 1 }
  return (await orders.countOwned(accountId, all)) > searchedOwnOrders
}

const batchSize = 500

/** Yields batches, newest first. Omits orders placed in the meantime. */
export async function* streamOwnOrders(
  { orders }: Pick<OrderDeps, 'orders'>,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  { group, text }: OwnOrdersFilter,
): AsyncGenerator<readonly Order[]> {
  const search = { statuses: orderGroups[group], text }
  let after: OrderId | null = null
  for (;;) {
    const batch: readonly Order[] = await orders.listOwned(accountId, search, {
      limit: batchSize,
      ...(after !== null && { after }),
    })
    if (batch.length > 0) yield batch
    const last = batch.at(-1)
    if (last === undefined || batch.length < batchSize) return
    after = last.id
  }
}
