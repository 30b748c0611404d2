// An order for operators, with its shipping address.

import { fail, ok, type Result } from '../../base/result.ts'
import type { OrderFailure } from '../failure.ts'
import { findOrder } from '../find-order.ts'
import type { OrderDeps } from '../ports.ts'
import type { Order } from '../record/order.ts'

/** Returns any order by its code, with its address. The caller must have verified that the user is an operator. */
export async function readOrderForOperators(
  deps: Pick<OrderDeps, 'orders'>,
  code: string,
): Promise<Result<Order, OrderFailure>> {
  const order = await findOrder(deps, code)
  return order === null ? fail({ kind: 'order_not_found' }) : ok(order)
}
