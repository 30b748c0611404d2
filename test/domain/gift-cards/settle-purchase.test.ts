// Effects of a known payment of a purchase, the search for one without an event, and the requests to the processor.

import { describe, expect, test } from 'bun:test'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { purchaseIdOf } from '../../../server/domain/base/ids/purchase-id.ts'
import {
  applyPurchasePayment,
  readReturned,
  settlePurchases,
} from '../../../server/domain/gift-cards/settle-purchase.ts'
import { ProcessorUnavailable } from '../../../server/domain/payments/ports.ts'
import {
  buyer,
  cardHash,
  paidCheckout,
  purchase,
  purchaseId,
  type Stage,
  stage,
  succeeded,
} from './stage.ts'

const payment = { purchaseId, paymentId: paymentIdOf('pi_1'), amountCents: 2500 }
const marked = ['markPaid', payment, cardHash]
const away = new ProcessorUnavailable('away')
const broken = new Error('broken')
const facts = { purchaseId, paymentId: paymentIdOf('pi_1') }

describe('a payment', () => {
  test.each([
    // [outcome in the database, known purchase, log line].
    ['paid', true, ['info', 'purchase.paid', payment]],
    ['already', true, null],
    ['duplicate', true, null],
    ['being_returned', true, ['warn', 'purchase.being_returned', facts]],
    ['wrong_amount', true, null],
    ['no_such_purchase', false, null],
  ] as const)('that is %s', async (outcome, known, line) => {
    const { deps, calls, lines } = stage({ outcome })
    expect(await applyPurchasePayment(deps, payment)).toBe(known)
    const isUnusable = outcome === 'duplicate' || outcome === 'wrong_amount'
    const subject = { kind: 'purchase', id: purchaseId, code: null }
    const unusable = { paymentId: paymentIdOf('pi_1'), amountCents: 2500, cause: outcome, subject }
    expect(calls).toEqual([marked, ...(isUnusable ? [['recordUnusable', unusable]] : [])])
    expect(lines).toEqual(line === null ? [] : [[...line]])
  })

  test('with an invalid id belongs to no purchase, and is not looked up', async () => {
    const { deps, calls } = stage()
    expect(await applyPurchasePayment(deps, { ...payment, purchaseId: purchaseIdOf('x') })).toBe(
      false,
    )
    expect(calls).toEqual([])
  })
})

describe('a returning visitor', () => {
  const returned = async (given: Stage, { id = purchaseId, accountId = buyer } = {}) => {
    const { deps, calls, lines } = stage(given)
    const result = await readReturned(deps, { accountId }, id)
    return { result, calls, lines }
  }
  const paid = { ...purchase, paymentId: paymentIdOf('pi_1') }

  test('sees a paid purchase without a call to the processor', async () => {
    expect(await returned({ stored: [paid] })).toEqual({
      result: { purchase: paid, state: 'paid' },
      calls: [],
      lines: [],
    })
  })

  test('before the event sees the state at the processor', async () => {
    const { result, calls } = await returned({ stored: [purchase, paid] })
    expect(result).toEqual({ purchase: paid, state: 'paid' })
    expect(calls).toEqual([['readCheckout', 'cs_1', { accountId: buyer }], marked])
  })

  test('sees no purchase of another account, of no account, or with an invalid id', async () => {
    const none = { result: null, calls: [], lines: [] }
    const other = { accountId: accountIdOf('other') }
    expect(await returned({ stored: [purchase] }, other)).toEqual(none)
    expect(await returned({ stored: [null] })).toEqual(none)
    expect(await returned({ stored: [purchase] }, { id: purchaseIdOf('x') })).toEqual(none)
  })

  // A checkout stays complete when its payment is refunded in full, which then counts as failed.
  test.each([
    ['refunded', 'was refunded', 'complete', { ...succeeded, status: 'failed' }],
    ['open', 'is under way', 'complete', { ...succeeded, status: 'processing' }],
    ['open', 'is missing', 'complete', null],
    ['open', 'was declined', 'open', { ...succeeded, status: 'failed' }],
  ] as const)('sees it %s after a payment that %s', async (state, _, status, made) => {
    const checkout = { ...paidCheckout, status, payment: made }
    const { result, calls } = await returned({ stored: [purchase], checkout })
    expect(result).toEqual({ purchase, state })
    expect(calls).toEqual([['readCheckout', 'cs_1', { accountId: buyer }]])
  })

  test('after a payment of another amount, the purchase is judged by that amount', async () => {
    const { calls } = await returned({
      stored: [purchase],
      checkout: { ...paidCheckout, payment: { ...succeeded, amountCents: 2499 } },
    })
    expect(calls.at(-1)).toEqual(['markPaid', { ...payment, amountCents: 2499 }, cardHash])
  })

  test('with an unlinked checkout sees it open', async () => {
    const unlinked = { ...purchase, checkoutSessionId: null }
    expect(await returned({ stored: [unlinked] })).toEqual({
      result: { purchase: unlinked, state: 'open' },
      calls: [],
      lines: [],
    })
  })

  test('sees it open while the processor is unavailable, and other errors are thrown', async () => {
    const { result, lines } = await returned({ stored: [purchase], checkout: away })
    expect(result).toEqual({ purchase, state: 'open' })
    expect(lines).toEqual([['warn', 'purchase.not_reviewed', { purchaseId, error: away }]])
    await expect(returned({ stored: [purchase], checkout: broken })).rejects.toThrow('broken')
  })
})

describe('the worker', () => {
  test('reviews ten at a time, as background work', async () => {
    const { deps, calls } = stage({ open: [purchase] })
    await settlePurchases(deps)
    expect(calls).toEqual([['claimOpen', 10], ['readCheckout', 'cs_1', 'upkeep'], marked])
  })

  test.each([
    ['warn', away],
    ['error', broken],
  ])('logs a review that failed with level %s', async (level, error) => {
    const { deps, calls, lines } = stage({ open: [purchase], checkout: error })
    await settlePurchases(deps)
    expect(calls.map(([name]) => name)).toEqual(['claimOpen', 'readCheckout'])
    expect(lines).toEqual([[level, 'purchase.not_reviewed', { purchaseId, error }]])
  })
})
