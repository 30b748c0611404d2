// How much the printers in service print per day, in slicer hours.
import type { CapacityBasis, FarmPrinters, PrinterModel } from './farm-load.ts'

export type PrinterCapacity = {
  readonly count: number
  /** Real hours that one printer prints per day. */
  readonly hoursPerDay: number
  readonly basis: CapacityBasis
  /** Ratio of real print time to slicer time, over the printers in service. */
  readonly timeFactor: number
}

/** Fewer prints give no reliable median. */
const minPrints = 5
/** A median outside this range results from reporting errors rather than from print times. */
const factorRange = { min: 0.5, max: 3 } as const
/** Fewer printer days give no reliable average. */
const minPrinterDays = 3
const dayHours = 24

/** Returns the ratio of real time to slicer time of the model; 1 until it is measured. */
export function timeFactorOf({ prints, timeRatio }: PrinterModel): number {
  if (timeRatio === null || prints < minPrints) return 1
  return Math.min(factorRange.max, Math.max(factorRange.min, timeRatio))
}

/**
 * `busy`: for each day before today, newest first, whether it ended with waiting orders. Returns null if no printer is
 * in service.
 */
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
