// Orders are settled from the processor's record: the reads, the payment that counts, and when an order counts as
// unpaid (docs/money.md).

import { describe, expect, test } from 'bun:test'
import { customerIdOf } from '../../../server/domain/base/ids/customer-id.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { paymentMethodIdOf } from '../../../server/domain/base/ids/payment-method-id.ts'
import { chargeSentenceOf } from '../../../server/domain/orders/charge/charge-words.ts'
import {
  settleForPage,
  settleFromRecord,
} from '../../../server/domain/orders/charge/settle-order.ts'
import type { Order } from '../../../server/domain/orders/record/order.ts'
import type { UnpaidCause } from '../../../server/domain/orders/record/unpaid-reasons.ts'
import { payment } from '../../../testing/orders.ts'
import {
  code,
  derivedOrderId,
  dueAt,
  failed,
  orderId,
  paid,
  payable,
  type Stage,
  settling,
  stage,
  succeeded,
} from './settle-stage.ts'

const processing = { ...succeeded, paymentId: paymentIdOf('pi_2'), status: 'processing' } as const
/** One minute before the order. */
const since = new Date('2026-11-21T09:59:00Z')
const asked = (purpose: string) => ['findPayments', code, 'cus_1', since, { orderId, purpose }]
const marks = (paymentId: string, order: Order, cents = 800) => [
  'markPaid',
  code,
  { paymentId, amountCents: cents, dueAt, placedOrder: order },
]
const unusable = (paymentId: string, cause: string) => [
  'recordUnusable',
  { paymentId, amountCents: 800, cause, subject: { kind: 'order', id: orderId, code } },
]
const declinedAs = (reason: string, cause: UnpaidCause | null = null) => [
  'settleFinally',
  orderId,
  { state: 'declined', cause, reason },
]
const notMade = [
  'settleFinally',
  orderId,
  {
    state: 'not_made',
    cause: 'never_arrived',
    reason: 'The charge never reached the card processor',
    quietSeconds: 8,
    abandonedAfterSeconds: 40,
    repeatableHours: 23,
  },
]

const settle = async (given: Stage, order: Order = settling) => {
  const { deps, calls, lines } = stage(given)
  const { kind } = await settleFromRecord(deps, order, 'upkeep')
  return { kind, calls, lines }
}

describe('a page', () => {
  test('reads nothing about a paid order', async () => {
    const { deps, calls } = stage()
    expect(await settleForPage(deps, paid)).toEqual({ kind: 'paid' })
    expect(calls).toEqual([])
  })

  test('reads an unpaid order within the share of the pages', async () => {
    const { deps, calls } = stage()
    expect(await settleForPage(deps, payable)).toEqual({ kind: 'unpaid' })
    expect(calls).toEqual([asked('pages')])
  })
})

describe('the record', () => {
  test('is read from a minute before the order', async () => {
    expect((await settle({}, payable)).calls).toEqual([asked('upkeep')])
  })

  test('is read from 48 hours before an order whose row may be younger than its charge', async () => {
    const { calls } = await settle({}, { ...payable, id: derivedOrderId })
    expect(calls).toEqual([
      [
        'findPayments',
        code,
        'cus_1',
        new Date('2026-11-19T10:00:00Z'),
        { orderId: derivedOrderId, purpose: 'upkeep' },
      ],
    ])
  })

  test.each([
    ['without a customer', { customerId: null }],
    ['that is gone', null],
  ])('of an account %s is not read', async (_, account) => {
    expect(await settle({ account }, payable)).toEqual({ kind: 'unpaid', calls: [], lines: [] })
  })
})

describe('a payment that succeeded', () => {
  test('pays the order, with its amount', async () => {
    const payments = [[{ ...succeeded, amountCents: 750 }]]
    const { kind, calls } = await settle({ payments })
    expect(kind).toBe('paid')
    expect(calls).toEqual([asked('upkeep'), marks('pi_1', settling, 750)])
  })

  test('pays before a younger payment of another customer, whose record is read first', async () => {
    const order = {
      ...settling,
      payment: payment({
        chargeState: 'unknown',
        card: { customerId: customerIdOf('cus_0'), paymentMethodId: paymentMethodIdOf('pm_0') },
      }),
    }
    const later = new Date('2026-11-21T10:05:00Z')
    // The account's customer is read before that of the charge.
    const { calls } = await settle(
      {
        payments: [
          [succeeded],
          [{ ...succeeded, paymentId: paymentIdOf('pi_2'), createdAt: later }],
        ],
        marked: [
          { kind: 'paid', order: paid },
          { kind: 'duplicate', order: paid },
        ],
      },
      order,
    )
    expect(calls.filter(([name]) => name === 'markPaid')).toEqual([
      marks('pi_1', order),
      marks('pi_2', order),
    ])
  })

  test('pays before a younger payment, which is refunded', async () => {
    const { kind, calls } = await settle({
      payments: [[{ ...succeeded, paymentId: paymentIdOf('pi_2') }, failed, succeeded]],
      marked: [
        { kind: 'paid', order: paid },
        { kind: 'duplicate', order: paid },
      ],
    })
    expect(kind).toBe('paid')
    expect(calls).toEqual([
      asked('upkeep'),
      marks('pi_1', settling),
      marks('pi_2', settling),
      unusable('pi_2', 'duplicate'),
    ])
  })

  test('is refunded when another payment had paid the order', async () => {
    const payments = [[{ ...succeeded, paymentId: paymentIdOf('pi_2') }]]
    const marked = [{ kind: 'duplicate', order: paid }] as const
    const { kind, calls } = await settle({ payments, marked }, paid)
    expect(kind).toBe('paid')
    expect(calls).toEqual([asked('upkeep'), marks('pi_2', paid), unusable('pi_2', 'duplicate')])
  })

  test('with another amount waits for an operator, and nothing else may be paid', async () => {
    const marked = [{ kind: 'wrong_amount', order: settling }] as const
    const { kind, calls } = await settle({ payments: [[failed, succeeded]], marked })
    expect(kind).toBe('pending')
    expect(calls).toEqual([
      asked('upkeep'),
      marks('pi_1', settling),
      unusable('pi_1', 'wrong_amount'),
      ['setPaymentPending', orderId, true],
    ])
  })
})

describe('a payment that a cancelled order cannot use', () => {
  const cancelled: Order = { ...payable, status: 'CANCELLED' }
  const marked = [{ kind: 'closed', order: cancelled }] as const

  test('leaves nothing pending, even while its refund is refused', async () => {
    const order = { ...cancelled, payment: payment({ chargeState: 'declined', isPending: true }) }
    const { kind, calls } = await settle({ payments: [[succeeded]], marked }, order)
    expect(kind).toBe('unpaid')
    expect(calls).toEqual([
      asked('upkeep'),
      marks('pi_1', order),
      unusable('pi_1', 'closed'),
      ['setPaymentPending', orderId, false],
    ])
  })

  test.each(['claimed', 'refunding'] as const)(
    'is not declined while it is %s: its charge is settled once it is refunded',
    async (unmatched) => {
      const order: Order = { ...settling, status: 'CANCELLED' }
      const given = { payments: [[succeeded]], marked, unmatched } as const
      const { kind, calls } = await settle(given, order)
      expect(kind).toBe('pending')
      expect(calls.map(([name]) => name)).toEqual(['findPayments', 'markPaid', 'recordUnusable'])
    },
  )

  test.each(['failed', 'kept'] as const)(
    'that is %s leaves its charge settled, with its reason',
    async (unmatched) => {
      const order: Order = { ...settling, status: 'CANCELLED' }
      const ended: Order = {
        ...order,
        payment: payment({
          chargeState: 'declined',
          cause: 'arrived_late',
          reason: 'The charge arrived after the order was closed',
        }),
      }
      const given = { payments: [[succeeded]], marked, unmatched, settled: ended } as const
      const { kind, calls } = await settle(given, order)
      expect(kind).toBe('unpaid')
      expect(calls.at(-1)).toEqual(
        declinedAs('The charge arrived after the order was closed', 'arrived_late'),
      )
      // Money moved, so that the message of a decline would be wrong.
      expect(chargeSentenceOf(ended, 'x')).toBe(
        'The charge arrived after the order was closed. It does not pay for the order.',
      )
    },
  )

  test('is awaited while the processor works on it', async () => {
    const order: Order = { ...settling, status: 'CANCELLED' }
    const { kind, calls } = await settle({ payments: [[processing]] }, order)
    expect(kind).toBe('pending')
    expect(calls).toEqual([asked('upkeep'), ['setPaymentPending', orderId, true]])
  })
})

test('a paid order stays paid when its payment was refunded or is not in the record', async () => {
  // The processor's record of a fully refunded payment says `failed` (`ProcessorPayment`).
  const refunded = { ...succeeded, status: 'failed' } as const
  for (const payments of [[], [refunded], [failed], [processing]]) {
    const { kind, calls } = await settle({ payments: [payments] }, paid)
    expect(kind).toBe('paid')
    expect(calls).toEqual([asked('upkeep')])
  }
})

describe('a payment in progress at the processor', () => {
  test('makes the order wait', async () => {
    const { kind, calls } = await settle({ payments: [[processing, failed]] })
    expect(kind).toBe('pending')
    expect(calls).toEqual([asked('upkeep'), ['setPaymentPending', orderId, true]])
  })

  test('is not recorded again', async () => {
    const waiting = { ...settling, payment: payment({ chargeState: 'unknown', isPending: true }) }
    const { kind, calls } = await settle({ payments: [[processing]] }, waiting)
    expect(kind).toBe('pending')
    expect(calls).toEqual([asked('upkeep')])
  })

  test('that fails lets the order be paid again', async () => {
    const waiting = { ...payable, payment: payment({ chargeState: 'declined', isPending: true }) }
    const { kind, calls } = await settle({ payments: [[failed]] }, waiting)
    expect(kind).toBe('unpaid')
    expect(calls).toEqual([asked('upkeep'), ['setPaymentPending', orderId, false]])
  })
})

describe('an order without a payment', () => {
  test.each(['none', 'declined', 'not_made'] as const)(
    'with a charge that is %s is unpaid, and nothing is written',
    async (chargeState) => {
      const { kind, calls } = await settle(
        { payments: [[failed]] },
        { ...settling, payment: payment({ chargeState }) },
      )
      expect(kind).toBe('unpaid')
      expect(calls).toEqual([asked('upkeep')])
    },
  )

  test.each(['started', 'unknown', 'succeeded'] as const)(
    'with a charge that is %s and left no record was not charged, after 8 quiet seconds or 40',
    async (chargeState) => {
      const { kind, calls } = await settle({}, { ...settling, payment: payment({ chargeState }) })
      expect(kind).toBe('unpaid')
      expect(calls).toEqual([asked('upkeep'), notMade])
    },
  )

  test('was declined for the reason of the latest refusal', async () => {
    const younger = { ...failed, paymentId: paymentIdOf('pi_9'), reason: 'Insufficient\nfunds.' }
    const { kind, calls } = await settle({ payments: [[younger, failed]] })
    expect(kind).toBe('unpaid')
    expect(calls).toEqual([asked('upkeep'), declinedAs('Insufficient funds.')])
  })

  test('was declined even when the processor gives no reason', async () => {
    const { calls } = await settle({ payments: [[{ ...failed, reason: null }]] })
    expect(calls).toEqual([asked('upkeep'), declinedAs('The card was declined')])
  })

  test('is paid when its charge arrived while it was settled', async () => {
    expect((await settle({ settled: paid })).kind).toBe('paid')
  })

  test('is still pending while a charge may arrive', async () => {
    expect((await settle({ settled: settling })).kind).toBe('pending')
  })
})
