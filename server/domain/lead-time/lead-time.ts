// Estimates the time until an order placed now is shipped. An estimate only: the contract sets no delivery time.

import { hoursOfCentihours } from '../base/time/centihours.ts'
import { maxPlateHours } from '../planning/plates.ts'
import { defaultCentihours } from '../pricing/hours.ts'
import { statedGrams } from '../pricing/weight.ts'
import { type Capacity, farmDefaults, hoursOfPrinter, measureCapacity } from './capacity.ts'
import { type CapacityBasis, type FarmLoad, historyDays, type LeadTimeDeps } from './farm-load.ts'

/** The default order: one part of 50 g in PLA. */
export const standardOrder = { grams: 50, quantity: 1 } as const

/** Numbers of orders for which lead times are estimated. */
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

/** Returns the lead time. `grams`: weight of one part, any positive number. */
export function leadTime(load: FarmLoad, order: { grams: number; quantity: number }): LeadTime {
  const speed = farmSpeed(load)
  const pace = farmPace(load)
  const gramsPerPart = statedGrams(order.grams)
  const hoursPerPart = hoursOfCentihours(defaultCentihours(gramsPerPart, 'pla'))
  const hoursPerOrder = hoursPerPart * order.quantity
  const work = workOf([{ hours: hoursPerOrder, quantity: order.quantity }])
  const estimates = orderCounts.map((orders) => ({
    orders,
    shipsInDays: shipsInDays(pace, { ...work, hours: orders * work.hours }),
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

/** Machine time of copies of one part. */
export type PartsWork = {
  /** Hours of all copies. */
  readonly hours: number
  readonly quantity: number
}

/** Machine time of an order. */
export type OrderLoad = {
  readonly hours: number
  /** Upper bound for its longest plate, which a single printer prints. */
  readonly plateHours: number
}

/**
 * Returns the machine time of an order with these parts. At most `maxPlateHours` are planned per plate, unless a single
 * copy takes longer (`defaultPlates`).
 */
export function workOf(parts: readonly PartsWork[]): OrderLoad {
  const plateHours = parts.map(({ hours, quantity }) =>
    Math.min(hours, Math.max(maxPlateHours, hours / quantity)),
  )
  return {
    hours: parts.reduce((sum, { hours }) => sum + hours, 0),
    plateHours: Math.max(0, ...plateHours),
  }
}

/** The numbers that determine an order's ship date, in addition to its hours. */
export type FarmPace = {
  readonly queuedHours: number
  readonly machineHoursPerDay: number
  /** Machine hours of one printer. */
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

/**
 * Returns the whole days until the last of this work, ordered now, is handed to the carrier; at least 1. If each free
 * printer takes the next plate, all plates finish within the mean of all hours plus the longest plate less its share
 * of the mean (Graham's bound for list scheduling, 1966). The bound holds for every distribution of the queue and the
 * order on plates. The result never decreases with more work.
 */
export function shipsInDays(
  { queuedHours, machineHoursPerDay, printerHoursPerDay, packingDays }: FarmPace,
  { hours, plateHours }: OrderLoad,
): number {
  const meanDays = (queuedHours + hours) / machineHoursPerDay
  const printers = Math.max(1, machineHoursPerDay / printerHoursPerDay)
  const plateDays = ((1 - 1 / printers) * plateHours) / printerHoursPerDay
  return Math.max(1, Math.ceil(meanDays + plateDays + packingDays - roundingError))
}

/** Fewer shipped orders give no reliable median. */
const minShippedOrders = 5

/** Prevents a floating-point error from rounding up to another day. */
const roundingError = 1e-9
