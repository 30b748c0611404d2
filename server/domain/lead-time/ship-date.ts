// The ship date of parts and the arrival dates of their parcel, computed identically for pages, orders, emails, tools
// and the desk.
import { addDays, type Day, dayMs, dayOf } from '../base/time/day.ts'
import { type ServedCountry, transitDays } from '../catalog/countries.ts'
import { deliveryDay, isOpeningDay, type OpeningDays } from '../catalog/opening-days.ts'
import { terms } from '../catalog/terms.ts'
import { type FarmPace, type OrderLoad, shipsInDays } from './lead-time.ts'

export type FarmCalendar = {
  /** The farm's time zone, which defines the start of the day. */
  readonly timeZone: string
  readonly opening: OpeningDays
}

/** Returns the calendar with the opening days of the terms in force. */
export const farmCalendar = ({ timeZone }: Pick<FarmCalendar, 'timeZone'>): FarmCalendar => ({
  timeZone,
  opening: terms().opening,
})

/** Data from which a page computes the ship date of parts. */
export type ShippingPace = FarmPace & {
  readonly calendar: FarmCalendar
  /** The service's clock when the page was made, in ms since 1970, because a visitor's clock may be wrong. */
  readonly nowMs: number
}

/** A farm without an open day within this time is treated as open every day. */
const maxClosedDays = 60

/** Returns when work ordered now ships; never on a day on which the farm is closed. */
export const shipDate = (
  pace: FarmPace,
  work: OrderLoad,
  { now, calendar }: { readonly now: Date; readonly calendar: FarmCalendar },
): Date => dateAfter(now, shipsInDays(pace, work), calendar)

/** Returns the time `days` after `now`, or the same time on the next open day. */
export function dateAfter(now: Date, days: number, { timeZone, opening }: FarmCalendar): Date {
  const first = now.getTime() + days * dayMs
  for (let later = 0; later <= maxClosedDays; later += 1) {
    const date = new Date(first + later * dayMs)
    if (isOpeningDay(dayOf(date, timeZone), opening)) return date
  }
  return new Date(first)
}

/** The first and last estimated day of arrival, by the carriers' transit times. */
export type Arrival = { readonly from: Day; readonly to: Day }

/** Returns the arrival of a parcel that ships on a day in the farm's time zone. */
export function arrivalOf(shipped: Day, country: ServedCountry): Arrival {
  const [min, max] = transitDays[country]
  return { from: deliveryDay(addDays(shipped, min)), to: deliveryDay(addDays(shipped, max)) }
}
