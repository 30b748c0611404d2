// Hosted checkouts, saved cards, customers and refunds through the adapter.

import { beforeEach, describe, expect, test } from 'bun:test'
import { createStripePayments } from '../../../server/adapters/payments/stripe.ts'
import { customerIdOf } from '../../../server/domain/base/ids/customer-id.ts'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { paymentMethodIdOf } from '../../../server/domain/base/ids/payment-method-id.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { refundFully } from '../../../testing/money/refund-fully.ts'
import { paymentsAt, type Stage, startStage } from '../../../testing/service/stripe-stand-in.ts'
import { use } from '../../../testing/use.ts'

const stage = use(startStage, ({ standIn }) => standIn.close())
let number = 0
beforeEach(() => {
  number += 1
})

const urls = {
  successUrl: 'http://localhost:3000/ok?session={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://localhost:3000/no',
}
const VISA = { number: '4242 4242 4242 4242' }

const checkoutOf = (change: object = {}) => ({
  orderId: orderIdOf(`order-${number}`),
  orderCode: `SVC-C${number}`,
  amountCents: 2500,
  description: 'PLA, Black, 1 x bracket.stl',
  customerId: null,
  attempt: '1',
  ...urls,
  ...change,
})

const chargesOf = (orderCode: string) => stage.standIn.control.charges({ orderCode })

describe('checkout', () => {
  test('opens a page for the amount, and is paid there', async () => {
    const { customerId } = await stage.customerWith('pm_card_visa')
    const request = checkoutOf({ customerId })
    const checkout = await stage.payments.openCheckout(request)
    expect(checkout).toMatchObject({ status: 'open', payment: null })
    expect(await visitHostedPage(checkout.url ?? '', VISA)).toEqual({
      kind: 'redirected',
      location: `http://localhost:3000/ok?session=${checkout.sessionId}`,
    })
    const paid = await stage.payments.readCheckout(checkout.sessionId)
    const payment = { status: 'succeeded', amountCents: 2500, reason: null }
    expect(paid).toMatchObject({ status: 'complete', payment, url: null })
    const { body: intent } = await stage.call(
      'GET',
      `/v1/payment_intents/${paid.payment?.paymentId}`,
    )
    expect(intent).toMatchObject({
      amount_received: 2500,
      customer: customerId,
      description: request.description,
      metadata: {
        svc_service: 'print-orders@shop.test',
        order_code: request.orderCode,
        order_id: request.orderId,
      },
    })
    const { body: session } = await stage.call('GET', `/v1/checkout/sessions/${paid.sessionId}`)
    expect(session).toMatchObject({
      client_reference_id: request.orderCode,
      metadata: {
        svc_service: 'print-orders@shop.test',
        order_code: request.orderCode,
        order_id: request.orderId,
      },
    })
  })

  test('the same attempt is the same session, the next attempt another', async () => {
    const first = await stage.payments.openCheckout(checkoutOf())
    expect(await stage.payments.openCheckout(checkoutOf())).toEqual(first)
    const second = await stage.payments.openCheckout(checkoutOf({ attempt: '2' }))
    expect(second.sessionId).not.toBe(first.sessionId)
  })

  test('the same attempt after the service moved to another address opens a page that leads back there', async () => {
    const first = await stage.payments.openCheckout(checkoutOf())
    const successUrl = 'http://localhost:4000/ok'
    const moved = await stage.payments.openCheckout(checkoutOf({ successUrl }))
    expect(moved).toMatchObject({ status: 'open' })
    expect(moved.sessionId).not.toBe(first.sessionId)
    expect(await visitHostedPage(moved.url ?? '', VISA)).toEqual({
      kind: 'redirected',
      location: successUrl,
    })
  })

  test('the same attempt reads as paid after its payment, although the stored response says open', async () => {
    const first = await stage.payments.openCheckout(checkoutOf())
    await visitHostedPage(first.url ?? '', VISA)
    expect(await stage.payments.openCheckout(checkoutOf())).toMatchObject({
      sessionId: first.sessionId,
      status: 'complete',
      payment: { status: 'succeeded' },
    })
  })

  test('stays complete when its payment is refunded in full, which then counts as failed', async () => {
    const checkout = await stage.payments.openCheckout(checkoutOf())
    await visitHostedPage(checkout.url ?? '', VISA)
    const paid = await stage.payments.readCheckout(checkout.sessionId)
    await refundFully(stage.payments, paid.payment?.paymentId ?? paymentIdOf(''))
    expect(await stage.payments.readCheckout(checkout.sessionId)).toMatchObject({
      status: 'complete',
      payment: { paymentId: paid.payment?.paymentId, status: 'failed' },
    })
  })

  test('an expired checkout accepts no card', async () => {
    const checkout = await stage.payments.openCheckout(checkoutOf())
    await stage.payments.expireCheckout(checkout.sessionId)
    expect(await stage.payments.readCheckout(checkout.sessionId)).toMatchObject({
      status: 'expired',
      url: null,
    })
    expect(await visitHostedPage(checkout.url ?? '', VISA)).toMatchObject({
      kind: 'refused',
      status: 410,
    })
    expect(await chargesOf(`SVC-C${number}`)).toMatchObject({ succeeded: 0 })
  })

  test('expiring an expired, paid or unknown checkout changes nothing', async () => {
    const expired = await stage.payments.openCheckout(checkoutOf())
    await stage.payments.expireCheckout(expired.sessionId)
    await stage.payments.expireCheckout(expired.sessionId)
    const paid = await stage.payments.openCheckout(checkoutOf({ attempt: '2' }))
    await visitHostedPage(paid.url ?? '', VISA)
    await stage.payments.expireCheckout(paid.sessionId)
    expect(await stage.payments.readCheckout(paid.sessionId)).toMatchObject({
      payment: { status: 'succeeded' },
    })
    await stage.payments.expireCheckout('cs_test_unknown')
  })

  test('an unknown checkout reads as expired: it can never be paid', async () => {
    expect(await stage.payments.readCheckout('cs_test_unknown')).toEqual({
      sessionId: 'cs_test_unknown',
      url: null,
      status: 'expired',
      isGuest: true,
      payment: null,
    })
  })

  test('expires automatically after a day', async () => {
    const own = await startStage()
    const checkout = await own.payments.openCheckout(checkoutOf())
    own.advance(24 * 3600 - 5)
    expect((await own.payments.readCheckout(checkout.sessionId)).status).toBe('open')
    own.advance(10)
    expect((await own.payments.readCheckout(checkout.sessionId)).status).toBe('expired')
    await own.standIn.close()
  })

  test('a very long or empty description still opens', async () => {
    const long = `${'x'.repeat(999)}🧩${'y'.repeat(500)}`
    const first = await stage.payments.openCheckout(checkoutOf({ description: long }))
    expect(first.status).toBe('open')
    const second = await stage.payments.openCheckout(checkoutOf({ description: '', attempt: '2' }))
    expect(second.status).toBe('open')
  })
})

describe('customers', () => {
  type AccountId = Parameters<Stage['payments']['createCustomer']>[0]
  const account = (name: string) => name as AccountId

  test('are created once per account, however often they are requested', async () => {
    const ask = () => stage.payments.createCustomer(account('acc-1'), 'one@example.com')
    const [first, second] = [await ask(), await ask()]
    expect(first).toStartWith('cus_')
    expect(second).toBe(first)
    const other = await stage.payments.createCustomer(account('acc-2'), 'one@example.com')
    expect(other).not.toBe(first)
    const { body } = await stage.call('GET', `/v1/customers/${first}`)
    expect(body).toMatchObject({ email: 'one@example.com', metadata: { account_id: 'acc-1' } })
  })

  test('an address that changed between two attempts is not a conflict', async () => {
    await stage.payments.createCustomer(account('acc-3'), 'old@example.com')
    expect(await stage.payments.createCustomer(account('acc-3'), 'new@example.com')).toStartWith(
      'cus_',
    )
  })
})

describe('saving a card', () => {
  async function setup(own = stage) {
    const { body } = await own.call('POST', '/v1/customers', { email: 'a@example.com' })
    const customerId = customerIdOf(body.id)
    const opened = await own.payments.openCardSetup({ customerId: customerId, ...urls })
    return { customerId, ...opened }
  }

  test('on the page makes it the default card, which then pays off-session', async () => {
    const { customerId, sessionId, url } = await setup()
    expect(await stage.payments.readCardSetup(sessionId)).toBeNull()
    expect(await visitHostedPage(url, { number: '5555555555554444' })).toEqual({
      kind: 'redirected',
      location: `http://localhost:3000/ok?session=${sessionId}`,
    })
    const card = await stage.payments.readCardSetup(sessionId)
    if (card === null) throw new Error('no card')
    expect(card).toMatchObject({ customerId, brand: 'mastercard', last4: '4444' })
    const { body: customer } = await stage.call('GET', `/v1/customers/${customerId}`)
    expect(customer.invoice_settings.default_payment_method).toBe(card.paymentMethodId)
    const { paymentMethodId } = card
    const charge = { orderId: orderIdOf('saved'), orderCode: 'SVC-SAVED', amountCents: 100 }
    expect(
      await stage.payments.chargeSavedCard({
        ...charge,
        description: 'd',
        customerId: customerId,
        paymentMethodId,
      }),
    ).toMatchObject({ kind: 'succeeded' })
  })

  test('with 3-D Secure avoids it later', async () => {
    const { customerId, sessionId, url } = await setup()
    await visitHostedPage(url, { number: '4000 0025 0000 3155' })
    const card = await stage.payments.readCardSetup(sessionId)
    expect(card).toMatchObject({ last4: '3155' })
    const outcome = await stage.payments.chargeSavedCard({
      orderId: orderIdOf('secured'),
      orderCode: 'SVC-SECURED',
      amountCents: 100,
      description: 'd',
      customerId: customerId,
      paymentMethodId: card?.paymentMethodId ?? paymentMethodIdOf(''),
    })
    expect(outcome.kind).toBe('succeeded')
  })

  test('a declined card leaves nothing saved, and another can be tried', async () => {
    const { sessionId, url } = await setup()
    expect(await visitHostedPage(url, { number: '4000000000000002' })).toEqual({
      kind: 'refused',
      status: 402,
      message: 'Your card was declined.',
    })
    expect(await stage.payments.readCardSetup(sessionId)).toBeNull()
    await visitHostedPage(url, VISA)
    expect(await stage.payments.readCardSetup(sessionId)).toMatchObject({ last4: '4242' })
  })

  test('an old setup that is opened again does not restore a replaced card', async () => {
    const own = await startStage()
    const first = await setup(own)
    await visitHostedPage(first.url, VISA)
    own.advance(5)
    const { customerId } = first
    const second = await own.payments.openCardSetup({ customerId: customerId, ...urls })
    await visitHostedPage(second.url, { number: '5555555555554444' })
    expect(await own.payments.readCardSetup(first.sessionId)).toMatchObject({ last4: '4444' })
    await own.standIn.close()
  })

  test('a setup with a removed card has no card', async () => {
    const { sessionId, url } = await setup()
    await visitHostedPage(url, VISA)
    const card = await stage.payments.readCardSetup(sessionId)
    await stage.call('POST', `/v1/payment_methods/${card?.paymentMethodId}/detach`)
    expect(await stage.payments.readCardSetup(sessionId)).toBeNull()
  })

  test.each(['', 'nonsense', '../customers', 'cs_test_unknown', `cs_${'x'.repeat(500)}`])(
    'an id from the address bar that is not a setup has no card: %p',
    async (id) => {
      expect(await stage.payments.readCardSetup(id)).toBeNull()
    },
  )

  test('a payment session is not a setup', async () => {
    const checkout = await stage.payments.openCheckout(checkoutOf())
    await visitHostedPage(checkout.url ?? '', VISA)
    expect(await stage.payments.readCardSetup(checkout.sessionId)).toBeNull()
  })
})

describe('refund', () => {
  test('returns the full amount once, however often it is requested', async () => {
    const own = await startStage()
    const { customerId, paymentMethodId } = await own.customerWith('pm_card_visa')
    const outcome = await own.payments.chargeSavedCard({
      orderId: orderIdOf('refunded'),
      orderCode: 'SVC-REFUND',
      amountCents: 1500,
      description: 'd',
      customerId: customerId,
      paymentMethodId,
    })
    if (outcome.kind !== 'succeeded') throw new Error(outcome.kind)
    await refundFully(own.payments, outcome.paymentId)
    await refundFully(own.payments, outcome.paymentId)
    // The processor forgets idempotency keys after a day, but not the refund.
    own.advance(25 * 3600)
    await refundFully(own.payments, outcome.paymentId)
    expect(await own.standIn.control.charges({ orderCode: 'SVC-REFUND' })).toMatchObject({
      amountCents: 1500,
      refundedCents: 1500,
    })
    await own.standIn.close()
  })
})

describe('settings', () => {
  test.each(['ftp://127.0.0.1', 'http://127.0.0.1/path', 'http://user:pass@127.0.0.1'])(
    'an API base of %s is refused',
    (apiBase) => {
      expect(() => paymentsAt(apiBase)).toThrow(/API base/)
    },
  )

  test('an empty key or webhook secret is refused', () => {
    const settings = { timeoutMs: 1000, marker: 'm', clock: { now: () => new Date() } }
    expect(() => createStripePayments({ ...settings, secretKey: '', webhookSecret: 'w' })).toThrow(
      /secret key/,
    )
    expect(() => createStripePayments({ ...settings, secretKey: 's', webhookSecret: ' ' })).toThrow(
      /webhook secret/,
    )
  })
})
