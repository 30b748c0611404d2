// The comparison of outputs detects differences, and accepts only what a guide leaves open.
import { expect, test } from 'bun:test'
import { differenceOfJson, type Found, matchesText } from './expected-output.ts'

test.each([
  ['SVC-7KQ2ZM RECEIVED 8', 'SVC-ABCDEF RECEIVED 8', true],
  ['SVC-7KQ2ZM RECEIVED 8', 'SVC-ABC0EF RECEIVED 8', false],
  ['SVC-7KQ2ZM RECEIVED 8', 'SVC-ABCDEF RECEIVED 8.5', false],
  ['retry-after: …\n429', 'retry-after: 12\n429', true],
  ['retry-after: …\n429', 'retry-after: 12\n503', false],
  ['400 (a+b)', '400 (a+b)', true],
])('text: %j and %j', (written, actual, same) => {
  expect(matchesText(written, actual, new Map())).toBe(same)
})

const order = { code: 'SVC-ABCDEF', paid: true, sizes: [20, 20], at: '2026-11-23T07:00:00.000Z' }

test.each([
  ['{ "code": "SVC-7KQ2ZM", … }', null],
  [
    '{ "paid": true, "sizes": [20, 20], "at": "2026-11-24T09:00:00.000Z", "code": "SVC-7KQ2ZM" }',
    null,
  ],
  ['{ "code": "SVC-7KQ2ZM", "paid": true }', '.sizes is not in the guide'],
  ['{ "paid": false, … }', '.paid: true is not false'],
  ['{ "charged": 8, … }', '.charged: undefined is not 8'],
  ['{ "sizes": [20, 30], … }', '.sizes.1: 20 is not 30'],
  ['{ "sizes": [20], … }', '.sizes.1 is not in the guide'],
  ['{ "code": "ORD-…", … }', '.code: SVC-ABCDEF is not ORD-…'],
])('JSON: %s', (written, difference) => {
  expect(differenceOfJson(written, JSON.stringify(order), new Map())).toBe(difference)
})

test('a placeholder gets its matched value', () => {
  const found: Found = new Map()
  differenceOfJson('{ "code": "SVC-7KQ2ZM", … }', JSON.stringify(order), found)
  expect([...found]).toEqual([['SVC-7KQ2ZM', 'SVC-ABCDEF']])
})
