// The stand-in's deliveries: signed, repeated until a 2xx, twice and out of order on request.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import Stripe from 'stripe'
import { connectStripeControl, type StripeControl } from '../../server/local/stripe/control.ts'
import {
  SECRET_KEY,
  type Stage,
  startStage,
  WEBHOOK_SECRET,
} from '../../testing/service/stripe-stand-in.ts'

type Received = { id: string; type: string; body: string; signature: string }
let stage: Stage
let receiver: ReturnType<typeof Bun.serve>
let received: Received[]
let responses: number[]
let arrived: () => void

beforeEach(async () => {
  received = []
  responses = []
  arrived = () => undefined
  receiver = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const body = await request.text()
      const { id, type } = JSON.parse(body)
      received.push({ id, type, body, signature: request.headers.get('stripe-signature') ?? '' })
      arrived()
      return new Response('', { status: responses.shift() ?? 200 })
    },
  })
  stage = await startStage({ webhookUrl: `${receiver.url}` })
})
afterEach(async () => {
  await stage.standIn.close()
  await receiver.stop(true)
})

/** Waits until that many deliveries have arrived. */
async function arrivals(count: number): Promise<void> {
  while (received.length < count) {
    await new Promise<void>((resolve) => {
      arrived = resolve
    })
  }
}
const customer = () => stage.call('POST', '/v1/customers', { email: 'a@example.com' })

describe('deliveries', () => {
  test('of delayed events are sent without another request', async () => {
    const own = await startStage({ webhookUrl: `${receiver.url}`, laterMs: 200 })
    await own.call('POST', '/v1/payment_intents', {
      amount: '500',
      currency: 'usd',
      payment_method: 'pm_card_createDispute',
      confirm: 'true',
    })
    while (!received.some(({ type }) => type === 'charge.dispute.created')) {
      await arrivals(received.length + 1)
    }
    await own.standIn.close()
  })

  test('are sent immediately, signed so that the vendor package accepts them', async () => {
    const { body } = await customer()
    await arrivals(1)
    const [first] = received
    const event = await Stripe.webhooks.constructEventAsync(
      first?.body ?? '',
      first?.signature ?? '',
      WEBHOOK_SECRET,
    )
    expect(event).toMatchObject({
      object: 'event',
      type: 'customer.created',
      data: { object: { id: body.id } },
      request: { id: expect.stringMatching(/^req_/) },
    })
  })

  test('show the object in its state at the time of the event', async () => {
    const { body } = await customer()
    await stage.call('POST', `/v1/customers/${body.id}`, { email: 'b@example.com' })
    await arrivals(2)
    const emails = received
      .toSorted((a, b) => a.type.localeCompare(b.type))
      .map((delivery) => JSON.parse(delivery.body).data.object.email)
    expect(emails).toEqual(['a@example.com', 'b@example.com'])
  })

  test('are repeated after a failure, with a new signature', async () => {
    responses = [500]
    await customer()
    await arrivals(2)
    expect(new Set(received.map(({ id }) => id)).size).toBe(1)
    await stage.standIn.control.webhooks({ mode: 'hold' })
    expect(await stage.standIn.control.events()).toMatchObject([{ attempts: expect.any(Number) }])
  })

  test('are not sent for a refused request', async () => {
    await stage.standIn.control.webhooks({ mode: 'hold' })
    await stage.call('POST', '/v1/payment_intents', { amount: '10', currency: 'usd' })
    expect(await stage.standIn.control.events()).toEqual([])
  })
})

describe.each(['in the process', 'over HTTP'])('on demand, %s', (how) => {
  let control: StripeControl
  beforeEach(async () => {
    const { baseUrl } = stage.standIn
    control =
      how === 'over HTTP' ? connectStripeControl(baseUrl, SECRET_KEY) : stage.standIn.control
    await control.webhooks({ mode: 'hold' })
  })
  const types = () => received.map(({ type }) => type)
  const pay = () =>
    stage.call('POST', '/v1/payment_intents', {
      amount: '500',
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: 'true',
      'metadata[order_code]': 'SVC-HOOK',
    })
  const ORDER = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']

  test('events are held until they are requested, and then sent in order', async () => {
    await pay()
    expect(received).toEqual([])
    const done = await control.deliver()
    expect(types()).toEqual(ORDER)
    expect(done.map(({ type, status }) => [type, status])).toEqual(ORDER.map((type) => [type, 200]))
    expect(await control.deliver()).toEqual([])
  })

  test('events are sent in the API version of the package, or another', async () => {
    await customer()
    await control.deliver()
    await control.webhooks({ apiVersion: '2020-08-27' })
    await control.deliver({ again: true })
    expect(received.map(({ body }) => JSON.parse(body).api_version)).toEqual([
      Stripe.API_VERSION,
      '2020-08-27',
    ])
  })

  test('events are sent in reverse, twice, and again', async () => {
    await pay()
    await control.deliver({ reverse: true, copies: 2 })
    expect(types()).toEqual([...ORDER].reverse().flatMap((type) => [type, type]))
    received = []
    await control.deliver({ again: true, type: 'payment_intent.succeeded' })
    expect(types()).toEqual(['payment_intent.succeeded'])
  })

  test('events that occur while deliveries are off are never delivered', async () => {
    await control.webhooks({ mode: 'off' })
    await pay()
    await control.webhooks({ mode: 'on' })
    await control.deliver({ again: true })
    expect(received).toEqual([])
    expect((await control.events()).map(({ state }) => state)).toEqual(['lost', 'lost', 'lost'])
  })

  test('held events are sent immediately when deliveries are on again', async () => {
    await pay()
    await control.webhooks({ mode: 'on', copies: 2 })
    await arrivals(6)
    expect(types().toSorted()).toEqual(ORDER.flatMap((type) => [type, type]).toSorted())
  })

  test('counts the money from the processor’s point of view', async () => {
    await pay()
    await pay()
    const counted = { succeeded: 2, declined: 0, amountCents: 1000, refundedCents: 0 }
    expect(await control.charges({ orderCode: 'SVC-HOOK' })).toEqual(counted)
    expect(await control.charges()).toEqual(counted)
    expect(await control.charges({ orderCode: 'SVC-NONE' })).toMatchObject({ succeeded: 0 })
    expect(await control.chargesByOrder()).toEqual([{ orderCode: 'SVC-HOOK', ...counted }])
  })

  test('faults can be set and cleared', async () => {
    await control.fault({ path: '/v1/*', times: 'always', when: 'before', outcome: 'reset' })
    await expect(pay()).rejects.toThrow(/socket/)
    await control.clearFaults()
    expect((await pay()).status).toBe(200)
  })
})
