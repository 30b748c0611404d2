// The sentence that names the day on which an order ships.
import { expect, test } from 'bun:test'
import { shipDayLine } from '../../../server/domain/orders/ship-day.ts'

// A Tuesday; 02:00 in London is still Monday evening in New York.
const dueAt = new Date('2026-12-01T02:00:00Z')
const before = new Date('2026-11-25T12:00:00Z')
const after = new Date('2026-12-02T12:00:00Z')

test.each([
  ['RECEIVED', before, 'UTC', 'Ships by Tuesday, December 1.'],
  ['PRINTING', before, 'America/New_York', 'Ships by Monday, November 30.'],
  [
    'PRINTED',
    after,
    'UTC',
    'It was promised for Tuesday, December 1 and is late. It ships as soon as it is finished.',
  ],
  ['SHIPPED', before, 'UTC', null],
  ['DELIVERED', after, 'UTC', null],
  ['CANCELLED', before, 'UTC', null],
  ['REJECTED', before, 'UTC', null],
] as const)('%s at %p in %s', (status, now, timeZone, line) => {
  expect(shipDayLine({ status, dueAt, hold: null }, { now, timeZone })).toBe(line)
})

test('an order without a promised day names none', () => {
  const moment = { now: before, timeZone: 'UTC' }
  expect(shipDayLine({ status: 'PENDING_PAYMENT', dueAt: null, hold: null }, moment)).toBeNull()
})

test('a held order promises no day, on time and late', () => {
  for (const now of [before, after]) {
    expect(
      shipDayLine({ status: 'RECEIVED', dueAt, hold: {} }, { now, timeZone: 'UTC' }),
    ).toBeNull()
  }
})
