// How many machine hours the farm prints in a day, measured on days on which it never ran out of work.
import type { CapacityBasis, FarmDay, FarmLoad } from './farm-load.ts'
import { type PrinterCapacity, printerCapacity } from './printer-capacity.ts'

/** The figures until there are measurements; `printers` counts only while no printer is known. */
export const farmDefaults = {
  printers: 4,
  hoursPerPrinterDay: 20,
  packingDays: 1,
} as const

export type Capacity = {
  readonly machineHoursPerDay: number
  readonly basis: CapacityBasis
  /** Days that ended with orders waiting, so that the finished hours are the farm's capacity. */
  readonly busyDays: number
  /** Absent where no printer is known. */
  readonly printers?: PrinterCapacity
}

/** Fewer give no reliable average. */
const minBusyDays = 3

const defaultHoursPerDay = farmDefaults.printers * farmDefaults.hoursPerPrinterDay

/**
 * The queue at the end of each day is computed backwards from today's. A day that ended with an empty queue shows how much was
 * ordered, not how much the farm can print, and is not counted.
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

/** Whether each day, newest first, ended with orders waiting after something was finished on it. */
function busyDaysOf({ queuedHours, today, days }: FarmLoad): readonly boolean[] {
  let waitingHours = queueBefore(queuedHours, today)
  return days.map((day) => {
    // Parts of an order may be finished days before the order is.
    const worked = day.finishedOrders > 0 || day.finishedHours > 0
    const isBusy = waitingHours > 0.01 && worked
    waitingHours = queueBefore(waitingHours, day)
    return isBusy
  })
}

/** Hours that one printer prints in a day, in the slicer's time. */
export const hoursOfPrinter = ({ printers }: Pick<Capacity, 'printers'>): number =>
  printers === undefined
    ? farmDefaults.hoursPerPrinterDay
    : printers.hoursPerDay / printers.timeFactor

/** The hours in the queue at the end of the day before. */
const queueBefore = (waitingHours: number, day: FarmDay): number =>
  Math.max(0, waitingHours + day.finishedHours + day.droppedHours - day.arrivedHours)
