// Where a refund goes: the gift card first (decisions.md 39).
import { expect, test } from 'bun:test'
import { refundTargets, splitRefund } from '../../../server/domain/orders/refund.ts'

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
]

for (const [gift, amount, targets] of cases) {
  test(`${amount} cents with ${gift?.join(' - ') ?? 'no'} cents of a gift card`, () => {
    const web = gift === null ? null : { giftCents: gift[0], giftRefundedCents: gift[1] }
    expect(refundTargets(splitRefund({ web }, amount))).toBe(targets)
  })
}
