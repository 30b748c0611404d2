// How many machine hours the farm gets done in a day: measured on days on which it never ran out of work.
import type { FarmDay, FarmLoad } from './farm-load.ts'

/**
 * What stands in for measurements while there are none: four printers that run 20 hours a day, and a day for packing.
 * Put the farm's own numbers here; nothing else knows them.
 */
export const farmDefaults = {
  printers: 4,
  hoursPerPrinterDay: 20,
  packingDays: 1,
} as const

export type Capacity = {
  readonly machineHoursPerDay: number
  readonly basis: 'measured' | 'default'
  /** Days that ended with work waiting, so that what was finished is what the farm can do. */
  readonly busyDays: number
}

/** Fewer are chance. */
const fewestBusyDays = 3

const defaultHoursPerDay = farmDefaults.printers * farmDefaults.hoursPerPrinterDay

/**
 * The work that was waiting at the end of each day is reckoned back from today's queue. A day that ended with none says
 * how much was ordered, not how much could have been printed, and does not count.
 */
export function measureCapacity(load: FarmLoad): Capacity {
  let waitingHours = before(load.queuedHours, load.today)
  const busy: FarmDay[] = []
  for (const day of load.days) {
    if (waitingHours > 0.01 && day.finishedOrders > 0) busy.push(day)
    waitingHours = before(waitingHours, day)
  }
  const busyDays = busy.length
  if (busyDays < fewestBusyDays) {
    return { machineHoursPerDay: defaultHoursPerDay, basis: 'default', busyDays }
  }
  const hours = busy.reduce((sum, day) => sum + day.finishedHours, 0) / busyDays
  // Orders of nearly no hours say nothing about hours.
  return hours < 0.1
    ? { machineHoursPerDay: defaultHoursPerDay, basis: 'default', busyDays }
    : { machineHoursPerDay: hours, basis: 'measured', busyDays }
}

/** The waiting hours at the end of the day before. */
const before = (waitingHours: number, day: FarmDay): number =>
  Math.max(0, waitingHours + day.finishedHours + day.droppedHours - day.arrivedHours)
