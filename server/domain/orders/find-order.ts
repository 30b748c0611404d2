// Finds an order by a code that a caller sent.

import type { OrderDeps } from './ports.ts'
import { isPlausibleCode } from './record/code.ts'
import type { Order } from './record/order.ts'

/** Compares the code byte for byte, without an owner check. Returns null if there is no such order. */
export async function findOrder(
  { orders }: Pick<OrderDeps, 'orders'>,
  code: string,
): Promise<Order | null> {
  return isPlausibleCode(code) ? await orders.readByCode(code) : null
}
