// The farm's queue and its finished work of the last weeks, counted by the database.
import type { BaseDeps } from '../base/ports.ts'

/** One calendar day (UTC). Hours are machine hours: those of a part times the quantity. */
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
  /** Paid and not printed yet: RECEIVED, ACCEPTED and PRINTING. */
  readonly queuedOrders: number
  readonly queuedHours: number
  /** Today so far, to compute the queue at the end of yesterday. */
  readonly today: FarmDay
  /** The days before today, newest first. */
  readonly days: readonly FarmDay[]
  /** Median days from printed to shipped over those days; null when nothing was shipped. */
  readonly packingDays: number | null
  readonly shippedOrders: number
}

export type FarmLoadReader = { readonly read: () => Promise<FarmLoad> }

/** Length of the history, in days. */
export const historyDays = 28

export type LeadTimeDeps = BaseDeps & { readonly farmLoad: FarmLoadReader }
