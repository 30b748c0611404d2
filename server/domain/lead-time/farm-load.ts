// The farm's queue and its finished work of the last weeks, counted by the database.
import type { OrderId } from '../base/ids/order-id.ts'
import type { BaseDeps } from '../base/ports.ts'

/** Whether a figure was measured or is the farm's default because of too few measurements. */
export const capacityBases = ['measured', 'default'] as const
export type CapacityBasis = (typeof capacityBases)[number]

/** One calendar day (UTC). Hours are planned machine hours in slicer time. */
export type FarmDay = {
  /** Hours of orders that were paid on that day. */
  readonly arrivedHours: number
  /**
   * Good parts of print jobs, and the remaining parts of orders that became PRINTED, or SHIPPED or DELIVERED without
   * that status.
   */
  readonly finishedHours: number
  readonly finishedOrders: number
  /** Hours of parts that were cancelled or rejected before printing. */
  readonly droppedHours: number
}

export type FarmLoad = {
  /** Orders that are paid and unprinted: RECEIVED, ACCEPTED and PRINTING. */
  readonly queuedOrders: number
  readonly queuedHours: number
  /** Today so far, to compute the queue at the end of yesterday. */
  readonly today: FarmDay
  /** The days before today, newest first. */
  readonly days: readonly FarmDay[]
  /** Median days from printed to shipped over those days; null if nothing was shipped. */
  readonly packingDays: number | null
  readonly shippedOrders: number
  /** Absent if no printer is known. */
  readonly printers?: FarmPrinters
}

export type FarmPrinters = {
  /** Printers in service with contact in the last days, by model; null = unknown model. */
  readonly models: readonly PrinterModel[]
  /** The days before today, newest first. */
  readonly days: readonly PrinterDay[]
  /** Default hours that a printer prints per day, while they are not measured. */
  readonly defaultHoursPerDay: number
}

export type PrinterModel = {
  readonly model: string | null
  readonly printers: number
  /** Number of the model's last prints with a known time, at most `learnedPrints`. */
  readonly prints: number
  /** Median ratio of printer time to slicer time; null without prints. */
  readonly timeRatio: number | null
}

export type PrinterDay = {
  /** Printer time of the prints finished on the day, in proportion to their good parts. */
  readonly printedHours: number
  /** Number of printers that finished a print. */
  readonly printers: number
}

export type FarmLoadReader = {
  /** The farm's time zone, which defines the start of the day. */
  readonly timeZone: string
  readonly read: () => Promise<FarmLoad>
  /**
   * Counts the hours of an order with a promised date until a read includes it. Each order is counted once, even
   * with concurrent calls.
   */
  readonly promised: (orderId: OrderId, hours: number) => PromisedHours
}

export type PromisedHours = {
  /**
   * Hours of the queue before the order. A repeated call gets the hours of the first call, and therefore the same
   * date.
   */
  readonly hoursBefore: number
  /** Ends the call, whether or not the order was written. The next read shows it. */
  readonly end: () => void
}

/** Length of the history, in days. */
export const historyDays = 28

/** Number of prints of a printer model from which its time factor is computed. */
export const learnedPrints = 20

export type LeadTimeDeps = BaseDeps & { readonly farmLoad: FarmLoadReader }
