// The farm's effect on orders: the operator's endpoint, progress of orders from the website's checkout, finished
// print jobs.

import { beforeAll, describe, expect, test } from 'bun:test'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { orderRow } from '../../../testing/database/rows.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { placed, refusal, submit } from '../../../testing/people/submit.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())
let operator: string
beforeAll(async () => {
  operator = await service.signIn(OPERATOR_EMAIL)
})

const EIGHT = 'RECEIVED ACCEPTED PRINTING PRINTED SHIPPED DELIVERED CANCELLED REJECTED'.split(' ')
const NOT_FOUND: [number, string] = [404, 'Order not found']

const post = (path: string, body: unknown, headers: Record<string, string>) =>
  service.fetch(
    path,
    rawPost(typeof body === 'string' ? body : JSON.stringify(body), {
      'content-type': 'application/json',
      ...headers,
    }),
  )
const set = async (
  code: string,
  body: unknown,
  headers: Record<string, string> = { cookie: operator },
) => {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  const change = isObject ? await statusChange(service.deps, code, body) : body
  return await post(`/api/operator/orders/${code}/status`, change, headers)
}
/** Returns a body with the status alone; SHIPPED requires the explicit choice without tracking. */
const only = (status: string) =>
  status === 'SHIPPED' ? { status, withoutTracking: true } : { status }
const orderOf = async (payer = account) => (await placed(submit(service, payer))).code
const rowOf = (code: string) => orderRow(service.db, code)

describe('the operator endpoint', () => {
  verifies('decision.operator-endpoint', async () => {
    const code = await orderOf()
    const parcel = { carrier: 'DHL', number: '00340', url: 'https://dhl.example/00340' }
    const response = await set(code, { status: 'SHIPPED', tracking: parcel })
    expect(response.status).toBe(200)
    const body: unknown = await response.json()
    expect(body).toMatchObject({
      code,
      status: 'SHIPPED',
      statusLabel: 'Shipped',
      paid: true,
      tracking: parcel,
    })
    const read = await service.fetch(`/api/print/orders/${code}`, { headers: account.headers })
    expect(await read.json()).toEqual(body)
  })

  verifies(['states.operator-any-of-eight', 'states.operator-skips-and-backwards'], async () => {
    const code = await orderOf()
    // Every status may follow every other one.
    for (const from of EIGHT) {
      for (const to of EIGHT) {
        expect((await set(code, only(from))).status).toBe(200)
        expect(await (await set(code, only(to))).json()).toMatchObject({ status: to })
      }
    }
  })

  verifies('states.operator-not-pending-payment', async () => {
    const response: [number, string] = [
      400,
      'Invalid status. One of: RECEIVED, ACCEPTED, PRINTING, PRINTED, SHIPPED, DELIVERED, CANCELLED, REJECTED',
    ]
    const code = await orderOf()
    for (const status of ['PENDING_PAYMENT', 'shipped', 'LOST', 'toString', '__proto__']) {
      expect([status, ...(await refusal(set(code, { status })))]).toEqual([status, ...response])
    }
    expect((await rowOf(code)).status).toBe('RECEIVED')
  })

  verifies('states.unpaid-not-queued', async () => {
    const code = await orderOf(await service.account({ card: null }))
    for (const status of EIGHT.slice(0, 6)) {
      expect(await refusal(set(code, { status }))).toEqual([
        409,
        status === 'RECEIVED'
          ? 'This order is not paid; it cannot be moved on.'
          : 'This order is not paid; it cannot be moved on. If it was paid otherwise or is a gift, send unpaid: true.',
      ])
    }
    expect((await rowOf(code)).status).toBe('PENDING_PAYMENT')
    expect(await (await set(code, { status: 'REJECTED' })).json()).toMatchObject({ paid: false })
  })

  test('cancelling an unpaid order closes its checkout, so that it can no longer be paid', async () => {
    const order = await placed(submit(service, await service.account({ card: null })))
    expect((await set(order.code, { status: 'CANCELLED' })).status).toBe(200)
    const visit = await visitHostedPage(order.checkoutUrl ?? '', { number: '4242 4242 4242 4242' })
    expect(visit.kind).not.toBe('redirected')
    expect((await service.stripe.charges({ orderCode: order.code })).succeeded).toBe(0)
  })

  verifies(['decision.operator-only', 'decision.operator-emails'], async () => {
    const code = await orderOf()
    const visitor = await service.signIn('somebody@example.com')
    const keyed = await service.account({ email: 'keyed-operator@example.com' })
    const shipped = only('SHIPPED')
    const refused = async (headers: Record<string, string>) => refusal(set(code, shipped, headers))
    expect(await refused({})).toEqual([401, 'Authentication required'])
    expect(await refused(keyed.headers)).toEqual([401, 'Authentication required'])
    expect(await refused(account.headers)).toEqual([401, 'Authentication required'])
    expect(await refused({ cookie: visitor })).toEqual([403, 'Only operators can do this.'])
    expect(await refused({ 'x-internal-key': service.internalKey })).toEqual([
      401,
      'Authentication required',
    ])
    // A page of another site cannot use the operator's cookie.
    expect(await refused({ cookie: operator, origin: 'https://evil.example' })).toEqual([
      401,
      'Authentication required',
    ])
    expect((await rowOf(code)).status).toBe('RECEIVED')
    expect((await set(code, shipped)).status).toBe(200)
  })

  test('an unknown code, or a code in another letter case, is 404', async () => {
    const code = await orderOf()
    for (const sent of ['SVC-ZZZZZZ', code.toLowerCase(), 'ORD-1', `${code}%00`]) {
      expect(await refusal(set(sent, { status: 'SHIPPED' }))).toEqual(NOT_FOUND)
    }
  })

  test('an invalid body is 400 with the first problem', async () => {
    const code = await orderOf()
    expect(await refusal(set(code, '{'))).toEqual([400, 'invalid json body'])
    for (const body of [
      {},
      [],
      { status: 7 },
      { status: '' },
      { status: 'SHIPPED', tracking: {} },
    ]) {
      const [status, error] = await refusal(set(code, body))
      expect([status, typeof error]).toEqual([400, 'string'])
    }
    const link = { carrier: 'X', number: '1', url: 'javascript:alert(1)' }
    expect((await refusal(set(code, { status: 'SHIPPED', tracking: link })))[0]).toBe(400)
    expect((await rowOf(code)).status).toBe('RECEIVED')
  })

  test('null means that no tracking is given: the order keeps its tracking', async () => {
    const code = await orderOf()
    expect((await set(code, { ...only('SHIPPED'), tracking: null })).status).toBe(200)
    expect(await rowOf(code)).toMatchObject({ status: 'SHIPPED', tracking: null })
    // The order's JSON shows this when there is no page.
    const tracking = { carrier: 'UPS', number: '1', url: null }
    expect((await set(code, { status: 'SHIPPED', tracking })).status).toBe(200)
    expect((await set(code, { status: 'DELIVERED', tracking: null })).status).toBe(200)
    expect(await rowOf(code)).toMatchObject({ status: 'DELIVERED', tracking })
  })

  verifies('states.delivered-by-hand', async () => {
    const code = await orderOf()
    await set(code, { status: 'SHIPPED', tracking: { carrier: 'UPS', number: '1' } })
    service.advance(90 * 24 * 3600)
    const worker = await service.service.startWorker()
    const finished = post(
      `/api/farm/orders/${code}/print-finished`,
      {},
      { 'x-internal-key': service.internalKey },
    )
    expect((await finished).status).toBe(409)
    await worker.stop()
    expect((await rowOf(code)).status).toBe('SHIPPED')
    await set(code, { status: 'DELIVERED' })
    expect((await rowOf(code)).status).toBe('DELIVERED')
  })
})

describe('print jobs', () => {
  const finish = (code: string, key = service.internalKey) =>
    post(`/api/farm/orders/${code}/print-finished`, '', { 'x-internal-key': key })

  verifies(['states.print-finished', 'states.print-finished-only-from-printing'], async () => {
    const code = await orderOf()
    for (const status of EIGHT.filter((value) => value !== 'PRINTING')) {
      await set(code, only(status))
      expect(await refusal(finish(code))).toEqual([
        409,
        `This order is not printing (it is ${status}); there is no print to finish.`,
      ])
      expect((await rowOf(code)).status).toBe(status as 'SHIPPED')
    }
    await set(code, { status: 'PRINTING' })
    const response = await finish(code)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ code, status: 'PRINTED', tracking: null })
    expect((await rowOf(code)).status).toBe('PRINTED')
  })

  test('without the internal key nothing happens', async () => {
    const code = await orderOf()
    await set(code, { status: 'PRINTING' })
    expect(await refusal(finish(code, 'wrong'))).toEqual([
      401,
      'Invalid or missing x-internal-key.',
    ])
    expect((await rowOf(code)).status).toBe('PRINTING')
    expect(await refusal(finish('SVC-ZZZZZZ'))).toEqual(NOT_FOUND)
  })
})

describe('website-checkout orders', () => {
  const report = (body: unknown, key: string | null = service.internalKey) =>
    post('/api/order-status', body, key === null ? {} : { 'x-internal-key': key })
  const legacyOrder = (code: string) =>
    service.db.selectFrom('web_orders').selectAll().where('code', '=', code).executeTakeFirst()

  verifies('events.order-status', async () => {
    for (const code of ['CART-1001', 'ORD-77', 'STORE-A1-b2']) {
      const response = await report({ code, status: 'PRINTING', email: 'Buyer@Example.com' })
      expect([response.status, await response.json()]).toEqual([200, { ok: true }])
      expect(await legacyOrder(code)).toMatchObject({
        status: 'PRINTING',
        email: 'buyer@example.com',
        tracking: null,
      })
    }
    const tracking = { carrier: 'UPS', number: '1Z' }
    await report({ code: 'ORD-77', status: 'SHIPPED', tracking })
    // Omitted fields stay.
    expect(await legacyOrder('ORD-77')).toMatchObject({
      status: 'SHIPPED',
      email: 'buyer@example.com',
      tracking: { ...tracking, url: null },
    })
    await report({ code: 'ORD-77', status: 'DELIVERED', tracking: null, email: null })
    expect(await legacyOrder('ORD-77')).toMatchObject({ status: 'DELIVERED', tracking })
    // A web order may wait for payment, too.
    expect((await report({ code: 'ORD-78', status: 'PENDING_PAYMENT' })).status).toBe(200)
  })

  verifies('events.order-status-key', async () => {
    const response: [number, string] = [401, 'Invalid or missing x-internal-key.']
    const body = { code: 'ORD-900', status: 'SHIPPED' }
    for (const key of [
      null,
      '',
      'wrong',
      `${service.internalKey} x`,
      service.internalKey.slice(1),
    ]) {
      expect(await refusal(report(body, key))).toEqual(response)
    }
    expect(await refusal(post('/api/order-status', body, account.headers))).toEqual(response)
    expect(await refusal(post('/api/order-status', body, { cookie: operator }))).toEqual(response)
    // The code is checked before the body.
    expect(await refusal(report('{', 'wrong'))).toEqual(response)
    expect(await legacyOrder('ORD-900')).toBeUndefined()
  })

  verifies('events.order-status-not-api-orders', async () => {
    const code = await orderOf()
    const before = await rowOf(code)
    for (const sent of [code, code.toLowerCase(), `ORD-${code}`, `CART-${code}`]) {
      await report({ code: sent, status: 'SHIPPED', tracking: { carrier: 'X', number: '1' } })
    }
    expect(await refusal(report({ code, status: 'SHIPPED' }))).toEqual(NOT_FOUND)
    expect(await rowOf(code)).toEqual(before)
  })

  test('other codes, other statuses and malformed bodies are refused', async () => {
    for (const code of ['ABC-1', 'ord-1', 'ORD-', 'ORD-a b', `ORD-${'1'.repeat(41)}`]) {
      expect([code, (await refusal(report({ code, status: 'SHIPPED' })))[1]]).toEqual([
        code,
        'Order not found',
      ])
    }
    expect(await refusal(report({ code: 'ORD-5', status: 'LOST' }))).toEqual([
      400,
      'Invalid status. One of: PENDING_PAYMENT, RECEIVED, ACCEPTED, PRINTING, PRINTED, SHIPPED, DELIVERED, CANCELLED, REJECTED',
    ])
    expect(await refusal(report('nonsense'))).toEqual([400, 'invalid json body'])
    expect((await refusal(report({ status: 'SHIPPED' })))[0]).toBe(400)
    expect(await legacyOrder('ORD-5')).toBeUndefined()
  })

  test('a service without an internal key refuses every caller', async () => {
    service.replace({ internalKey: null })
    for (const key of ['', 'null', service.internalKey]) {
      expect((await refusal(report({ code: 'ORD-6', status: 'SHIPPED' }, key)))[0]).toBe(401)
    }
  })
})
