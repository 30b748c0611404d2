// The lines of an order: what is printed, in which quantity and at which price. An API order has one line, a website
// order 1 to 50. README.md, "Orders of the website", describes their storage.

import type { OrderId } from '../../base/ids/order-id.ts'
import { hoursOfCentihours } from '../../base/time/centihours.ts'
import type { PrintOptions } from '../../catalog/options.ts'
import { type OrderLoad, workOf } from '../../lead-time/lead-time.ts'
import type { PartSupports } from '../../measurement/supports.ts'
import { supportsGrams } from '../../measurement/supports-text.ts'
import type { StoredModel } from '../../models/ports.ts'
import type { PartSize } from '../../models/report.ts'
import type { OrderPrice } from '../../pricing/price.ts'
import type { NewOrder, Order } from './order.ts'

/** The price of a line without postage, which applies per order. */
export type LinePrice = Pick<OrderPrice, 'printCents' | 'gramsPerPart' | 'centihoursPerPart'>

export type NewLine = {
  readonly options: PrintOptions
  readonly price: LinePrice
  readonly file: StoredModel
  /** Machine time of all its parts, for plans; absent or null = unknown. */
  readonly plannedSeconds?: number | null
  /** How each part is printed; absent or null = undecided, or a sliced file. */
  readonly supports?: PartSupports | null
  /** As measured; absent or null = unknown, or a sliced file. */
  readonly size?: PartSize | null
}

export type OrderLine = NewLine & {
  /** Starts at 1. */
  readonly place: number
}

/** Data of an order from the moment it is written: recipient, address, contents and price. */
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
  | 'status'
  | 'hold'
  | 'dueAt'
  | 'plannedSeconds'
  | 'supports'
  | 'size'
>

/** The lines of multi-line orders. Single-line orders have none here. */
export type OrderLines = {
  /** Returns the lines by place. */
  readonly listByOrder: (order: PlacedOrder) => Promise<readonly OrderLine[]>
  /** Returns the lines by order id. */
  readonly listByOrders: (
    orders: readonly Order[],
  ) => Promise<ReadonlyMap<string, readonly OrderLine[]>>
  /**
   * Stores how a line is printed, unless that is already decided. `line`: null if the order has one line. Returns the
   * stored decision.
   */
  readonly decideSupports: (
    orderId: OrderId,
    line: number | null,
    supports: PartSupports,
  ) => Promise<PartSupports>
}

/** Returns an API order that was just written. */
export const placedOf = (order: NewOrder): PlacedOrder => ({
  ...order,
  web: null,
  status: 'PENDING_PAYMENT',
  hold: null,
  dueAt: null,
})

/**
 * Returns the grams of all parts for plans: the billed grams including supports. A formula price excludes supports, a
 * quote's price includes them.
 */
export const plannedGrams = (
  { quoteId }: Pick<Order, 'quoteId'>,
  lines: readonly Pick<NewLine, 'options' | 'price' | 'supports'>[],
): number =>
  lines.reduce((sum, { options, price, supports }) => {
    const unbilled =
      quoteId === null && supports != null ? supportsGrams(supports, options.material) : null
    return sum + options.quantity * (price.gramsPerPart + (unbilled ?? 0))
  }, 0)

/** Returns the machine hours of all parts for plans: estimated or stated by a slicer, otherwise from the price. */
export function plannedHours(
  order: Pick<Order, 'price' | 'options' | 'web' | 'plannedSeconds'>,
): number {
  const { plannedSeconds, web, price, options } = order
  return plannedSeconds == null
    ? hoursOfCentihours(web?.centihours ?? price.centihoursPerPart * options.quantity)
    : plannedSeconds / 3600
}

/**
 * Returns the machine hours of all copies of a line for plans: estimated or stated by a slicer, otherwise from the
 * price.
 */
export const lineHours = ({
  plannedSeconds,
  price,
  options,
}: Pick<NewLine, 'plannedSeconds' | 'price' | 'options'>): number =>
  plannedSeconds == null
    ? hoursOfCentihours(price.centihoursPerPart * options.quantity)
    : plannedSeconds / 3600

/** Returns the work of all lines, which determines their ship date. */
export const workOfLines = (
  lines: readonly Pick<NewLine, 'plannedSeconds' | 'price' | 'options'>[],
): OrderLoad =>
  workOf(lines.map((line) => ({ hours: lineHours(line), quantity: line.options.quantity })))

/** Returns the machine time of all lines; null while that of any line is unknown. */
export function plannedOfLines(lines: readonly Pick<NewLine, 'plannedSeconds'>[]): number | null {
  const planned = lines.flatMap(({ plannedSeconds }) => plannedSeconds ?? [])
  return planned.length === lines.length ? planned.reduce((sum, seconds) => sum + seconds, 0) : null
}

export const lineCountOf = ({ web }: Pick<Order, 'web'>): number => web?.lineCount ?? 1

/** Returns the amount that the card processor must collect for the order: its total less the gift card's share. */
export const dueCents = ({ price, web }: Pick<Order, 'price' | 'web'>): number =>
  price.totalCents - (web?.giftCents ?? 0)

/** Returns the line in the order's row. */
export const ownLine = ({
  options,
  price,
  file,
  plannedSeconds = null,
  supports = null,
  size = null,
}: Pick<Order, 'options' | 'price' | 'file' | 'plannedSeconds' | 'supports'> &
  Partial<Pick<Order, 'size'>>) => ({
  place: 1,
  options,
  price,
  file,
  plannedSeconds,
  supports,
  size,
})

/** Returns the order's lines by place. A single-line order needs no query, because its line is in the order's row. */
export async function listLines(
  { orderLines }: { readonly orderLines: OrderLines },
  order: PlacedOrder,
): Promise<readonly OrderLine[]> {
  if (lineCountOf(order) > 1) return await orderLines.listByOrder(order)
  return [ownLine(order)]
}

/** Returns the lines of many orders with one query. */
export async function linesOfOrders(
  { orderLines }: { readonly orderLines: OrderLines },
  orders: readonly Order[],
): Promise<ReadonlyMap<string, readonly OrderLine[]>> {
  const several = orders.filter((order) => lineCountOf(order) > 1)
  const read = several.length === 0 ? new Map() : await orderLines.listByOrders(several)
  return new Map(orders.map((order) => [order.id, read.get(order.id) ?? [ownLine(order)]]))
}
