// Durations as pages show them: the two largest relevant units.

/** 45 -> "45 s", 720 -> "12 min", 11520 -> "3 h 12 min", 97200 -> "1 d 3 h". Fractions of a second are dropped. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < hour) return `${Math.floor(whole / 60)} min`
  return whole < day ? pair(whole, [hour, 'h'], [60, 'min']) : pair(whole, [day, 'd'], [hour, 'h'])
}

/** 1 -> "1 day", 90 -> "90 days", 3650 -> "10 years". Whole years of 365 days are shown as years. */
export const dayCountText = (days: number): string =>
  days % 365 === 0 ? counted(days / 365, 'year') : counted(days, 'day')

/** "1 hour", "24 hours". */
export const counted = (count: number, unit: string): string =>
  `${count} ${unit}${count === 1 ? '' : 's'}`

const hour = 3600
const day = 24 * hour

type Unit = readonly [seconds: number, name: string]

function pair(seconds: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = Math.floor((seconds % large) / small)
  const first = `${Math.floor(seconds / large)} ${largeName}`
  return rest === 0 ? first : `${first} ${rest} ${smallName}`
}
