// The checker itself: it finds each kind of damage, and none in a sound state.
import { expect, test } from 'bun:test'
import { type Facts, findViolations } from '../../lab/recovery/lib/checks.ts'

/** Two paid orders of 800 and 950 cents, the second acknowledged twice under one key. */
const sound: Facts = {
  acknowledged: [
    { key: 'a', code: 'SVC-A', chargedCents: 800 },
    { key: 'b', code: 'SVC-B', chargedCents: 950 },
    { key: 'b', code: 'SVC-B', chargedCents: 950 },
  ],
  orders: [
    { code: 'SVC-A', paid: true, totalCents: 800 },
    { code: 'SVC-B', paid: true, totalCents: 950 },
  ],
  payments: [payment('SVC-A', 800), payment('SVC-B', 950)],
  confirmations: ['SVC-B', 'SVC-A'],
  oldestJobSeconds: 4,
}

function payment(orderCode: string, amountCents: number, refundedCents = 0, succeeded = 1) {
  return { orderCode, succeeded, declined: 0, amountCents, refundedCents }
}

const [, ackB] = sound.acknowledged

test.each<[string, Partial<Facts>]>([
  ['as it is', {}],
  [
    'a payment without a row that was refunded',
    { payments: [...sound.payments, payment('SVC-C', 700, 700)] },
  ],
  [
    'a paid order that was refunded',
    { payments: [payment('SVC-A', 800, 800), payment('SVC-B', 950)] },
  ],
  ['no job', { oldestJobSeconds: null }],
])('nothing is found in a sound state: %s', (_, change) => {
  expect(findViolations({ ...sound, ...change })).toEqual([])
})

test.each<[string, Partial<Facts>, string]>([
  [
    'a lost order',
    { acknowledged: [{ key: 'c', code: 'SVC-C', chargedCents: null }] },
    'lost: SVC-C was acknowledged and has no row',
  ],
  [
    'an order that is not paid any more',
    {
      acknowledged: [{ key: 'c', code: 'SVC-C', chargedCents: 100 }],
      orders: [...sound.orders, { code: 'SVC-C', paid: false, totalCents: 100 }],
    },
    'changed: SVC-C was acknowledged as paid and is not',
  ],
  [
    'another price',
    { acknowledged: [{ key: 'a', code: 'SVC-A', chargedCents: 801 }] },
    'changed: SVC-A was charged 801 cents and costs 800',
  ],
  [
    'two orders for one key',
    { acknowledged: [{ key: 'b', code: 'SVC-A', chargedCents: 800 }, ...(ackB ? [ackB] : [])] },
    'two orders: SVC-A and SVC-B have the key b',
  ],
  [
    'a second charge that was refunded',
    { payments: [payment('SVC-A', 1600, 800, 2), payment('SVC-B', 950)] },
    'charged twice: SVC-A, 2 times',
  ],
  [
    'a payment without an order',
    { payments: [...sound.payments, payment('SVC-C', 700, 200)] },
    'no order: 500 cents of SVC-C',
  ],
  [
    'a refund in part that the order does not know of',
    { payments: [payment('SVC-A', 800, 100), payment('SVC-B', 950)] },
    'wrong amount: SVC-A holds 700 cents, due are 800',
  ],
  [
    'money of an unpaid order',
    {
      orders: [...sound.orders, { code: 'SVC-C', paid: false, totalCents: 300 }],
      payments: [...sound.payments, payment('SVC-C', 300)],
    },
    'wrong amount: SVC-C holds 300 cents, due are 0',
  ],
  [
    'a paid order that was never charged',
    { payments: [payment('SVC-A', 800)] },
    'no payment: SVC-B is paid, and the processor has no charge',
  ],
  ['a mail that was not sent', { confirmations: ['SVC-A'] }, 'mail: 0 confirmations of SVC-B'],
  [
    'a mail that was sent twice',
    { confirmations: ['SVC-A', 'SVC-B', 'SVC-A'] },
    'mail: 2 confirmations of SVC-A',
  ],
  ['an old job', { oldestJobSeconds: 61 }, 'job: the oldest waits for 61 s'],
])('finds %s', (_, change, violation) => {
  expect(findViolations({ ...sound, ...change })).toEqual([violation])
})
