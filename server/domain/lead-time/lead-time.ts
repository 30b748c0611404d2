// Estimates how long it takes until an order placed now is shipped. This is not a promise: the contract sets no delivery time.

import { hoursOfCentihours } from '../base/centihours.ts'
import { defaultCentihours } from '../pricing/hours.ts'
import { statedGrams } from '../pricing/weight.ts'
import { type Capacity, farmDefaults, hoursOfPrinter, measureCapacity } from './capacity.ts'
import { type CapacityBasis, type FarmLoad, historyDays, type LeadTimeDeps } from './farm-load.ts'

/** The default order: one part of 50 g in PLA. */
export const standardOrder = { grams: 50, quantity: 1 } as const

/** Numbers of orders that lead times are estimated for. */
export const orderCounts = [1, 10, 100, 1000] as const

export type LeadTime = {
  readonly gramsPerPart: number
  readonly quantity: number
  readonly hoursPerOrder: number
  readonly queuedOrders: number
  readonly queuedHours: number
  readonly capacity: Capacity
  readonly packingDays: number
  readonly packingBasis: CapacityBasis
  readonly historyDays: number
  /** Whole days until the last of `orders` such orders is handed to the carrier. */
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
  const speed = farmSpeed(load)
  const pace = farmPace(load)
  const gramsPerPart = statedGrams(order.grams)
  const hoursPerPart = hoursOfCentihours(defaultCentihours(gramsPerPart, 'pla'))
  const hoursPerOrder = hoursPerPart * order.quantity
  const estimates = orderCounts.map((orders) => ({
    orders,
    shipsInDays: shipsInDays(pace, { hoursPerPart, quantity: orders * order.quantity }),
  }))
  return {
    gramsPerPart,
    quantity: order.quantity,
    hoursPerOrder,
    queuedOrders: load.queuedOrders,
    queuedHours: load.queuedHours,
    ...speed,
    historyDays,
    estimates,
  }
}

/** Whole days until an order of this many parts, placed now, is handed to the carrier; at least 1. */
export const daysUntilShipped = (load: FarmLoad, order: OrderHours): number =>
  shipsInDays(farmPace(load), order)

export type OrderHours = { readonly hoursPerPart: number; readonly quantity: number }

/** The numbers that the days of an order depend on, besides its own hours. */
export type FarmPace = {
  readonly queuedHours: number
  readonly machineHoursPerDay: number
  /** Those of one printer. */
  readonly printerHoursPerDay: number
  readonly packingDays: number
}

export function farmPace(load: FarmLoad): FarmPace {
  const { capacity, packingDays } = farmSpeed(load)
  return {
    queuedHours: load.queuedHours,
    machineHoursPerDay: capacity.machineHoursPerDay,
    printerHoursPerDay: hoursOfPrinter(capacity),
    packingDays,
  }
}

type FarmSpeed = Pick<LeadTime, 'capacity' | 'packingDays' | 'packingBasis'>

function farmSpeed(load: FarmLoad): FarmSpeed {
  const capacity = measureCapacity(load)
  const measured = load.shippedOrders >= minShippedOrders ? load.packingDays : null
  return {
    capacity,
    packingDays: measured ?? farmDefaults.packingDays,
    packingBasis: measured === null ? 'default' : 'measured',
  }
}

/** Whole days until the last of this many parts, ordered now, is handed to the carrier; at least 1. */
export function shipsInDays(
  { queuedHours, machineHoursPerDay, printerHoursPerDay, packingDays }: FarmPace,
  { hoursPerPart, quantity }: OrderHours,
): number {
  const waitDays = queuedHours / machineHoursPerDay
  // A part is printed by a single printer.
  const longestPartDays = hoursPerPart / printerHoursPerDay
  const ownDays = Math.max((quantity * hoursPerPart) / machineHoursPerDay, longestPartDays)
  return Math.max(1, Math.ceil(waitDays + ownDays + packingDays - roundingError))
}

/** Fewer shipped orders give no reliable median. */
const minShippedOrders = 5

/** Floating-point error must not round up to another day. */
const roundingError = 1e-9
