// Figures of a sample. They assume no distribution, because timings follow none of the usual ones.

/** Central part of a sample: a tenth of the values is below `p10`, a tenth above `p90`. */
export type Spread = { readonly p10: number; readonly p90: number }

/**
 * Returns the nearest-rank quantile. The share is 0 to 1; 0.95 is the 95th percentile. NaN for no
 * values.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** Returns the middle value, or the mean of the two middle values. NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  if (sorted.length % 2 === 1) return upper
  return ((sorted[sorted.length / 2 - 1] ?? Number.NaN) + upper) / 2
}

/** Returns the spread; `null` for fewer than three values, which show no spread. */
export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length < 3) return null
  return { p10: quantile(values, 0.1), p90: quantile(values, 0.9) }
}
