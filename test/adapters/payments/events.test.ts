// Webhook deliveries as the adapter reads them: the signature, and the meaning of each event.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import Stripe from 'stripe'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { type PaymentEvent, ProcessorUnavailable } from '../../../server/domain/payments/ports.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import {
  paymentsAt,
  type Stage,
  startStage,
  WEBHOOK_SECRET,
} from '../../../testing/service/stripe-stand-in.ts'

type Received = { body: string; signature: string }
let stage: Stage
let receiver: ReturnType<typeof Bun.serve>
let received: Received[] = []

beforeAll(async () => {
  receiver = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const signature = request.headers.get('stripe-signature') ?? ''
      received.push({ body: await request.text(), signature })
      return new Response('ok')
    },
  })
})
afterAll(() => receiver.stop(true))
beforeEach(async () => {
  received = []
  stage = await startStage({ webhookUrl: `${receiver.url}` })
  await stage.standIn.control.webhooks({ mode: 'hold' })
})
afterEach(() => stage.standIn.close())

const urls = {
  successUrl: 'http://localhost:3000/ok?session={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://localhost:3000/no',
}
const VISA = { number: '4242424242424242' }

/** Delivers all events so far and reads them, oldest first. */
async function eventsAfterDelivery(): Promise<PaymentEvent[]> {
  await stage.standIn.control.deliver()
  const events: PaymentEvent[] = []
  for (const { body, signature } of received) {
    const event = await stage.payments.parseEvent(body, signature)
    if (event === 'bad_signature') throw new Error('bad signature')
    events.push(event)
  }
  return events
}
const factsOf = (events: PaymentEvent[]) =>
  events.filter(({ fact }) => fact.kind !== 'other').map(({ type, fact }) => ({ type, ...fact }))

/** Creates a header with the vendor's package. */
const sign = (payload: string, options: { secret?: string; timestamp?: number } = {}) =>
  Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: WEBHOOK_SECRET, ...options })

describe('refunds', () => {
  const refundId = '0b9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c'
  const factOf = async (type: string, changes: object) => {
    const refund = { id: 're_1', object: 'refund', metadata: { refund_id: refundId }, ...changes }
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: refund } })
    const event = await stage.payments.parseEvent(payload, await sign(payload))
    return event === 'bad_signature' ? event : event.fact
  }

  test('each event about a refund of ours has its state', async () => {
    const about = { kind: 'refund', refundId, paymentId: null } as const
    for (const type of ['refund.created', 'refund.updated', 'refund.failed']) {
      const done: unknown = await factOf(type, { status: 'succeeded' })
      expect(done).toEqual({
        ...about,
        outcome: { kind: 'succeeded', processorRefundId: 're_1' },
      })
    }
    const failed: unknown = await factOf('refund.failed', {
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
    expect(failed).toEqual({
      ...about,
      outcome: {
        kind: 'failed',
        reason: 'Refund expired_or_canceled_card',
        processorRefundId: 're_1',
      },
    })
  })

  test('a refund made manually or by another system is not treated as ours', async () => {
    for (const metadata of [null, {}, { refund_id: 'RF-17' }, { refund_id: `${refundId}'` }]) {
      const fact: unknown = await factOf('refund.created', { status: 'succeeded', metadata })
      expect(fact).toEqual({ kind: 'other' })
    }
  })
})

describe('reductions of a payment', () => {
  const factOf = async (type: string, object: object): Promise<unknown> => {
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
    const event = await stage.payments.parseEvent(payload, await sign(payload))
    return event === 'bad_signature' ? event : event.fact
  }
  const payment = { payment_intent: 'pi_1' }
  const paymentId = paymentIdOf('pi_1')

  test.each([
    ['refund.created', payment, { kind: 'refund_elsewhere', paymentId, refundedCents: null }],
    [
      'charge.refunded',
      { ...payment, amount_refunded: 250 },
      { kind: 'refund_elsewhere', paymentId, refundedCents: 250 },
    ],
    ['charge.dispute.created', payment, { kind: 'dispute', paymentId }],
    ['charge.dispute.closed', payment, { kind: 'dispute', paymentId }],
    ['charge.dispute.funds_withdrawn', payment, { kind: 'dispute', paymentId }],
    ['radar.early_fraud_warning.created', payment, { kind: 'early_fraud_warning', paymentId }],
    ['radar.early_fraud_warning.updated', {}, { kind: 'other' }],
    ['charge.dispute.updated', { payment_intent: null }, { kind: 'other' }],
  ])('%s', async (type, object, fact) => {
    expect(await factOf(type, object)).toEqual(fact)
  })
})

describe('the signature', () => {
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    created: Date.parse('2026-11-21T10:00:00Z') / 1000,
    type: 'payment_intent.succeeded',
    data: {
      object: {
        id: 'pi_1',
        object: 'payment_intent',
        amount_received: 1234,
        metadata: { order_code: 'SVC-SIGNED' },
      },
    },
  })
  const seconds = (offset: number) => Math.floor(stage.now().getTime() / 1000) + offset

  test('of the vendor package is accepted', async () => {
    expect(await stage.payments.parseEvent(payload, await sign(payload))).toEqual({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      createdAt: new Date('2026-11-21T10:00:00Z'),
      fact: {
        kind: 'order_paid',
        orderCode: 'SVC-SIGNED',
        orderId: null,
        origin: 'unmarked',
        paymentId: paymentIdOf('pi_1'),
        amountCents: 1234,
      },
    })
  })

  test('that is missing, empty, malformed or made with another secret is refused', async () => {
    const { parseEvent } = stage.payments
    const foreign = await sign(payload, { secret: 'whsec_other' })
    for (const header of [null, '', 'nonsense', 't=1', `t=${seconds(0)},v1=00`, foreign]) {
      expect(await parseEvent(payload, header)).toBe('bad_signature')
    }
  })

  test('for another body is refused', async () => {
    const header = await sign(payload)
    const changed = payload.replace('1234', '9999')
    expect(await stage.payments.parseEvent(changed, header)).toBe('bad_signature')
  })

  test('older than five minutes by the adapter’s clock is refused', async () => {
    const at = async (offset: number) =>
      stage.payments.parseEvent(payload, await sign(payload, { timestamp: seconds(offset) }))
    expect(await at(-290)).toMatchObject({ id: 'evt_1' })
    expect(await at(-310)).toBe('bad_signature')
    const header = await sign(payload)
    stage.advance(400)
    expect(await stage.payments.parseEvent(payload, header)).toBe('bad_signature')
  })

  test('for a body that is not an event throws without showing the body', async () => {
    const junk = 'not json, secret-in-body'
    const error = await stage.payments
      .parseEvent(junk, await sign(junk))
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(Bun.inspect(error)).not.toContain('secret-in-body')
  })
})

describe('the meaning of events', () => {
  test('a charge pays the order once per event, and all other events are `other`', async () => {
    const customer = await stage.customerWith('pm_card_visa')
    const outcome = await stage.payments.chargeSavedCard({
      orderId: orderIdOf('o'),
      orderCode: 'SVC-EVENT1',
      amountCents: 800,
      description: 'd',
      ...customer,
    })
    if (outcome.kind !== 'succeeded') throw new Error(outcome.kind)
    expect(factsOf(await eventsAfterDelivery())).toEqual([
      {
        type: 'payment_intent.succeeded',
        kind: 'order_paid',
        orderCode: 'SVC-EVENT1',
        orderId: orderIdOf('o'),
        origin: 'ours',
        paymentId: outcome.paymentId,
        amountCents: 800,
      },
    ])
  })

  test('a paid checkout has the same payment in session and intent', async () => {
    const checkout = await stage.payments.openCheckout({
      orderId: orderIdOf('o'),
      orderCode: 'SVC-EVENT2',
      amountCents: 900,
      description: 'd',
      customerId: null,
      attempt: '1',
      ...urls,
    })
    await visitHostedPage(checkout.url ?? '', VISA)
    const { payment } = await stage.payments.readCheckout(checkout.sessionId)
    const paymentId = payment?.paymentId
    const reference = { orderCode: 'SVC-EVENT2', orderId: 'o', origin: 'ours' }
    const paid = { kind: 'order_paid', ...reference, paymentId, amountCents: 900 }
    expect(factsOf(await eventsAfterDelivery()) as object[]).toEqual([
      { type: 'payment_intent.succeeded', ...paid },
      { type: 'checkout.session.completed', ...paid },
    ])
  })

  test('a decline pays nothing', async () => {
    const customer = await stage.customerWith('pm_card_chargeCustomerFail')
    const order = {
      orderId: orderIdOf('o'),
      orderCode: 'SVC-EVENT3',
      amountCents: 900,
      description: 'd',
    }
    await stage.payments.chargeSavedCard({ ...order, ...customer })
    const events = await eventsAfterDelivery()
    expect(events.map(({ type }) => type)).toContain('payment_intent.payment_failed')
    expect(factsOf(events)).toEqual([])
  })

  test('a payment that belongs to no order of ours is other', async () => {
    const customer = await stage.customerWith('pm_card_visa')
    await stage.call('POST', '/v1/payment_intents', {
      amount: '500',
      currency: 'usd',
      customer: customer.customerId,
      payment_method: customer.paymentMethodId,
      confirm: 'true',
    })
    expect(factsOf(await eventsAfterDelivery())).toEqual([])
  })

  test.each([
    ['unpaid', 'checkout.session.completed', 'unpaid', 0],
    ['paid later', 'checkout.session.async_payment_succeeded', 'paid', 1],
    ['failed later', 'checkout.session.async_payment_failed', 'unpaid', 0],
  ])('a checkout completed %s', async (_name, type, paymentStatus, facts) => {
    const payload = JSON.stringify({
      id: 'evt_async',
      object: 'event',
      type,
      data: {
        object: {
          id: 'cs_1',
          object: 'checkout.session',
          mode: 'payment',
          payment_status: paymentStatus,
          payment_intent: 'pi_9',
          amount_total: 700,
          client_reference_id: 'SVC-ASYNC',
          metadata: {},
        },
      },
    })
    const event = await stage.payments.parseEvent(payload, await sign(payload))
    if (event === 'bad_signature') throw new Error(event)
    expect(factsOf([event])).toHaveLength(facts)
    if (facts === 1) {
      expect(event.fact).toMatchObject({ orderCode: 'SVC-ASYNC', paymentId: paymentIdOf('pi_9') })
    }
  })

  test('both events of a finished setup save the card, and a removed card is forgotten', async () => {
    const { body: customer } = await stage.call('POST', '/v1/customers')
    const opened = await stage.payments.openCardSetup({ customerId: customer.id, ...urls })
    await visitHostedPage(opened.url, { number: '4000002500003155' })
    const saved = factsOf(await eventsAfterDelivery())
    const card = await stage.payments.readCardSetup(opened.sessionId)
    if (card === null) throw new Error('no card')
    expect(saved as object[]).toEqual([
      { type: 'setup_intent.succeeded', kind: 'card_saved', card },
      { type: 'checkout.session.completed', kind: 'card_saved', card },
    ])
    received = []
    await stage.call('POST', `/v1/payment_methods/${card.paymentMethodId}/detach`)
    expect(factsOf(await eventsAfterDelivery())).toEqual([
      {
        type: 'payment_method.detached',
        kind: 'card_removed',
        paymentMethodId: card.paymentMethodId,
      },
    ])
  })

  test('a late setup event results in the newest card, not in the card of that setup', async () => {
    const { body: customer } = await stage.call('POST', '/v1/customers')
    const save = async (number: string) => {
      const opened = await stage.payments.openCardSetup({ customerId: customer.id, ...urls })
      await visitHostedPage(opened.url, { number })
      stage.advance(2)
    }
    await save('4242424242424242')
    await save('5555555555554444')
    const saved = factsOf(await eventsAfterDelivery()).map(
      (fact) => 'card' in fact && fact.card.last4,
    )
    expect(saved).toEqual(['4444', '4444', '4444', '4444'])
  })

  test('a setup event throws while the card cannot be read, so that it is delivered again', async () => {
    const { body: customer } = await stage.call('POST', '/v1/customers')
    const opened = await stage.payments.openCardSetup({ customerId: customer.id, ...urls })
    await visitHostedPage(opened.url, VISA)
    await stage.standIn.control.deliver({ type: 'setup_intent.succeeded' })
    const [delivery] = received
    if (delivery === undefined) throw new Error('nothing delivered')
    await stage.standIn.control.fault({
      path: '/v1/setup_intents/*',
      times: 'always',
      when: 'before',
      outcome: { status: 503 },
    })
    const blind = paymentsAt(stage.standIn.baseUrl, { now: stage.now }, { maxNetworkRetries: 0 })
    await expect(blind.parseEvent(delivery.body, delivery.signature)).rejects.toBeInstanceOf(
      ProcessorUnavailable,
    )
  })
})
