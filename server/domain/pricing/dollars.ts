// Cents as people and callers read them. The only place where money becomes a fraction.

/** 1234 -> 12.34, for JSON. */
export const dollarsOfCents = (cents: number): number => cents / 100

/** "12.34", "$12.34" or "12" -> 1234; null for anything else. Digits are read as such: no fraction is computed. */
export function centsOfDollars(text: string): number | null {
  const [, dollars, cents = ''] = /^\$?(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  return dollars === undefined ? null : Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}

/** 1234 -> "$12.34". */
export const formatDollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`
