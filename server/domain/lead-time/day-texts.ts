// The ship date and arrival dates, as worded on pages, in emails and in tools.
import { dateFormat } from '../base/time/date-format.ts'
import { type Day, dayMs, dayOf } from '../base/time/day.ts'
import { isServedCountry } from '../catalog/countries.ts'
import { type Arrival, arrivalOf } from './ship-date.ts'

const shortDay = { weekday: 'short', month: 'short', day: 'numeric' } as const

/** Formats a date in the farm's time zone, like the order's promise: "Ships by Tue, Dec 1". */
export const shipsByText = (date: Date, timeZone: string): string =>
  `Ships by ${dateFormat(shortDay, timeZone).format(date)}`

/** Returns "Arrives Thu, Dec 3 to Mon, Dec 7"; empty for a country that is no longer served. */
export const arrivesText = (date: Date, country: string, timeZone: string): string =>
  isServedCountry(country) ? arrivalText(arrivalOf(dayOf(date, timeZone), country)) : ''

/** Returns "Arrives Thu, Dec 3 to Mon, Dec 7". */
export const arrivalText = ({ from, to }: Arrival): string =>
  `Arrives ${dayText(from)} to ${dayText(to)}`

const dayText = (day: Day): string => dateFormat(shortDay, 'UTC').format(new Date(day))

/** Days after which an overdue notice is no longer useful. */
const newsDays = 60

export const isOldNews = (shipped: Date, now: Date): boolean =>
  now.getTime() - shipped.getTime() > newsDays * dayMs

/** Returns the notice for a parcel that should have arrived: "The parcel was expected by Mon, Dec 7. ...". */
export const overdueArrivalText = ({ to }: Arrival): string =>
  `The parcel was expected by ${dayText(to)}. If it has not arrived, write to us.`

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
