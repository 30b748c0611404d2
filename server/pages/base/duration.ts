// Durations as pages show them: the two largest relevant units.
import type { ScriptWords } from '../languages/script-words.ts'

/**
 * 45 -> "45 s", 720 -> "12 min", 11520 -> "3 h 12 min", 97200 -> "1 d 3 h". Fractions of a second are dropped. `daysText`:
 * formats days in another language; the other units have the same symbols in every language.
 */
export function durationText(
  seconds: number,
  daysText = (days: number): string => `${days} d`,
): string {
  const whole = Math.max(0, Math.floor(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < hour) return `${Math.floor(whole / 60)} min`
  return whole < day
    ? pair(whole, [hour, inHours], [60, (minutes) => `${minutes} min`])
    : pair(whole, [day, daysText], [hour, inHours])
}

/** Formats a duration in the language of its page. */
export const durationIn = (words: ScriptWords, seconds: number): string =>
  durationText(seconds, (count) => words.text('units.daysShort', { count }))

/** 1 -> "1 day", 90 -> "90 days", 3650 -> "10 years". Whole years of 365 days are shown as years. */
export const dayCountText = (days: number): string =>
  days % 365 === 0 ? formatUnits(days / 365, 'year') : formatUnits(days, 'day')

/** "1 hour", "24 hours". */
export const formatUnits = (count: number, unit: string): string =>
  `${count} ${unit}${count === 1 ? '' : 's'}`

const hour = 3600
const day = 24 * hour

type Unit = readonly [seconds: number, text: (count: number) => string]

const inHours = (hours: number): string => `${hours} h`

function pair(seconds: number, [large, largeText]: Unit, [small, smallText]: Unit): string {
  const rest = Math.floor((seconds % large) / small)
  const first = largeText(Math.floor(seconds / large))
  return rest === 0 ? first : `${first} ${smallText(rest)}`
}
