import { expect, test } from 'bun:test'
import { measuredOf } from '../../bench/lib/row.ts'
import { median, quantile, spreadOf } from '../../bench/lib/statistics.ts'

test('the median of an even number of values is the mean of the two middle ones', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([1, 9, 5, 7])).toBe(6)
  expect(median([])).toBeNaN()
})

test('quantiles are values of the sample, and a spread needs three of them', () => {
  // Nearest rank: of ten values, the second one is at 0.1 and the tenth at 0.9.
  const ten = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
  expect(quantile(ten, 0.95)).toBe(10)
  expect(spreadOf(ten)).toEqual({ p10: 2, p90: 10 })
  expect(spreadOf([3, 1, 2])).toEqual({ p10: 1, p90: 3 })
  expect(spreadOf([1, 2])).toBeNull()
})

test.each([
  ['0.873', 'at least 0.85', { value: 0.873, unit: '', better: 'more', aimValue: 0.85 }],
  [
    '12.7 ms, p95 20 ms',
    'at most 10 ms',
    { value: 12.7, unit: 'ms', better: 'less', aimValue: 10 },
  ],
  ['1,140/s', 'at least 400/s', { value: 1140, unit: '/s', better: 'more', aimValue: 400 }],
  ['+3 MB', 'under 64 MB', { value: 3, unit: 'MB', better: 'less', aimValue: 64 }],
  ['none', 'reported', { value: null, unit: '', better: null, aimValue: null }],
] as const)('a row without numbers has those of its texts: %s, %s', (figure, aim, expected) => {
  expect(measuredOf({ figure, aim })).toEqual(expected)
})

test('the numbers of a row override its texts', () => {
  const row = { figure: 'mean 3 %', aim: 'mean 4 %', value: 3, unit: '%', better: 'less' } as const
  expect(measuredOf(row)).toEqual({ value: 3, unit: '%', better: 'less', aimValue: null })
})
