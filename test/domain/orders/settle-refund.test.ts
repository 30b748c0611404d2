// How a refund is settled: by the processor's response, by its event, or by its record after a crash (docs/money.md).

import { describe, expect, test } from 'bun:test'
import { refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import {
  sendRefund,
  settleRefund,
  settleRefunds,
} from '../../../server/domain/orders/refund/settle-refund.ts'
import { ProcessorBusy, ProcessorUnavailable } from '../../../server/domain/payments/ports.ts'
import type { RefundOutcome } from '../../../server/domain/payments/refund-outcome.ts'
import {
  reason,
  type Stage,
  settledRefund,
  stage,
  startedRefund,
  succeeded,
} from './refund-stage.ts'

const onGiftCard = { kind: 'succeeded', processorRefundId: null } as const
const unknown = { kind: 'unknown' } as const
const request = { refundId: refundIdOf('refund-1'), paymentId: 'pi_1', amountCents: 300, reason }
const facts = {
  refundId: refundIdOf('refund-1'),
  orderId: 'order-1',
  amountCents: 300,
  giftCents: 0,
  state: 'succeeded',
  failure: null,
}

describe('a sent refund', () => {
  const send = async (given: Stage, changes: object = {}) => {
    const { deps, calls, lines } = stage(given)
    const result = await sendRefund(deps, { ...startedRefund, ...changes })
    return { result, calls, lines }
  }

  test('is requested under its id, and its outcome is written', async () => {
    expect(await send({})).toEqual({
      result: settledRefund,
      calls: [
        ['refundPayment', request],
        ['settle', 'refund-1', succeeded],
      ],
      lines: [['info', 'refund.settled', facts]],
    })
  })

  test('requests from the processor the amount beyond the gift card part', async () => {
    const { calls } = await send({}, { giftCents: 120 })
    expect(calls[0]).toEqual(['refundPayment', { ...request, amountCents: 180 }])
  })

  test.each(['pi_1', null])(
    'that goes to the gift card alone is settled without the processor (payment: %j)',
    async (paymentId) => {
      const { calls } = await send({}, { giftCents: 300, paymentId })
      expect(calls).toEqual([['settle', 'refund-1', onGiftCard]])
    },
  )

  test('with an unknown outcome is named in the log', async () => {
    const settled = { ...startedRefund, state: 'unknown' as const }
    const { result, calls, lines } = await send({ outcome: unknown, settled })
    expect(result).toEqual(settled)
    expect(calls[1]).toEqual(['settle', 'refund-1', unknown])
    expect(lines).toEqual([
      ['warn', 'refund.outcome_unknown', { refundId: refundIdOf('refund-1') }],
      ['info', 'refund.not_settled_yet', { ...facts, state: 'unknown' }],
    ])
  })

  test('whose row no longer exists is an error of the service', async () => {
    await expect(send({ settled: null })).rejects.toThrow('refund refund-1 vanished')
  })
})

describe('an outcome', () => {
  test('of a refund that is not ours is named in the log', async () => {
    const { deps, calls, lines } = stage({ settled: null })
    expect(await settleRefund(deps, refundIdOf('refund-9'), succeeded)).toBeNull()
    expect(calls).toEqual([['settle', 'refund-9', succeeded]])
    expect(lines).toEqual([['warn', 'refund.not_ours', { refundId: refundIdOf('refund-9') }]])
  })

  test('that failed is logged as an error, with the reason', async () => {
    const failure = 'expired_or_canceled_card'
    const settled = { ...startedRefund, state: 'failed' as const, failure }
    const { deps, lines, counted } = stage({ settled })
    const outcome = { kind: 'failed', reason: failure, processorRefundId: 're_1' } as const
    expect(await settleRefund(deps, refundIdOf('refund-1'), outcome)).toEqual(settled)
    expect(lines).toEqual([['error', 'refund.settled', { ...facts, state: 'failed', failure }]])
    expect(counted).toEqual([['refunds_total', { outcome: 'failed' }]])
  })

  test('that the bank returned is logged and counted as such, once', async () => {
    const settled = { ...startedRefund, state: 'partly' as const, giftCents: 120 }
    const outcome = { kind: 'failed', reason: 'x', processorRefundId: 're_1' } as const
    const first = stage({ settled, change: 'returned' })
    await settleRefund(first.deps, refundIdOf('refund-1'), outcome)
    expect(first.lines).toEqual([
      ['error', 'refund.returned', { ...facts, giftCents: 120, state: 'partly' }],
    ])
    expect(first.counted).toEqual([['refunds_total', { outcome: 'returned' }]])
    const again = stage({ settled, change: 'none' })
    await settleRefund(again.deps, refundIdOf('refund-1'), outcome)
    expect(again.counted).toEqual([])
  })

  test('of a response is counted by the code that calls the processor', async () => {
    const settled = { ...startedRefund, state: 'failed' as const }
    const { deps, counted } = stage({ settled })
    await sendRefund(deps, startedRefund)
    expect(counted).toEqual([])
  })
})

describe('the worker', () => {
  const claimed = ['claimUnsettled', { startedSecondsAgo: 60, repeatableHours: 23, limit: 20 }]
  const found = ['findRefund', { refundId: refundIdOf('refund-1'), paymentId: 'pi_1' }]
  const review = async (given: Stage, changes: object = {}, isRepeatable = true) => {
    const unsettled = [{ refund: { ...startedRefund, ...changes }, isRepeatable }]
    const { deps, calls, lines } = stage({ unsettled, ...given })
    const count = await settleRefunds(deps, { startedSecondsAgo: 60 })
    expect(calls[0]).toEqual(claimed)
    return { count, calls: calls.slice(1), lines }
  }

  test('has nothing to do without unsettled refunds', async () => {
    expect(await review({ unsettled: [] })).toEqual({ count: 0, calls: [], lines: [] })
  })

  test.each<RefundOutcome>([
    succeeded,
    { kind: 'pending', processorRefundId: 're_1' },
    { kind: 'failed', reason: 'lost_or_stolen_card', processorRefundId: 're_1' },
  ])('writes the outcome in the record: %j', async (recorded) => {
    const { count, calls } = await review({ recorded })
    expect(count).toBe(1)
    expect(calls).toEqual([found, ['settle', 'refund-1', recorded]])
  })

  test('repeats a refund that the record does not have, while its key is known', async () => {
    const { calls, lines } = await review({ recorded: null })
    expect(calls).toEqual([found, ['refundPayment', request], ['settle', 'refund-1', succeeded]])
    expect(lines).toEqual([['info', 'refund.settled', facts]])
  })

  test('counts a refund that the record does not have as failed, once its key is forgotten', async () => {
    const { calls } = await review({ recorded: null }, {}, false)
    const neverArrived = {
      kind: 'failed',
      reason: 'The refund never reached the card processor',
      processorRefundId: null,
    }
    expect(calls).toEqual([found, ['settle', 'refund-1', neverArrived]])
  })

  test.each(['pi_1', null])(
    'settles a refund to the gift card alone without the processor (payment: %j)',
    async (paymentId) => {
      const { calls } = await review({}, { giftCents: 300, paymentId }, false)
      expect(calls).toEqual([['settle', 'refund-1', onGiftCard]])
    },
  )

  test('looks up a refund of which the gift card got only a part', async () => {
    const { calls } = await review({ recorded: succeeded }, { giftCents: 120 })
    expect(calls).toEqual([found, ['settle', 'refund-1', succeeded]])
  })

  test.each([
    ['away', new ProcessorUnavailable('away')],
    ['busy', new ProcessorBusy('busy')],
  ])('leaves a refund unchanged while the processor is %s', async (_, recorded) => {
    const { count, calls, lines } = await review({ recorded })
    expect(count).toBe(1)
    expect(calls).toEqual([found])
    expect(lines).toEqual([['warn', 'refund.not_settled_unreachable', { refundId: 'refund-1' }]])
  })

  test('logs any other error, and reviews the other refunds', async () => {
    const error = new Error('broken')
    const unsettled = [
      { refund: startedRefund, isRepeatable: true },
      {
        refund: { ...startedRefund, id: refundIdOf('refund-2'), giftCents: 300 },
        isRepeatable: true,
      },
    ]
    const { count, calls, lines } = await review({ unsettled, recorded: error })
    expect(count).toBe(2)
    expect(calls).toContainEqual(['settle', 'refund-2', onGiftCard])
    expect(lines).toContainEqual(['error', 'refund.not_settled', { refundId: 'refund-1', error }])
    expect(lines).toHaveLength(2)
  })
})
