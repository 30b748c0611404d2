// Cents as dollars, for people and callers. Nowhere else does money become a fraction.

/** 1234 -> 12.34, for JSON. */
export const dollarsOfCents = (cents: number): number => cents / 100

/** "12.34", "$12.34" or "12" -> 1234; null for anything else. No floating-point arithmetic. */
export function centsOfDollars(text: string): number | null {
  const [, dollars, cents = ''] = /^\$?(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  return dollars === undefined ? null : Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}

/** 1234 -> "$12.34". */
export const formatDollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`

/** 1234 -> "12.34", for tables whose heading names the currency. */
export const dollarsText = (cents: number): string => formatDollars(cents).replace('$', '')
