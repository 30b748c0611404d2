// The target of a refund (the gift card first, decisions.md 39), when it is settled, and the refundable amount of an
// order.

import { describe, expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import {
  isClosedAndRefunded,
  isRefundIncomplete,
  isRefundSettled,
  movedCents,
  movedSplit,
  refundableCents,
  refundTargets,
  splitRefund,
} from '../../../server/domain/orders/reversals/refund.ts'
import { paidWith, payment } from '../../../testing/orders.ts'

const cases: readonly (readonly [
  gift: readonly [paid: number, back: number] | null,
  amount: number,
  targets: string,
])[] = [
  [null, 800, '$8.00 to the card that paid'],
  [[0, 0], 800, '$8.00 to the card that paid'],
  [[800, 0], 800, '$8.00 to the gift card that paid'],
  [[500, 0], 800, '$8.00, $5.00 to the gift card and $3.00 to the card that paid'],
  [[500, 400], 800, '$8.00, $1.00 to the gift card and $7.00 to the card that paid'],
  [[500, 500], 800, '$8.00 to the card that paid'],
  [[1200, 0], 800, '$8.00 to the gift card that paid'],
]

for (const [gift, amount, targets] of cases) {
  test(`${amount} cents with ${gift?.join(' - ') ?? 'no'} cents of a gift card`, () => {
    const web = gift === null ? null : { giftCents: gift[0], giftRefundedCents: gift[1] }
    expect(refundTargets(splitRefund({ web }, amount))).toBe(targets)
  })
}

const states = ['started', 'unknown', 'succeeded', 'failed', 'partly'] as const

test('a refund is settled once it has succeeded or failed, and incomplete once it failed', () => {
  expect(states.filter((state) => isRefundSettled({ state }))).toEqual([
    'succeeded',
    'failed',
    'partly',
  ])
  expect(states.filter((state) => isRefundIncomplete({ state }))).toEqual(['failed', 'partly'])
})

test.each([
  ['started', 0, 0],
  ['unknown', 0, 0],
  ['succeeded', 500, 300],
  ['failed', 0, 0],
  ['partly', 500, 0],
] as const)(
  'of $8.00 with $5.00 for the gift card, a refund that is %s moved',
  (state, gift, card) => {
    const parts = { giftCents: gift, cardCents: card }
    expect(movedSplit({ state, amountCents: 800, giftCents: 500 })).toEqual(parts)
    expect(movedCents({ state, amountCents: 800, giftCents: 500 })).toBe(gift + card)
  },
)

const paidOnce = paidWith(paymentIdOf('pi_1'))

describe('the refundable amount', () => {
  const order = {
    payment: paidOnce,
    price: { totalCents: 800 },
    refundedCents: 0,
    refundingCents: 0,
    lostCents: 0,
  }

  test.each([
    [{}, 800],
    [{ refundedCents: 300 }, 500],
    [{ refundingCents: 200 }, 600],
    [{ refundedCents: 300, refundingCents: 200 }, 300],
    [{ refundedCents: 800 }, 0],
    [{ refundedCents: 300, lostCents: 500 }, 0],
    [{ payment: payment() }, 0],
  ])('with %j is %d cents', (changes, cents) => {
    expect(refundableCents({ ...order, ...changes })).toBe(cents)
  })
})

test.each([
  ['CANCELLED', true, 800, true],
  ['REJECTED', true, 800, true],
  ['CANCELLED', true, 799, false],
  ['CANCELLED', false, 800, false],
  ['SHIPPED', true, 800, false],
] as const)(
  '%s, paid %j, %d of 800 cents refunded: closed and refunded is %j',
  (status, paid, refundedCents, expected) => {
    const order = { price: { totalCents: 800 }, refundingCents: 0, lostCents: 0 }
    expect(
      isClosedAndRefunded({
        ...order,
        status,
        payment: paid ? paidOnce : payment(),
        refundedCents,
      }),
    ).toBe(expected)
  },
)

test('a pending refund and a lost dispute count as well', () => {
  const order = { price: { totalCents: 800 }, status: 'CANCELLED', payment: paidOnce }
  const taken = { refundedCents: 300, refundingCents: 300, lostCents: 200 }
  expect(isClosedAndRefunded({ ...order, ...taken })).toBe(true)
  expect(isClosedAndRefunded({ ...order, ...taken, lostCents: 300 })).toBe(true)
})
