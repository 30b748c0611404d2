// The line of an order that a job or a print file is about.

import type { Order } from '../orders/order.ts'
import { lineCountOf, listLines, type OrderLine } from '../orders/order-lines.ts'
import type { OrderDeps } from '../orders/ports.ts'

/** `line`: null where the order has one. Throws when there is no such line. */
export async function lineOf(
  deps: Pick<OrderDeps, 'orderLines'>,
  order: Order,
  line: number | null,
): Promise<OrderLine> {
  const lines = await listLines(deps, order)
  const match = lines.find(({ place }) => place === (line ?? 1))
  if (match === undefined) throw new Error(`order ${order.code} has no line ${line}`)
  return match
}

/**
 * The line's number as jobs store it: null where the order has one line. undefined when there is no such line, or it was not named among
 * several.
 */
export function storedLine(order: Order, place: number | undefined): number | null | undefined {
  const count = lineCountOf(order)
  if (count === 1) return place === undefined || place === 1 ? null : undefined
  return place !== undefined && place >= 1 && place <= count ? place : undefined
}
