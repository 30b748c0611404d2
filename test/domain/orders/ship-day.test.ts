// The sentence that names the day on which an order ships.

import { expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/payment-id.ts'
import { statusLineOf } from '../../../server/domain/orders/read/status-line.ts'
import { shipDayLine } from '../../../server/domain/orders/ship-day.ts'
import { paidWith } from '../../../testing/orders.ts'
import { paid } from './settle-stage.ts'

// A Tuesday; 02:00 in London is still Monday evening in New York.
const dueAt = new Date('2026-12-01T02:00:00Z')
const before = new Date('2026-11-25T12:00:00Z')
const { price, refundedCents, refundingCents, lostCents } = paid
const money = {
  payment: paidWith(paymentIdOf('pi_1')),
  price,
  refundedCents,
  refundingCents,
  lostCents,
}
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
  expect(shipDayLine({ ...money, status, dueAt, hold: null }, { now, timeZone })).toBe(line)
})

test('an order without a promised day names none', () => {
  const moment = { now: before, timeZone: 'UTC' }
  expect(
    shipDayLine({ ...money, status: 'PENDING_PAYMENT', dueAt: null, hold: null }, moment),
  ).toBeNull()
})

test('a held order promises no day, on time and late', () => {
  for (const now of [before, after]) {
    expect(
      shipDayLine({ ...money, status: 'RECEIVED', dueAt, hold: {} }, { now, timeZone: 'UTC' }),
    ).toBeNull()
  }
})

// The order costs $8.00.
test.each([
  ['returned', { refundedCents: 800 }],
  ['returned', { refundedCents: 300, lostCents: 500 }],
  ['being returned', { refundedCents: 300, refundingCents: 500 }],
] as const)('an order whose payment is %s in full promises nothing', (how, changes) => {
  const order = { ...paid, ...changes }
  const moment = { now: before, timeZone: 'UTC' }
  const verb = how === 'returned' ? 'was returned' : 'is being returned'
  const line = `Its payment ${verb} in full. The farm will not continue with the order unless it has agreed otherwise with you.`
  for (const status of ['RECEIVED', 'PRINTING', 'PRINTED'] as const) {
    expect(shipDayLine({ ...order, status, dueAt }, moment)).toBeNull()
    expect(statusLineOf({ ...order, status })).toBe(line)
  }
  for (const status of ['SHIPPED', 'CANCELLED'] as const) {
    expect(statusLineOf({ ...order, status })).toBe(statusLineOf({ ...paid, status }))
  }
})

test('a refund in part keeps the promise', () => {
  const order = { ...paid, refundedCents: 799, dueAt }
  const moment = { now: before, timeZone: 'UTC' }
  expect(shipDayLine(order, moment)).toBe('Ships by Tuesday, December 1.')
  expect(statusLineOf(order)).toBe(statusLineOf(paid))
})
