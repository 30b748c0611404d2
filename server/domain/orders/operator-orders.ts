// Orders as operators read them: all orders, page by page, and a single order with its shipping address.

import { fail, ok, type Result } from '../base/result.ts'
import { isPlausibleCode } from './code.ts'
import type { OrderFailure } from './failure.ts'
import { findOrder } from './find-order.ts'
import type { Order } from './order.ts'
import type { OrderDeps } from './ports.ts'
import { isOrderStatus, type OrderStatus } from './status.ts'

const ordersPerPage = 50

export type OperatorOrders = {
  readonly orders: readonly Order[]
  /** The filter; null = all statuses. */
  readonly status: OrderStatus | null
  /** The `before` of the next page; null on the last page. */
  readonly next: string | null
}

/** Newest first. An unknown status lists all orders. */
export async function listOrdersForOperators(
  { orders }: Pick<OrderDeps, 'orders'>,
  input: { status: string | undefined; before: string | undefined },
): Promise<OperatorOrders> {
  const { status: word = '', before } = input
  const status = isOrderStatus(word) ? word : null
  const from = before !== undefined && isPlausibleCode(before) ? before : null
  const found = await orders.listForOperators({ status, before: from, limit: ordersPerPage + 1 })
  const page = found.slice(0, ordersPerPage)
  const next = found.length > ordersPerPage ? (page.at(-1)?.code ?? null) : null
  return { orders: page, status, next }
}

/** Any order by its code, with its address. The caller must have been checked to be an operator. */
export async function readOrderForOperators(
  deps: Pick<OrderDeps, 'orders'>,
  code: string,
): Promise<Result<Order, OrderFailure>> {
  const order = await findOrder(deps, code)
  return order === null ? fail({ kind: 'order_not_found' }) : ok(order)
}
