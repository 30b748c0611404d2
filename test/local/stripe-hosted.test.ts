// The stand-in's hosted pages for a visitor: the form, the redirects, the declines, the 3-D Secure step.
import { describe, expect, test } from 'bun:test'
import { visitHostedPage } from '../../server/local/stripe/visit.ts'
import { rawPost } from '../../testing/service/requests.ts'
import { startStage } from '../../testing/service/stripe-stand-in.ts'
import { use } from '../../testing/use.ts'

const stage = use(startStage, ({ standIn }) => standIn.close())

const urls = {
  success_url: 'https://shop.example/ok?session={CHECKOUT_SESSION_ID}&x=1',
  cancel_url: 'https://shop.example/no?a=1&b=2',
}
const VISA = { number: '4242 4242 4242 4242' }
const SECURE = { number: '4000 0027 6000 3184' }

async function openCheckout(code: string, name = 'bracket.stl') {
  const { body } = await stage.call('POST', '/v1/checkout/sessions', {
    mode: 'payment',
    ...urls,
    'line_items[0][quantity]': '2',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '1234',
    'line_items[0][price_data][product_data][name]': name,
    'payment_intent_data[metadata][order_code]': code,
  })
  return { id: String(body.id), url: String(body.url) }
}

async function openSetup() {
  const { body: customer } = await stage.call('POST', '/v1/customers')
  const { body } = await stage.call('POST', '/v1/checkout/sessions', {
    mode: 'setup',
    currency: 'usd',
    customer: customer.id,
    ...urls,
  })
  return { id: String(body.id), url: String(body.url), customerId: String(customer.id) }
}

const chargesOf = (orderCode: string) => stage.standIn.control.charges({ orderCode })
const read = async (url: string) => {
  const response = await fetch(url, { redirect: 'manual' })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

describe('the payment page', () => {
  test('shows the amount, the form, the test cards, the return link, and that it is not Stripe', async () => {
    const { url } = await openCheckout('SVC-PAGE')
    expect(new URL(url).pathname).toStartWith('/checkout/cs_')
    const { status, headers, html } = await read(url)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/html')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    for (const text of [
      '$24.68',
      'Test stand-in.',
      'bracket.stl',
      'name="number"',
      'name="expiry"',
      'name="cvc"',
      '4000 0000 0000 9995',
      'href="https://shop.example/no?a=1&amp;b=2"',
    ]) {
      expect(html).toContain(text)
    }
  })

  test('a hostile item name is shown as text', async () => {
    const { url } = await openCheckout('SVC-XSS', '"><script>alert(1)</script>')
    const { html } = await read(url)
    expect(html).not.toContain('<script')
    expect(html).toContain('&lt;script&gt;')
  })

  test('a card pays and the visitor is redirected to the success page with the session id', async () => {
    const { id, url } = await openCheckout('SVC-PAID')
    expect(await visitHostedPage(url, VISA)).toEqual({
      kind: 'redirected',
      location: `https://shop.example/ok?session=${id}&x=1`,
    })
    expect(await chargesOf('SVC-PAID')).toMatchObject({ succeeded: 1, amountCents: 2468 })
  })

  test('charges once when sent twice, even concurrently', async () => {
    const { id, url } = await openCheckout('SVC-TWICE')
    const visits = await Promise.all([1, 2, 3, 4].map(() => visitHostedPage(url, VISA)))
    visits.push(await visitHostedPage(url, VISA))
    for (const visit of visits) {
      expect(visit).toEqual({
        kind: 'redirected',
        location: `https://shop.example/ok?session=${id}&x=1`,
      })
    }
    expect(await chargesOf('SVC-TWICE')).toMatchObject({ succeeded: 1 })
    const after = await read(url)
    expect(after.html).toContain('Payment complete.')
    expect(after.html).not.toContain('name="number"')
  })

  test('a decline is shown, and another card may be tried on the same payment', async () => {
    const { id, url } = await openCheckout('SVC-RETRY')
    expect(await visitHostedPage(url, { number: '4000000000009995' })).toEqual({
      kind: 'refused',
      status: 402,
      message: 'Your card has insufficient funds.',
    })
    expect((await visitHostedPage(url, VISA)).kind).toBe('redirected')
    expect(await chargesOf('SVC-RETRY')).toMatchObject({ succeeded: 1, declined: 1 })
    const { body: session } = await stage.call('GET', `/v1/checkout/sessions/${id}`)
    const { body: intent } = await stage.call(
      'GET',
      `/v1/payment_intents/${session.payment_intent}`,
    )
    expect(intent).toMatchObject({ status: 'succeeded', last_payment_error: null })
  })

  test.each([
    [{ number: '4111111111111111' }, 'only the test cards'],
    [{ number: '' }, 'only the test cards'],
    [{ ...VISA, expiry: '13 / 40' }, 'MM / YY'],
    [{ ...VISA, expiry: 'soon' }, 'MM / YY'],
    [{ ...VISA, expiry: '01 / 20' }, 'in the past'],
    [{ ...VISA, cvc: '12' }, 'security code'],
  ])('%p is refused before any charge', async (card, message) => {
    const { url } = await openCheckout('SVC-FORM')
    const visit = await visitHostedPage(url, card)
    expect(visit).toMatchObject({ kind: 'refused', status: 400 })
    expect(visit.kind === 'refused' && visit.message).toContain(message)
    expect(await chargesOf('SVC-FORM')).toMatchObject({ succeeded: 0, declined: 0 })
  })

  test('a month is valid until its last day', async () => {
    const { url } = await openCheckout('SVC-MONTH')
    const now = stage.now()
    const expiry = `${now.getUTCMonth() + 1}/${now.getUTCFullYear() % 100}`
    expect((await visitHostedPage(url, { ...VISA, expiry })).kind).toBe('redirected')
  })

  test('no real card number is ever stored or shown again', async () => {
    const { url } = await openCheckout('SVC-REAL')
    const response = await fetch(
      url,
      rawPost(new URLSearchParams({ number: '4111111111111111', expiry: '12/40', cvc: '987' })),
    )
    const html = await response.text()
    expect(html).not.toContain('987')
    expect(await visitHostedPage(url, VISA)).toMatchObject({ kind: 'redirected' })
  })

  test('an unknown page is 404, and a payment page is not a setup page', async () => {
    const { url } = await openCheckout('SVC-PATH')
    expect((await read(url.replace('/checkout/', '/setup/'))).status).toBe(404)
    expect((await read(`${stage.standIn.baseUrl}/checkout/cs_test_nothing`)).status).toBe(404)
    expect((await read(`${stage.standIn.baseUrl}/elsewhere`)).status).toBe(404)
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(405)
  })

  test('an expired page reports this and offers the return link', async () => {
    const { id, url } = await openCheckout('SVC-LATE')
    await stage.call('POST', `/v1/checkout/sessions/${id}/expire`)
    const { status, html } = await read(url)
    expect(status).toBe(410)
    expect(html).toContain('This page has expired.')
    expect(html).toContain('https://shop.example/no')
  })
})

describe('3-D Secure', () => {
  test('asks once and then pays', async () => {
    const { url } = await openCheckout('SVC-3DS')
    const form = new URLSearchParams({ number: SECURE.number, expiry: '12/40', cvc: '123' })
    const response = await fetch(url, { method: 'POST', body: form })
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('Complete authentication')
    expect(html).not.toContain('name="number"')
    expect(await chargesOf('SVC-3DS')).toMatchObject({ succeeded: 0 })
    const done = await fetch(`${url}/authenticate`, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'complete' }),
      redirect: 'manual',
    })
    expect([done.status, done.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('https://shop.example/ok'),
    ])
    expect(await chargesOf('SVC-3DS')).toMatchObject({ succeeded: 1 })
  })

  test('charges nothing when it fails, and accepts another card', async () => {
    const { url } = await openCheckout('SVC-3DSF')
    expect(await visitHostedPage(url, { ...SECURE, authentication: 'fail' })).toMatchObject({
      kind: 'refused',
      status: 402,
      message: expect.stringContaining('unable to authenticate'),
    })
    expect(await chargesOf('SVC-3DSF')).toMatchObject({ succeeded: 0 })
    expect((await visitHostedPage(url, VISA)).kind).toBe('redirected')
  })

  test('cannot be skipped: without a card there is nothing to authenticate', async () => {
    const { url } = await openCheckout('SVC-SKIP')
    const response = await fetch(`${url}/authenticate`, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'complete' }),
      redirect: 'manual',
    })
    expect(response.status).toBe(400)
    expect(await chargesOf('SVC-SKIP')).toMatchObject({ succeeded: 0 })
  })
})

describe('the setup page', () => {
  const cardsOf = async (customerId: string) =>
    (await stage.call('GET', `/v1/customers/${customerId}/payment_methods`)).body.data

  test('saves the card on the customer and charges nothing', async () => {
    const { id, url, customerId } = await openSetup()
    expect(new URL(url).pathname).toStartWith('/setup/cs_')
    expect((await read(url)).html).toContain('Save card')
    expect((await visitHostedPage(url, VISA)).kind).toBe('redirected')
    expect(await cardsOf(customerId)).toMatchObject([{ card: { brand: 'visa', last4: '4242' } }])
    const { body } = await stage.call('GET', `/v1/checkout/sessions/${id}`)
    expect(body).toMatchObject({ status: 'complete', payment_status: 'no_payment_required' })
    expect(await stage.standIn.control.charges({ customer: customerId })).toMatchObject({
      succeeded: 0,
      declined: 0,
    })
  })

  test('a declined card is not saved, nor is one with a failed 3-D Secure step', async () => {
    const { url, customerId } = await openSetup()
    expect(await visitHostedPage(url, { number: '4000000000000002' })).toMatchObject({
      status: 402,
    })
    expect(await visitHostedPage(url, { ...SECURE, authentication: 'fail' })).toMatchObject({
      status: 402,
    })
    expect(await cardsOf(customerId)).toEqual([])
    expect((await visitHostedPage(url, SECURE)).kind).toBe('redirected')
    expect(await cardsOf(customerId)).toMatchObject([{ card: { last4: '3184' } }])
  })
})
