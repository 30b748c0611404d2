// The refund of a payment that pays for nothing: the order of its calls, and its final state.
import { describe, expect, test } from 'bun:test'
import { createOrderIds, firstOrderKey } from '../../../server/adapters/payments/order-ids.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { type PaymentDeps, ProcessorUnavailable } from '../../../server/domain/payments/ports.ts'
import { derivedRefundId } from '../../../server/domain/payments/refund-id.ts'
import type { RefundOutcome } from '../../../server/domain/payments/refund-outcome.ts'
import { type ReturnDeps, returnPayment } from '../../../server/domain/payments/return-payment.ts'
import type { UnmatchedPayment, UnmatchedState } from '../../../server/domain/payments/unmatched.ts'

const orderIds = createOrderIds(firstOrderKey('an-auth-secret-for-tests-of-32-and-more'))
const paymentId = paymentIdOf('pi_1')
const claimed = {
  paymentId,
  cause: 'missing',
  orderCode: 'SVC-AAAAAA',
  amountCents: 800,
  state: 'claimed',
  automatic: true,
  decidedBy: null,
  reason: null,
  failure: null,
  refundAttempts: 0,
} as UnmatchedPayment
const succeeded: RefundOutcome = { kind: 'succeeded', processorRefundId: 're_1' }
const refusal: RefundOutcome = { kind: 'failed', reason: 'No.', processorRefundId: null }

type Stage = {
  /** State that the first transaction writes; null: another process has the payment. */
  readonly begun?: UnmatchedState | null
  readonly earlier?: RefundOutcome | null
  readonly outcome?: RefundOutcome | Error
  /** Status of the payment at the processor after a refused refund. */
  readonly status?: string
}

/** `calls`: the requests to the processor; `settled`: the written outcome. */
function stage({
  begun = 'refunding',
  earlier = null,
  outcome = succeeded,
  status = 'succeeded',
}: Stage) {
  const calls: string[] = []
  const settled: RefundOutcome[] = []
  const deps: ReturnDeps = {
    orderIds,
    log: { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} },
    meter: { count: () => {}, observe: () => {}, adjust: () => {}, set: () => {} },
    payments: {
      findRefund: async () => {
        calls.push('find')
        return earlier
      },
      refundPayment: async ({ amountCents }: { amountCents: number | 'rest' }) => {
        calls.push(`refund ${amountCents}`)
        if (outcome instanceof Error) throw outcome
        return outcome
      },
      readPayment: async () => {
        calls.push('read')
        return { status }
      },
    } as unknown as PaymentDeps['payments'],
    unmatchedPayments: {
      beginRefund: async () => begun,
      settleRefund: async (_: unknown, written: RefundOutcome) => {
        settled.push(written)
        const state =
          written.kind === 'succeeded'
            ? 'refunded'
            : written.kind === 'failed'
              ? 'failed'
              : 'refunding'
        return { isNew: true, payment: { ...claimed, state } }
      },
    } as unknown as PaymentDeps['unmatchedPayments'],
  }
  return { calls, settled, run: (payment = claimed) => returnPayment(deps, payment) }
}

describe('a claimed payment', () => {
  test('is refunded by the amount that is not refunded yet', async () => {
    const { calls, settled, run } = stage({})
    expect(await run()).toBe('refunded')
    expect(calls).toEqual(['refund rest'])
    expect(settled).toEqual([succeeded])
  })

  test('that another process has is not changed', async () => {
    const { calls, settled, run } = stage({ begun: null })
    expect(await run()).toBe('claimed')
    expect([calls, settled]).toEqual([[], []])
  })

  test('with a restored order is not refunded', async () => {
    const { calls, run } = stage({ begun: 'returned' })
    expect(await run()).toBe('returned')
    expect(calls).toEqual([])
  })
})

describe('a refund with an unknown outcome', () => {
  const refunding: UnmatchedPayment = { ...claimed, state: 'refunding' }

  test('is read from the record before it is requested again', async () => {
    const { calls, run } = stage({ earlier: succeeded })
    expect(await run(refunding)).toBe('refunded')
    expect(calls).toEqual(['find'])
  })

  test('is requested again when the record has none', async () => {
    const { calls, run } = stage({})
    expect(await run(refunding)).toBe('refunded')
    expect(calls).toEqual(['find', 'refund rest'])
  })
})

test('a processor that cannot be reached leaves the outcome unknown', async () => {
  const { settled, run } = stage({ outcome: new ProcessorUnavailable('down') })
  expect(await run()).toBe('refunding')
  expect(settled).toEqual([{ kind: 'unknown' }])
})

test('any other error does not count as an outcome', async () => {
  const { settled, run } = stage({ outcome: new TypeError('a bug') })
  await expect(run()).rejects.toThrow('a bug')
  expect(settled).toEqual([])
})

test('a refused refund of a payment that was refunded elsewhere counts as succeeded', async () => {
  const { calls, run } = stage({ outcome: refusal, status: 'failed' })
  expect(await run()).toBe('refunded')
  expect(calls).toEqual(['refund rest', 'read'])
})

test('a refused refund of any other payment counts as failed', async () => {
  expect(await stage({ outcome: refusal }).run()).toBe('failed')
})

test('the id of a refund changes with the subject, the key and the round, and with nothing else', () => {
  const subject = { subjectId: 'pi_1', requestKey: 'unmatched' }
  const id = derivedRefundId(orderIds, subject, 0)
  expect(derivedRefundId(orderIds, { ...subject }, 0)).toBe(id)
  const others = [
    derivedRefundId(orderIds, subject, 1),
    derivedRefundId(orderIds, { ...subject, subjectId: 'pi_2' }, 0),
    derivedRefundId(orderIds, { ...subject, requestKey: 'other' }, 0),
  ]
  expect(new Set([id, ...others]).size).toBe(4)
})
