// Cents as people and callers read them. The only place where money becomes a fraction.

/** 1234 -> 12.34, for JSON. */
export const dollarsOfCents = (cents: number): number => cents / 100

/** 1234 -> "$12.34". */
export const formatDollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`
