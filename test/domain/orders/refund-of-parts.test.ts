// Refunds by line as requests: written rows, repeats, and repeated attempts. The hash was computed with Python's
// hashlib.

import { describe, expect, test } from 'bun:test'
import { refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import { refundOrder, repeatRefund } from '../../../server/domain/orders/refund/refund-order.ts'
import type { Refund, RefundedParts } from '../../../server/domain/orders/reversals/refund.ts'
import {
  areSameParts,
  type RequestedParts,
  requestedPartsOf,
} from '../../../server/domain/orders/reversals/refund-parts.ts'
import {
  code,
  operator,
  paidOrder,
  reason,
  type Stage,
  settledRefund,
  stage,
  startedRefund,
} from './refund-stage.ts'

/** Four parts for $1.00 and $7.00 of postage. */
const order = { ...paidOrder, options: { ...paidOrder.options, quantity: 4 } }
const one: RequestedParts = { lines: [{ line: 1, quantity: 1 }], shipping: false }
const oneKey = 'same:3097fd026a1982f71339b14dce2c98e52cdc2f07294501cb94bee36e42d72063'
/** floor(100 * 1 / 4). */
const onePriced: RefundedParts = {
  lines: [{ line: 1, quantity: 1, of: 4, cents: 25 }],
  postageCents: 0,
}
const refundOfOne: Refund = {
  ...settledRefund,
  requestedCents: 25,
  amountCents: 25,
  parts: onePriced,
}

async function refund(
  given: Stage,
  { parts = one, key = null }: { parts?: RequestedParts; key?: string | null } = {},
) {
  const { deps, calls } = stage({ orders: [order], ...given })
  const result = await refundOrder(deps, operator, { code, parts, reason, key })
  return { result, started: calls.find(([name]) => name === 'start')?.[1] }
}

describe('a refund of parts', () => {
  test('is written at their price, in the version of the order that priced them', async () => {
    const { started } = await refund({})
    expect(started).toEqual({
      id: expect.any(String),
      orderId: 'order-1',
      paymentId: 'pi_1',
      requestKey: oneKey,
      requestedCents: 25,
      amountCents: 25,
      parts: onePriced,
      reason,
      requestedBy: operator,
      version: 2,
    })
  })

  test('with the postage is written with it', async () => {
    const { started } = await refund({}, { parts: { ...one, shipping: true } })
    expect(started).toMatchObject({
      amountCents: 725,
      parts: { ...onePriced, postageCents: 700 },
    })
  })

  test('after another one costs the remainder', async () => {
    const before = { ...refundOfOne, requestKey: 'key:before' }
    const { started } = await refund({
      orders: [{ ...order, refundedCents: 25 }],
      listed: [before],
    })
    // floor(100 * 2 / 4) - 25.
    expect(started).toMatchObject({ amountCents: 25 })
    const all = { lines: [{ line: 1, quantity: 4 }], shipping: false }
    const orders = [{ ...order, refundedCents: 25 }]
    expect((await refund({ orders, listed: [before] }, { parts: all })).result).toEqual({
      ok: false,
      failure: { kind: 'refund_parts_left', line: 1, of: 4, left: 3 },
    })
  })

  test('of an unknown line is refused', async () => {
    const parts = { lines: [{ line: 2, quantity: 1 }], shipping: false }
    const { result, started } = await refund({}, { parts })
    expect(result).toEqual({ ok: false, failure: { kind: 'order_line_unknown', lines: 1 } })
    expect(started).toBeUndefined()
  })

  test('of a disputed order is refused', async () => {
    const orders = [{ ...order, disputedCents: 800 }]
    const { result, started } = await refund({ orders })
    expect(result).toEqual({ ok: false, failure: { kind: 'refund_disputed' } })
    expect(started).toBeUndefined()
  })
})

describe('a refund of parts under a key', () => {
  const reused = { ok: false, failure: { kind: 'idempotency_key_reused' } } as const
  const attempts = [[refundOfOne]]

  test('returns the first refund for the same parts', async () => {
    const { result } = await refund({ attempts }, { key: 'k1' })
    expect(result).toMatchObject({ ok: true, value: { refund: refundOfOne, replayed: true } })
  })

  test.each([
    { lines: [{ line: 1, quantity: 2 }], shipping: false },
    { ...one, shipping: true },
  ])('is refused for %j', async (parts) => {
    expect((await refund({ attempts }, { key: 'k1', parts })).result).toEqual(reused)
  })

  test('is refused for the same amount without parts, and so are parts under the key of an amount', async () => {
    const { deps } = stage({ orders: [order], attempts })
    const input = { code, amountCents: 25, reason, key: 'k1' }
    expect(await refundOrder(deps, operator, input)).toEqual(reused)
    const amount = { ...refundOfOne, parts: null }
    expect((await refund({ attempts: [[amount]] }, { key: 'k1' })).result).toEqual(reused)
  })

  test('with a moved gift card part requests the rest of the same parts', async () => {
    const partly: Refund = { ...refundOfOne, state: 'partly', giftCents: 10 }
    const all = { lines: [{ line: 1, quantity: 4 }], shipping: false }
    const allPriced = { lines: [{ line: 1, quantity: 4, of: 4, cents: 100 }], postageCents: 0 }
    const attempt = { ...partly, requestedCents: 100, amountCents: 100, parts: allPriced }
    const orders = [{ ...order, refundedCents: 10 }]
    const given = { orders, attempts: [[attempt]], listed: [attempt] }
    const { started } = await refund(given, { key: 'k1', parts: all })
    expect(started).toMatchObject({ requestedCents: 100, amountCents: 90, parts: allPriced })
  })
})

describe('requested parts', () => {
  const two: RefundedParts = {
    lines: [
      { line: 2, quantity: 3, of: 5, cents: 60 },
      { line: 1, quantity: 1, of: 4, cents: 25 },
    ],
    postageCents: 0,
  }

  test('are the priced ones, with postage when postage is refunded', () => {
    const lines = [
      { line: 2, quantity: 3 },
      { line: 1, quantity: 1 },
    ]
    expect(requestedPartsOf(two)).toEqual({ lines, shipping: false })
    expect(requestedPartsOf({ ...two, postageCents: 1 })).toEqual({ lines, shipping: true })
  })

  test('are the same in any order of lines', () => {
    const asked = requestedPartsOf(two)
    expect(areSameParts(asked, { ...asked, lines: asked.lines.toReversed() })).toBe(true)
    expect(areSameParts(asked, { ...asked, shipping: true })).toBe(false)
    expect(areSameParts(asked, { ...asked, lines: asked.lines.slice(1) })).toBe(false)
    const swapped = [
      { line: 2, quantity: 1 },
      { line: 1, quantity: 3 },
    ]
    expect(areSameParts(asked, { ...asked, lines: swapped })).toBe(false)
  })
})

describe('a repeated refund', () => {
  const failed: Refund = { ...startedRefund, state: 'failed', failure: 'declined' }
  const again = async (given: Stage, refundId = 'refund-1') => {
    const { deps, calls } = stage({ orders: [order], attempts: [[failed]], ...given })
    const result = await repeatRefund(deps, operator, { code, refundId: refundIdOf(refundId) })
    return { result, started: calls.find(([name]) => name === 'start')?.[1] }
  }

  test('has the key of its request', async () => {
    const others = [
      { ...failed, id: refundIdOf('refund-0'), requestKey: 'key:k0', requestedCents: 100 },
      failed,
      { ...failed, id: refundIdOf('refund-2'), requestKey: 'key:k2', requestedCents: 200 },
    ]
    const { result, started } = await again({ listed: others })
    expect(result.ok).toBe(true)
    expect(started).toMatchObject({ requestKey: 'key:k1', amountCents: 300, parts: null, reason })
  })

  test('without a key is found by its request', async () => {
    const requestKey = 'same:7ee4842de56370889a020ab5a879830d7ab1a8b42da6031f9bed9cfc85b17494'
    const { started } = await again({ listed: [{ ...failed, requestKey }] })
    expect(started).toMatchObject({ requestKey, amountCents: 300 })
    const ofParts = { ...refundOfOne, state: 'failed', requestKey: oneKey } as const
    expect((await again({ listed: [ofParts], attempts: [[ofParts]] })).started).toMatchObject({
      requestKey: oneKey,
      amountCents: 25,
      parts: onePriced,
    })
  })

  test('has another id at each attempt', async () => {
    const ids = new Set<unknown>()
    for (const attempts of [[failed], [failed, { ...failed, id: refundIdOf('refund-2') }]]) {
      const { started } = await again({ listed: attempts, attempts: [attempts] })
      ids.add(Reflect.get(Object(started), 'id'))
    }
    expect(ids.size).toBe(2)
  })

  test('is refused when the order or the refund is not found', async () => {
    expect((await again({ orders: [null], listed: [failed] })).result).toEqual({
      ok: false,
      failure: { kind: 'order_not_found' },
    })
    expect((await again({ listed: [failed] }, 'refund-9')).result).toEqual({
      ok: false,
      failure: { kind: 'refund_not_returned' },
    })
  })
})
