// English date formats. Each is created once, because creating one takes longer than a hundred uses of it.

const made = new Map<string, Intl.DateTimeFormat>()

export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  timeZone: string,
): Intl.DateTimeFormat {
  const key = JSON.stringify([options, timeZone])
  const known = made.get(key)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone })
  made.set(key, format)
  return format
}

/** Formats a time such as `2026-11-22 10:15 UTC`. */
export function utcMinute(at: Date): string {
  const iso = at.toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

/** Formats a time such as `2026-11-22 10:15:07 UTC`. */
export function utcSecond(at: Date): string {
  const iso = at.toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}
