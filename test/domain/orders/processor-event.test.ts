// Events of the processor: stored events, their effects, and events that stay open until their order exists
// (docs/money.md).

import { describe, expect, test } from 'bun:test'
import { customerIdOf } from '../../../server/domain/base/ids/customer-id.ts'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { paymentMethodIdOf } from '../../../server/domain/base/ids/payment-method-id.ts'
import { purchaseIdOf } from '../../../server/domain/base/ids/purchase-id.ts'
import { refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import { giftCodeHash, giftCodeOf } from '../../../server/domain/gift-cards/code.ts'
import type { Order } from '../../../server/domain/orders/record/order.ts'
import { handleProcessorEvent } from '../../../server/domain/orders/settle/processor-event.ts'
import type { PaymentEvent } from '../../../server/domain/payments/ports.ts'
import { paidWith } from '../../../testing/orders.ts'
import {
  code,
  dueAt,
  orderId,
  orderIds,
  paid,
  payable,
  type Stage,
  settling,
  stage,
  succeeded,
} from './settle-stage.ts'

type Fact = PaymentEvent['fact']

const type = 'payment_intent.succeeded'
const eventOf = (fact: Fact, createdAt = new Date('2026-11-21T11:59:00Z')): PaymentEvent => ({
  id: 'evt_1',
  type,
  createdAt,
  fact,
})
const delivery = { rawBody: '{"id":"evt_1"}', signature: 't=1,v1=ab' }
const parsed = ['parseEvent', delivery.rawBody, delivery.signature]
const payment = { paymentId: paymentIdOf('pi_1'), amountCents: 800 }
const orderPaid = {
  kind: 'order_paid',
  orderCode: code,
  orderId,
  origin: 'ours',
  ...payment,
} as const
const waited = ['waitFor', orderId, 1000]
const asked = ['isPaidBy', orderId, 'pi_1']
const looked = ['isHandled', 'evt_1']
const marked = ['markHandled', 'evt_1', type]
const paidFor = [
  'markPaid',
  code,
  { paymentId: paymentIdOf('pi_1'), amountCents: 800, dueAt, placedOrder: settling },
]
const noted = (fact: Fact['kind']) => ['info', 'payment.event', { eventId: 'evt_1', type, fact }]
const foreign = [
  'info',
  'payment.of_another_system',
  { eventId: 'evt_1', paymentId: paymentIdOf('pi_1') },
]

const handled = { ok: true, value: 'handled' }
const open = { ok: true, value: 'open' }

const handle = async (fact: Fact, given: Stage = {}) => {
  const { deps, calls, lines } = stage({ event: eventOf(fact), ...given })
  const result: unknown = await handleProcessorEvent(deps, delivery)
  return { result, calls, lines }
}

describe('an event', () => {
  test('with a bad signature is refused before any lookup', async () => {
    const { deps, calls, lines } = stage({ event: 'bad_signature' })
    expect(await handleProcessorEvent(deps, delivery)).toEqual({
      ok: false,
      failure: { kind: 'signature_invalid' },
    })
    expect([calls, lines]).toEqual([[parsed], []])
  })

  test('without a meaning for the service is not stored', async () => {
    const { result, calls, lines } = await handle({ kind: 'other' })
    expect(result).toEqual(handled)
    expect(calls).toEqual([parsed])
    expect(lines).toEqual([['debug', 'payment.event', { eventId: 'evt_1', type, fact: 'other' }]])
  })

  test('that was handled before has no effect', async () => {
    const { result, calls, lines } = await handle(orderPaid, { isHandled: true })
    expect(result).toEqual({ ok: true, value: 'repeated' })
    expect(calls).toEqual([parsed, waited, asked, looked])
    const facts = { eventId: 'evt_1', type, fact: 'order_paid' }
    expect(lines).toEqual([['info', 'payment.event_repeated', facts]])
  })

  test('with a failed effect is not marked handled, so that it is delivered again', async () => {
    const { deps, names, lines } = stage({
      event: eventOf(orderPaid),
      marked: [new Error('broken')],
    })
    await expect(handleProcessorEvent(deps, delivery)).rejects.toThrow('broken')
    expect(names()).not.toContain('markHandled')
    expect(lines).toEqual([])
  })
})

describe('a payment of an order', () => {
  test('that the submit has marked paid is acknowledged after at most a second, and nothing is written', async () => {
    const { result, calls, lines } = await handle(orderPaid, { isPaidBefore: true })
    expect(result).toEqual(handled)
    expect(calls).toEqual([parsed, waited, asked])
    const facts = { eventId: 'evt_1', type, fact: 'order_paid' }
    expect(lines).toEqual([['info', 'payment.event_known', facts]])
  })

  test('that its own charge has just written is acknowledged without reading the order', async () => {
    const { result, calls, lines } = await handle(orderPaid, { charged: paid })
    expect(result).toEqual(handled)
    expect(calls).toEqual([parsed, waited])
    const facts = { eventId: 'evt_1', type, fact: 'order_paid' }
    expect(lines).toEqual([['info', 'payment.event_known', facts]])
  })

  const chargedOtherwise: readonly (readonly [string, Order])[] = [
    ['another payment', { ...paid, payment: paidWith(paymentIdOf('pi_2')) }],
    ['no payment', payable],
  ]
  test.each(chargedOtherwise)(
    'of an order that its charge left with %s is looked up',
    async (_, charged) => {
      const { calls } = await handle(orderPaid, { charged })
      expect(calls.slice(0, 4)).toEqual([parsed, waited, asked, looked])
    },
  )

  test('pays it, and is then marked handled', async () => {
    const { result, calls, lines } = await handle(orderPaid)
    expect(result).toEqual(handled)
    const referenced = ['readReferenced', orderPaid]
    expect(calls).toEqual([parsed, waited, asked, looked, referenced, paidFor, marked])
    expect(lines).toEqual([
      ['info', 'order.paid', { code, paymentId: paymentIdOf('pi_1'), amountCents: 800 }],
      noted('order_paid'),
    ])
  })

  test.each([null, orderIdOf('not-a-uuid')])('with the id %j waits for no charge', async (id) => {
    const { result, calls } = await handle({ ...orderPaid, orderId: id })
    expect(result).toEqual(handled)
    expect(calls[1]).toEqual(looked)
    expect(calls.slice(3)).toEqual([paidFor, marked])
  })
})

describe('an event that arrives more than a minute after its payment', () => {
  const purchasePaid = {
    kind: 'purchase_paid',
    purchaseId: purchaseIdOf(orderId),
    origin: 'ours',
    ...payment,
  } as const
  const late = new Date('2026-11-21T11:58:59.999Z')
  const record = ['readPayment', 'pi_1']
  const refunded = { ...succeeded, status: 'failed' } as const

  test.each([orderPaid, purchasePaid])('pays nothing after a full refund: $kind', async (fact) => {
    const { result, calls, lines } = await handle(fact, {
      event: eventOf(fact, late),
      payment: refunded,
    })
    expect(result).toEqual(handled)
    expect(calls.slice(-3)).toEqual([looked, record, marked])
    expect(lines).toEqual([
      [
        'warn',
        'payment.refunded_before_event',
        { eventId: 'evt_1', paymentId: paymentIdOf('pi_1') },
      ],
      noted(fact.kind),
    ])
  })

  test.each([succeeded, null])('takes effect in all other cases: %p', async (known) => {
    const { calls } = await handle(orderPaid, { event: eventOf(orderPaid, late), payment: known })
    expect(calls.slice(-4)).toEqual([record, ['readReferenced', orderPaid], paidFor, marked])
  })

  test('is not checked for a refund, which is a separate fact', async () => {
    const outcome = { kind: 'succeeded', processorRefundId: 're_1' } as const
    const fact = {
      kind: 'refund',
      refundId: refundIdOf('refund_1'),
      outcome,
      paymentId: null,
    } as const
    const { calls } = await handle(fact, { event: eventOf(fact, late), payment: refunded })
    expect(calls).not.toContainEqual(record)
  })
})

describe('a payment whose order is not in the database', () => {
  const missing = async (changes: Partial<typeof orderPaid> | object) => {
    const { deps, calls, lines } = stage({
      event: eventOf({ ...orderPaid, ...changes } as Fact),
      referenced: null,
    })
    const result: unknown = await handleProcessorEvent(deps, delivery)
    const writes = calls.filter(([name]) => name === 'keepOpen' || name === 'markHandled')
    return { result, writes, lines, isLookedUp: calls.some(([name]) => name === 'readReferenced') }
  }
  const kept = (changes: object) => [
    'keepOpen',
    { id: 'evt_1', type, orderCode: code, orderId, ...payment, ...changes },
  ]

  test.each([
    ['with our marker', {}],
    ['of a release that named no ids', { orderId: null }],
    ['of a release without a marker, by its code', { origin: 'unmarked', orderId: null }],
    ['with our marker and a code of another format', { orderCode: 'X-1' }],
  ] as const)('stays open: %s', async (_, changes) => {
    const { result, writes, lines } = await missing(changes)
    expect(result).toEqual(open)
    const { origin: _origin, ...reference } = { origin: '', ...changes }
    expect(writes).toEqual([kept(reference)])
    const orderCode = 'orderCode' in changes ? changes.orderCode : code
    expect(lines).toEqual([
      ['error', 'payment.unknown_order', { eventId: 'evt_1', orderCode, ...payment }],
    ])
  })

  test.each([
    ['with another marker', { origin: 'other' }],
    ['with another marker and no id', { origin: 'other', orderId: null }],
    ['without a marker and without our code', { origin: 'unmarked', orderCode: 'X-1' }],
    ['with an id that is none of ours', { orderId: orderIdOf('not-a-uuid') }],
  ] as const)('is of another system: %s', async (_, changes) => {
    const { result, writes, lines } = await missing(changes)
    expect(result).toEqual(handled)
    expect(writes).toEqual([marked])
    expect(lines).toEqual([foreign, noted('order_paid')])
  })

  test('is not looked up when its text cannot be a code', async () => {
    const { isLookedUp, result } = await missing({ origin: 'other', orderCode: 'x'.repeat(65) })
    expect([isLookedUp, result]).toEqual([false, handled])
  })
})

describe('a payment of a purchase', () => {
  const purchaseId = purchaseIdOf('22222222-2222-4333-9444-555555555555')
  const purchasePaid = { kind: 'purchase_paid', purchaseId, origin: 'ours', ...payment } as const
  const hash = giftCodeHash(orderIds, giftCodeOf(orderIds, purchaseId))
  const delivered = ['purchases.markPaid', { purchaseId, ...payment }, hash]
  const gone = { purchase: 'no_such_purchase' }

  test('delivers what was bought', async () => {
    const { result, calls, lines } = await handle(purchasePaid)
    expect(result).toEqual(handled)
    expect(calls).toEqual([parsed, looked, delivered, marked])
    expect(lines).toEqual([
      ['info', 'purchase.paid', { purchaseId, ...payment }],
      noted('purchase_paid'),
    ])
  })

  test('that is not in the database stays open', async () => {
    const { result, calls, lines } = await handle(purchasePaid, gone)
    expect(result).toEqual(open)
    const kept = { id: 'evt_1', type, orderCode: 'purchase', orderId: purchaseId, ...payment }
    expect(calls).toEqual([parsed, looked, delivered, ['keepOpen', kept]])
    expect(lines).toEqual([
      ['error', 'payment.unknown_purchase', { eventId: 'evt_1', purchaseId, ...payment }],
    ])
  })

  test.each([
    ['with another marker', { origin: 'other' }],
    ['without a marker', { origin: 'unmarked' }],
    ['with an id that is none of ours', { purchaseId: purchaseIdOf('not-a-uuid') }],
  ] as const)('that is not in the database is of another system: %s', async (_, changes) => {
    const { result, calls, lines } = await handle({ ...purchasePaid, ...changes }, gone)
    expect(result).toEqual(handled)
    expect(calls.at(-1)).toEqual(marked)
    expect(lines).toEqual([foreign, noted('purchase_paid')])
  })
})

describe('a card', () => {
  const card = {
    customerId: customerIdOf('cus_1'),
    paymentMethodId: paymentMethodIdOf('pm_1'),
    brand: 'visa',
    last4: '4242',
  }

  test('that was saved at the processor is saved to its account', async () => {
    const { result, calls, lines } = await handle({ kind: 'card_saved', card })
    expect(result).toEqual(handled)
    expect(calls).toEqual([parsed, looked, ['saveCard', card], marked])
    expect(lines).toEqual([noted('card_saved')])
  })

  test('that was removed at the processor is removed from its account', async () => {
    const { result, calls, lines } = await handle({
      kind: 'card_removed',
      paymentMethodId: paymentMethodIdOf('pm_1'),
    })
    expect(result).toEqual(handled)
    expect(calls).toEqual([parsed, looked, ['removeCard', 'pm_1'], marked])
    expect(lines).toEqual([noted('card_removed')])
  })
})

describe('a refund', () => {
  const outcome = { kind: 'succeeded', processorRefundId: 're_1' } as const
  const fact = {
    kind: 'refund',
    refundId: refundIdOf('refund_1'),
    outcome,
    paymentId: null,
  } as const
  const asReturn = ['unmatched.settleRefund', 'refund_1', outcome]
  const asRefund = ['refunds.settle', 'refund_1', outcome]

  test('of a payment without an order is settled only as such', async () => {
    const { result, calls } = await handle(fact, { isReturn: true })
    expect(result).toEqual(handled)
    expect(calls).toEqual([parsed, looked, asReturn, marked])
  })

  test('of an order is settled, even if the service did not request it', async () => {
    const { result, calls, lines } = await handle(fact)
    expect(result).toEqual(handled)
    expect(calls).toEqual([parsed, looked, asReturn, asRefund, marked])
    expect(lines).toEqual([
      ['warn', 'refund.not_ours', { refundId: refundIdOf('refund_1') }],
      noted('refund'),
    ])
  })
})
