// How many machine hours the farm prints in a day, measured on days on which it never ran out of work.
import type { FarmDay, FarmLoad } from './farm-load.ts'

/** Used until there are measurements. These are the only place for the farm's own numbers. */
export const farmDefaults = {
  printers: 4,
  hoursPerPrinterDay: 20,
  packingDays: 1,
} as const

export type Capacity = {
  readonly machineHoursPerDay: number
  readonly basis: 'measured' | 'default'
  /** Days that ended with orders waiting, so that the finished hours are the farm's capacity. */
  readonly busyDays: number
}

/** Fewer give no reliable average. */
const minBusyDays = 3

const defaultHoursPerDay = farmDefaults.printers * farmDefaults.hoursPerPrinterDay

/**
 * The queue at the end of each day is computed backwards from today's. A day that ended with an empty queue shows how much was
 * ordered, not how much the farm can print, and is not counted.
 */
export function measureCapacity(load: FarmLoad): Capacity {
  let waitingHours = queueBefore(load.queuedHours, load.today)
  const busy: FarmDay[] = []
  for (const day of load.days) {
    // Parts of an order may be finished days before the order is.
    const worked = day.finishedOrders > 0 || day.finishedHours > 0
    if (waitingHours > 0.01 && worked) busy.push(day)
    waitingHours = queueBefore(waitingHours, day)
  }
  const busyDays = busy.length
  if (busyDays < minBusyDays) {
    return { machineHoursPerDay: defaultHoursPerDay, basis: 'default', busyDays }
  }
  const hours = busy.reduce((sum, day) => sum + day.finishedHours, 0) / busyDays
  // Orders of almost no hours say nothing about capacity.
  return hours < 0.1
    ? { machineHoursPerDay: defaultHoursPerDay, basis: 'default', busyDays }
    : { machineHoursPerDay: hours, basis: 'measured', busyDays }
}

/** The hours in the queue at the end of the day before. */
const queueBefore = (waitingHours: number, day: FarmDay): number =>
  Math.max(0, waitingHours + day.finishedHours + day.droppedHours - day.arrivedHours)
