// Times of plates between those that the estimate states.
import { expect, test } from 'bun:test'
import { plateSeconds, timesOfPart } from '../../../server/domain/planning/print-times.ts'

const times = [
  { copies: 1, seconds: 600 },
  { copies: 2, seconds: 800 },
  { copies: 4, seconds: 1_000 },
] as const

test('stated plates are used unchanged', () => {
  expect([1, 2, 4].map((copies) => plateSeconds(times, copies))).toEqual([600, 800, 1_000])
})

test('the time per copy of a plate between two known ones is interpolated by 1 / copies', () => {
  // 400 s and 250 s a copy at 1/2 and 1/4; 1/3 is two thirds of the way: 300 s a copy.
  expect(plateSeconds(times, 3)).toBeCloseTo(900, 6)
})

test('a larger plate takes as long for each copy as the largest known one', () => {
  expect(plateSeconds(times, 8)).toBe(2_000)
})

test('copies without shared time print in sequence, and no copies take no time', () => {
  expect(plateSeconds(timesOfPart(50), 3)).toBe(150)
  expect(plateSeconds(times, 0)).toBe(0)
})
