// The account's orders: submitted over REST, by an agent, or placed at the website checkout.
import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isPlausibleCode, isWebCode } from './code.ts'
import type { OrderFailure } from './failure.ts'
import type { Order } from './order.ts'
import type { OrderDeps, WebOrder } from './ports.ts'

/** Of the newest orders of an account, this many are listed. */
export const maxListedOrders = 20

/** Only the progress of a website order is known here. */
export type ListedOrder =
  | { readonly store: 'api' | 'agent'; readonly order: Order }
  | { readonly store: 'web'; readonly order: WebOrder }

/** Newest first. Website orders belong to the account by their email. */
export async function listOwnOrders(
  deps: Pick<OrderDeps, 'orders' | 'webOrders'>,
  caller: AccountCaller,
): Promise<readonly ListedOrder[]> {
  const [placed, web] = await Promise.all([
    deps.orders.listRecent(caller.accountId, maxListedOrders),
    deps.webOrders.listByEmail(caller.email, maxListedOrders),
  ])
  const listed: ListedOrder[] = [
    ...placed.map((order) => ({ store: storeOf[order.source], order })),
    ...web.map((order) => ({ store: 'web' as const, order })),
  ]
  return listed
    .sort((a, b) => b.order.createdAt.getTime() - a.order.createdAt.getTime())
    .slice(0, maxListedOrders)
}

/** One of them by its code, byte for byte. An unknown code and another account's give the same failure. */
export async function readListedOrder(
  deps: Pick<OrderDeps, 'orders' | 'webOrders'>,
  caller: AccountCaller,
  code: string,
): Promise<Result<ListedOrder, OrderFailure>> {
  if (!isPlausibleCode(code)) return fail({ kind: 'order_not_found' })
  if (isWebCode(code)) {
    const order = await deps.webOrders.readByCodeAndEmail(code, caller.email)
    return order === null ? fail({ kind: 'order_not_found' }) : ok({ store: 'web', order })
  }
  const order = await deps.orders.readOwned(caller.accountId, code)
  return order === null
    ? fail({ kind: 'order_not_found' })
    : ok({ store: storeOf[order.source], order })
}

const storeOf = { rest: 'api', mcp: 'agent' } as const
