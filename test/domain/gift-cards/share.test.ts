// The share of a total that a gift card pays: its balance, as long as the rest can be charged (at least $0.50) or is
// nothing.
import { expect, test } from 'bun:test'
import { giftShareOf } from '../../../server/domain/gift-cards/share.ts'

test.each([
  // [balance, total, share].
  [0, 1000, 0],
  [1, 1000, 1],
  [949, 1000, 949],
  // 950 leaves 50 cents, which can be charged; 951 would leave 49.
  [950, 1000, 950],
  [951, 1000, 950],
  [999, 1000, 950],
  [1000, 1000, 1000],
  [5000, 1000, 1000],
])('a card of %d cents, of a total of %d, pays %d', (balance, total, share) => {
  expect(giftShareOf(balance, total)).toBe(share)
})
