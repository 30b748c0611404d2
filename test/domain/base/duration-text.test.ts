import { expect, test } from 'bun:test'
import { durationText } from '../../../server/domain/base/time/duration-text.ts'

test.each([
  [5, 'five seconds'],
  [45, '45 seconds'],
  [60, 'one minute'],
  [90, '90 seconds'],
  [120, 'two minutes'],
  [900, '15 minutes'],
])('%i s are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})
