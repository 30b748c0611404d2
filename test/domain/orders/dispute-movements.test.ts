// Movements of a dispute in the ledger. The amounts are derived manually.
import { describe, expect, test } from 'bun:test'
import { disputeIdOf } from '../../../server/domain/base/ids/dispute-id.ts'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import {
  type BookedLoss,
  disputeMovements,
  isNewLoss,
  planLoss,
  recordedNow,
  withdrawnOf,
} from '../../../server/domain/orders/disputes/dispute-movements.ts'
import type { DisputeStatus, RecordedDispute } from '../../../server/domain/payments/returns.ts'

const about = { orderId: orderIdOf('11111111-1111-4111-8111-111111111111'), purchaseId: null }
const dispute = (
  status: DisputeStatus,
  movements: RecordedDispute['movements'] = [],
): RecordedDispute => ({
  id: disputeIdOf('dp_1'),
  amountCents: 800,
  reason: 'fraudulent',
  status,
  evidenceDueAt: null,
  isEvidenceSubmitted: false,
  openedAt: new Date(0),
  movements,
})
const taken = { transactionId: 'txn_1', cents: 800, feeCents: 1500 }
const returned = { transactionId: 'txn_2', cents: -800, feeCents: -1500 }

test('books the amounts that the bank took and returned, and the fees of both', () => {
  const booked = disputeMovements(dispute('won', [taken, returned]), about)
  expect(
    booked.map(({ kind, debit, credit, cents, source, processorId }) =>
      [kind, debit, credit, cents, source, processorId].join(' '),
    ),
  ).toEqual([
    'dispute_opened disputed processor 800 dispute_opened:txn_1 dp_1',
    'fee fees processor 1500 fee:txn_1 txn_1',
    'dispute_won processor disputed 800 dispute_won:txn_2 dp_1',
    'fee_returned processor fees 1500 fee:txn_2 txn_2',
  ])
  expect(booked.every(({ orderId, disputeId }) => orderId === about.orderId && disputeId)).toBe(
    true,
  )
})

test('the bank holds the taken minus the returned amount, and never less than 0', () => {
  expect(withdrawnOf({ movements: [taken] })).toBe(800)
  expect(withdrawnOf({ movements: [taken, returned] })).toBe(0)
  expect(withdrawnOf({ movements: [returned] })).toBe(0)
})

test('a loss waits while a refund by the service is not settled', () => {
  const lost = dispute('lost', [taken])
  expect(isNewLoss(lost, 'under_review')).toBe(true)
  expect(isNewLoss(lost, 'lost')).toBe(false)
  expect(recordedNow(lost, { isNewLoss: true, isRefunding: true })).toEqual({
    recorded: { ...lost, status: 'under_review' },
    isComplete: false,
  })
  expect(recordedNow(lost, { isNewLoss: true, isRefunding: false })).toEqual({
    recorded: lost,
    isComplete: true,
  })
})

describe('a loss', () => {
  const nothing: BookedLoss = { orders: 0, unmatched: 0, losses: 0, movements: 0 }
  const planned = (
    status: DisputeStatus,
    facts: Partial<{
      booked: BookedLoss
      orderLeftCents: number
      unmatchedHeldCents: number
      coveredCents: number
    }>,
  ) => {
    const plan = planLoss(dispute(status, status === 'won' ? [taken, returned] : [taken]), {
      about,
      paymentId: 'pi_1',
      booked: nothing,
      orderLeftCents: 0,
      unmatchedHeldCents: 0,
      coveredCents: 0,
      ...facts,
    })
    if (plan === null) return null
    const lines = plan.movements.map(
      ({ debit, credit, cents, source, processorId }) =>
        `${debit} ${credit} ${cents} ${source} ${processorId}`,
    )
    return { order: plan.orderCents, lines }
  }

  test('is unknown while the bank has yet to decide', () => {
    expect(planned('under_review', { orderLeftCents: 800 })).toBeNull()
  })

  test('takes the remainder of the order', () => {
    expect(planned('lost', { orderLeftCents: 800 })).toEqual({
      order: 800,
      lines: ['orders disputed 800 dispute_lost:dp_1 dp_1'],
    })
  })

  test('is borne by the shop beyond the remainder of a refund', () => {
    expect(planned('lost', { orderLeftCents: 300 })).toEqual({
      order: 300,
      lines: [
        'orders disputed 300 dispute_lost:dp_1 dp_1',
        'losses disputed 500 dispute_lost:dp_1:beyond dp_1',
      ],
    })
  })

  test('takes an unmatched payment, under the id of the payment', () => {
    expect(planned('lost', { unmatchedHeldCents: 800 })).toEqual({
      order: 0,
      lines: ['unmatched disputed 800 dispute_lost:dp_1:unmatched pi_1'],
    })
  })

  test('excludes the amount that a gift card covers', () => {
    expect(planned('lost', { coveredCents: 600 })?.lines).toEqual([
      'losses disputed 200 dispute_lost:dp_1:beyond dp_1',
    ])
  })

  test('is booked once', () => {
    const booked = { ...nothing, orders: 800, movements: 1 }
    expect(planned('lost', { booked })).toEqual({ order: 800, lines: [] })
  })

  test('is reversed when the bank decides otherwise', () => {
    const booked = { orders: 300, unmatched: 0, losses: 500, movements: 2 }
    expect(planned('won', { booked })).toEqual({
      order: 0,
      lines: [
        'disputed orders 300 dispute_lost:dp_1:2 dp_1',
        'disputed losses 500 dispute_lost:dp_1:beyond:2 dp_1',
      ],
    })
  })
})
