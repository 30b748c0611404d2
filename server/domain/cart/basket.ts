// A basket: lines that a visitor collects before checkout, kept on the server so that it works without JavaScript.

import type { OrderId } from '../base/order-id.ts'
import type { PrintOptions } from '../catalog/options.ts'
import type { StoredModel } from '../models/ports.ts'

export type BasketPart = {
  readonly options: PrintOptions
  readonly file: StoredModel
  /** The price that the visitor saw last, in cents; null before the line was priced. */
  readonly seenCents: number | null
  /** The model is one of the gallery, and not the visitor's own. */
  readonly isFromGallery: boolean
}

/** An order that was placed with lines of a basket and waits for its payment. */
export type WaitingOrder = {
  readonly id: OrderId
  readonly code: string
  /** What is left to pay by card. */
  readonly dueCents: number
}

export type BasketLine = BasketPart & {
  readonly id: string
  /** Null for a line that was not ordered, or whose order was given up. */
  readonly waiting: WaitingOrder | null
}

export type Basket = {
  readonly id: string
  /** In the order in which they were added. */
  readonly lines: readonly BasketLine[]
}

/** The orders that its lines wait for, each once. */
export function waitingOrdersOf({ lines }: Basket): readonly WaitingOrder[] {
  const orders = lines.flatMap(({ waiting }) => (waiting === null ? [] : [waiting]))
  return [...new Map(orders.map((order) => [order.id, order])).values()]
}

/** The sum of the quantities; 0 without a basket. */
export const partCountOf = (basket: Basket | null): number =>
  (basket?.lines ?? []).reduce((sum, { options }) => sum + options.quantity, 0)
