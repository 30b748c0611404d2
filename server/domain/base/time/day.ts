// Calendar days in the format of addresses, reports and file names.

/** A calendar day such as `2026-11-24`, in the farm's time zone unless stated otherwise. */
export type Day = string

export const hourMs = 3_600_000
export const daySeconds = 24 * 3_600
export const dayMs = daySeconds * 1000

/** Returns the calendar day of a moment in a time zone. */
export function dayOf(at: Date, timeZone: string): Day {
  const format = dayFormats.get(timeZone) ?? dayFormat(timeZone)
  dayFormats.set(timeZone, format)
  return format.format(at)
}

/** Cached, because creating a format takes longer than a hundred uses of it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The Swedish date format is ISO 8601. */
const dayFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })

export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** Returns the whole days from one day to the other; negative if `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)

export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  // Some parsers read February 31 as a day in March.
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text
}

/** Returns the weekday; 0 = Monday. */
export const weekdayOf = (day: Day): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
