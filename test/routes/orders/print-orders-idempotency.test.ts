// POST /api/print/orders with an Idempotency-Key: repeats, different requests, requests in progress, and concurrent
// requests.
import { describe, expect, test } from 'bun:test'
import type { Geometry } from '../../../server/domain/measurement/ports.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import {
  type FormChanges,
  orderForm,
  placed,
  refusal,
  type SubmitBody,
  submit,
} from '../../../testing/people/submit.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import type { TestAccount } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())

let made = 0
const newKey = () => {
  made += 1
  return `key-${made}`
}

const send = (key: string, fields: FormChanges = {}, caller = account) =>
  submit(service, caller, { fields, headers: { 'idempotency-key': key } })

const ordersOf = async ({ accountId }: TestAccount) =>
  (
    await service.db
      .selectFrom('orders')
      .select('code')
      .where('account_id', '=', accountId)
      .execute()
  ).length

const REUSED: [number, string] = [
  409,
  'This Idempotency-Key was used with a different request. Use a new key.',
]

verifies('decision.idempotency-replay', async () => {
  const key = newKey()
  const first = await send(key)
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null])
  const text = await first.text()
  for (let run = 0; run < 3; run += 1) {
    const again = await send(key)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(await again.text()).toBe(text)
  }
  const { code } = JSON.parse(text)
  expect(await service.stripe.charges({ orderCode: code })).toMatchObject({ succeeded: 1 })
})

test('a replay keeps the reference, adjusted and ignored fields, and notes', async () => {
  const key = newKey()
  const fields = { reference: 'SKU 7', quality: 'premium', color: 'Teal', infill: '5', qty: '2' }
  const text = await (await send(key, fields)).text()
  expect(JSON.parse(text)).toMatchObject({
    reference: 'SKU 7',
    adjusted: [{ field: 'infill', sent: '5', used: 10 }],
    ignored: ['qty'],
  })
  expect(await (await send(key, fields)).text()).toBe(text)
})

test('the response of an unpaid order is replayed unchanged', async () => {
  const cardless = await service.account({ card: null })
  const key = newKey()
  const text = await (await send(key, {}, cardless)).text()
  expect(JSON.parse(text)).toMatchObject({ status: 'PENDING_PAYMENT' })
  const again = await send(key, {}, cardless)
  expect([again.headers.get('idempotent-replayed'), await again.text()]).toEqual(['true', text])
  expect(await ordersOf(cardless)).toBe(1)
})

test('a stored response of an earlier release, with `settling` instead of the charge, is replayed when it is final', async () => {
  const cards = ['pm_card_visa', 'pm_card_chargeCustomerFail', null] as const
  for (const card of cards) {
    const payer = await service.account({ card })
    const key = newKey()
    const text = await (await send(key, {}, payer)).text()
    await service.service.database.pool.query(
      `update idempotency_keys set answer = (answer - 'chargeState' - 'paymentPending') || '{"settling": false}'
        where key = $1 and account_id = $2`,
      [key, payer.accountId],
    )
    expect(await (await send(key, {}, payer)).text()).toBe(text)
    await service.service.database.pool.query(
      `update idempotency_keys set answer = answer || '{"settling": true, "paid": false, "checkoutUrl": null}'
        where key = $1 and account_id = $2`,
      [key, payer.accountId],
    )
    // A response that is not final proves nothing: the order is read.
    expect(await (await send(key, {}, payer)).text()).toBe(text)
  }
})

verifies('decision.idempotency-other-request', async () => {
  const key = newKey()
  await placed(send(key, { quantity: '2' }))
  const before = await ordersOf(account)
  expect(await refusal(send(key, { quantity: '3' }))).toEqual(REUSED)
  expect(await refusal(send(key, {}))).toEqual(REUSED)
  // Other bytes, and another name for the same bytes, are another request.
  const other = { name: 'cube.stl', bytes: cubeStl({ sizeMm: 21 }) }
  const renamed = { name: 'renamed.stl', bytes: cubeStl({ sizeMm: 20 }) }
  for (const file of [other, renamed]) {
    const sent = { fields: { quantity: '2' }, file, headers: { 'idempotency-key': key } }
    expect(await refusal(submit(service, account, sent))).toEqual(REUSED)
  }
  expect(await ordersOf(account)).toBe(before)
})

test('a request with its form fields in another order is the same request', async () => {
  const key = newKey()
  const first = await placed(send(key, { quantity: '2', note: 'x' }))
  const form = new FormData()
  const sent = [...orderForm({ quantity: '2', note: 'x' })].reverse()
  for (const [name, value] of sent) form.append(name, value)
  const again = await service.fetch(
    '/api/print/orders',
    rawPost(form, { ...account.headers, 'idempotency-key': key }),
  )
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(((await again.json()) as SubmitBody).code).toBe(first.code)
})

verifies('decision.idempotency-running', async () => {
  const key = newKey()
  const gate = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const { geometry } = service.deps
  const slow: Geometry = {
    measure: async (request) => {
      reached.resolve()
      await gate.promise
      return geometry.measure(request)
    },
  }
  const restore = service.replace({ geometry: slow })
  const file = { name: 'slow.stl', bytes: cubeStl({ sizeMm: 25 }) }
  const options = { file, headers: { 'idempotency-key': key } }
  const first = submit(service, account, options)
  await reached.promise
  const second = await submit(service, account, options)
  expect(second.status).toBe(409)
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(await second.json()).toEqual({
    error: 'A request with this Idempotency-Key is still running. Ask again shortly.',
  })
  gate.resolve()
  const { code } = await placed(first)
  restore()
  const third = await submit(service, account, options)
  expect(third.headers.get('idempotent-replayed')).toBe('true')
  expect(((await third.json()) as SubmitBody).code).toBe(code)
})

verifies('decision.idempotency-per-account', async () => {
  const key = newKey()
  const other = await service.account()
  const mine = await placed(send(key))
  const theirs = await send(key, { quantity: '7' }, other)
  expect([theirs.status, theirs.headers.get('idempotent-replayed')]).toEqual([201, null])
  expect(((await theirs.json()) as SubmitBody).code).not.toBe(mine.code)
})

verifies('decision.idempotency-length', async () => {
  const long = 'k'.repeat(255)
  const first = await placed(send(long))
  expect((await placed(send(long))).code).toBe(first.code)
  const response: [number, string] = [400, 'Idempotency-Key must have 1 to 255 characters.']
  expect(await refusal(send('k'.repeat(256)))).toEqual(response)
  expect(await refusal(send(''))).toEqual(response)
  expect((await placed(send('~!@#$%^&*()_+ {}|:"<>?'))).paid).toBe(true)
})

verifies('decision.idempotency-24-hours', async () => {
  const key = newKey()
  const first = await placed(send(key))
  const age = (hours: string) =>
    Promise.all([
      service.service.database.pool.query(
        `update idempotency_keys set created_at = now() - $2::interval, claimed_at = now() - $2::interval where key = $1`,
        [key, hours],
      ),
      service.service.database.pool.query(
        'update orders set created_at = now() - $2::interval where code = $1',
        [first.code, hours],
      ),
    ])
  await age('23 hours 59 minutes')
  expect((await placed(send(key))).code).toBe(first.code)
  await age('24 hours 1 minute')
  const second = await send(key, { quantity: '2' })
  expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, null])
  expect(((await second.json()) as SubmitBody).code).not.toBe(first.code)
  expect(await refusal(send(key))).toEqual(REUSED)
})

verifies('decision.idempotency-optional', async () => {
  const [one, two] = [
    await placed(submit(service, account)),
    await placed(submit(service, account)),
  ]
  expect(one.code).not.toBe(two.code)
  for (const { code } of [one, two]) {
    expect(await service.stripe.charges({ orderCode: code })).toMatchObject({ succeeded: 1 })
  }
})

test('a refused request leaves its key unused, even for another request', async () => {
  const key = newKey()
  expect((await refusal(send(key, { country: 'BR' })))[0]).toBe(400)
  expect((await refusal(send(key, { material: 'nylon' })))[0]).toBe(400)
  const order = await send(key)
  expect([order.status, order.headers.get('idempotent-replayed')]).toEqual([201, null])
})

describe('a request that failed', () => {
  const age = (key: string) =>
    service.service.database.pool.query(
      `update idempotency_keys set claimed_at = now() - interval '1 minute' where key = $1`,
      [key],
    )
  const broken = () => Promise.reject(new Error('it broke here'))

  test('after the order was written returns that order paid, and charges nothing again', async () => {
    const payer = await service.account()
    const key = newKey()
    const { payments } = service.deps
    const chargeSavedCard: typeof payments.chargeSavedCard = async (request) => {
      await payments.chargeSavedCard(request)
      return broken()
    }
    const restore = service.replace({ payments: { chargeSavedCard } })
    expect((await send(key, {}, payer)).status).toBe(500)
    restore()
    const waiting = await send(key, {}, payer)
    expect([waiting.status, waiting.headers.has('retry-after')]).toEqual([409, true])
    await age(key)
    const response = await send(key, {}, payer)
    expect([response.status, response.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    const order = (await response.json()) as SubmitBody
    expect(order).toMatchObject({ status: 'RECEIVED', paid: true, charge: 'charged' })
    expect(await ordersOf(payer)).toBe(1)
    const read = await service.fetch(`/api/print/orders/${order.code}`, { headers: payer.headers })
    expect(await read.json()).toMatchObject({ status: 'RECEIVED', paid: true })
    expect(await service.stripe.charges({ customer: payer.customerId ?? '' })).toMatchObject({
      succeeded: 1,
      refundedCents: 0,
    })
  })

  verifies('decision.charge-completed', async () => {
    const payer = await service.account()
    const key = newKey()
    const restore = service.replace({ payments: { chargeSavedCard: broken } })
    expect((await send(key, {}, payer)).status).toBe(500)
    restore()
    await age(key)
    const responses = await Promise.all(Array.from({ length: 5 }, () => send(key, {}, payer)))
    expect(new Set(responses.map(({ status }) => status)).isSubsetOf(new Set([201, 409]))).toBe(
      true,
    )
    const order = await placed(send(key, {}, payer))
    expect(order).toMatchObject({ status: 'RECEIVED', paid: true, charge: 'charged', charged: 8 })
    expect(await ordersOf(payer)).toBe(1)
    expect(await service.stripe.charges({ customer: payer.customerId ?? '' })).toMatchObject({
      succeeded: 1,
      refundedCents: 0,
    })
  })

  verifies('decision.final-response-kept', async () => {
    const payer = await service.account()
    const key = newKey()
    const unknown = async () => ({ kind: 'unknown' as const })
    const restore = service.replace({ payments: { chargeSavedCard: unknown } })
    const first = await placed(send(key, {}, payer))
    expect(first).toMatchObject({ paid: false, charge: 'settling', paymentUrl: null })
    const again = await send(key, {}, payer)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await again.json()).toMatchObject({ code: first.code, charge: 'settling' })
    expect(await refusal(send(key, { quantity: '2' }, payer))).toEqual(REUSED)
    restore()
    await service.service.database.pool.query(
      `update orders set payment_looked_at = null, charge_checked_at = now() - interval '1 minute' where code = $1`,
      [first.code],
    )
    const paid = await placed(send(key, {}, payer))
    expect(paid).toMatchObject({ code: first.code, paid: true, charge: 'charged' })
    expect(await placed(send(key, {}, payer))).toEqual(paid)
    expect(await service.stripe.charges({ customer: payer.customerId ?? '' })).toMatchObject({
      succeeded: 1,
    })
  })

  test('before the order was written starts over', async () => {
    const payer = await service.account()
    const key = newKey()
    const restore = service.replace({ orders: { insert: broken } })
    expect((await send(key, {}, payer)).status).toBe(500)
    restore()
    expect((await send(key, {}, payer)).status).toBe(409)
    expect(await refusal(send(key, { quantity: '2' }, payer))).toEqual(REUSED)
    await age(key)
    const response = await send(key, {}, payer)
    expect([response.status, response.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(await ordersOf(payer)).toBe(1)
  })
})

describe('concurrent requests', () => {
  test('64 equal requests with one key make one order and one charge', async () => {
    const payer = await service.account()
    const key = newKey()
    const responses = await Promise.all(Array.from({ length: 64 }, () => send(key, {}, payer)))
    const statuses = responses.map(({ status }) => status)
    expect(new Set(statuses).isSubsetOf(new Set([201, 409]))).toBe(true)
    const codes = new Set<string>()
    for (const response of responses) {
      const body = (await response.json()) as SubmitBody & { error?: string }
      if (response.status === 201) {
        codes.add(body.code)
      } else {
        expect(response.headers.has('retry-after')).toBe(true)
      }
    }
    expect(codes.size).toBe(1)
    expect(
      responses.filter(
        ({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'),
      ),
    ).toHaveLength(1)
    expect(await ordersOf(payer)).toBe(1)
    expect(await service.stripe.charges({ customer: payer.customerId ?? '' })).toEqual({
      succeeded: 1,
      declined: 0,
      amountCents: 800,
      refundedCents: 0,
    })
    // A refused request gets the response when it is repeated.
    expect((await placed(send(key, {}, payer))).code).toBe([...codes][0] ?? '')
  })

  test('64 different concurrent requests with one key make one order', async () => {
    const payer = await service.account()
    const key = newKey()
    const responses = await Promise.all(
      Array.from({ length: 64 }, (_, index) => send(key, { note: `number ${index}` }, payer)),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(63)
    expect(await ordersOf(payer)).toBe(1)
    expect((await service.stripe.charges({ customer: payer.customerId ?? '' })).succeeded).toBe(1)
  })
})
