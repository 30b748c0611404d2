// Where a refund goes (the gift card first, decisions.md 39), when it is settled, and what of an order can be refunded.
import { describe, expect, test } from 'bun:test'
import {
  isRefundSettled,
  refundableCents,
  refundTargets,
  splitRefund,
} from '../../../server/domain/orders/refund.ts'

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

test('a refund is settled once it has succeeded or failed', () => {
  const states = (['started', 'unknown', 'succeeded', 'failed'] as const).filter((state) =>
    isRefundSettled({ state }),
  )
  expect(states).toEqual(['succeeded', 'failed'])
})

describe('what can be refunded', () => {
  const order = { paid: true, price: { totalCents: 800 }, refundedCents: 0, refundingCents: 0 }

  test.each([
    [{}, 800],
    [{ refundedCents: 300 }, 500],
    [{ refundingCents: 200 }, 600],
    [{ refundedCents: 300, refundingCents: 200 }, 300],
    [{ refundedCents: 800 }, 0],
    [{ paid: false }, 0],
  ])('with %j is %d cents', (changes, cents) => {
    expect(refundableCents({ ...order, ...changes })).toBe(cents)
  })
})
