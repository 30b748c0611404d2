// Quantiles of histograms. The expected values are those of `histogram_quantile(<share>, x_bucket)` in Prometheus 2.42.0, for cumulative
// series with these counts at 0m (`promtool test rules`). Without observations, Prometheus has NaN and the desk 0.
import { expect, test } from 'bun:test'
import { latencyBounds } from '../../../server/domain/base/metrics/metric-catalog.ts'
import { quantileOf } from '../../../server/domain/metrics/quantiles.ts'

const counted = (counts: Readonly<Record<number, number>>): number[] =>
  [...latencyBounds, Number.POSITIVE_INFINITY].map((bound) => counts[bound] ?? 0)

test.each([
  ['nothing was observed', counted({}), 0.5, 0],
  // Rank 50 of 100 in (0.05, 0.1].
  ['half of one bucket', counted({ 0.1: 100 }), 0.5, 0.075],
  // Rank 95: 5 of 10 into (0.5, 1].
  ['the second bucket', counted({ 0.1: 90, 1: 10 }), 0.95, 0.75],
  ['empty buckets between', counted({ 0.001: 50, 300: 50 }), 0.5, 0.001],
  ['the first bucket begins at 0', counted({ 0.0005: 4 }), 0.25, 0.000125],
  ['beyond the last bound', counted({ [Number.POSITIVE_INFINITY]: 3 }), 0.99, 300],
])('%s', (_case, buckets, share, expected) => {
  expect(quantileOf(buckets, share)).toBeCloseTo(expected, 9)
})

test('the bounds rise from half a millisecond to five minutes, by a factor of at most 2.5', () => {
  expect([latencyBounds[0], latencyBounds[latencyBounds.length - 1]]).toEqual([0.0005, 300])
  for (const [index, bound] of latencyBounds.entries()) {
    const before = latencyBounds[index - 1] ?? bound / 2
    expect(bound / before).toBeGreaterThan(1)
    expect(bound / before).toBeLessThanOrEqual(2.5 + 1e-9)
  }
})
