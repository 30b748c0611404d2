// The axes of charts: round values, and labels at usual intervals.
import { expect, test } from 'bun:test'
import { niceMax, tickSteps } from '../../server/pages/operators/parts/chart-scale.ts'

test.each([
  [0, 2],
  [0.013, 0.02],
  [1, 2],
  [7, 8],
  [10, 10],
  [10.1, 20],
  [1452, 2000],
])('%d fits below %d', (value, max) => {
  expect(niceMax(value)).toBeCloseTo(max, 10)
})

test.each([
  ['a single step', 1, 1],
  ['a week of days', 7, 2],
  ['a day of hours: 00:00, 06:00, 12:00, 18:00', 24, 6],
  ['the 25 hours of a day in autumn', 25, 6],
  ['30 days', 30, 6],
  ['14 days of hours', 336, 72],
  ['a year of weeks', 52, 12],
])('%s', (_name, steps, distance) => {
  expect(tickSteps(steps)).toBe(distance)
})

test('no chart has more than five labels', () => {
  for (let steps = 1; steps <= 2000; steps++) {
    expect(Math.ceil(steps / tickSteps(steps))).toBeLessThanOrEqual(5)
  }
})
