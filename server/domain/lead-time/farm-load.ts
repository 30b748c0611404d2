// What the farm has to do and what it got done lately, as the database counts it.
import type { BaseDeps } from '../base/ports.ts'

/** One calendar day (UTC) that is over. Hours are machine hours: those of an order times its quantity. */
export type FarmDay = {
  /** Paid orders that came in. */
  readonly arrivedHours: number
  /** Orders whose print was finished: printed, or marked shipped or delivered without that. */
  readonly finishedHours: number
  readonly finishedOrders: number
  /** Cancelled or rejected before they were printed. */
  readonly droppedHours: number
}

export type FarmLoad = {
  /** Paid and not printed yet: RECEIVED, ACCEPTED and PRINTING. */
  readonly queuedOrders: number
  readonly queuedHours: number
  /** Of today so far, for reckoning back to the end of yesterday. */
  readonly today: FarmDay
  /** The days before today, newest first. */
  readonly days: readonly FarmDay[]
  /** Median days from printed to shipped over those days; null when nothing was. */
  readonly packingDays: number | null
  readonly shippedOrders: number
}

export type FarmLoadReader = { readonly read: () => Promise<FarmLoad> }

/** How many days are looked back. */
export const historyDays = 28

export type LeadTimeDeps = BaseDeps & { readonly farmLoad: FarmLoadReader }
