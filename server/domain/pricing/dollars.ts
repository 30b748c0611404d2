// Converts cents to dollars for display and for callers. No other code converts amounts to fractions.

/** Converts for JSON: 1234 -> 12.34. */
export const dollarsOfCents = (cents: number): number => cents / 100

/** Parses "12.34", "$12.34" or "12" -> 1234; null for anything else. Uses no floating-point arithmetic. */
export function centsOfDollars(text: string): number | null {
  const [, dollars, cents = ''] = /^\$?(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  return dollars === undefined ? null : Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}

/** Formats cents: 1234 -> "$12.34". */
export const formatDollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`

/** Formats cents for tables with the currency in the heading: 1234 -> "12.34". */
export const dollarsText = (cents: number): string => formatDollars(cents).replace('$', '')
