// POST /api/billing/webhook: events of the processor, signed or not, delivered once or ten times, in any order.
import { describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { reconcileCharges } from '../../../server/domain/orders/settle/reconcile.ts'
import { searchPayments } from '../../../server/domain/orders/settle/search-payments.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { orderRow } from '../../../testing/database/rows.ts'
import { placed, refusal, type SubmitBody, submit } from '../../../testing/people/submit.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import type { TestAccount } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

const rowOf = (code: string) => orderRow(service.db, code)
const mailsOf = async (code: string) =>
  (
    await service.db
      .selectFrom('emails')
      .innerJoin('orders', 'orders.id', 'emails.order_id')
      .select('emails.id')
      .where('orders.code', '=', code)
      .execute()
  ).length

const unpaid = async (): Promise<SubmitBody> =>
  placed(submit(service, await service.account({ card: null })))

/** Pays on the processor's page, as a customer with the link does. */
async function payByLink(order: SubmitBody, number = '4242 4242 4242 4242'): Promise<void> {
  const visit = await visitHostedPage(order.checkoutUrl ?? '', { number })
  expect(visit.kind).toBe('redirected')
}

/** Creates a payment that names the order directly at the processor, without the service. */
async function payElsewhere(code: string, cents: number, payer: TestAccount): Promise<string> {
  const intent = await service.stripe.call('/v1/payment_intents', {
    amount: String(cents),
    currency: 'usd',
    customer: payer.customerId ?? '',
    payment_method: payer.card?.paymentMethodId ?? '',
    confirm: 'true',
    off_session: 'true',
    'metadata[order_code]': code,
  })
  return (intent as { id: string }).id
}

const SIGNATURE_ANSWER: [number, string] = [400, 'Missing or invalid signature.']
const now = () => Math.floor(service.deps.clock.now().getTime() / 1000)

/** Signs by Stripe's scheme, implemented independently here. */
function signed(body: string, { secret = service.webhookSecret, at = now() } = {}): string {
  const mac = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return `t=${at},v1=${mac}`
}

const post = (body: string, signature: string | null, path = '/api/billing/webhook') =>
  service.fetch(path, rawPost(body, signature === null ? {} : { 'stripe-signature': signature }))

let made = 0
function eventFor(code: string, cents: number): string {
  made += 1
  const intent = {
    id: `pi_made_${made}`,
    object: 'payment_intent',
    amount: cents,
    amount_received: cents,
    currency: 'usd',
    status: 'succeeded',
    metadata: { order_code: code },
  }
  return JSON.stringify({
    id: `evt_made_${made}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: now(),
    data: { object: intent },
  })
}

describe('a payment through the link', () => {
  verifies(
    ['states.paid-by-link', 'events.billing-webhook', 'events.email-paid-by-link'],
    async () => {
      const order = await unpaid()
      await payByLink(order)
      // Paid at the processor; the service has not been notified.
      expect(await rowOf(order.code)).toMatchObject({ paid: false, status: 'PENDING_PAYMENT' })
      const deliveries = await service.stripe.deliver()
      expect(deliveries.length).toBeGreaterThan(0)
      expect(deliveries.every(({ status }) => status === 200)).toBe(true)
      expect(await rowOf(order.code)).toMatchObject({
        paid: true,
        status: 'RECEIVED',
        unpaid_reason: null,
      })
      expect(await mailsOf(order.code)).toBe(1)
      expect(await service.stripe.charges({ orderCode: order.code })).toMatchObject({
        succeeded: 1,
        amountCents: 800,
      })
    },
  )

  test('a card that is refused on the page leaves the order unpaid, and another card pays', async () => {
    const order = await unpaid()
    const refusedVisit = await visitHostedPage(order.checkoutUrl ?? '', {
      number: '4000000000000002',
    })
    expect(refusedVisit.kind).toBe('refused')
    await service.stripe.deliver()
    expect(await rowOf(order.code)).toMatchObject({ paid: false })
    await payByLink(order)
    await service.stripe.deliver()
    expect(await rowOf(order.code)).toMatchObject({ paid: true })
  })

  test('passing 3-D Secure on the page pays', async () => {
    const account = await service.account({ card: 'pm_card_authenticationRequired' })
    const order = await placed(submit(service, account))
    expect(order.message).toContain('Payment requires_action')
    await payByLink(order, '4000002760003184')
    await service.stripe.deliver()
    expect(await rowOf(order.code)).toMatchObject({ paid: true, status: 'RECEIVED' })
  })
})

describe('signatures', () => {
  verifies('events.billing-webhook-no-signature', async () => {
    const { code } = await unpaid()
    const body = eventFor(code, 800)
    expect(await refusal(post(body, null))).toEqual(SIGNATURE_ANSWER)
    expect(await refusal(post(body, ''))).toEqual(SIGNATURE_ANSWER)
    expect(await rowOf(code)).toMatchObject({ paid: false, payment_id: null })
  })

  verifies('events.billing-webhook-bad-signature', async () => {
    const { code } = await unpaid()
    const body = eventFor(code, 800)
    const bad = [
      signed(body, { secret: 'whsec_other' }),
      signed(`${body} `),
      signed(eventFor(code, 800)),
      signed(body, { at: now() - 301 }),
      `t=${now()},v1=${'0'.repeat(64)}`,
      `t=${now()}`,
      signed(body).replace('v1=', 'v0='),
      'nonsense',
    ]
    for (const signature of bad) {
      expect([signature, ...(await refusal(post(body, signature)))]).toEqual([
        signature,
        ...SIGNATURE_ANSWER,
      ])
    }
    expect(await rowOf(code)).toMatchObject({ paid: false, payment_id: null })
    const handled = await service.db.selectFrom('processor_events').select('id').execute()
    expect(handled.filter(({ id }) => id.startsWith('evt_made_'))).toEqual([])
    // The same body with a valid signature is accepted.
    expect((await post(body, signed(body))).status).toBe(200)
    expect(await rowOf(code)).toMatchObject({ paid: true, status: 'RECEIVED' })
  })

  test('a signature covers the exact bytes received', async () => {
    const { code } = await unpaid()
    const body = eventFor(code, 800)
    const respaced = JSON.stringify(JSON.parse(body), null, 1)
    expect(await refusal(post(respaced, signed(body)))).toEqual(SIGNATURE_ANSWER)
    expect((await post(respaced, signed(respaced))).status).toBe(200)
    expect((await rowOf(code)).paid).toBe(true)
  })

  test('a body beyond 1 MB is refused unread', async () => {
    const response = await post('x'.repeat(1024 * 1024 + 1), 't=1,v1=x')
    expect(response.status).toBe(413)
  })
})

verifies('events.webhook-alias', async () => {
  const { code } = await unpaid()
  const body = eventFor(code, 800)
  expect(await refusal(post(body, null, '/api/webhook'))).toEqual(SIGNATURE_ANSWER)
  expect(await refusal(post(body, 't=1,v1=0', '/api/webhook'))).toEqual(SIGNATURE_ANSWER)
  expect((await rowOf(code)).paid).toBe(false)
  const response = await post(body, signed(body), '/api/webhook')
  expect([response.status, await response.json()]).toEqual([200, { received: true }])
  expect(await rowOf(code)).toMatchObject({ paid: true, status: 'RECEIVED' })
})

describe('repeated deliveries', () => {
  verifies(['events.email-once', 'states.paid-by-link'], 'change nothing', async () => {
    const order = await unpaid()
    await payByLink(order)
    await service.stripe.deliver({ copies: 5 })
    const after = await rowOf(order.code)
    expect(after).toMatchObject({ paid: true, status: 'RECEIVED' })
    await service.stripe.deliver({ again: true, reverse: true, copies: 2 })
    expect(await rowOf(order.code)).toEqual(after)
    expect(await mailsOf(order.code)).toBe(1)
    expect(await service.stripe.charges({ orderCode: order.code })).toMatchObject({
      succeeded: 1,
      refundedCents: 0,
    })
  })

  test('an event that was handled is remembered, and a repeat is not applied again', async () => {
    const { code } = await unpaid()
    const body = eventFor(code, 800)
    const { id } = JSON.parse(body) as { id: string }
    const applied = () =>
      service
        .logs()
        .filter((entry) => entry['eventId'] === id && entry['event'] === 'payment.event').length
    for (let run = 0; run < 3; run += 1) expect((await post(body, signed(body))).status).toBe(200)
    expect(applied()).toBe(1)
    const { type } = await service.db
      .selectFrom('processor_events')
      .select('type')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(type).toBe('payment_intent.succeeded')
  })

  test('mark the order as paid once when twenty arrive concurrently', async () => {
    const { code } = await unpaid()
    const body = eventFor(code, 800)
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(body, signed(body))))
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await mailsOf(code)).toBe(1)
    const events = await service.db
      .selectFrom('order_events')
      .innerJoin('orders', 'orders.id', 'order_events.order_id')
      .select('order_events.status')
      .where('orders.code', '=', code)
      .execute()
    expect(events.map(({ status }) => status)).toEqual(['PENDING_PAYMENT', 'RECEIVED'])
  })

  test('events out of order have the same final result', async () => {
    const orders = [await unpaid(), await unpaid(), await unpaid()]
    for (const order of orders) await payByLink(order)
    await service.stripe.deliver({ reverse: true })
    for (const { code } of orders) {
      expect(await rowOf(code)).toMatchObject({ paid: true, status: 'RECEIVED' })
      expect(await mailsOf(code)).toBe(1)
    }
  })

  test('an event that arrives after the order moved on does not move it back', async () => {
    const account = await service.account()
    const { code } = await placed(submit(service, account))
    await service.deps.orders.setStatus(code, { status: 'SHIPPED', tracking: null, by: 'test' })
    await service.stripe.deliver()
    expect(await rowOf(code)).toMatchObject({ status: 'SHIPPED', paid: true })
    expect(await mailsOf(code)).toBe(1)
  })
})

describe('payments that do not fit', () => {
  test('a second payment for an order is refunded, however the service learns of it', async () => {
    const order = await unpaid()
    const payer = await service.account()
    await payByLink(order)
    await service.stripe.deliver()
    const first = (await rowOf(order.code)).payment_id
    const second = await payElsewhere(order.code, 800, payer)
    await service.stripe.deliver()
    expect(await service.stripe.charges({ orderCode: order.code })).toEqual({
      succeeded: 2,
      declined: 0,
      amountCents: 1600,
      refundedCents: 800,
    })
    expect(await rowOf(order.code)).toMatchObject({ paid: true, payment_id: first })
    expect(first).not.toBe(second)
    // The confirmation, and the email about the second payment.
    expect(await mailsOf(order.code)).toBe(2)
    // A repeated delivery does not refund it again.
    await service.stripe.deliver({ again: true })
    expect((await service.stripe.charges({ orderCode: order.code })).refundedCents).toBe(800)
  })

  test('a second payment that cannot be refunded immediately is refunded by the worker', async () => {
    const order = await unpaid()
    await payByLink(order)
    await service.stripe.deliver()
    await payElsewhere(order.code, 800, await service.account())
    await service.stripe.fault({
      path: '/v1/refunds',
      when: 'before',
      times: 'always',
      outcome: { status: 503 },
    })
    const delivered = await service.stripe.deliver()
    expect(delivered.every(({ status }) => status === 200)).toBe(true)
    expect((await service.stripe.charges({ orderCode: order.code })).refundedCents).toBe(0)
    await service.stripe.clearFaults()
    const { pool } = service.service.database
    await pool.query("update unmatched_payments set checked_at = 'epoch'")
    await pool.query('update payment_searches set due_at = now()')
    await searchPayments(service.deps)
    expect((await service.stripe.charges({ orderCode: order.code })).refundedCents).toBe(800)
  })

  test('a payment for an order that was cancelled unpaid is refunded, and the order stays closed', async () => {
    const order = await unpaid()
    await service.deps.orders.setStatus(order.code, {
      status: 'CANCELLED',
      tracking: null,
      by: 'test',
    })
    await payByLink(order)
    await service.stripe.deliver()
    expect(await service.stripe.charges({ orderCode: order.code })).toMatchObject({
      succeeded: 1,
      amountCents: 800,
      refundedCents: 800,
    })
    expect(await rowOf(order.code)).toMatchObject({ paid: false, status: 'CANCELLED' })
    // The email about the refund.
    expect(await mailsOf(order.code)).toBe(1)
  })

  test('a payment of another amount pays nothing and waits for an operator', async () => {
    const order = await unpaid()
    await payElsewhere(order.code, 799, await service.account())
    await service.stripe.deliver()
    expect(await rowOf(order.code)).toMatchObject({ paid: false, status: 'PENDING_PAYMENT' })
    const logged = service
      .logs()
      .filter(({ level, orderCode }) => level === 'error' && orderCode === order.code)
    expect(logged).not.toEqual([])
  })

  test('a payment for an unknown order is recorded and answered 200', async () => {
    for (const code of ['SVC-ZZZZZZ', 'ORD-1', "'; drop table orders; --"]) {
      const body = eventFor(code, 800)
      const response = await post(body, signed(body))
      expect([code, response.status]).toEqual([code, 200])
    }
  })

  test('an event of another kind is answered 200 and changes nothing', async () => {
    const order = await unpaid()
    const before = await rowOf(order.code)
    made += 1
    const body = JSON.stringify({
      id: `evt_made_${made}`,
      object: 'event',
      type: 'payment_intent.payment_failed',
      created: now(),
      data: {
        object: { id: 'pi_x', object: 'payment_intent', metadata: { order_code: order.code } },
      },
    })
    expect((await post(body, signed(body))).status).toBe(200)
    expect(await rowOf(order.code)).toEqual(before)
  })

  test('a charge that arrives after it was abandoned still pays the order', async () => {
    const payer = await service.account()
    await service.stripe.fault({
      method: 'POST',
      path: '/v1/payment_intents',
      when: 'before',
      times: 'always',
      outcome: 'reset',
    })
    const { code } = await placed(submit(service, payer))
    await service.stripe.clearFaults()
    await service.service.database.pool.query(
      `update orders set charge_checked_at = charge_checked_at - interval '1 day',
        updated_at = updated_at - interval '1 day', created_at = created_at - interval '1 day' where code = $1`,
      [code],
    )
    await reconcileCharges(service.deps, { startedSecondsAgo: 0 })
    expect(await rowOf(code)).toMatchObject({ charge_state: 'not_made', paid: false })
    await payElsewhere(code, 800, payer)
    await service.stripe.deliver()
    expect(await rowOf(code)).toMatchObject({ paid: true, status: 'RECEIVED', unpaid_reason: null })
    // The email that it was not charged, and later the confirmation.
    expect(await mailsOf(code)).toBe(2)
    expect((await service.stripe.charges({ orderCode: code })).succeeded).toBe(1)
  })
})
