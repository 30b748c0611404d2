// Calendar days as addresses, reports and file names have them.

/** A calendar day, in the farm's time zone where nothing else is said: `2026-11-24`. */
export type Day = string

export const daySeconds = 24 * 3_600
export const dayMs = daySeconds * 1000

/** The calendar day of a moment in a time zone. */
export function dayOf(at: Date, timeZone: string): Day {
  const format = dayFormats.get(timeZone) ?? dayFormat(timeZone)
  dayFormats.set(timeZone, format)
  return format.format(at)
}

/** Making one takes longer than a hundred uses of it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The Swedish form is ISO 8601. */
const dayFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })

export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** Whole days from one to the other; negative when `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)

export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  // Some parsers take the 31st of February for a day in March.
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text
}

/** 0 = Monday. */
export const weekdayOf = (day: Day): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
