// Outcome of a request over its attempts.
import { expect, test } from 'bun:test'
import { progressOf, takenCents } from '../../../server/domain/orders/refund/refund-request.ts'
import type { Refund, RefundState } from '../../../server/domain/orders/reversals/refund.ts'
import { startedRefund } from './refund-stage.ts'

/** $3.00, of which $1.00 is the gift card's. */
const attempt = (state: RefundState, amountCents = 300): Refund => ({
  ...startedRefund,
  state,
  amountCents,
  giftCents: 100,
})

test('a failed attempt counts only if it moved a part', () => {
  expect(progressOf([attempt('failed')])).toEqual({
    currentAttempt: null,
    fixedRequest: null,
    movedSoFar: { giftCents: 0, cardCents: 0 },
    incompleteAttempts: 1,
  })
  const partly = attempt('partly')
  expect(progressOf([attempt('failed'), partly])).toEqual({
    currentAttempt: null,
    fixedRequest: partly,
    movedSoFar: { giftCents: 100, cardCents: 0 },
    incompleteAttempts: 2,
  })
  const currentAttempt = { ...attempt('succeeded', 200), giftCents: 0 }
  expect(progressOf([partly, currentAttempt])).toEqual({
    currentAttempt,
    fixedRequest: currentAttempt,
    movedSoFar: { giftCents: 100, cardCents: 200 },
    incompleteAttempts: 1,
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
