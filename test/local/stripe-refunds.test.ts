// Refunds of the stand-in: failed, pending, refused, or made in the dashboard.
import { beforeEach, describe, expect, test } from 'bun:test'
import { connectStripeControl, type StripeControl } from '../../server/local/stripe/control.ts'
import { paymentsOn } from '../../testing/money/stripe-payments.ts'
import { SECRET_KEY, startStage } from '../../testing/service/stripe-stand-in.ts'
import { until } from '../../testing/service/until.ts'
import { use } from '../../testing/use.ts'

const stage = use(startStage, ({ standIn }) => standIn.close())

const { pay, refund, chargeOf, eventsOf } = paymentsOn(() => stage)

describe.each(['in the process', 'over HTTP'])('outcomes chosen by a test, %s', (how) => {
  let control: StripeControl
  beforeEach(() => {
    const { baseUrl, control: own } = stage.standIn
    control = how === 'over HTTP' ? connectStripeControl(baseUrl, SECRET_KEY) : own
  })

  test('a refund succeeds immediately, unless a test says otherwise', async () => {
    const payment = await pay()
    const { body } = await refund(payment, { amount: '200' })
    expect(body).toMatchObject({ status: 'succeeded', amount: 200 })
    expect(body.pending_reason).toBeUndefined()
    expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 200, refunded: false })
  })

  test('a refund is pending, and succeeds later', async () => {
    const payment = await pay()
    await control.planRefund({ payment, outcome: { status: 'pending' } })
    const { body } = await refund(payment)
    expect(body).toMatchObject({ status: 'pending', pending_reason: 'processing' })
    expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 500, refunded: true })
    const events = await eventsOf(() => control.settleRefund({ refund: body.id, to: 'succeeded' }))
    expect(events).toEqual(['refund.updated', 'charge.refund.updated'])
    const after = (await stage.call('GET', `/v1/refunds/${body.id}`)).body
    expect(after.status).toBe('succeeded')
    expect(after.pending_reason).toBeUndefined()
  })

  test('a pending refund without balance has no balance transaction until it succeeds', async () => {
    const payment = await pay()
    await control.planRefund({
      payment,
      outcome: { status: 'pending', reason: 'insufficient_funds' },
    })
    const { body } = await refund(payment)
    expect(body).toMatchObject({ status: 'pending', balance_transaction: null })
    const done = await control.settleRefund({ refund: body.id, to: 'succeeded' })
    expect(done.balance_transaction).toStartWith('txn_')
  })

  test('a charge can be refunded again after the bank returned a refund that had succeeded', async () => {
    const payment = await pay()
    const { body } = await refund(payment)
    const events = await eventsOf(() =>
      control.settleRefund({ refund: body.id, to: 'failed', failureReason: 'lost_or_stolen_card' }),
    )
    expect(events).toEqual(['refund.updated', 'charge.refund.updated', 'refund.failed'])
    expect((await stage.call('GET', `/v1/refunds/${body.id}`)).body).toMatchObject({
      status: 'failed',
      failure_reason: 'lost_or_stolen_card',
      failure_balance_transaction: expect.stringMatching(/^txn_/),
    })
    expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 0, refunded: false })
    expect((await refund(payment)).body).toMatchObject({ status: 'succeeded', amount: 500 })
  })

  test('a failed part does not affect the other refunds of the charge', async () => {
    const payment = await pay()
    const first = await refund(payment, { amount: '300' })
    await refund(payment, { amount: '200' })
    expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 500, refunded: true })
    await control.settleRefund({ refund: first.body.id, to: 'failed' })
    expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 200, refunded: false })
  })

  test('a refund waits for the customer, and is canceled', async () => {
    const payment = await pay()
    await control.planRefund({ payment, outcome: { status: 'requires_action' } })
    const { body } = await refund(payment)
    expect(body.status).toBe('requires_action')
    const events = await eventsOf(() => control.settleRefund({ refund: body.id, to: 'canceled' }))
    expect(events).toEqual(['refund.updated', 'charge.refund.updated'])
    expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 0 })
  })

  test.each([
    ['balance_insufficient', /^Insufficient funds in your Stripe balance/],
    ['charge_disputed', /has been charged back; cannot issue a refund\.$/],
    ['charge_already_refunded', /has already been refunded\.$/],
  ] as const)('refused with %s, once, and the same key is refused again', async (code, says) => {
    const payment = await pay()
    await control.planRefund({ payment, outcome: { status: 'refused', code } })
    const events = await eventsOf(async () => {
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const { status, body } = await refund(payment, {}, { 'idempotency-key': `key-${payment}` })
        expect(status).toBe(400)
        expect(body.error).toMatchObject({ code, message: expect.stringMatching(says) })
      }
    })
    expect(events).toEqual([])
    expect(await chargeOf(payment)).toMatchObject({ amount_refunded: 0 })
    expect((await refund(payment)).status).toBe(200)
  })

  test('a plan applies to a number of upcoming refunds of any payment', async () => {
    const outcome = { status: 'refused', code: 'balance_insufficient' } as const
    await control.planRefund({ times: 2, outcome })
    const statuses = []
    for (const payment of [await pay(), await pay(), await pay()]) {
      statuses.push((await refund(payment)).status)
    }
    expect(statuses).toEqual([400, 400, 200])
  })

  test('a plan for one payment does not affect the others', async () => {
    const [first, second] = [await pay(), await pay()]
    await control.planRefund({ payment: first, outcome: { status: 'pending' } })
    expect((await refund(second)).body.status).toBe('succeeded')
    expect((await refund(first)).body.status).toBe('pending')
  })

  test('a refund is made in the dashboard, without our metadata', async () => {
    const payment = await pay()
    const events = await eventsOf(() => control.refundInDashboard({ payment, amountCents: 150 }))
    expect(events).toEqual(['refund.created', 'charge.refunded'])
    const { data } = (await stage.call('GET', '/v1/refunds', { payment_intent: payment })).body
    expect(data).toMatchObject([{ amount: 150, metadata: {}, reason: null }])
  })

  test('an impossible request is refused with a sentence', async () => {
    const payment = await pay()
    const { body } = await refund(payment)
    await control.settleRefund({ refund: body.id, to: 'failed' })
    await expect(control.settleRefund({ refund: body.id, to: 'succeeded' })).rejects.toThrow(
      'This refund is failed and cannot become succeeded.',
    )
    await expect(control.refundInDashboard({ payment: 'pi_none' })).rejects.toThrow(
      "No such payment_intent: 'pi_none'",
    )
  })
})

describe('test cards', () => {
  test('a refund stays pending for some time', async () => {
    const payment = await pay('pm_card_pendingRefund')
    const { body } = await refund(payment)
    expect(body.status).toBe('pending')
    await stage.standIn.control.settle()
    expect((await stage.call('GET', `/v1/refunds/${body.id}`)).body.status).toBe('succeeded')
  })

  test('a refund fails automatically after some time', async () => {
    const own = await startStage({ laterMs: 1 })
    try {
      const { body } = await own.call('POST', '/v1/payment_intents', {
        amount: '500',
        currency: 'usd',
        payment_method: 'pm_card_refundFail',
        confirm: 'true',
      })
      const made = await own.call('POST', '/v1/refunds', { payment_intent: body.id })
      expect(made.body.status).toBe('succeeded')
      const read = () => own.call('GET', `/v1/refunds/${made.body.id}`)
      await until(async () => (await read()).body.status === 'failed')
      expect((await read()).body.failure_reason).toBe('expired_or_canceled_card')
    } finally {
      await own.standIn.close()
    }
  })
})

test('an unknown outcome is refused over HTTP', async () => {
  const response = await fetch(`${stage.standIn.baseUrl}/_control`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET_KEY}` },
    body: JSON.stringify({ call: 'planRefund', with: { outcome: { status: 'lost' } } }),
  })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('status')
})
