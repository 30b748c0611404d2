// A refund by an operator: its refusals, the rows written before the processor is called, and its results
// (decisions.md 27). The ids and hashes were computed with Python's hmac and hashlib.

import { describe, expect, test } from 'bun:test'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import {
  checkRefund,
  listRefunds,
  refundOrder,
} from '../../../server/domain/orders/refund/refund-order.ts'
import { payment } from '../../../testing/orders.ts'
import {
  code,
  operator,
  paidOrder,
  reason,
  type Stage,
  settledRefund,
  stage,
  startedRefund,
  succeeded,
} from './refund-stage.ts'

const input = { code, amountCents: 300, reason, key: 'k1' }
const firstId = '31c9a548-0947-8c52-a460-8df0f17257a0'
const written = {
  id: firstId,
  orderId: orderIdOf('order-1'),
  paymentId: paymentIdOf('pi_1'),
  requestKey: 'key:k1',
  requestedCents: 300,
  amountCents: 300,
  reason,
  parts: null,
  requestedBy: operator,
}
const atProcessor = {
  refundId: refundIdOf('refund-1'),
  paymentId: paymentIdOf('pi_1'),
  amountCents: 300,
  reason,
}

const refund = async (given: Stage, changes: Partial<Parameters<typeof refundOrder>[2]> = {}) => {
  const { deps, calls, lines } = stage(given)
  const result = await refundOrder(deps, operator, { ...input, ...changes })
  return { result, calls, lines, names: calls.map(([name]) => name) }
}
const checked = ['readByCode', 'listByKey']
const sent = ['refundPayment', 'settle', 'listByKey', 'readByCode']
const nothing = { giftCents: 0, cardCents: 0 }

describe('a refund', () => {
  test('is written, requested, settled, and returned with its order', async () => {
    const after = { ...paidOrder, refundedCents: 300, version: 4 }
    const { result, calls, lines } = await refund({
      orders: [paidOrder, after],
      attempts: [[], [settledRefund]],
    })
    const moved = { giftCents: 0, cardCents: 300 }
    expect(result).toEqual({
      ok: true,
      value: { refund: settledRefund, order: after, replayed: false, moved },
    })
    expect(calls).toEqual([
      ['readByCode', code],
      ['listByKey', 'order-1', 'key:k1'],
      ['start', written],
      ['refundPayment', atProcessor],
      ['settle', 'refund-1', succeeded],
      ['listByKey', 'order-1', 'key:k1'],
      ['readByCode', code],
    ])
    expect(lines[0]).toEqual([
      'info',
      'refund.started',
      { code, refundId: refundIdOf('refund-1'), by: operator },
    ])
    expect(lines.map(([, event]) => event)).toEqual(['refund.started', 'refund.settled'])
  })

  test('that a concurrent request with its key has made since is written only by that request', async () => {
    const given = { attempts: [[], [settledRefund]], started: [null] }
    const { result, names } = await refund(given)
    expect(result).toMatchObject({ ok: true, value: { refund: settledRefund, replayed: true } })
    expect(names).toEqual([...checked, 'start', ...checked, 'readByCode'])
  })

  test('of an unknown order is refused', async () => {
    const { result, names } = await refund({ orders: [null] })
    expect(result).toEqual({ ok: false, failure: { kind: 'order_not_found' } })
    expect(names).toEqual(['readByCode'])
  })

  test.each([0, 256])('under a key of %d characters is refused before a read', async (length) => {
    const { result, calls } = await refund({}, { key: 'k'.repeat(length) })
    expect(result).toEqual({ ok: false, failure: { kind: 'idempotency_key_invalid' } })
    expect(calls).toEqual([])
  })

  test('with an unknown outcome is returned as such', async () => {
    const unknown = { ...startedRefund, state: 'unknown' as const }
    const { result } = await refund({ outcome: { kind: 'unknown' }, settled: unknown })
    expect(result).toMatchObject({ ok: true, value: { refund: unknown, replayed: false } })
  })

  test.each([
    ['expired_or_canceled_card', 'expired_or_canceled_card'],
    [null, 'no reason given'],
  ])('that failed with the reason %j is refused', async (failure, said) => {
    const { result } = await refund({ settled: { ...startedRefund, state: 'failed', failure } })
    expect(result).toEqual({
      ok: false,
      failure: { kind: 'refund_refused', reason: said, moved: nothing, leftCents: 300 },
    })
  })

  test('of an order that no longer exists is an error of the service', async () => {
    const given = { orders: [paidOrder, null] }
    await expect(refund(given)).rejects.toThrow(`order ${code} vanished`)
  })
})

describe('a concurrent change', () => {
  test('causes the order to be read and checked again', async () => {
    const other = { ...paidOrder, refundingCents: 600 }
    const { result, names } = await refund({ orders: [paidOrder, other], started: [null] })
    expect(result).toEqual({ ok: false, failure: { kind: 'refund_too_large', leftCents: 200 } })
    expect(names).toEqual([...checked, 'start', ...checked])
  })

  test('does not stop the refund after 19 changes, and stops it after 20', async () => {
    const attempt = [...checked, 'start']
    const last = await refund({ started: [...Array(19).fill(null), startedRefund] })
    expect(last.result.ok).toBe(true)
    expect(last.names).toEqual([...Array(20).fill(attempt).flat(), ...sent])
    const { deps, calls, lines } = stage({ started: [null] })
    await expect(refundOrder(deps, operator, input)).rejects.toThrow(
      `refund of order ${code}: changed at every attempt`,
    )
    expect(calls.filter(([name]) => name === 'start')).toHaveLength(20)
    expect(lines).toEqual([])
  })
})

describe('the version that the operator saw', () => {
  test('is part of the write', async () => {
    const { result, calls } = await refund({}, { version: 2 })
    expect(result.ok).toBe(true)
    expect(calls[2]).toEqual(['start', { ...written, version: 2 }])
  })

  test.each([1, 3])('is refused with all changes when it is %d instead of 2', async (version) => {
    const change = { version: 2, by: 'payment' } as never
    const { result, calls } = await refund({ changes: [change] }, { version })
    expect(result).toEqual({
      ok: false,
      failure: { kind: 'order_changed', version: 2, changes: [change] },
    })
    expect(calls.slice(2)).toEqual([['changesSince', 'order-1', version]])
  })
})

describe('a new refund', () => {
  const made = async (given: Stage, changes: object, of = paidOrder) => {
    const { deps, calls } = stage(given)
    const result = await checkRefund(deps, operator, {
      order: of,
      input: { ...input, ...changes },
    })
    return { result, calls }
  }

  test('without a key is identified by its amount and reason', async () => {
    const requestKey = 'same:7ee4842de56370889a020ab5a879830d7ab1a8b42da6031f9bed9cfc85b17494'
    const { result, calls } = await made({}, { key: null })
    const id = refundIdOf('3c56f135-48d8-861c-a09a-1c2ddf271474')
    expect(result).toEqual({ ok: true, value: { ...written, id, requestKey } })
    expect(calls).toEqual([['listByKey', 'order-1', requestKey]])
  })

  test.each([
    [1, '0b39f651-6972-8557-a132-049e4ec61ef4'],
    [2, '1cc55a7d-afbb-8546-ac23-96a72552ba09'],
  ])('has another id after %d that failed', async (failed, id) => {
    const attempts = [Array(failed).fill({ ...startedRefund, state: 'failed' })]
    expect((await made({ attempts }, {})).result).toMatchObject({ ok: true, value: { id } })
  })

  test('of an order that is not paid is refused', async () => {
    const { result, calls } = await made({}, {}, { ...paidOrder, payment: payment() })
    expect(result).toEqual({ ok: false, failure: { kind: 'refund_unpaid' } })
    expect(calls).toEqual([])
  })

  test('is at most the remainder of $8.00 after refunds, settled or not', async () => {
    const of = { ...paidOrder, refundedCents: 200, refundingCents: 250 }
    expect((await made({}, { amountCents: 350 }, of)).result).toMatchObject({
      ok: true,
      value: { amountCents: 350 },
    })
    const { result } = await made({}, { amountCents: 351 }, of)
    expect(result).toEqual({ ok: false, failure: { kind: 'refund_too_large', leftCents: 350 } })
  })
})

describe('a refund that moved in part', () => {
  // $3.00, of which the gift card got $1.20 and the bank returned $1.80.
  const partly = { ...startedRefund, state: 'partly' as const, giftCents: 120 }

  test('is repeated for the missing amount, under the next id', async () => {
    const { calls } = await refund({ attempts: [[partly]] })
    expect(calls.find(([name]) => name === 'start')).toEqual([
      'start',
      { ...written, id: '0b39f651-6972-8557-a132-049e4ec61ef4', amountCents: 180 },
    ])
  })

  test('is repeated for the amount that is still missing after that failed too', async () => {
    const again = { ...startedRefund, state: 'failed' as const, amountCents: 180 }
    const { calls } = await refund({ attempts: [[partly, again]] })
    expect(calls.find(([name]) => name === 'start')).toMatchObject([
      'start',
      { id: '1cc55a7d-afbb-8546-ac23-96a72552ba09', requestedCents: 300, amountCents: 180 },
    ])
  })

  test('states the amount on the gift card in its refusal', async () => {
    const failure = 'Insufficient funds'
    const missing = { ...startedRefund, amountCents: 180 }
    const { result } = await refund({
      attempts: [[partly]],
      started: [missing],
      settled: { ...missing, state: 'failed', failure },
    })
    expect(result).toEqual({
      ok: false,
      failure: {
        kind: 'refund_refused',
        reason: failure,
        moved: { giftCents: 120, cardCents: 0 },
        leftCents: 180,
      },
    })
  })

  test('states the sum that all attempts moved', async () => {
    const again = { ...settledRefund, amountCents: 180 }
    const { result } = await refund({ attempts: [[partly], [partly, again]] })
    expect(result).toMatchObject({ value: { moved: { giftCents: 120, cardCents: 180 } } })
  })

  test.each([{ amountCents: 299 }, { amountCents: 180 }, { reason: 'Another one.' }])(
    'may not become a different refund: %j',
    async (changes) => {
      const { result, names } = await refund({ attempts: [[partly]] }, changes)
      expect(result).toEqual({ ok: false, failure: { kind: 'idempotency_key_reused' } })
      expect(names).not.toContain('start')
    },
  )

  test('returns the first refund once the rest succeeded', async () => {
    const again = { ...settledRefund, id: refundIdOf('refund-2'), amountCents: 180 }
    const { result, names } = await refund({ attempts: [[partly, again]] })
    expect(result).toMatchObject({
      value: { refund: again, replayed: true, moved: { giftCents: 120, cardCents: 180 } },
    })
    expect(names).not.toContain('start')
  })
})

describe('the refunds of an order', () => {
  test('need no query when there are none', async () => {
    const { deps, calls } = stage({ listed: [settledRefund] })
    expect(await listRefunds(deps, paidOrder)).toEqual([])
    expect(calls).toEqual([])
  })

  test.each([
    { refundedCents: 1, refundingCents: 0 },
    { refundedCents: 0, refundingCents: 1 },
    // Equal sums must not cancel each other out.
    { refundedCents: 300, refundingCents: 300 },
  ])('with %j are read', async (cents) => {
    const { deps, calls } = stage({ listed: [settledRefund] })
    expect(await listRefunds(deps, { ...paidOrder, ...cents })).toEqual([settledRefund])
    expect(calls).toEqual([['listByOrder', 'order-1']])
  })
})
