// What became of a request over its attempts.
import { expect, test } from 'bun:test'
import { progressOf, takenCents } from '../../../server/domain/orders/refund/refund-request.ts'
import type { Refund, RefundState } from '../../../server/domain/orders/refund.ts'
import { startedRefund } from './refund-stage.ts'

/** $3.00, of which $1.00 is the gift card's. */
const attempt = (state: RefundState, amountCents = 300): Refund => ({
  ...startedRefund,
  state,
  amountCents,
  giftCents: 100,
})

test('an attempt that failed fixes nothing, one that moved a part does', () => {
  expect(progressOf([attempt('failed')])).toEqual({
    living: null,
    fixed: null,
    moved: { giftCents: 0, cardCents: 0 },
    incomplete: 1,
  })
  const partly = attempt('partly')
  expect(progressOf([attempt('failed'), partly])).toEqual({
    living: null,
    fixed: partly,
    moved: { giftCents: 100, cardCents: 0 },
    incomplete: 2,
  })
  const living = { ...attempt('succeeded', 200), giftCents: 0 }
  expect(progressOf([partly, living])).toEqual({
    living,
    fixed: living,
    moved: { giftCents: 100, cardCents: 200 },
    incomplete: 1,
  })
})

test.each([
  [[], 0],
  [['failed'], 0],
  [['partly'], 100],
  [['succeeded'], 300],
  [['started'], 300],
  [['unknown'], 300],
  [['partly', 'unknown'], 400],
] satisfies [RefundState[], number][])('%j have taken %d cents', (states, cents) => {
  expect(takenCents(progressOf(states.map((state) => attempt(state))))).toBe(cents)
})
