// The promised ship date of an order, fixed when it is paid: from then on it decides which order is due first, and which is late.
import { dayMs } from '../base/day.ts'
import type { FarmLoad } from '../lead-time/farm-load.ts'
import { daysUntilShipped } from '../lead-time/lead-time.ts'
import { type PlacedOrder, plannedHours } from './order-lines.ts'
import type { OrderDeps } from './ports.ts'

/** Days until an order ships when the farm's load cannot be read. */
export const defaultLeadDays = 7

/**
 * The promise for any order that is paid now. Reads the farm's load once; a failure of that never fails a payment. The hours of an order
 * count from its promise on, which comes before it is written as paid: payments at the same moment must see each other's hours. Those of a
 * payment that then pays nothing lengthen other promises until the next reading.
 */
export async function shipPromise({
  farmLoad,
  clock,
  log,
}: Pick<OrderDeps, 'farmLoad' | 'clock' | 'log'>): Promise<(order: PlacedOrder) => Date> {
  const load = await farmLoad.read().catch((error: unknown) => {
    log.warn('order.lead_time_unknown', { error })
    return null
  })
  const now = clock.now().getTime()
  let promised = 0
  return (order) => {
    const hours = plannedHours(order)
    const days = leadDays(load, order, promised)
    promised += hours
    farmLoad.promised(hours)
    return new Date(now + days * dayMs)
  }
}

/** `promised`: hours of orders that were promised a date since the load was read. */
function leadDays(load: FarmLoad | null, order: PlacedOrder, promised: number): number {
  if (load === null) return defaultLeadDays
  const { quantity } = order.options
  const hoursPerPart = plannedHours(order) / quantity
  const queuedHours = load.queuedHours + promised
  return daysUntilShipped({ ...load, queuedHours }, { hoursPerPart, quantity })
}
