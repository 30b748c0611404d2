// Machine hours, counts and due dates as the desk shows them.
import { expect, test } from 'bun:test'
import { countOf, hours } from '../../server/pages/base/figures.ts'
import { dueText } from '../../server/pages/operators/queue/due.tsx'

test.each([
  [0, '0 h'],
  [1, '1 min'],
  [95, '57 min'],
  [100, '1 h'],
  [240, '2.4 h'],
  [9_990, '99.9 h'],
  [4_275_200, '42,752 h'],
])('%p hundredths of an hour are %p', (hundredths, text) => {
  expect(hours(hundredths)).toBe(text)
})

test('a single object is named in the singular', () => {
  expect([0, 1, 1200].map((count) => countOf(count, 'part'))).toEqual([
    '0 parts',
    '1 part',
    '1,200 parts',
  ])
})

// 02:00 UTC on Tuesday, November 24 is Monday evening in New York and Tuesday morning in Tokyo.
test.each([
  ['2026-11-24T03:00:00Z', 'America/New_York', 'today'],
  ['2026-11-24T06:00:00Z', 'America/New_York', 'tomorrow'],
  ['2026-11-24T06:00:00Z', 'UTC', 'today'],
  ['2026-11-24T16:00:00Z', 'Asia/Tokyo', 'tomorrow'],
  ['2026-11-24T01:00:00Z', 'America/New_York', 'late today'],
  ['2026-11-23T04:00:00Z', 'America/New_York', '1 d late'],
  ['2026-11-27T04:00:00Z', 'America/New_York', 'Thu, Nov 26'],
])('due at %p in %p is %p', (due, zone, text) => {
  expect(dueText(new Date(due), new Date('2026-11-24T02:00:00Z'), zone)).toBe(text)
})
