// The account's orders of every store: submitted over REST or by an agent, and placed at the web checkout.
import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isPlausibleCode, isWebCode } from './code.ts'
import type { OrderFailure } from './failure.ts'
import type { Order } from './order.ts'
import type { OrderDeps, WebOrder } from './ports.ts'

const most = 20

/** Of a web order only its progress is known here. */
export type ListedOrder =
  | { readonly store: 'api' | 'agent'; readonly order: Order }
  | { readonly store: 'web'; readonly order: WebOrder }

/** Newest first. Web orders are the account's by their address. */
export async function listOwnOrders(
  deps: Pick<OrderDeps, 'orders' | 'webOrders'>,
  caller: AccountCaller,
): Promise<readonly ListedOrder[]> {
  const [placed, web] = await Promise.all([
    deps.orders.listRecent(caller.accountId, most),
    deps.webOrders.listByEmail(caller.email, most),
  ])
  const listed: ListedOrder[] = [
    ...placed.map((order) => ({ store: storeOf[order.source], order })),
    ...web.map((order) => ({ store: 'web' as const, order })),
  ]
  return listed
    .sort((a, b) => b.order.createdAt.getTime() - a.order.createdAt.getTime())
    .slice(0, most)
}

/** One of them by its code, byte for byte; an unknown code and another account's are the same failure. */
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
