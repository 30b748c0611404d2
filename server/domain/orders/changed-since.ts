// The failure of a change that is based on an older version of an order (decisions.md 49).
import { fail, type Result } from '../base/result.ts'
import type { StatusFailure } from './failure.ts'
import type { OrderDeps } from './ports.ts'
import type { Order } from './record/order.ts'

/** Returns the failure with all changes since the version that the caller saw. */
export async function changedSince(
  deps: { readonly orders: Pick<OrderDeps['orders'], 'changesSince'> },
  order: Order,
  seen: number,
): Promise<Result<never, StatusFailure>> {
  const changes = await deps.orders.changesSince(order.id, seen)
  return fail({ kind: 'order_changed', version: order.version, changes })
}
