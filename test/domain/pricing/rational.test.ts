// Exact numbers, derived manually: the doubles from their definition in IEEE 754.
import { expect, test } from 'bun:test'
import {
  rationalOfDecimal,
  rationalOfDouble,
  roundHalfUp,
  roundUp,
} from '../../../server/domain/pricing/rational.ts'

test.each([
  [0, 0],
  [1, 1],
  [0.5, 0.5],
  [0.1, 0.1],
  [1e22, 1e22],
  [2 ** 52, 2 ** 52],
  [2 ** 53 + 2, 2 ** 53 + 2],
  [1.5 * 2 ** 60, 1.5 * 2 ** 60],
])('%p is its own quotient', (value, quotient) => {
  const { numerator, denominator } = rationalOfDouble(value)
  expect(Number(numerator) / Number(denominator)).toBe(quotient)
})

test('a double is a whole number of powers of two', () => {
  expect(rationalOfDouble(1)).toEqual({ numerator: 2n ** 52n, denominator: 2n ** 52n })
  expect(rationalOfDouble(2 ** 52)).toEqual({ numerator: 2n ** 52n, denominator: 1n })
  expect(rationalOfDouble(2 ** 53)).toEqual({ numerator: 2n ** 53n, denominator: 1n })
  // The nearest double to one tenth.
  const tenth = rationalOfDouble(0.1)
  expect(tenth.numerator * 2n ** 55n).toBe(3602879701896397n * tenth.denominator)
  // The smallest positive double and the smallest normal one.
  expect(rationalOfDouble(2 ** -1074)).toEqual({ numerator: 1n, denominator: 2n ** 1074n })
  const { numerator, denominator } = rationalOfDouble(2 ** -1022)
  expect([numerator, denominator]).toEqual([2n ** 52n, 2n ** 1074n])
})

test.each([
  [0.2, 2n, 10n],
  [16, 16n, 1n],
  [0.04, 4n, 100n],
  [1e21, 10n ** 21n, 1n],
  [1.5e22, 15n * 10n ** 21n, 1n],
  [1.5e-7, 15n, 10n ** 8n],
])('%p is the decimal %p / %p', (value, numerator, denominator) => {
  expect(rationalOfDecimal(value)).toEqual({ numerator, denominator })
})

test('quotients are rounded half up, or up', () => {
  const cases = [0n, 1n, 2n, 3n, 4n, 5n, 6n]
  expect(cases.map((top) => roundHalfUp(top, 4n))).toEqual([0n, 0n, 1n, 1n, 1n, 1n, 2n])
  expect(cases.map((top) => roundUp(top, 4n))).toEqual([0n, 1n, 1n, 1n, 1n, 2n, 2n])
})
