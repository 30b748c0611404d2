// Machine hours that the farm prints per day, measured on days on which it never ran out of work.
import type { CapacityBasis, FarmDay, FarmLoad } from './farm-load.ts'
import { type PrinterCapacity, printerCapacity } from './printer-capacity.ts'

/** Defaults until there are measurements. `printers` applies only while no printer is known. */
export const farmDefaults = {
  printers: 4,
  hoursPerPrinterDay: 20,
  packingDays: 1,
} as const

export type Capacity = {
  readonly machineHoursPerDay: number
  readonly basis: CapacityBasis
  /** Number of days that ended with waiting orders, so that the finished hours equal the farm's capacity. */
  readonly busyDays: number
  /** Absent if no printer is known. */
  readonly printers?: PrinterCapacity
}

/** Fewer days give no reliable average. */
const minBusyDays = 3

const defaultHoursPerDay = farmDefaults.printers * farmDefaults.hoursPerPrinterDay

/**
 * Measures the capacity. The queue at the end of each day is computed backward from today's queue. A day that ended
 * with an empty queue shows the demand instead of the capacity, and is excluded.
 */
export function measureCapacity(load: FarmLoad): Capacity {
  const isBusy = busyDaysOf(load)
  const busy = load.days.filter((_, index) => isBusy[index])
  const busyDays = busy.length
  const printers = load.printers === undefined ? null : printerCapacity(load.printers, isBusy)
  if (printers !== null) {
    const { count, hoursPerDay, timeFactor, basis } = printers
    const machineHoursPerDay = (count * hoursPerDay) / timeFactor
    return { machineHoursPerDay, basis, busyDays, printers }
  }
  if (busyDays < minBusyDays) {
    return { machineHoursPerDay: defaultHoursPerDay, basis: 'default', busyDays }
  }
  const hours = busy.reduce((sum, day) => sum + day.finishedHours, 0) / busyDays
  // Orders of almost no hours say nothing about capacity.
  return hours < 0.1
    ? { machineHoursPerDay: defaultHoursPerDay, basis: 'default', busyDays }
    : { machineHoursPerDay: hours, basis: 'measured', busyDays }
}

/** Returns for each day, newest first, whether it ended with waiting orders and finished work. */
function busyDaysOf({ queuedHours, today, days }: FarmLoad): readonly boolean[] {
  let waitingHours = queueBefore(queuedHours, today)
  return days.map((day) => {
    // Parts of an order can be finished days before the order.
    const worked = day.finishedOrders > 0 || day.finishedHours > 0
    const isBusy = waitingHours > 0.01 && worked
    waitingHours = queueBefore(waitingHours, day)
    return isBusy
  })
}

/** Returns the hours that one printer prints per day, in slicer time. */
export const hoursOfPrinter = ({ printers }: Pick<Capacity, 'printers'>): number =>
  printers === undefined
    ? farmDefaults.hoursPerPrinterDay
    : printers.hoursPerDay / printers.timeFactor

/** Returns the queued hours at the end of the previous day. */
const queueBefore = (waitingHours: number, day: FarmDay): number =>
  Math.max(0, waitingHours + day.finishedHours + day.droppedHours - day.arrivedHours)
