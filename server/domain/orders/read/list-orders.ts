// The account's orders: submitted over REST, by an agent, or at the website checkout.

import type { AccountCaller } from '../../base/caller.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { AnyOrderDeps } from '../deps.ts'
import type { OrderFailure } from '../failure.ts'
import type { LegacyOrder } from '../ports.ts'
import { isPlausibleCode, isWebCode } from '../record/code.ts'
import type { Order } from '../record/order.ts'

/** Maximum number of an account's orders in the list, newest first. */
export const maxListedOrders = 20

export const stores = ['agent', 'api', 'web'] as const
export type Store = (typeof stores)[number]

/** An order in its owner's list. For orders of an earlier website checkout, only the progress is known. */
export type ListedOrder =
  | { readonly kind: 'placed'; readonly store: Store; readonly order: Order }
  | { readonly kind: 'progress'; readonly order: LegacyOrder }

/** Returns the newest first. Matches orders of an earlier website checkout to the account by email. */
export async function listOwnOrders(
  deps: AnyOrderDeps,
  caller: AccountCaller,
): Promise<readonly ListedOrder[]> {
  const [placed, web] = await Promise.all([
    deps.orders.listRecent(caller.accountId, maxListedOrders),
    deps.legacyOrders.listByEmail(caller.email, maxListedOrders),
  ])
  const listed: ListedOrder[] = [
    ...placed.map(listedOf),
    ...web.map((order) => ({ kind: 'progress' as const, order })),
  ]
  return listed
    .sort((a, b) => b.order.createdAt.getTime() - a.order.createdAt.getTime())
    .slice(0, maxListedOrders)
}

/**
 * Returns one order by its code, compared byte for byte. An unknown code and another account's code cause the same
 * failure.
 */
export async function readListedOrder(
  deps: AnyOrderDeps,
  caller: AccountCaller,
  code: string,
): Promise<Result<ListedOrder, OrderFailure>> {
  if (!isPlausibleCode(code)) return fail({ kind: 'order_not_found' })
  const order = await deps.orders.readOwned(caller.accountId, code)
  if (order !== null) return ok(listedOf(order))
  const earlier = isWebCode(code)
    ? await deps.legacyOrders.readByCodeAndEmail(code, caller.email)
    : null
  return earlier === null
    ? fail({ kind: 'order_not_found' })
    : ok({ kind: 'progress', order: earlier })
}

const listedOf = (order: Order) =>
  ({ kind: 'placed', store: storeOf[order.source], order }) as const

const storeOf = { rest: 'api', mcp: 'agent', web: 'web' } as const
