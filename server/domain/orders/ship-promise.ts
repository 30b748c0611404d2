// The promised ship date of an order, fixed when it is paid: from then on it decides which order is due first, and which is late.
import type { FarmLoad } from '../lead-time/farm-load.ts'
import { daysUntilShipped } from '../lead-time/lead-time.ts'
import { type PlacedOrder, plannedHours } from './order-lines.ts'
import type { OrderDeps } from './ports.ts'

/** Days until an order ships when the farm's load cannot be read. */
export const defaultLeadDays = 7

const dayMs = 24 * 60 * 60 * 1000

/** The promise for any order that is paid now. Reads the farm's load once; a failure of that never fails a payment. */
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
  return (order) => new Date(now + leadDays(load, order) * dayMs)
}

function leadDays(load: FarmLoad | null, order: PlacedOrder): number {
  if (load === null) return defaultLeadDays
  const { quantity } = order.options
  const hoursPerPart = plannedHours(order) / quantity
  return daysUntilShipped(load, { hoursPerPart, quantity })
}
