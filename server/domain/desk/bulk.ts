// A bulk change of orders, with the current state of its orders.
import type { FarmDeps } from '../farm/ports.ts'
import { asksAboutParts, type PartCount, readShortOrders } from '../farm/read/short-orders.ts'
import {
  type BulkAction,
  type BulkChange,
  type BulkOrder,
  hasTracking,
  isStepChange,
} from '../fulfillment/bulk-action.ts'
import { steps } from '../fulfillment/next-step.ts'
import type { FulfillmentDeps } from '../fulfillment/ports.ts'
import type { Order } from '../orders/record/order.ts'
import { linesOfOrders, type OrderLine } from '../orders/record/order-lines.ts'

export type BulkPage = {
  /** The current orders by code. */
  readonly orders: ReadonlyMap<string, Order>
  /** The lines by order id. */
  readonly lines: ReadonlyMap<string, readonly OrderLine[]>
  /** Orders with fewer good parts than ordered, by id. For actions that ask about missing parts. */
  readonly short: ReadonlyMap<string, PartCount>
  /** Number of parts that are printed or in an open print job, by order id. For actions that queue orders. */
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
    needsParts(change) ? readShortOrders(deps, orders) : new Map(),
    queues ? deps.printJobs.plannedParts(orders.map(({ id }) => id)) : new Map(),
  ])
  return { orders: byCode(orders), lines, short, planned }
}

/** `short`: part count of an order that the confirmation would mark as printed or shipped; null if all parts are good. */
export type PreviewedOrder = BulkOrder & { readonly short: PartCount | null }

/** Returns the effect that the confirmation will have, or had, on the orders. */
export async function previewOrders(
  deps: Omit<Deps, 'orderLines'>,
  { change, withoutTracking, orders: chosen }: BulkAction,
): Promise<readonly PreviewedOrder[]> {
  const codes = chosen.filter(({ outcome }) => outcome === null).map(({ code }) => code)
  const isAsked = needsParts(change)
  const waiting = isAsked && codes.length > 0 ? await deps.orderQueue.readByCodes(codes) : []
  const current = byCode(waiting)
  const short = isAsked ? await readShortOrders(deps, waiting) : new Map()
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

/** Whether orders with missing parts are listed before the confirmation. */
function needsParts(change: BulkChange): boolean {
  if (!isStepChange(change)) return false
  const { from, to } = steps[change.kind]
  return asksAboutParts(from, to)
}

const byCode = (orders: readonly Order[]): ReadonlyMap<string, Order> =>
  new Map(orders.map((order) => [order.code, order]))
