// The stand-in's API: it refuses every call that Stripe would refuse, in Stripe's envelope.

import { beforeAll, describe, expect, test } from 'bun:test'
import Stripe from 'stripe'
import { apiVersion } from '../../server/local/stripe/core/world.ts'
import { rawPost } from '../../testing/service/requests.ts'
import { SECRET_KEY, startStage } from '../../testing/service/stripe-stand-in.ts'
import { use } from '../../testing/use.ts'

const stage = use(startStage, ({ standIn }) => standIn.close())
let stripe: Stripe
beforeAll(async () => {
  stripe = new Stripe(SECRET_KEY, {
    host: '127.0.0.1',
    port: stage.standIn.port,
    protocol: 'http',
    telemetry: false,
  })
})

const charge = { amount: '500', currency: 'usd' }

describe('the key', () => {
  const get = (headers: Record<string, string>) =>
    fetch(`${stage.standIn.baseUrl}/v1/customers/cus_1`, { headers })

  test('that is missing, wrong or of another scheme is 401, and a wrong one is masked', async () => {
    for (const headers of [
      {},
      { authorization: 'Bearer sk_test_somebodyelse1234' },
      { authorization: `Digest ${SECRET_KEY}` },
    ]) {
      const response = await get(headers)
      expect(response.status).toBe(401)
      expect(response.headers.get('request-id')).toStartWith('req_')
      expect(await response.text()).not.toContain('somebodyelse')
    }
  })

  test('as Bearer or as the user name of Basic is accepted', async () => {
    expect((await get({ authorization: `Bearer ${SECRET_KEY}` })).status).toBe(404)
    expect((await get({ authorization: `Basic ${btoa(`${SECRET_KEY}:`)}` })).status).toBe(404)
  })

  test('protects the control API as well', async () => {
    const ask = (authorization: string) =>
      fetch(
        `${stage.standIn.baseUrl}/_control`,
        rawPost(JSON.stringify({ call: 'events' }), { authorization }),
      )
    expect((await ask('Bearer wrong')).status).toBe(401)
    expect((await ask(`Bearer ${SECRET_KEY}`)).status).toBe(200)
  })
})

describe('refused parameters', () => {
  const post = (path: string, fields: Record<string, string>) => stage.call('POST', path, fields)
  const urls = { success_url: 'https://shop.example/ok', cancel_url: 'https://shop.example/no' }
  const item = {
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '500',
    'line_items[0][price_data][product_data][name]': 'part',
  }

  test.each<[string, Record<string, string>, string, string]>([
    ['/v1/payment_intents', { ...charge, colour: 'red' }, 'parameter_unknown', 'colour'],
    [
      '/v1/checkout/sessions',
      { mode: 'payment', ...urls, ...item, 'line_items[0][price_data][x]': '1' },
      'parameter_unknown',
      'line_items[0][price_data][x]',
    ],
    [
      '/v1/payment_intents',
      { ...charge, 'payment_method_types[0]': 'card' },
      'payment_method_types_no_longer_supported',
      'payment_method_types',
    ],
    ['/v1/payment_intents', { amount: '500' }, 'parameter_missing', 'currency'],
    ['/v1/checkout/sessions', { mode: 'payment', ...urls }, 'parameter_missing', 'line_items'],
    ['/v1/checkout/sessions', { mode: 'setup', ...urls }, 'parameter_missing', 'currency'],
    ['/v1/payment_intents', { ...charge, amount: '5.5' }, 'parameter_invalid_integer', 'amount'],
    ['/v1/payment_intents', { ...charge, amount: '49' }, 'amount_too_small', 'amount'],
    ['/v1/payment_intents', { ...charge, amount: '-500' }, 'amount_too_small', 'amount'],
    ['/v1/payment_intents', { ...charge, amount: '100000000' }, 'amount_too_large', 'amount'],
    [
      '/v1/payment_intents',
      { ...charge, description: '' },
      'parameter_invalid_empty',
      'description',
    ],
    ['/v1/payment_intents', { ...charge, off_session: 'true' }, 'parameter_invalid', 'off_session'],
    ['/v1/payment_intents', { ...charge, customer: 'cus_x' }, 'resource_missing', 'customer'],
    [
      '/v1/checkout/sessions',
      { mode: 'payment', ...item, success_url: 'javascript:alert(1)' },
      'url_invalid',
      'success_url',
    ],
    [
      '/v1/checkout/sessions',
      { mode: 'payment', ...urls, ...item, 'line_items[0][price_data][unit_amount]': '49' },
      'amount_too_small',
      'line_items',
    ],
  ])('%s %p is 400 %s on %s', async (path, fields, code, param) => {
    const { status, body } = await post(path, fields)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ type: 'invalid_request_error', code, param })
    expect(body.error.message).toBeString()
  })

  test('an unknown object in the path is 404, and so is an unknown URL', async () => {
    const missing = await stage.call('GET', '/v1/payment_intents/pi_missing')
    expect(missing.status).toBe(404)
    expect(missing.body.error).toMatchObject({ code: 'resource_missing', param: 'id' })
    expect((await stage.call('GET', '/v1/subscriptions')).status).toBe(404)
  })

  test('a contradictory or truncated form is 400', async () => {
    const raw = async (body: string) =>
      fetch(
        `${stage.standIn.baseUrl}/v1/customers`,
        rawPost(body, { authorization: `Bearer ${SECRET_KEY}` }),
      )
    const many = Array.from({ length: 1001 }, (_, index) => `metadata[k${index}]=v`).join('&')
    for (const body of ['a=1&a[b]=2', `a${'[b]'.repeat(20)}=1`, '[a]=1', 'a[b=1', many]) {
      const response = await raw(body)
      expect([body.slice(0, 20), response.status]).toEqual([body.slice(0, 20), 400])
    }
  })

  test('a parameter named like a prototype property reaches no prototype', async () => {
    await post('/v1/customers', {
      'metadata[__proto__][polluted]': 'x',
      '__proto__[polluted]': 'x',
    })
    await post('/v1/customers', { 'constructor[prototype][polluted]': 'x' })
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})

describe('idempotency keys', () => {
  const keyed = (key: string, fields: Record<string, string>, path = '/v1/payment_intents') =>
    stage.call('POST', path, fields, { 'idempotency-key': key })

  test('the same request gets the stored response, marked as a replay', async () => {
    const first = await keyed('key-1', charge)
    const second = await keyed('key-1', charge)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.headers.get('original-request')).toBe(first.headers.get('request-id'))
    expect(second.headers.get('request-id')).not.toBe(first.headers.get('request-id'))
    expect(second.body).toEqual(first.body)
  })

  test('other parameters or another endpoint are a 400 idempotency_error', async () => {
    await keyed('key-2', charge)
    for (const other of [
      await keyed('key-2', { ...charge, amount: '501' }),
      await keyed('key-2', charge, '/v1/customers'),
    ]) {
      expect(other.status).toBe(400)
      expect(other.body.error.type).toBe('idempotency_error')
    }
  })

  test('the second request gets 409 while the first is running, and the work is done once', async () => {
    await stage.standIn.control.fault({
      path: '/v1/payment_intents',
      when: 'before',
      latencyMs: 1_000,
      outcome: 'normal',
    })
    const fields = { ...charge, 'metadata[order_code]': 'SVC-LOCK' }
    const both = await Promise.all([keyed('key-3', fields), keyed('key-3', fields)])
    const [done, locked] = both.toSorted((a, b) => a.status - b.status)
    expect([done?.status, locked?.status]).toEqual([200, 409])
    expect(locked?.body.error.code).toBe('idempotency_key_in_use')
    const replayed = await keyed('key-3', fields)
    expect(replayed.body.id).toBe(done?.body.id)
  })

  test('a decline is stored, a refusal of the parameters is not', async () => {
    const declined = { ...charge, payment_method: 'pm_card_chargeDeclined', confirm: 'true' }
    const first = await keyed('key-4', declined)
    expect(first.status).toBe(402)
    expect((await keyed('key-4', declined)).body).toEqual(first.body)
    expect((await keyed('key-5', { ...charge, amount: 'x' })).status).toBe(400)
    expect((await keyed('key-5', charge)).status).toBe(200)
  })

  test('expire after a day', async () => {
    const own = await startStage()
    const ask = () => own.call('POST', '/v1/customers', {}, { 'idempotency-key': 'daily' })
    const first = await ask()
    own.advance(24 * 3600 - 10)
    expect((await ask()).body.id).toBe(first.body.id)
    own.advance(20)
    expect((await ask()).body.id).not.toBe(first.body.id)
    await own.standIn.close()
  })
})

describe('lists and expansion, through the vendor client', () => {
  test('pages forwards and backwards, newest first', async () => {
    const customer = await stripe.customers.create({})
    const made: string[] = []
    for (let index = 0; index < 5; index += 1) {
      const intent = await stripe.paymentIntents.create({
        amount: 500 + index,
        currency: 'usd',
        customer: customer.id,
      })
      made.unshift(intent.id)
    }
    const ids = (list: { data: { id: string }[] }) => list.data.map(({ id }) => id)
    const filter = { customer: customer.id, limit: 2 }
    const first = await stripe.paymentIntents.list(filter)
    expect(ids(first)).toEqual(made.slice(0, 2))
    expect(first.has_more).toBe(true)
    const second = await stripe.paymentIntents.list({ ...filter, starting_after: made[1] ?? '' })
    expect(ids(second)).toEqual(made.slice(2, 4))
    const back = await stripe.paymentIntents.list({ ...filter, ending_before: made[4] ?? '' })
    expect(ids(back)).toEqual(made.slice(2, 4))
    const all = await stripe.paymentIntents.list(filter).autoPagingToArray({ limit: 100 })
    expect(all.map(({ id }) => id)).toEqual(made)
  })

  test('bounds on `created` are respected', async () => {
    const customer = await stripe.customers.create({})
    const intent = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      customer: customer.id,
    })
    const count = async (created: Stripe.RangeQueryParam | number) =>
      (await stripe.paymentIntents.list({ customer: customer.id, created })).data.length
    expect(await count({ gte: intent.created })).toBe(1)
    expect(await count({ gt: intent.created })).toBe(0)
    expect(await count({ lte: intent.created })).toBe(1)
    expect(await count({ lt: intent.created })).toBe(0)
    expect(await count(intent.created)).toBe(1)
  })

  test('expands the named fields, several levels deep', async () => {
    const customer = await stripe.customers.create({ email: 'x@example.com' })
    const { paymentMethodId, customerId } = await stage.customerWith('pm_card_visa')
    expect(customer.id).not.toBe(customerId)
    const intent = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      customer: customerId,
      payment_method: paymentMethodId,
      confirm: true,
      off_session: true,
      expand: ['latest_charge', 'payment_method.customer'],
    })
    expect(intent.latest_charge).toMatchObject({ object: 'charge', paid: true })
    expect(intent.payment_method).toMatchObject({
      card: { last4: '4242' },
      customer: { id: customerId },
    })
    const bad = stripe.paymentIntents.retrieve(intent.id, { expand: ['amount'] })
    await expect(bad).rejects.toThrow(/cannot be expanded/)
  })

  test('speaks the API version that the client pins', async () => {
    const customer = await stripe.customers.create({})
    // With fetch the client returns the headers of the platform, unlike its types.
    const headers = new Headers(customer.lastResponse.headers)
    expect(headers.get('stripe-version')).toBe(apiVersion)
  })
})

describe('cards and intents', () => {
  test('a card that declines cannot be saved', async () => {
    const { body: customer } = await stage.call('POST', '/v1/customers')
    const attach = await stage.call('POST', '/v1/payment_methods/pm_card_chargeDeclined/attach', {
      customer: customer.id,
    })
    expect(attach.status).toBe(402)
    expect(attach.body.error).toMatchObject({ type: 'card_error', decline_code: 'generic_decline' })
  })

  test("another customer's card cannot be charged", async () => {
    const { paymentMethodId } = await stage.customerWith('pm_card_visa')
    const { customerId } = await stage.customerWith('pm_card_visa')
    for (const customer of [{ customer: customerId }, {}]) {
      const { status, body } = await stage.call('POST', '/v1/payment_intents', {
        ...charge,
        ...customer,
        payment_method: paymentMethodId,
        confirm: 'true',
      })
      expect([status, body.error.param]).toEqual([400, 'payment_method'])
    }
  })

  test('an intent is created and confirmed, and then can be neither confirmed again nor canceled', async () => {
    const { body: intent } = await stage.call('POST', '/v1/payment_intents', charge)
    expect(intent.status).toBe('requires_payment_method')
    const path = `/v1/payment_intents/${intent.id}`
    const fields = { payment_method: 'pm_card_visa' }
    expect((await stage.call('POST', `${path}/confirm`, fields)).body.status).toBe('succeeded')
    for (const verb of ['confirm', 'cancel']) {
      const again = await stage.call('POST', `${path}/${verb}`)
      expect(again.body.error.code).toBe('payment_intent_unexpected_state')
    }
  })

  test('an on-session payment that requires 3-D Secure waits for it; canceled, it accepts no card', async () => {
    const { body: intent } = await stage.call('POST', '/v1/payment_intents', {
      ...charge,
      payment_method: 'pm_card_authenticationRequired',
      confirm: 'true',
    })
    expect(intent).toMatchObject({ status: 'requires_action', amount_received: 0 })
    const path = `/v1/payment_intents/${intent.id}`
    expect((await stage.call('POST', `${path}/cancel`)).body.status).toBe('canceled')
    expect((await stage.call('POST', `${path}/confirm`)).status).toBe(400)
  })

  test('a setup intent saves a card through the API', async () => {
    const { body: customer } = await stage.call('POST', '/v1/customers')
    const { body: setup } = await stage.call('POST', '/v1/setup_intents', {
      customer: customer.id,
      payment_method: 'pm_card_visa',
      confirm: 'true',
    })
    expect(setup).toMatchObject({ status: 'succeeded', usage: 'off_session' })
    const { body: cards } = await stage.call('GET', `/v1/customers/${customer.id}/payment_methods`)
    expect(cards.data).toHaveLength(1)
    expect(cards.data[0].id).toBe(setup.payment_method)
  })

  test('refunds cannot exceed the charge', async () => {
    const { body: intent } = await stage.call('POST', '/v1/payment_intents', {
      ...charge,
      payment_method: 'pm_card_visa',
      confirm: 'true',
    })
    const refund = (amount: string) =>
      stage.call('POST', '/v1/refunds', { payment_intent: intent.id, amount })
    expect((await refund('501')).status).toBe(400)
    expect((await refund('300')).body).toMatchObject({ amount: 300, status: 'succeeded' })
    expect((await refund('201')).status).toBe(400)
    expect((await refund('200')).status).toBe(200)
    expect((await refund('1')).body.error.code).toBe('charge_already_refunded')
  })
})

describe('faults over HTTP', () => {
  test('a rate limit admits a number of requests per second, and the calls are counted', async () => {
    const path = '/v1/events'
    let nowMs = Date.parse('2026-11-21T10:00:00Z')
    const stopped = await startStage({ clock: { now: () => new Date(nowMs) } })
    await stopped.standIn.control.fault({
      path,
      when: 'before',
      times: 'always',
      beyondPerSecond: 3,
      outcome: { status: 429 },
    })
    const burst = async () => {
      const responses = await Promise.all(
        Array.from({ length: 5 }, () => stopped.call('GET', path)),
      )
      return responses.map(({ status }) => status).toSorted()
    }
    expect(await burst()).toEqual([200, 200, 200, 429, 429])
    nowMs += 999
    expect(await burst()).toEqual([429, 429, 429, 429, 429])
    nowMs += 1
    expect(await burst()).toEqual([200, 200, 200, 429, 429])
    const calls = await stopped.standIn.control.calls()
    const counted = calls.find(({ endpoint }) => endpoint === `GET ${path}`)
    expect(counted).toMatchObject({ calls: 15, limited: 9 })
    await stopped.standIn.close()
  })

  test('a fault for one order does not affect the others, and is used up', async () => {
    await stage.standIn.control.fault({
      method: 'POST',
      path: '/v1/payment_*',
      contains: 'SVC-MARKED order',
      when: 'before',
      outcome: { status: 503, retryAfterSeconds: 7 },
    })
    const make = (code: string) =>
      stage.call('POST', '/v1/payment_intents', { ...charge, 'metadata[order_code]': code })
    expect((await make('SVC-PLAIN')).status).toBe(200)
    const struck = await make('SVC-MARKED order')
    expect([struck.status, struck.headers.get('retry-after')]).toEqual([503, '7'])
    expect((await make('SVC-MARKED order')).status).toBe(200)
  })

  test('an unknown control call is refused with a sentence', async () => {
    const response = await fetch(
      `${stage.standIn.baseUrl}/_control`,
      rawPost(JSON.stringify({ call: 'fault', with: { when: 'sometimes' } }), {
        authorization: `Bearer ${SECRET_KEY}`,
      }),
    )
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('when')
  })
})
