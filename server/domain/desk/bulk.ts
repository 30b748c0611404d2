// A change of many orders, with what is known about its orders now.
import type { FarmDeps } from '../farm/ports.ts'
import { type PartCount, readShortOrders } from '../farm/short-orders.ts'
import { type BulkAction, type BulkOrder, hasTracking } from '../fulfillment/bulk-action.ts'
import type { FulfillmentDeps } from '../fulfillment/ports.ts'
import type { Order } from '../orders/order.ts'
import { linesOfOrders, type OrderLine } from '../orders/order-lines.ts'

export type BulkPage = {
  /** The current orders by code. */
  readonly orders: ReadonlyMap<string, Order>
  /** The lines by order id. */
  readonly lines: ReadonlyMap<string, readonly OrderLine[]>
  /** Orders by id that have fewer good parts than were ordered, of an action that marks orders as printed. */
  readonly short: ReadonlyMap<string, PartCount>
  /** Counts by order id of the parts that are printed or in an open print job, of an action that queues orders. */
  readonly planned: ReadonlyMap<string, number>
}

type Deps = Pick<FulfillmentDeps, 'orderQueue' | 'orderLines'> & Pick<FarmDeps, 'printJobs'>

export async function readBulkPage(
  deps: Deps,
  { change, orders: chosen }: BulkAction,
): Promise<BulkPage> {
  const orders = await deps.orderQueue.readByCodes(chosen.map(({ code }) => code))
  const queues = change.kind === 'accept' && change.queues === true
  const [lines, short, planned] = await Promise.all([
    linesOfOrders(deps, orders),
    change.kind === 'finish' ? readShortOrders(deps, orders) : new Map(),
    queues ? deps.printJobs.plannedParts(orders.map(({ id }) => id)) : new Map(),
  ])
  return { orders: byCode(orders), lines, short, planned }
}

/** `short`: of an order that the confirmation would mark as printed; null where all parts are good. */
export type PreviewedOrder = BulkOrder & { readonly short: PartCount | null }

/** What the confirmation will do to the orders that wait for it, or has done. */
export async function previewOrders(
  deps: Omit<Deps, 'orderLines'>,
  { change, withoutTracking, orders: chosen }: BulkAction,
): Promise<readonly PreviewedOrder[]> {
  const codes = chosen.filter(({ outcome }) => outcome === null).map(({ code }) => code)
  const isAsked = codes.length > 0 && (change.kind === 'finish' || change.kind === 'ship')
  const waiting = isAsked ? await deps.orderQueue.readByCodes(codes) : []
  const current = byCode(waiting)
  const short = change.kind === 'finish' ? await readShortOrders(deps, waiting) : new Map()
  return chosen.map((bulkOrder) => {
    const { order, outcome } = bulkOrder
    if (outcome !== null) return { ...bulkOrder, short: null }
    const isLeft = change.kind === 'ship' && !withoutTracking && !hasTracking(bulkOrder, current)
    return {
      ...bulkOrder,
      ...(isLeft && { outcome: 'excluded', why: 'no_tracking' }),
      short: short.get(order?.id ?? '') ?? null,
    }
  })
}

const byCode = (orders: readonly Order[]): ReadonlyMap<string, Order> =>
  new Map(orders.map((order) => [order.code, order]))
