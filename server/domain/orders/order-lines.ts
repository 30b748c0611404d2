// The lines of an order: what is printed, how often and for how much. An order of this API has one line, an order of the website 1
// to 50. README.md, "Orders of the website", says where they are stored.

import { hoursOfCentihours } from '../base/centihours.ts'
import type { PrintOptions } from '../catalog/options.ts'
import type { PartSupports } from '../measurement/supports.ts'
import { supportsGrams } from '../measurement/supports-text.ts'
import type { StoredModel } from '../models/ports.ts'
import type { OrderPrice } from '../pricing/price.ts'
import type { NewOrder, Order } from './order.ts'
import type { OrderDeps } from './ports.ts'

/** The price of a line, without postage, which an order has once. */
export type LinePrice = Pick<OrderPrice, 'printCents' | 'gramsPerPart' | 'centihoursPerPart'>

export type NewLine = {
  readonly options: PrintOptions
  readonly price: LinePrice
  readonly file: StoredModel
  /** Machine time of all its parts, for plans; absent or null = not known yet. */
  readonly plannedSeconds?: number | null
  /** What is printed of each part; absent or null = not decided yet, or a sliced file. */
  readonly supports?: PartSupports | null
}

export type OrderLine = NewLine & {
  /** From 1. */
  readonly place: number
}

/** What only orders of the website have. */
export type WebDetails = {
  readonly lineCount: number
  /** Sums over all parts of all lines. */
  readonly grams: number
  readonly centihours: number
  /** The gift card's share of the total; 0 without one. */
  readonly giftCents: number
  /** The part of that share that refunds gave back to the card. */
  readonly giftRefundedCents: number
  /** Hash of the request that made the order. */
  readonly requestHash: string
}

/** What an order is from the moment it is written: for whom, where to, what and for how much. */
export type PlacedOrder = Pick<
  Order,
  | 'id'
  | 'code'
  | 'accountId'
  | 'options'
  | 'address'
  | 'price'
  | 'file'
  | 'web'
  | 'plannedSeconds'
  | 'supports'
>

/** An order of this API that was just written. */
export const placedOf = (order: NewOrder): PlacedOrder => ({ ...order, web: null })

/** Grams of all parts, for plans: as billed, and with the supports, which a price by the formula leaves out and one of a quote has. */
export const plannedGrams = (
  { quoteId }: Pick<Order, 'quoteId'>,
  lines: readonly Pick<NewLine, 'options' | 'price' | 'supports'>[],
): number =>
  lines.reduce((sum, { options, price, supports }) => {
    const unbilled =
      quoteId === null && supports != null ? supportsGrams(supports, options.material) : null
    return sum + options.quantity * (price.gramsPerPart + (unbilled ?? 0))
  }, 0)

/** Machine hours of all parts, for plans: as estimated or stated by a slicer, else those of the price. */
export function plannedHours(
  order: Pick<Order, 'price' | 'options' | 'web' | 'plannedSeconds'>,
): number {
  const { plannedSeconds, web, price, options } = order
  return plannedSeconds == null
    ? hoursOfCentihours(web?.centihours ?? price.centihoursPerPart * options.quantity)
    : plannedSeconds / 3600
}

/** Machine time of all lines; null while that of one is not known. */
export function plannedOfLines(lines: readonly Pick<NewLine, 'plannedSeconds'>[]): number | null {
  const known = lines.flatMap(({ plannedSeconds }) => plannedSeconds ?? [])
  return known.length === lines.length ? known.reduce((sum, seconds) => sum + seconds, 0) : null
}

export const lineCountOf = ({ web }: Pick<Order, 'web'>): number => web?.lineCount ?? 1

/** What the card processor is to collect for the order: its total less the gift card's share. */
export const dueCents = ({ price, web }: Pick<Order, 'price' | 'web'>): number =>
  price.totalCents - (web?.giftCents ?? 0)

/** The line that the order's own row holds. */
export const ownLine = ({
  options,
  price,
  file,
  plannedSeconds = null,
  supports = null,
}: Pick<Order, 'options' | 'price' | 'file' | 'plannedSeconds' | 'supports'>) => ({
  place: 1,
  options,
  price,
  file,
  plannedSeconds,
  supports,
})

/** The order's lines by their places. An order of one line is its own line, which is known without a query. */
export async function listLines(
  { orderLines }: Pick<OrderDeps, 'orderLines'>,
  order: PlacedOrder,
): Promise<readonly OrderLine[]> {
  if (lineCountOf(order) > 1) return await orderLines.listByOrder(order)
  return [ownLine(order)]
}

/** The lines of many orders, with one query. */
export async function linesOfOrders(
  { orderLines }: Pick<OrderDeps, 'orderLines'>,
  orders: readonly Order[],
): Promise<ReadonlyMap<string, readonly OrderLine[]>> {
  const several = orders.filter((order) => lineCountOf(order) > 1)
  const read = several.length === 0 ? new Map() : await orderLines.listByOrders(several)
  return new Map(orders.map((order) => [order.id, read.get(order.id) ?? [ownLine(order)]]))
}
