// Deleted customers, cards that the network updates, delayed payments, and customer details on the hosted page.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { connectStripeControl, type StripeControl } from '../../server/local/stripe/control.ts'
import { visitHostedPage } from '../../server/local/stripe/visit.ts'
import { paymentsOn } from '../../testing/money/stripe-payments.ts'
import { SECRET_KEY, type Stage, startStage } from '../../testing/service/stripe-stand-in.ts'

let stage: Stage
let control: StripeControl
beforeEach(async () => {
  stage = await startStage()
  control = connectStripeControl(stage.standIn.baseUrl, SECRET_KEY)
})
afterEach(() => stage.standIn.close())
const { read, eventsOf } = paymentsOn(() => stage)

const success = { success_url: 'https://shop.example/ok' }
const item = {
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '900',
  'line_items[0][price_data][product_data][name]': 'Part',
}
const checkout = async (fields: Record<string, string> = {}) =>
  (
    await stage.call('POST', '/v1/checkout/sessions', {
      mode: 'payment',
      ...success,
      ...item,
      ...fields,
    })
  ).body
const charge = { amount: '500', currency: 'usd' }

describe('a deleted customer', () => {
  test('is read as deleted, by the API and the control API, and its cards are detached', async () => {
    const { customerId, paymentMethodId } = await stage.customerWith('pm_card_visa')
    const response = await fetch(`${stage.standIn.baseUrl}/v1/customers/${customerId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${SECRET_KEY}` },
    })
    const deleted = { id: customerId, object: 'customer', deleted: true }
    expect(await response.json()).toEqual(deleted)
    expect(await read(`/v1/customers/${customerId}`)).toEqual(deleted)
    expect((await read(`/v1/payment_methods/${paymentMethodId}`)).customer).toBeNull()

    const other = await stage.customerWith('pm_card_visa')
    const events = await eventsOf(() => control.deleteCustomer({ customer: other.customerId }))
    expect(events).toEqual(['payment_method.detached', 'customer.deleted'])
    await expect(control.deleteCustomer({ customer: other.customerId })).rejects.toThrow(
      `No such customer: '${other.customerId}'`,
    )
  })

  test('cannot be used for anything new, and its payments still name it', async () => {
    const { customerId: customer, paymentMethodId } = await stage.customerWith('pm_card_visa')
    const paid = await stage.call('POST', '/v1/payment_intents', {
      ...charge,
      customer,
      payment_method: paymentMethodId,
      confirm: 'true',
    })
    await control.deleteCustomer({ customer })
    for (const [path, fields] of [
      ['/v1/payment_intents', charge],
      ['/v1/setup_intents', {}],
      ['/v1/checkout/sessions', { mode: 'payment', ...success, ...item }],
      ['/v1/checkout/sessions', { mode: 'setup', currency: 'usd', ...success }],
      ['/v1/payment_methods/pm_card_visa/attach', {}],
    ] as const) {
      const { status, body } = await stage.call('POST', path, { ...fields, customer })
      expect([path, status, body.error.code, body.error.param, body.error.message]).toEqual([
        path,
        400,
        'resource_missing',
        'customer',
        `No such customer: '${customer}'`,
      ])
    }
    expect((await stage.call('POST', `/v1/customers/${customer}`, { name: 'x' })).status).toBe(404)
    const intent = await read(`/v1/payment_intents/${paid.body.id}`, { 'expand[0]': 'customer' })
    expect(intent.customer).toEqual({ id: customer, object: 'customer', deleted: true })
  })

  test('cannot pay at a page that was opened earlier', async () => {
    const { customerId: customer } = await stage.customerWith('pm_card_visa')
    const { url } = await checkout({ customer })
    await control.deleteCustomer({ customer })
    expect(await visitHostedPage(url, { number: '4242424242424242' })).toEqual({
      kind: 'refused',
      status: 400,
      message: 'The customer of this page was deleted.',
    })
  })
})

test('the card network updates a saved card', async () => {
  const { paymentMethodId: paymentMethod } = await stage.customerWith('pm_card_visa')
  const change = { expMonth: 3, expYear: 2041, last4: '1881' }
  const events = await eventsOf(() => control.updateCard({ paymentMethod, ...change }))
  expect(events).toEqual(['payment_method.automatically_updated'])
  expect((await read(`/v1/payment_methods/${paymentMethod}`)).card).toMatchObject({
    brand: 'visa',
    exp_month: 3,
    exp_year: 2041,
    last4: '1881',
  })
})

describe('a payment that is processing', () => {
  const payNow = async () => {
    const fields = { ...charge, payment_method: 'pm_card_visa', confirm: 'true' }
    return (await stage.call('POST', '/v1/payment_intents', fields)).body
  }

  test('succeeds or is declined later, and cannot be canceled until then', async () => {
    await control.planPayment({ times: 2, outcome: 'processing' })
    const [first, second, third] = [await payNow(), await payNow(), await payNow()]
    expect([first.status, second.status, third.status]).toEqual([
      'processing',
      'processing',
      'succeeded',
    ])
    const cancel = await stage.call('POST', `/v1/payment_intents/${first.id}/cancel`)
    expect(cancel.body.error.code).toBe('payment_intent_unexpected_state')
    expect(
      await eventsOf(() => control.settlePayment({ payment: first.id, to: 'succeeded' })),
    ).toEqual(['charge.succeeded', 'payment_intent.succeeded'])
    expect(
      await eventsOf(() => control.settlePayment({ payment: second.id, to: 'declined' })),
    ).toEqual(['charge.failed', 'payment_intent.payment_failed'])
    expect((await read(`/v1/payment_intents/${first.id}`)).amount_received).toBe(500)
    await expect(control.settlePayment({ payment: third.id, to: 'declined' })).rejects.toThrow(
      'This payment is succeeded.',
    )
  })

  test('of a checkout completes the page, which is unpaid until the end', async () => {
    await control.planPayment({ outcome: 'processing' })
    const { id, url } = await checkout()
    let ended = await eventsOf(() => visitHostedPage(url, { number: '4242424242424242' }))
    expect(ended).toEqual([
      'payment_intent.created',
      'payment_intent.processing',
      'checkout.session.completed',
    ])
    const session = await read(`/v1/checkout/sessions/${id}`)
    expect(session).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
    const payment = session.payment_intent
    ended = await eventsOf(() => control.settlePayment({ payment, to: 'succeeded' }))
    expect(ended.at(-1)).toBe('checkout.session.async_payment_succeeded')
    expect((await read(`/v1/checkout/sessions/${id}`)).payment_status).toBe('paid')
  })
})

describe('the hosted page', () => {
  const pageOf = async (fields: Record<string, string>) =>
    (await fetch((await checkout(fields)).url)).text()
  const emailInput = (html: string) => /<input id="email"[^>]*>/.exec(html)?.[0] ?? ''

  test("shows a customer's email, which cannot be changed, and the saved card", async () => {
    const { customerId: customer } = await stage.customerWith('pm_card_mastercard')
    const html = await pageOf({ customer })
    expect(emailInput(html)).toContain('value="a@example.com" readonly')
    expect(html).toContain('Saved card: mastercard 4444')
  })

  test('shows only the email when it was given without a customer, and nothing when neither was given', async () => {
    const html = await pageOf({ customer_email: 'b@example.com' })
    expect(emailInput(html)).toContain('value="b@example.com" readonly')
    expect(html).not.toContain('Saved card')
    const empty = await pageOf({})
    expect(emailInput(empty)).not.toContain('value=')
    expect(empty).not.toContain('Saved card')
  })

  test('keeps the email that a visitor enters', async () => {
    const { id, url } = await checkout()
    const form = { number: '4242424242424242', expiry: '12/40', cvc: '123', email: 'c@example.com' }
    await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
    const session = await read(`/v1/checkout/sessions/${id}`)
    expect(session.customer_details.email).toBe('c@example.com')
  })
})
