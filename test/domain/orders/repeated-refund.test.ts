// A repeated refund request: the same request is the first refund, another one under its key is refused (decisions.md
// 27).
import { describe, expect, test } from 'bun:test'
import type { Order } from '../../../server/domain/orders/record/order.ts'
import { findRepeated, refundOrder } from '../../../server/domain/orders/refund/refund-order.ts'
import { findRequest } from '../../../server/domain/orders/refund/refund-request.ts'
import { setOrderStatus } from '../../../server/domain/orders/status-changes/set-order-status.ts'
import {
  code,
  operator,
  paidOrder,
  reason,
  settledRefund,
  stage,
  startedRefund,
} from './refund-stage.ts'

const input = { code, amountCents: 300, reason, key: 'k1' }
const sameKey = 'same:7ee4842de56370889a020ab5a879830d7ab1a8b42da6031f9bed9cfc85b17494'
/** An order with the first refund. */
const order = { ...paidOrder, refundedCents: 300, version: 4 }
const moved = { giftCents: 0, cardCents: 300 }
const replayed = {
  ok: true,
  value: { refund: settledRefund, order, replayed: true, moved },
} as const
const reused = { ok: false, failure: { kind: 'idempotency_key_reused' } } as const

describe('a repeated request', () => {
  test('returns the first refund, and nothing is written or requested', async () => {
    const { deps, calls, lines } = stage({ attempts: [[settledRefund]], orders: [order] })
    expect(await refundOrder(deps, operator, input)).toEqual(replayed)
    expect(calls.map(([name]) => name)).toEqual(['readByCode', 'listByKey', 'readByCode'])
    expect(lines).toEqual([])
  })

  test('returns the order with the refund that a concurrent request wrote meanwhile', async () => {
    const { deps } = stage({ attempts: [[settledRefund]], orders: [paidOrder, order] })
    expect(await refundOrder(deps, operator, input)).toEqual(replayed)
  })

  test('does not change the order, although its version may be outdated', async () => {
    const { deps } = stage({ attempts: [[settledRefund]], orders: [order] })
    expect(await refundOrder(deps, operator, { ...input, version: 1 })).toEqual(replayed)
  })

  test('returns the first refund even when nothing is left to refund', async () => {
    const empty = { ...order, refundedCents: 800 }
    const { deps } = stage({ attempts: [[settledRefund]], orders: [empty] })
    const result = await refundOrder(deps, operator, input)
    expect(result).toEqual({ ok: true, value: { ...replayed.value, order: empty } })
  })

  test.each([{ amountCents: 301 }, { amountCents: 299 }, { reason: 'Another one was missing.' }])(
    'under the same key with %j is refused',
    async (changes) => {
      const { deps, calls } = stage({ attempts: [[settledRefund]], orders: [order] })
      expect(await refundOrder(deps, operator, { ...input, ...changes })).toEqual(reused)
      expect(calls.map(([name]) => name)).toEqual(['readByCode', 'listByKey'])
    },
  )

  test('without a key is found by amount and reason', async () => {
    const { deps, calls } = stage({ attempts: [[settledRefund]], orders: [order] })
    expect(await findRepeated(deps, order, { ...input, key: null })).toEqual(replayed)
    expect(calls).toEqual([
      ['listByKey', 'order-1', sameKey],
      ['readByCode', code],
    ])
  })

  test('is not found when no refund has its key', async () => {
    const { deps } = stage()
    expect(await findRepeated(deps, paidOrder, input)).toBeNull()
  })
})

describe('a refund under the key of a form', () => {
  test('is read with the prefix of keys that callers choose', async () => {
    const { deps, calls } = stage({ attempts: [[startedRefund]] })
    expect((await findRequest(deps, paidOrder, sameKey))?.currentAttempt).toEqual(startedRefund)
    expect(calls).toEqual([['listByKey', 'order-1', `key:${sameKey}`]])
  })

  test.each(['', null])('is not found without a key: %j', async (key) => {
    const { deps, calls } = stage({ attempts: [[startedRefund]] })
    expect(await findRequest(deps, paidOrder, key)).toBeNull()
    expect(calls).toEqual([])
  })
})

describe('a repeated status change with a refund', () => {
  const cancelled: Order = { ...order, status: 'CANCELLED' }
  const refund = { amountCents: 300, reason, key: 'k1' }
  const cancel = { code, version: 'current', status: 'CANCELLED', refund } as const

  test('returns what the first request set', async () => {
    const { deps } = stage({ attempts: [[settledRefund]], orders: [cancelled] })
    const set = { order: cancelled, refund: settledRefund }
    expect(await setOrderStatus(deps, operator, cancel)).toEqual({ ok: true, value: set })
  })

  test('returns what a concurrent request has set meanwhile', async () => {
    const { deps } = stage({ attempts: [[settledRefund]], orders: [paidOrder, cancelled] })
    const set = { order: cancelled, refund: settledRefund }
    expect(await setOrderStatus(deps, operator, cancel)).toEqual({ ok: true, value: set })
  })

  test('returns the same refund of the remaining amount', async () => {
    const full = { ...cancel, version: 2, refund: { ...refund, amountCents: 'full' } } as const
    const all = { ...settledRefund, requestedCents: 800, amountCents: 800 }
    const empty = { ...cancelled, refundedCents: 800 }
    const { deps } = stage({ attempts: [[all]], orders: [empty] })
    const set = { order: empty, refund: all }
    expect(await setOrderStatus(deps, operator, full)).toEqual({ ok: true, value: set })
  })

  test('is refused when the refund was requested with another status, or as a plain refund', async () => {
    const { deps } = stage({ attempts: [[settledRefund]], orders: [order] })
    expect(await setOrderStatus(deps, operator, cancel)).toEqual(reused)
    const other = { ...cancel, refund: { ...refund, amountCents: 301 } }
    expect(await setOrderStatus(deps, operator, other)).toEqual(reused)
  })
})
