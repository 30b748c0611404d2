// The farm's queue and its finished work of the last weeks, counted by the database.
import type { BaseDeps } from '../base/ports.ts'

/** Whether a figure was measured, or is the farm's default while there is too little to measure. */
export const capacityBases = ['measured', 'default'] as const
export type CapacityBasis = (typeof capacityBases)[number]

/** One calendar day (UTC). Hours are machine hours as planned, in the slicer's time. */
export type FarmDay = {
  /** Hours of orders paid on that day. */
  readonly arrivedHours: number
  /** Good parts of print jobs, and the other parts of orders that became PRINTED, or SHIPPED or DELIVERED without that. */
  readonly finishedHours: number
  readonly finishedOrders: number
  /** Hours of parts that were cancelled or rejected before they were printed. */
  readonly droppedHours: number
}

export type FarmLoad = {
  /** Orders that are paid and not printed yet: RECEIVED, ACCEPTED and PRINTING. */
  readonly queuedOrders: number
  readonly queuedHours: number
  /** Today so far, to compute the queue at the end of yesterday. */
  readonly today: FarmDay
  /** The days before today, newest first. */
  readonly days: readonly FarmDay[]
  /** Median days from printed to shipped over those days; null when nothing was shipped. */
  readonly packingDays: number | null
  readonly shippedOrders: number
  /** Absent where no printer is known. */
  readonly printers?: FarmPrinters
}

export type FarmPrinters = {
  /** Those in service that were heard of in the last days, by model; null = their model is not known. */
  readonly models: readonly PrinterModel[]
  /** The days before today, newest first. */
  readonly days: readonly PrinterDay[]
  /** Hours that a printer prints in a day, while they are not measured. */
  readonly defaultHoursPerDay: number
}

export type PrinterModel = {
  readonly model: string | null
  readonly printers: number
  /** The last prints of the model whose time is known, at most `learnedPrints`. */
  readonly prints: number
  /** Median of their time at the printer by their slicer's time; null without prints. */
  readonly timeRatio: number | null
}

export type PrinterDay = {
  /** How long printers printed what was finished on the day, in proportion to its good parts. */
  readonly printedHours: number
  /** How many printers finished a print. */
  readonly printers: number
}

export type FarmLoadReader = {
  readonly read: () => Promise<FarmLoad>
  /** Counts the hours of an order that was just promised a date, until a reading includes it. */
  readonly promised: (hours: number) => void
}

/** Length of the history, in days. */
export const historyDays = 28

/** Prints of a printer model from which its time is learned. */
export const learnedPrints = 20

export type LeadTimeDeps = BaseDeps & { readonly farmLoad: FarmLoadReader }
