// A basket: lines that a visitor collects before checkout. Stored on the server, so that it works without JavaScript.

import { sha256Hex } from '../base/hash.ts'
import type { BasketId } from '../base/ids/basket-id.ts'
import type { BasketLineId } from '../base/ids/basket-line-id.ts'
import type { OrderId } from '../base/ids/order-id.ts'
import type { PrintOptions } from '../catalog/options.ts'
import type { StoredModel } from '../models/ports.ts'

export type BasketPart = {
  readonly options: PrintOptions
  readonly file: StoredModel
  /** The last price that the visitor saw, in cents; null before the line was priced. */
  readonly seenCents: number | null
  /** Whether the model comes from the gallery instead of the visitor's models. */
  readonly isFromGallery: boolean
}

/** An order that was placed with lines of a basket and awaits payment. */
export type WaitingOrder = {
  readonly id: OrderId
  readonly code: string
  /** Amount left to pay by card. */
  readonly dueCents: number
  /** A payment is under way whose outcome is not known yet: another one could be one too many. */
  readonly isSettling: boolean
}

export type BasketLine = BasketPart & {
  readonly id: BasketLineId
  /** null for a line that was not ordered, or whose order was abandoned. */
  readonly waiting: WaitingOrder | null
}

export type Basket = {
  readonly id: BasketId
  /** In the order in which they were added. */
  readonly lines: readonly BasketLine[]
}

/** Returns the orders that the lines wait for, without duplicates. */
export function waitingOrdersOf({ lines }: Basket): readonly WaitingOrder[] {
  const orders = lines.flatMap(({ waiting }) => (waiting === null ? [] : [waiting]))
  return [...new Map(orders.map((order) => [order.id, order])).values()]
}

/** Returns the sum of the quantities; 0 without a basket. */
export const partCountOf = (basket: Basket | null): number =>
  (basket?.lines ?? []).reduce((sum, { options }) => sum + options.quantity, 0)

/** What a line is printed as. The quantity is not part of it, because it has a form of its own. */
export type LineSettings = Omit<PrintOptions, 'quantity' | 'units' | 'note'>

type PrintedLine = { readonly options: Omit<PrintOptions, 'note'> }

/**
 * The settings of a line as a text, which their form sends back: a form that was made for other settings changes
 * nothing.
 */
export function versionOfLine({ options }: PrintedLine): string {
  const { material, quality, color, infill, layerHeight, nozzleDiameter, nozzleFlow } = options
  const { units } = options
  return [
    material,
    quality,
    infill,
    layerHeight,
    nozzleDiameter,
    nozzleFlow,
    units ?? '',
    color,
  ].join(' ')
}

/** A line as it was priced for an order. `content`: quantity and settings. */
export type OrderedLine = { readonly id: BasketLineId; readonly content: string }

/** Quantity and settings of a line as a text. */
export const contentOfLine = (line: PrintedLine): string =>
  `${line.options.quantity} ${versionOfLine(line)}`

export const orderedLinesOf = ({ lines }: Basket): readonly OrderedLine[] =>
  lines.map((line) => ({ id: line.id, content: contentOfLine(line) }))

/** Digest of all lines, which a checkout form sends back: only lines that its page showed are ordered. */
export const versionOfBasket = async (basket: Basket): Promise<string> =>
  (await sha256Hex(JSON.stringify(orderedLinesOf(basket)))).slice(0, 32)
