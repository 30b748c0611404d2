// How long until an order would be shipped if it came in now. An estimate: orders are priced and printed one by one, nobody
// is promised a day.

import { defaultHoursHundredths } from '../pricing/hours.ts'
import { statedGrams } from '../pricing/weight.ts'
import { type Capacity, farmDefaults, measureCapacity } from './capacity.ts'
import type { LeadTimeDeps } from './farm-load.ts'
import { type FarmLoad, historyDays } from './farm-load.ts'

/** What is asked about when nothing is said: one part of 50 g in PLA. */
export const standardOrder = { grams: 50, quantity: 1 } as const

const orderCounts = [1, 10, 100, 1000] as const

export type LeadTime = {
  readonly gramsPerPart: number
  readonly quantity: number
  readonly hoursPerOrder: number
  readonly queuedOrders: number
  readonly queuedHours: number
  readonly capacity: Capacity
  readonly packingDays: number
  readonly packingBasis: 'measured' | 'default'
  readonly historyDays: number
  /** Whole days until the last of so many such orders is handed to the carrier. */
  readonly estimates: readonly { readonly orders: number; readonly shipsInDays: number }[]
}

export async function readLeadTime(
  deps: Pick<LeadTimeDeps, 'farmLoad'>,
  input: { readonly grams: number | null; readonly quantity: number },
): Promise<LeadTime> {
  const grams = input.grams ?? standardOrder.grams
  return leadTime(await deps.farmLoad.read(), { grams, quantity: input.quantity })
}

/** `grams` of one part, any positive number. */
export function leadTime(load: FarmLoad, order: { grams: number; quantity: number }): LeadTime {
  const capacity = measureCapacity(load)
  const measuredPacking = load.shippedOrders >= fewestShipped ? load.packingDays : null
  const packingDays = measuredPacking ?? farmDefaults.packingDays
  const gramsPerPart = statedGrams(order.grams)
  const hoursPerPart = defaultHoursHundredths(gramsPerPart, 'pla') / 100
  const hoursPerOrder = hoursPerPart * order.quantity
  const waitDays = load.queuedHours / capacity.machineHoursPerDay
  // One part is printed by one printer, however many stand beside it.
  const longestPartDays = hoursPerPart / farmDefaults.hoursPerPrinterDay
  const estimates = orderCounts.map((orders) => {
    const ownDays = Math.max(
      (orders * hoursPerOrder) / capacity.machineHoursPerDay,
      longestPartDays,
    )
    return { orders, shipsInDays: Math.max(1, Math.ceil(waitDays + ownDays + packingDays - noise)) }
  })
  return {
    gramsPerPart,
    quantity: order.quantity,
    hoursPerOrder,
    queuedOrders: load.queuedOrders,
    queuedHours: load.queuedHours,
    capacity,
    packingDays,
    packingBasis: measuredPacking === null ? 'default' : 'measured',
    historyDays,
    estimates,
  }
}

/** Fewer shipped orders make no median. */
const fewestShipped = 5

/** Float noise does not make a day. */
const noise = 1e-9
