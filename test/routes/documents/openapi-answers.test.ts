// The responses of the service match the OpenAPI document: fields, statuses, sentences, defaults, examples.

import { describe, expect, test } from 'bun:test'
import { customerIdOf } from '../../../server/domain/base/ids/customer-id.ts'
import { paymentMethodIdOf } from '../../../server/domain/base/ids/payment-method-id.ts'
import type { Schema } from '../../../server/http/contract/contract.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { CUBE, orderForm, placed, submit } from '../../../testing/people/submit.ts'
import {
  bodyExample,
  described,
  jsonOf,
  operation,
  refused,
} from '../../../testing/service/api-document.ts'
import { fillCounter } from '../../../testing/service/counters.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit =>
  jsonPost(body, headers)

describe('orders', () => {
  const submitName = 'POST /api/print/orders'
  const readName = 'GET /api/print/orders/{code}'
  const send = (body: FormData, headers: Record<string, string> = {}) =>
    service.fetch('/api/print/orders', { method: 'POST', headers, body })

  test('the example request returns the example response', async () => {
    const { headers } = await service.account()
    // 32.9 mm: 35.611 cm3 x 0.44 x 1.27 = 19.9 g of petg, billed as the 20 of the example.
    const file = { name: 'part.stl', bytes: cubeStl({ sizeMm: 32.9 }) }
    const { file: _, ...fields } = bodyExample(submitName)
    const text = Object.entries(fields).map(([name, value]) => [name, String(value)])
    const body = await described(
      submitName,
      send(orderForm(Object.fromEntries(text), file), headers),
      201,
    )
    const example = jsonOf(submitName, 201).example
    expect(withoutOwn(body)).toEqual(withoutOwn(example))
    const { code } = body as { code: string }
    const read = await described(
      readName,
      service.fetch(`/api/print/orders/${code}`, { headers }),
      200,
    )
    expect(read).toMatchObject({ estimatedCost: 11.8, material: 'petg', quantity: 2 })
  })

  test('an unpaid order and one in a color that is not in stock are as described', async () => {
    const { headers } = await service.account({ card: null })
    const body = await described(submitName, send(orderForm(), headers), 201)
    expect(body).toMatchObject({ paid: false, note: expect.any(String) })
  })

  test('an order without options gets the defaults', async () => {
    const account = await service.account()
    const { code } = await placed(submit(service, account))
    const order = await service.deps.orders.readByCode(code)
    const media = operation(submitName).requestBody?.content['multipart/form-data']
    const { properties = {} } = (media?.schema ?? {}) as Schema
    const defaults = Object.entries(properties).flatMap(([name, schema]) =>
      typeof schema === 'object' && schema.default !== undefined ? [[name, schema.default]] : [],
    )
    expect(defaults.length).toBe(9)
    expect({ ...order?.options, ...order?.address }).toMatchObject(Object.fromEntries(defaults))
  })

  test('the required fields are those that a submit requires', async () => {
    const { headers } = await service.account()
    const media = operation(submitName).requestBody?.content['multipart/form-data']
    const { required = [] } = (media?.schema ?? {}) as Schema
    const form = new FormData()
    form.set('file', new Blob([CUBE.bytes]), CUBE.name)
    const response = await send(form, headers)
    expect(await response.json()).toEqual({
      error: `Missing required shipping fields: ${required.join(', ')}`,
    })
  })

  test('refusals of a submit are as described', async () => {
    const { headers } = await service.account()
    const no = (fields: Record<string, string | undefined>, status: number) =>
      refused(submitName, send(orderForm(fields), headers), status)
    await refused(submitName, send(orderForm()), 401)
    await refused(
      submitName,
      send(orderForm({}, { name: 'a.obj', bytes: 'v 0 0 0' }), headers),
      415,
    )
    await refused(submitName, send(orderForm({}, { name: 'a.stl', bytes: '' }), headers), 400)
    await refused(submitName, send(orderForm({}, null), headers), 400)
    await described(submitName, send(orderForm({}, { name: 'a.stl', bytes: 'no' }), headers), 422)
    await no({ country: 'xx' }, 400)
    await no({ street1: undefined, zip: undefined }, 400)
    await no({ material: 'wood' }, 400)
    await no({ quality: 'best' }, 400)
    await no({ units: 'furlong' }, 400)
    await refused(readName, service.fetch('/api/print/orders/SVC-AAAAAA'), 401)
    await refused(readName, service.fetch('/api/print/orders/SVC-AAAAAA', { headers }), 404)
  })

  test('an Idempotency-Key used for another request is refused as described', async () => {
    const { headers } = await service.account()
    const keyed = { ...headers, 'idempotency-key': 'one' }
    await described(submitName, send(orderForm(), keyed), 201)
    const replayed = await send(orderForm(), keyed)
    expect(replayed.headers.get('idempotent-replayed')).toBe('true')
    await refused(submitName, send(orderForm({ city: 'Elsewhere' }), keyed), 409)
  })
})

/** Returns a response without the fields that differ from order to order. */
function withoutOwn(body: unknown): unknown {
  const { code, ...rest } = body as { code: string }
  const text = JSON.stringify(rest).replaceAll(code, 'CODE')
  return JSON.parse(text.replaceAll(/https?:\/\/[^/"]+/g, ''))
}

test('the example of a price returns the example response', async () => {
  const name = 'POST /api/price'
  const body = await described(name, service.fetch('/api/price', json(bodyExample(name))), 200)
  expect(body).toEqual(jsonOf(name, 200).example)
  const price = (changes: object) =>
    service.fetch('/api/price', json({ ...bodyExample(name), ...changes }))
  await refused(name, price({ material: 'wood' }), 400)
  await refused(name, price({ quality: 'best' }), 400)
  await refused(name, price({ bboxMm: { x: '1', y: 1, z: 1 } }), 400)
  await refused(name, price({ bboxMm: { x: 341, y: 1, z: 1 } }), 400)
  await refused(name, service.fetch('/api/price', { method: 'POST', body: '{' }), 400)
})

describe('accounts', () => {
  const keyPath = '/api/account/api-key'
  const tokenPath = '/api/account/extension-tokens'

  test('responses about the key are as described', async () => {
    const cookie = await service.signIn('keys@example.com')
    await described(`GET ${keyPath}`, service.fetch(keyPath, { headers: { cookie } }), 200)
    await refused(`POST ${keyPath}`, service.fetch(keyPath, json({}, { cookie })), 402)
    await saveCard('keys@example.com')
    await described(`POST ${keyPath}`, service.fetch(keyPath, json({}, { cookie })), 200)
    await described(`GET ${keyPath}`, service.fetch(keyPath, { headers: { cookie } }), 200)
    const remove = { method: 'DELETE', headers: { cookie } }
    await described(`DELETE ${keyPath}`, service.fetch(keyPath, remove), 200)
    for (const method of ['GET', 'POST', 'DELETE']) {
      await refused(`${method} ${keyPath}`, service.fetch(keyPath, { method }), 401)
    }
  })

  test('responses about tokens and the card are as described', async () => {
    const cookie = await service.signIn('tokens@example.com')
    const create = (body: unknown) => service.fetch(tokenPath, json(body, { cookie }))
    const made = await described(`POST ${tokenPath}`, create({ name: 'One' }), 200)
    await described(`GET ${tokenPath}`, service.fetch(tokenPath, { headers: { cookie } }), 200)
    await refused(`POST ${tokenPath}`, create({ name: ' ' }), 400)
    const { id } = made as { id: string }
    const remove = () =>
      service.fetch(`${tokenPath}/${id}`, { method: 'DELETE', headers: { cookie } })
    await described(`DELETE ${tokenPath}/{id}`, remove(), 200)
    await refused(`DELETE ${tokenPath}/{id}`, remove(), 404)
    const card = '/api/account/card'
    await described(`POST ${card}`, service.fetch(card, json({}, { cookie })), 200)
    await refused(`POST ${card}`, service.fetch(card, json({})), 401)
  })

  async function saveCard(email: string): Promise<void> {
    const { accountId } = await service.service.createUser({ email, password: 'not used' })
    const { accounts } = service.deps
    const customerId = await accounts.linkCustomer(accountId, customerIdOf(`cus_${accountId}`))
    await accounts.saveCard({
      customerId,
      paymentMethodId: paymentMethodIdOf('pm_1'),
      brand: 'visa',
      last4: '4242',
    })
  }
})

test('every described path of /api/auth is open and responds as described', async () => {
  const auth = (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const name = `POST /api/auth${path}`
    return [name, service.fetch(`/api/auth${path}`, json(body, headers))] as const
  }
  const email = 'auth@example.com'
  const password = 'eight or more'
  await described(...auth('/sign-up/email', { email, password }), 200)
  newCodeFor(email)
  await described(...auth('/sign-in/email', { email, password }), 403)
  await described(
    ...auth('/email-otp/send-verification-otp', { email, type: 'email-verification' }),
    200,
  )
  const otp = newCodeFor(email)
  await described(...auth('/email-otp/verify-email', { email, otp: '000000' }), 400)
  await described(...auth('/email-otp/verify-email', { email, otp }), 200)
  await described(...auth('/sign-in/email', { email, password }), 200)
  await described(...auth('/sign-in/email', { email, password: 'another one' }), 401)
  await described(...auth('/email-otp/request-password-reset', { email }), 200)
  const reset = { email, password: 'nine or more', otp: newCodeFor(email) }
  for (let tries = 0; tries < 5; tries += 1) {
    await described(...auth('/email-otp/reset-password', { ...reset, otp: '000000' }), 400)
  }
  await described(...auth('/email-otp/reset-password', reset), 403)
  // The limit is 3 in 15 minutes for an address (contract.md 9.3).
  const sent = { scope: 'code-send', subject: email, windowSeconds: 15 * 60 }
  await fillCounter(service.db, sent, 3)
  await described(...auth('/email-otp/request-password-reset', { email }), 429)
  const cookie = await service.signIn('auth2@example.com')
  const session = 'GET /api/auth/get-session'
  await described(session, service.fetch('/api/auth/get-session', { headers: { cookie } }), 200)
  await described(session, service.fetch('/api/auth/get-session'), 200)
  await described(...auth('/sign-out', {}, { cookie }), 200)
})

const seen = new Set<string>()

/** Returns the code that was mailed since the last call; emails arrive in any order. */
function newCodeFor(email: string): string {
  const codes = service
    .mails()
    .filter(({ to }) => to === email)
    .map(({ text }) => /\b\d{8}\b/.exec(text)?.[0] ?? '')
  const [fresh] = codes.filter((code) => !seen.has(code))
  if (fresh === undefined) throw new Error(`no mail to ${email}`)
  seen.add(fresh)
  return fresh
}

test('responses for operators and the farm are as described', async () => {
  const { code } = await placed(submit(service, await service.account()))
  const cookie = await service.signIn(OPERATOR_EMAIL)
  const stranger = await service.signIn('stranger@example.com')
  const name = 'POST /api/operator/orders/{code}/status'
  const set = (body: unknown, who: Record<string, string> = { cookie }, one = code) =>
    service.fetch(`/api/operator/orders/${one}/status`, json(body, who))
  const shipped = await statusChange(service.deps, code, bodyExample(name))
  await described(name, set({ ...shipped, version: 2 }), 200)
  await refused(name, set({ status: 'PRINTED' }), 428)
  await refused(name, set({ status: 'CANCELLED', version: 3 }), 409)
  await refused(name, set(bodyExample(name), {}), 401)
  await refused(name, set(bodyExample(name), { cookie: stranger }), 403)
  await refused(name, set({ status: 'PENDING_PAYMENT' }), 400)
  await refused(name, set({ status: 'SHIPPED', tracking: { carrier: 'USPS' } }), 400)
  await refused(name, set(bodyExample(name), { cookie }, 'SVC-AAAAAA'), 404)

  await refused(name, set({ ...bodyExample(name), version: 3, withoutTracking: true }), 400)
  const read = 'GET /api/operator/orders/{code}'
  const get = (who: Record<string, string> = { cookie }, one = code) =>
    service.fetch(`/api/operator/orders/${one}`, { headers: who })
  await described(read, get(), 200)
  await refused(read, get({}), 401)
  await refused(read, get({ cookie: stranger }), 403)
  await refused(read, get({ cookie }, 'SVC-AAAAAA'), 404)
  const refund = 'POST /api/operator/orders/{code}/refund'
  const refundOf = (body: unknown, who: Record<string, string> = { cookie }) =>
    service.fetch(`/api/operator/orders/${code}/refund`, json(body, who))
  await described(refund, refundOf(bodyExample(refund)), 200)
  const keyed = { cookie, 'idempotency-key': 'one' }
  await described(refund, refundOf(bodyExample(refund), keyed), 200)
  await refused(refund, refundOf({ ...bodyExample(refund), amountCents: 1 }, keyed), 409)
  await described(refund, refundOf({ ...bodyExample(refund), amountCents: 900 }), 409)
  await refused(refund, refundOf({ ...bodyExample(refund), amountCents: 0 }), 400)
  await refused(refund, refundOf(bodyExample(refund), {}), 401)
  await described(read, get(), 200)

  const finished = 'POST /api/farm/orders/{code}/print-finished'
  const internal = { 'x-internal-key': service.internalKey }
  const finish = (who: Record<string, string>) =>
    service.fetch(`/api/farm/orders/${code}/print-finished`, { method: 'POST', headers: who })
  await described(finished, finish(internal), 409)
  await refused(finished, finish({}), 401)
  await set(await statusChange(service.deps, code, { status: 'PRINTING' }))
  await described(finished, finish(internal), 200)

  const web = 'POST /api/order-status'
  const report = (body: unknown, who: Record<string, string> = internal) =>
    service.fetch('/api/order-status', json(body, who))
  await described(web, report(bodyExample(web)), 200)
  await refused(web, report(bodyExample(web), {}), 401)
  await refused(web, report({ ...bodyExample(web), code }), 404)
  await refused(web, report({ ...bodyExample(web), code: '' }), 400)
})

test('all other responses are as described', async () => {
  for (const path of ['/api/billing/webhook', '/api/webhook']) {
    await refused(`POST ${path}`, service.fetch(path, json(bodyExample(`POST ${path}`))), 400)
  }
  for (const path of ['/healthz', '/readyz', '/openapi.json']) {
    await described(`GET ${path}`, service.fetch(path), 200)
  }
})
