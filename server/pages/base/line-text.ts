// Properties of a line and its dates, in the words of a language.
import { type Day, dayOf } from '../../domain/base/time/day.ts'
import { isStockColor } from '../../domain/catalog/colors.ts'
import { isServedCountry } from '../../domain/catalog/countries.ts'
import { arrivalOf } from '../../domain/lead-time/ship-date.ts'
import type { ArrivalDays, ShipDay } from '../../domain/orders/promise/ship-day.ts'
import type { LineSpec } from '../../domain/orders/record/line-specs.ts'
import type { ScriptWords } from '../languages/script-words.ts'
import type { Words } from '../languages/words.ts'

/** Returns the name of a stock color. The name of another color is the buyer's. */
export const colorText = (words: ScriptWords, color: string): string =>
  isStockColor(color) ? words.text(`color.${color}`) : color

export function specText(words: Words, spec: LineSpec): string {
  switch (spec.kind) {
    case 'as_sliced':
      return words.text('specs.asSliced')
    case 'size':
      return `${spec.mm.map((mm) => sizeText(words, mm)).join(' × ')} mm`
    case 'units':
      return words.text(`specs.units.${spec.units}`)
    case 'infill':
      return words.text('specs.infill', { percent: words.number(spec.percent) })
    case 'layers':
      return words.text('specs.layers', { height: words.exact(spec.mm) })
    case 'nozzle':
      return words.text('specs.nozzle', { diameter: words.exact(spec.mm) })
    case 'high_flow':
      return words.text('specs.highFlow')
  }
}

/** Digits as in `server/domain/models/size-text.ts`. */
function sizeText(words: Words, mm: number): string {
  if (mm > 0 && mm < 0.005) return words.text('specs.tiny', { mm: words.number(0.01) })
  return words.fixed(mm, mm >= 10 ? 1 : 2)
}

/** `timeZone`: that of the farm. */
type Destination = { readonly country: string; readonly timeZone: string }

/** Returns when parts that are ordered today ship and, for a served country, when they arrive. */
export function orderedTodayText(words: Words, shipsBy: Date, destination: Destination): string {
  const { day, arrival } = daysOf(words, shipsBy, destination)
  return arrival === null
    ? words.text('days.ships', { day })
    : words.text('days.shipsAndArrives', { day, ...arrival })
}

/** Returns when an order ships and, for a served country, when it arrives, as separate sentences. */
export function shipsByText(words: ScriptWords, shipsBy: Date, destination: Destination): string {
  const { day, arrival } = daysOf(words, shipsBy, destination)
  return arrival === null
    ? words.text('days.shipsBy', { day })
    : words.text('days.shipsByAndArrives', { day, ...arrival })
}

/** `arrival`: null for a country that is not served. */
function daysOf(words: ScriptWords, shipsBy: Date, { country, timeZone }: Destination) {
  const day = words.day(shipsBy, timeZone)
  if (!isServedCountry(country)) return { day, arrival: null }
  const { from, to } = arrivalOf(dayOf(shipsBy, timeZone), country)
  const [first, last] = [from, to].map((date) => words.day(new Date(date), 'UTC'))
  return { day, arrival: { from: first ?? '', to: last ?? '' } }
}

/** Returns by which day an order ships, or that it is late. */
export const shipDayText = (words: Words, { dueAt, isLate }: ShipDay, timeZone: string): string =>
  words.text(isLate ? 'days.shipsLate' : 'days.shipsBy', { day: words.longDay(dueAt, timeZone) })

/** Returns when a parcel arrives, or what to do if it has not arrived. */
export function arrivalText(words: Words, { from, to, isOverdue }: ArrivalDays): string {
  const dayText = (day: Day) => words.day(new Date(day), 'UTC')
  return isOverdue
    ? words.text('days.arrivalOverdue', { day: dayText(to) })
    : words.text('days.arrives', { from: dayText(from), to: dayText(to) })
}
