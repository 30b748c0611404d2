// Computes quantiles of a histogram with the catalog's bounds.
import { latencyBounds } from '../base/metrics/metric-catalog.ts'

/**
 * Returns the value in seconds below which `share` (0 to 1) of the observations are. Interpolates within the bucket
 * like Prometheus' histogram_quantile: above the last bound it returns that bound. 0 without observations.
 */
export function quantileOf(buckets: readonly number[], share: number): number {
  const total = buckets.reduce((sum, count) => sum + count, 0)
  if (total === 0) return 0
  const rank = share * total
  let below = 0
  for (const [index, bound] of latencyBounds.entries()) {
    const count = buckets[index] ?? 0
    if (count > 0 && below + count >= rank) {
      const lower = latencyBounds[index - 1] ?? 0
      return lower + ((bound - lower) * (rank - below)) / count
    }
    below += count
  }
  return latencyBounds[latencyBounds.length - 1] ?? 0
}
