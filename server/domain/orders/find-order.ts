// Finds an order by a code that a caller sent.
import { isPlausibleCode } from './code.ts'
import type { Order } from './order.ts'
import type { OrderDeps } from './ports.ts'

/** Without an owner check, byte for byte. null when there is no such order. */
export async function findOrder(
  { orders }: Pick<OrderDeps, 'orders'>,
  code: string,
): Promise<Order | null> {
  return isPlausibleCode(code) ? await orders.readByCode(code) : null
}
