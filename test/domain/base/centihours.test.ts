// Seconds and hundredths of hours compared with numbers computed manually.
import { expect, test } from 'bun:test'
import {
  fullCentihours,
  hoursOfCentihours,
  nearestCentihours,
  secondsOfCentihours,
} from '../../../server/domain/base/time/centihours.ts'

test("a slicer's seconds are rounded to hundredths of an hour, half up", () => {
  expect(nearestCentihours(21_600)).toBe(600)
  expect(nearestCentihours(3_661)).toBe(102) // 1.016944
  expect(nearestCentihours(18)).toBe(1) // 0.005
  expect(nearestCentihours(17)).toBe(0) // 0.004722
  expect(nearestCentihours(86_400)).toBe(2400)
})

test('a print job takes every hundredth that it begins', () => {
  expect([0, 1, 36, 37, 3_600, 3_601].map(fullCentihours)).toEqual([0, 1, 1, 2, 100, 101])
})

test('a hundredth of an hour is 36 seconds', () => {
  expect(secondsOfCentihours(250)).toBe(9_000)
  expect(hoursOfCentihours(250)).toBe(2.5)
})
