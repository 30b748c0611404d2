// A charge of the saved card, its retry, and the rows that each response of the processor writes (decisions.md 15 and
// 29).

import { describe, expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { chargeOrder, repeatCharge } from '../../../server/domain/orders/charge/charge-order.ts'
import type { Order } from '../../../server/domain/orders/record/order.ts'
import { placedOf } from '../../../server/domain/orders/record/order-lines.ts'
import {
  type ProcessorPayment,
  ProcessorUnavailable,
} from '../../../server/domain/payments/ports.ts'
import { payment } from '../../../testing/orders.ts'
import {
  buyer,
  card,
  charged,
  code,
  orderId,
  paid,
  type Stage,
  stage,
  unpaid,
} from './charge-stage.ts'

const sent = [
  'chargeSavedCard',
  {
    orderId,
    orderCode: code,
    amountCents: 800,
    description: '3D print: PLA Black, 0.4 mm nozzle, 0.2 mm layers, 1 x cube.stl',
    customerId: 'cus_1',
    paymentMethodId: 'pm_1',
  },
  undefined,
]
const repeated = [...sent.slice(0, 2), { once: false }]
const begins = ['charge begins', orderId]
const ends = ['charge ends']
const settled: Order = { ...unpaid, version: 2 }
const declined = {
  kind: 'declined',
  reason: 'Insufficient funds',
  paymentId: paymentIdOf('pi_1'),
} as const
const dueFunction = expect.any(Function)

const charge = async (given: Stage) => {
  const { deps, calls, lines } = stage({ settled, ...given })
  const { order: result } = await chargeOrder(deps, placedOf(charged), card)
  return { result, calls, lines }
}

const retry = async (given: Stage) => {
  const { deps, calls, lines } = stage({ settled, ...given })
  return { result: await repeatCharge(deps, unpaid), calls, lines }
}

describe('a charge', () => {
  test('that succeeds pays the order before it counts as ended', async () => {
    const { result, calls, lines } = await charge({})
    expect(result).toBe(paid)
    const placed = { ...charged, web: null, status: 'PENDING_PAYMENT', hold: null, dueAt: null }
    expect(calls).toStrictEqual([
      begins,
      sent,
      [
        'markPaid',
        code,
        {
          paymentId: paymentIdOf('pi_1'),
          amountCents: 800,
          dueAt: dueFunction,
          placedOrder: placed,
        },
      ],
      ends,
    ])
    expect(lines).toEqual([
      ['info', 'order.paid', { code, paymentId: paymentIdOf('pi_1'), amountCents: 800 }],
    ])
  })

  test('that is declined is written with the exact reason, and without an email', async () => {
    const { result, calls, lines } = await charge({ outcome: declined })
    expect(result).toBe(settled)
    expect(calls).toStrictEqual([
      begins,
      sent,
      ['settleCharge', orderId, { state: 'declined', cause: null, reason: 'Insufficient funds' }],
      ends,
    ])
    expect(lines).toEqual([])
  })

  test.each([
    ['\n', 'The card was declined'],
    ['x'.repeat(501), 'x'.repeat(500)],
  ])(
    'stores a reason on one line of at most 500 characters, and a default for a blank one',
    async (reason, kept) => {
      const { calls } = await charge({ outcome: { ...declined, reason } })
      expect(calls[2]).toEqual([
        'settleCharge',
        orderId,
        { state: 'declined', cause: null, reason: kept },
      ])
    },
  )

  test('without a response is unknown', async () => {
    const { result, calls, lines } = await charge({ outcome: { kind: 'unknown' } })
    expect(result).toBe(settled)
    const reason = 'The card processor did not answer in time'
    expect(calls).toStrictEqual([
      begins,
      sent,
      ['settleCharge', orderId, { state: 'unknown', cause: 'no_response', reason }],
      ends,
    ])
    expect(lines).toEqual([['warn', 'payment.outcome_unknown', { code }]])
  })

  test('that is rate-limited is deferred', async () => {
    const { result, calls, lines } = await charge({ outcome: { kind: 'rate_limited' } })
    expect(result).toBe(settled)
    expect(calls).toStrictEqual([begins, sent, ['deferCharge', orderId], ends])
    expect(lines).toEqual([['warn', 'payment.charge_deferred', { code }]])
  })

  test('with an invalid request is an error of the service, and writes no outcome', async () => {
    const { deps, calls, lines } = stage({ outcome: new Error('broken') })
    await expect(chargeOrder(deps, placedOf(charged), card)).rejects.toThrow('broken')
    expect(calls).toEqual([begins, sent])
    expect(lines).toEqual([])
  })
})

describe('an earlier charge of the order', () => {
  const outcome = { kind: 'earlier_charge', paymentId: null } as const
  const reason = 'The card processor has an earlier charge for this order'
  const unknown = ['settleCharge', orderId, { state: 'unknown', cause: 'earlier_charge', reason }]
  // The order's id is random, so its charge is at most a minute older than its row of 10:00.
  const since = new Date('2026-11-21T09:59:00Z')
  const found = ['findPayments', code, 'cus_1', since, { orderId, purpose: { accountId: buyer } }]
  const warned = ['warn', 'payment.earlier_charge', { code }]
  const succeeded: ProcessorPayment = {
    paymentId: paymentIdOf('pi_0'),
    status: 'succeeded',
    amountCents: 800,
    reason: null,
    createdAt: new Date('2026-11-21T10:01:00Z'),
  }

  test('is settled from the record, and the order read again', async () => {
    const { result, calls, lines } = await charge({ outcome, record: [succeeded], stored: paid })
    expect(result).toBe(paid)
    expect(calls).toStrictEqual([
      begins,
      sent,
      unknown,
      found,
      [
        'markPaid',
        code,
        {
          paymentId: paymentIdOf('pi_0'),
          amountCents: 800,
          dueAt: dueFunction,
          placedOrder: settled,
        },
      ],
      ['readByCode', code],
      ends,
    ])
    expect(lines).toEqual([
      warned,
      ['info', 'order.paid', { code, paymentId: paymentIdOf('pi_0'), amountCents: 800 }],
    ])
  })

  test('is left to the reconciler while the record cannot be read', async () => {
    const record = new ProcessorUnavailable('away')
    const { result, calls, lines } = await charge({ outcome, record })
    expect(result).toBe(settled)
    expect(calls).toStrictEqual([begins, sent, unknown, found, ends])
    expect(lines).toEqual([warned])
  })

  test('with a record that fails in another way is an error of the service', async () => {
    const { deps } = stage({ outcome, record: new Error('broken') })
    await expect(chargeOrder(deps, placedOf(charged), card)).rejects.toThrow('broken')
  })

  test('leaves the order unchanged when it cannot be read again', async () => {
    const { result } = await charge({ outcome, record: [succeeded], stored: null })
    expect(result).toBe(settled)
  })

  test('is also searched for by a retry', async () => {
    const { result, calls, lines } = await retry({ outcome, record: [succeeded], stored: paid })
    expect(result).toBe(paid)
    expect(calls.slice(0, 3)).toStrictEqual([repeated, unknown, found])
    expect(lines[0]).toEqual(warned)
  })

  describe('with a known payment', () => {
    const known = { kind: 'earlier_charge', paymentId: paymentIdOf('pi_0') } as const

    test('pays the order with one read, without a search', async () => {
      const { result, calls } = await charge({ outcome: known, payment: succeeded })
      expect(result).toBe(paid)
      expect(calls.map(([name]) => name)).toEqual([
        'charge begins',
        'chargeSavedCard',
        'readPayment',
        'markPaid',
        'charge ends',
      ])
    })

    test.each([
      ['was refunded since', { ...succeeded, status: 'failed' as const }],
      ['cannot be read', new ProcessorUnavailable('away')],
      ['is gone', null],
    ])('and %s is searched for with the others', async (_name, processorPayment) => {
      const { calls } = await charge({ outcome: known, payment: processorPayment, record: [] })
      expect(calls.slice(1, 5)).toEqual([sent, ['readPayment', 'pi_0'], unknown, found])
    })
  })
})

describe('a retry', () => {
  test('is the same charge, with the original card', async () => {
    const { result, calls, lines } = await retry({ card: null })
    expect(result).toBe(paid)
    expect(calls).toStrictEqual([
      repeated,
      [
        'markPaid',
        code,
        {
          paymentId: paymentIdOf('pi_1'),
          amountCents: 800,
          dueAt: dueFunction,
          placedOrder: unpaid,
        },
      ],
    ])
    expect(lines).toEqual([
      ['info', 'order.paid', { code, paymentId: paymentIdOf('pi_1'), amountCents: 800 }],
    ])
  })

  test('that is declined is written with an email, because no request is waiting', async () => {
    const { result, calls, lines } = await retry({ outcome: declined })
    expect(result).toBe(settled)
    expect(calls).toStrictEqual([
      repeated,
      ['settleFinally', orderId, { state: 'declined', cause: null, reason: 'Insufficient funds' }],
    ])
    expect(lines).toEqual([])
  })

  test('without a response is unknown', async () => {
    const { calls } = await retry({ outcome: { kind: 'unknown' } })
    const reason = 'The card processor did not answer in time'
    expect(calls).toStrictEqual([
      repeated,
      ['settleCharge', orderId, { state: 'unknown', cause: 'no_response', reason }],
    ])
  })

  test('that is rate-limited again is deferred again', async () => {
    const { calls } = await retry({ outcome: { kind: 'rate_limited' } })
    expect(calls).toStrictEqual([repeated, ['deferCharge', orderId]])
  })

  test('without a card is an internal fault, and sends nothing', async () => {
    const { deps, calls } = stage()
    await expect(
      repeatCharge(deps, { ...unpaid, payment: payment({ card: null }) }),
    ).rejects.toThrow('the charge of order SVC-AAAAAA has no card to retry it with')
    expect(calls).toEqual([])
  })
})
