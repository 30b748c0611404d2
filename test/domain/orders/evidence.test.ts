// Evidence for a bank about a disputed payment: included and excluded data.
import { expect, test } from 'bun:test'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import { disputeIdOf } from '../../../server/domain/base/ids/dispute-id.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { respondToDispute } from '../../../server/domain/orders/disputes/evidence.ts'
import type { OrderChange } from '../../../server/domain/orders/history/change.ts'
import type { OrderDeps } from '../../../server/domain/orders/ports.ts'
import type { Order } from '../../../server/domain/orders/record/order.ts'
import type { Dispute } from '../../../server/domain/orders/reversals/dispute.ts'
import type { DisputeEvidence } from '../../../server/domain/payments/returns.ts'
import { newOrder, paidWith, placedOrder, shippingAddress } from '../../../testing/orders.ts'

const order = placedOrder(newOrder(accountIdOf('a')), {
  payment: paidWith(paymentIdOf('pi_1')),
})

const dispute: Dispute = {
  id: disputeIdOf('du_1'),
  paymentId: paymentIdOf('pi_1'),
  orderId: order.id,
  purchaseId: null,
  amountCents: 800,
  withdrawnCents: 800,
  feeCents: 1500,
  reason: 'product_not_received',
  status: 'needs_response',
  evidenceDueAt: null,
  evidenceSubmittedAt: null,
  evidenceBy: null,
  openedAt: new Date('2026-11-22T10:00:00Z'),
  closedAt: null,
}

const change = (at: string, overrides: Partial<OrderChange>): OrderChange => ({
  version: 2,
  at: new Date(at),
  by: 'ada@farm.example',
  from: 'RECEIVED',
  to: 'RECEIVED',
  trackingFrom: null,
  trackingTo: null,
  refund: null,
  work: null,
  payment: null,
  dispute: null,
  reprint: null,
  ...overrides,
})

/** An order that an operator held, printed again and shipped. */
const changes = [
  change('2026-11-21T11:00:00Z', { work: { kind: 'hold', detail: 'Looks like a stolen card.' } }),
  change('2026-11-21T12:00:00Z', { reprint: '1 of the 2 parts of line 1: our printer failed' }),
  change('2026-11-21T13:05:00Z', { to: 'SHIPPED' }),
]

function stage(disputed: Order | null) {
  const sent: DisputeEvidence[] = []
  const found = { ...dispute, orderId: disputed?.id ?? null }
  const deps = {
    disputes: { read: async () => found, mailsOf: async () => [], noteEvidence: async () => {} },
    orders: { readReferenced: async () => disputed, history: async () => changes },
    payments: {
      readReturns: async () => ({
        paymentId: paymentIdOf('pi_1'),
        refunds: [],
        disputes: [],
        warnings: [],
      }),
      submitEvidence: async (_: string, evidence: DisputeEvidence) => {
        sent.push(evidence)
        return 'submitted'
      },
    },
    paymentReviews: {
      revisionOf: async () => '',
      apply: async () => ({ subject: null, isComplete: false, outcomes: [], findings: [] }),
    },
    baseUrl: 'http://localhost:3000',
    log: { info: () => {} },
  }
  const response = (text: string | null) =>
    respondToDispute(deps as unknown as OrderDeps, 'ada@farm.example', {
      disputeId: disputeIdOf('du_1'),
      text,
    })
  return { sent, response }
}

test('without a text, the bank gets the history that is shown to the customer', async () => {
  const { sent, response } = stage(order)
  expect((await response(null)).ok).toBe(true)
  expect(sent.map(({ text }) => text)).toEqual([
    `The parts were made to order for this customer. What happened with order ${order.code}:\n` +
      '2026-11-21 10:00 UTC: Order placed\n' +
      '2026-11-21 12:00 UTC: Parts are printed again, free of charge\n' +
      '2026-11-21 13:05 UTC: Handed to the carrier',
  ])
})

test('without a text and without an order, nothing is sent', async () => {
  const { sent, response } = stage(null)
  expect(await response(null)).toEqual({ ok: false, failure: { kind: 'evidence_text_missing' } })
  expect(sent).toEqual([])
  expect((await response('The gift card was spent by the buyer.')).ok).toBe(true)
  expect(sent).toMatchObject([{ text: 'The gift card was spent by the buyer.' }])
})

test('the address has the lines of receipt and packing slip', async () => {
  const web = {
    lineCount: 1,
    grams: 5,
    centihours: 25,
    giftCents: 0,
    giftRefundedCents: 0,
    requestHash: 'ab'.repeat(32),
  }
  const address = shippingAddress({ city: 'Berlin', state: 'Berlin', zip: '10115', country: 'DE' })
  const { sent, response } = stage({ ...order, address, web })
  expect((await response(null)).ok).toBe(true)
  expect(sent.map(({ shippingAddress: lines }) => lines)).toEqual([
    'Test Recipient\n1 Test Street\nBerlin 10115\nDE',
  ])
})
