// Meaning of the statuses of a dispute: whether the bank has yet to decide, and whether it holds money.
import { expect, test } from 'bun:test'
import { isChargeback, isDisputeOpen, isInquiry } from '../../../server/domain/payments/returns.ts'

test.each([
  // [status, inquiry, open, chargeback].
  ['warning_needs_response', true, true, false],
  ['warning_under_review', true, true, false],
  ['warning_closed', true, false, false],
  ['needs_response', false, true, true],
  ['under_review', false, true, true],
  ['won', false, false, false],
  ['lost', false, false, false],
  ['prevented', false, false, false],
] as const)('%s: inquiry %p, open %p, chargeback %p', (status, inquiry, open, chargeback) => {
  expect([isInquiry(status), isDisputeOpen(status), isChargeback(status)]).toEqual([
    inquiry,
    open,
    chargeback,
  ])
})
