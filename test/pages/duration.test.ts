// Durations as pages show them, in their two largest units.
import { expect, test } from 'bun:test'
import { dayCountText, durationText } from '../../server/pages/base/duration.ts'

test.each([
  [-5, '0 s'],
  [0.9, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [3599, '59 min'],
  [3600, '1 h'],
  [11_520, '3 h 12 min'],
  [86_399, '23 h 59 min'],
  [86_400, '1 d'],
  [97_200, '1 d 3 h'],
  [40 * 86_400 + 3599, '40 d'],
])('%p seconds are %p', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

test.each([
  [1, '1 day'],
  [90, '90 days'],
  [364, '364 days'],
  [365, '1 year'],
  [3650, '10 years'],
])('%p days are %p', (days, text) => {
  expect(dayCountText(days)).toBe(text)
})
