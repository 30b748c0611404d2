// An order as operators read it, with its shipping address.

import { fail, ok, type Result } from '../../base/result.ts'
import type { OrderFailure } from '../failure.ts'
import { findOrder } from '../find-order.ts'
import type { Order } from '../order.ts'
import type { OrderDeps } from '../ports.ts'

/** Any order by its code, with its address. The caller must have been checked to be an operator. */
export async function readOrderForOperators(
  deps: Pick<OrderDeps, 'orders'>,
  code: string,
): Promise<Result<Order, OrderFailure>> {
  const order = await findOrder(deps, code)
  return order === null ? fail({ kind: 'order_not_found' }) : ok(order)
}
