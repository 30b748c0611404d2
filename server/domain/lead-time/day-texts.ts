// The ship date and arrival dates, as worded on pages, in emails and in tools.
import { dateFormat } from '../base/time/date-format.ts'
import { dayMs, dayOf } from '../base/time/day.ts'
import { isServedCountry } from '../catalog/countries.ts'
import { arrivalOf } from './ship-date.ts'

const shortDay = { weekday: 'short', month: 'short', day: 'numeric' } as const

/** Formats a date in the farm's time zone, like the order's promise: "Ships by Tue, Dec 1". */
export const shipsByText = (date: Date, timeZone: string): string =>
  `Ships by ${dateFormat(shortDay, timeZone).format(date)}`

/** Returns "Arrives Thu, Dec 3 to Mon, Dec 7"; empty for a country that is no longer served. */
export function arrivesText(date: Date, country: string, timeZone: string): string {
  if (!isServedCountry(country)) return ''
  const { from, to } = arrivalOf(dayOf(date, timeZone), country)
  const format = dateFormat(shortDay, 'UTC')
  return `Arrives ${format.format(new Date(from))} to ${format.format(new Date(to))}`
}

/** Days after which an overdue notice is no longer useful. */
const newsDays = 60

export const isOldNews = (shipped: Date, now: Date): boolean =>
  now.getTime() - shipped.getTime() > newsDays * dayMs

/**
 * Returns a notice for a parcel that should have arrived, such as "The parcel was expected by Mon, Dec 7. ..."; null
 * if it is not overdue.
 */
export function overdueArrivalText(
  shipped: Date,
  country: string,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): string | null {
  if (!isServedCountry(country)) return null
  const { to } = arrivalOf(dayOf(shipped, timeZone), country)
  if (dayOf(now, timeZone) <= to) return null
  const day = dateFormat(shortDay, 'UTC').format(new Date(to))
  return `The parcel was expected by ${day}. If it has not arrived, write to us.`
}

/** Returns "Ordered today, it ships by Tue, Dec 1 and arrives Thu, Dec 3 to Mon, Dec 7." */
export const orderedTodayText = (date: Date, country: string, timeZone: string): string => {
  const days = [shipsByText(date, timeZone), arrivesText(date, country, timeZone)]
  const words = days
    .filter((text) => text !== '')
    .map((text) => text[0]?.toLowerCase() + text.slice(1))
  return `Ordered today, it ${words.join(' and ')}.`
}

/** Returns "Ships by Tue, Dec 1. Arrives Thu, Dec 3 to Mon, Dec 7." */
export const daysText = (date: Date, country: string, timeZone: string): string =>
  [shipsByText(date, timeZone), arrivesText(date, country, timeZone)]
    .filter((text) => text !== '')
    .map((text) => `${text}.`)
    .join(' ')
