// Finds the order line that a job or a print file belongs to.

import type { OrderDeps } from '../orders/ports.ts'
import type { Order } from '../orders/record/order.ts'
import { lineCountOf, listLines, type OrderLine } from '../orders/record/order-lines.ts'

/** Reads a line. `line`: null if the order has one line. Throws if there is no such line. */
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
 * Returns the line number as stored in jobs: null if the order has one line; undefined if there is no such line, or if
 * none was named among several.
 */
export function storedLine(order: Order, place: number | undefined): number | null | undefined {
  const count = lineCountOf(order)
  if (count === 1) return place === undefined || place === 1 ? null : undefined
  return place !== undefined && place >= 1 && place <= count ? place : undefined
}
