// Formats of dates in English. Making one takes longer than a hundred uses of it, so each is made once.

const made = new Map<string, Intl.DateTimeFormat>()

export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  timeZone: string,
): Intl.DateTimeFormat {
  const key = JSON.stringify([options, timeZone])
  const found = made.get(key)
  if (found !== undefined) return found
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone })
  made.set(key, format)
  return format
}
