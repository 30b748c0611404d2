// Sentences that name the ship date of an order, and its arrival dates.

import { describe, expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import type { TimelineEntry } from '../../../server/domain/orders/history/timeline.ts'
import {
  arrivalLine,
  shipDayLine,
  shippedAtOf,
} from '../../../server/domain/orders/promise/ship-day.ts'
import { statusLineOf } from '../../../server/domain/orders/read/status-line.ts'
import type { OrderStatus } from '../../../server/domain/orders/record/status.ts'
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

test('a held order promises no day, whether on time or late', () => {
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

describe('the arrival dates', () => {
  // Transit to the US is 2 to 5 days. A Tuesday in UTC, Monday in New York.
  const address = { country: 'US' }
  const shipped = {
    ...money,
    dueAt,
    hold: null,
    tracking: null,
    address,
    status: 'SHIPPED',
  } as const
  const arrival = (now: string, shippedAt: Date | null, timeZone = 'UTC') =>
    arrivalLine(shipped, { now: new Date(now), timeZone, shippedAt })

  test.each([
    ['2026-12-01T03:00:00Z', 'UTC', 'Arrives Thu, Dec 3 to Mon, Dec 7.'],
    ['2026-12-01T03:00:00Z', 'America/New_York', 'Arrives Wed, Dec 2 to Sat, Dec 5.'],
    // The last day itself, in either time zone.
    ['2026-12-07T23:59:59Z', 'UTC', 'Arrives Thu, Dec 3 to Mon, Dec 7.'],
    ['2026-12-06T04:59:59Z', 'America/New_York', 'Arrives Wed, Dec 2 to Sat, Dec 5.'],
    [
      '2026-12-08T00:00:00Z',
      'UTC',
      'The parcel was expected by Mon, Dec 7. If it has not arrived, write to us.',
    ],
    [
      '2026-12-06T05:00:00Z',
      'America/New_York',
      'The parcel was expected by Sat, Dec 5. If it has not arrived, write to us.',
    ],
  ])('at %s in %s', (now, timeZone, line) => {
    expect(arrival(now, dueAt, timeZone)).toBe(line)
  })

  test('are missing without the time of shipping, and after the delivery', () => {
    expect(arrival('2026-12-01T03:00:00Z', null)).toBeNull()
    const moment = { now: after, timeZone: 'UTC', shippedAt: dueAt }
    expect(arrivalLine({ ...shipped, status: 'DELIVERED' }, moment)).toBeNull()
  })

  test('count from the last time that the order became SHIPPED', () => {
    const status = (at: string, now: OrderStatus, backward = false): TimelineEntry => ({
      kind: 'status',
      at: new Date(at),
      status: now,
      isBackward: backward,
    })
    const first = status('2026-12-01T02:00:00Z', 'SHIPPED')
    const back = status('2026-12-02T02:00:00Z', 'PRINTING', true)
    const again = status('2026-12-05T02:00:00Z', 'SHIPPED')
    expect(shippedAtOf([{ kind: 'placed', at: before }])).toBeNull()
    expect(shippedAtOf([first])).toEqual(first.at)
    expect(shippedAtOf([first, back])).toBeNull()
    expect(shippedAtOf([first, back, again])).toEqual(again.at)
    // Marked as delivered by mistake: the same parcel.
    const delivered = status('2026-12-03T02:00:00Z', 'DELIVERED')
    expect(shippedAtOf([first, delivered, again])).toEqual(first.at)
  })

  test('another tracking number is another parcel', () => {
    const tracking = {
      carrier: 'UPS',
      number: '1Z',
      url: null,
      shippedAt: new Date('2026-12-08T12:00:00Z'),
    }
    const moment = { now: new Date('2026-12-09T00:00:00Z'), timeZone: 'UTC', shippedAt: dueAt }
    expect(arrivalLine({ ...shipped, tracking }, moment)).toBe(
      'Arrives Thu, Dec 10 to Mon, Dec 14.',
    )
  })

  test('are omitted for a parcel of two months ago', () => {
    const until = new Date(dueAt.getTime() + 60 * 86_400_000)
    expect(arrival(until.toISOString(), dueAt)).toContain('expected')
    expect(arrival(new Date(until.getTime() + 1).toISOString(), dueAt)).toBeNull()
  })
})
