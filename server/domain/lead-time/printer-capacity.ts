// How much the printers in service print in a day, in the slicer's hours.
import type { CapacityBasis, FarmPrinters, PrinterModel } from './farm-load.ts'

export type PrinterCapacity = {
  readonly count: number
  /** Hours that one printer prints in a day, by the clock. */
  readonly hoursPerDay: number
  readonly basis: CapacityBasis
  /** How much longer prints take than their slicer says, over the printers in service. */
  readonly timeFactor: number
}

/** Fewer give no reliable median. */
const minPrints = 5
/** A median beyond these says more about how prints are reported than about how long they take. */
const factorRange = { min: 0.5, max: 3 } as const
/** Fewer give no reliable average. */
const minPrinterDays = 3
const dayHours = 24

/** How much longer the model takes than the slicer says; 1 until it is learned. */
export function timeFactorOf({ prints, timeRatio }: PrinterModel): number {
  if (timeRatio === null || prints < minPrints) return 1
  return Math.min(factorRange.max, Math.max(factorRange.min, timeRatio))
}

/** `busy`: whether each of the days before today ended with orders waiting, newest first. Null where no printer is in service. */
export function printerCapacity(
  { models, days, defaultHoursPerDay }: FarmPrinters,
  busy: readonly boolean[],
): PrinterCapacity | null {
  const count = models.reduce((sum, { printers }) => sum + printers, 0)
  if (count === 0) return null
  const timeFactor =
    models.reduce((sum, model) => sum + model.printers * timeFactorOf(model), 0) / count
  const counted = days.filter(({ printers }, index) => busy[index] === true && printers > 0)
  const printerDays = counted.reduce((sum, { printers }) => sum + printers, 0)
  const hours = counted.reduce((sum, { printedHours }) => sum + printedHours, 0)
  const isMeasured = counted.length >= minPrinterDays && hours > 0
  return {
    count,
    hoursPerDay: isMeasured ? Math.min(dayHours, hours / printerDays) : defaultHoursPerDay,
    basis: isMeasured ? 'measured' : 'default',
    timeFactor,
  }
}
