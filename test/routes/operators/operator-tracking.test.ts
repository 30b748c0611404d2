// Tracking: hidden before an order ships, required to ship unless explicitly omitted, clearable, and checked wherever
// it is read.

import { beforeAll, describe, expect, test } from 'bun:test'
import { callTool, resultOf } from '../../../testing/agent/call-tool.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { placed, refusal, submit } from '../../../testing/people/submit.ts'
import { HOOK_TIMEOUT_MS, OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account({ email: 'buyer@example.com' }))
let cookie: string
beforeAll(async () => {
  cookie = await service.signIn(OPERATOR_EMAIL)
}, HOOK_TIMEOUT_MS)

const PARCEL = { carrier: 'UPS', number: '1Z999AA10123456784', url: 'https://ups.example/1Z' }

const post = (path: string, body: string | object, headers: Record<string, string>) =>
  service.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const set = async (code: string, body: string | object) => {
  const change = typeof body === 'string' ? body : await statusChange(service.deps, code, body)
  return await post(`/api/operator/orders/${code}/status`, change, { cookie })
}
const report = (body: string | object) =>
  post('/api/order-status', body, { 'x-internal-key': service.internalKey })
const ordered = async () => (await placed(submit(service, account))).code
const read = async (path: string, headers: Record<string, string>) =>
  (await (await service.fetch(path, { headers })).json()) as Record<string, unknown>
const operatorView = (code: string) => read(`/api/operator/orders/${code}`, { cookie })

/** Returns the joined text of every interface about the parcel. */
async function everyInterface(code: string): Promise<string[]> {
  const tool = (name: string, args: Record<string, unknown>) =>
    resultOf(callTool(service, account, name, args)).then((response) => JSON.stringify(response))
  return [
    JSON.stringify(await read(`/api/print/orders/${code}`, account.headers)),
    await (await service.fetch(`/orders/${code}`)).text(),
    await tool('track_order', { order_code: code, email: 'buyer@example.com' }),
    await tool('get_order', { code }),
    await tool('list_my_orders', {}),
  ]
}

describe('before it ships', () => {
  verifies(
    ['decision.tracking-before-shipped', 'orders.read.tracking-null', 'states.tracking-at-shipped'],
    'every interface hides the entered tracking, and shows it from SHIPPED on',
    async () => {
      const code = await ordered()
      for (const status of ['ACCEPTED', 'PRINTING', 'PRINTED']) {
        const response = await set(code, { status, tracking: PARCEL })
        expect(await response.json()).toMatchObject({ status, tracking: null })
        for (const text of await everyInterface(code)) {
          expect([status, text.includes(PARCEL.number)]).toEqual([status, false])
        }
        expect(await operatorView(code)).toMatchObject({ tracking: null, enteredTracking: PARCEL })
      }
      for (const status of ['SHIPPED', 'DELIVERED']) {
        // Earlier entries count as tracking.
        expect((await set(code, { status })).status).toBe(200)
        for (const text of await everyInterface(code)) {
          expect([status, text.includes(PARCEL.number)]).toEqual([status, true])
        }
      }
    },
  )

  verifies(
    'decision.tracking-before-shipped',
    'a move back hides it again, and shipping again sets a new date',
    async () => {
      const code = await ordered()
      // The list of the account has the parcels of other tests.
      const parcel = { ...PARCEL, number: 'JD014600003SE' }
      const shippedAt = async () =>
        (
          (await read(`/api/print/orders/${code}`, account.headers))['tracking'] as {
            shippedAt: string
          }
        ).shippedAt
      await set(code, { status: 'SHIPPED', tracking: parcel })
      const first = await shippedAt()
      service.advance(3600)
      await set(code, { status: 'PRINTED' })
      for (const text of await everyInterface(code)) expect(text).not.toContain(parcel.number)
      expect(await operatorView(code)).toMatchObject({ enteredTracking: parcel })
      await set(code, { status: 'SHIPPED' })
      expect(Date.parse(await shippedAt()) - Date.parse(first)).toBeGreaterThanOrEqual(3_600_000)
      const second = await shippedAt()
      service.advance(3600)
      await set(code, { status: 'DELIVERED', tracking: parcel })
      expect(await shippedAt()).toBe(second)
      await set(code, { status: 'CANCELLED' })
      for (const text of await everyInterface(code)) expect(text).not.toContain(parcel.number)
    },
  )

  verifies(
    'decision.tracking-before-shipped',
    'the rule also applies to a website order',
    async () => {
      const code = 'ORD-TRACK1'
      const email = 'buyer@example.com'
      const tracked = () =>
        resultOf(callTool(service, account, 'track_order', { order_code: code, email })).then(
          ({ fields }) => fields['tracking'] as Record<string, unknown> | null,
        )
      await report({ code, email, status: 'PRINTING', tracking: PARCEL })
      expect(await tracked()).toBeNull()
      await report({ code, status: 'SHIPPED' })
      const shipped = await tracked()
      expect(shipped).toMatchObject(PARCEL)
      service.advance(3600)
      await report({ code, status: 'DELIVERED', tracking: PARCEL })
      expect(await tracked()).toEqual(shipped)
      await report({ code, status: 'SHIPPED', withoutTracking: true })
      expect(await tracked()).toBeNull()
      expect(
        await refusal(report({ code, status: 'SHIPPED', tracking: PARCEL, withoutTracking: true })),
      ).toEqual([400, 'Send either tracking or withoutTracking: true, not both.'])
    },
  )
})

verifies('decision.shipped-needs-tracking', async () => {
  const code = await ordered()
  const response: [number, string] = [
    400,
    'SHIPPED needs tracking with carrier and number, or withoutTracking: true.',
  ]
  for (const body of [{}, { tracking: null }, { withoutTracking: false }]) {
    expect(await refusal(set(code, { status: 'SHIPPED', ...body }))).toEqual(response)
  }
  expect(await operatorView(code)).toMatchObject({ status: 'RECEIVED' })
  const without = { status: 'SHIPPED', withoutTracking: true }
  expect(await refusal(set(code, { ...without, tracking: PARCEL }))).toEqual([
    400,
    'Send either tracking or withoutTracking: true, not both.',
  ])
  expect(await (await set(code, without)).json()).toMatchObject({
    status: 'SHIPPED',
    tracking: null,
  })
  expect((await set(code, { status: 'SHIPPED', tracking: PARCEL })).status).toBe(200)
  // The same choice clears the entered tracking.
  await set(code, { status: 'PRINTED', withoutTracking: true })
  expect(await operatorView(code)).toMatchObject({ enteredTracking: null })
  expect((await set(code, { status: 'SHIPPED' })).status).toBe(400)
  expect((await refusal(set(code, { status: 'SHIPPED', withoutTracking: 'yes' })))[1]).toBe(
    'withoutTracking: must be true or false',
  )
})

test('customers are told that a parcel was sent without tracking until there is tracking', async () => {
  const code = await ordered()
  const said = async () => {
    const email = 'buyer@example.com'
    const page = await (await service.fetch(`/orders/${code}`)).text()
    const own = await resultOf(callTool(service, account, 'get_order', { code }))
    const tracked = await resultOf(
      callTool(service, null, 'track_order', { order_code: code, email }),
    )
    const texts = [page, own.text, tracked.text, String(tracked.fields['description'])]
    return texts.map((text) => text.includes('It was shipped without tracking.'))
  }
  const nowhere = [false, false, false, false]
  expect(await said()).toEqual(nowhere)
  for (const status of ['SHIPPED', 'DELIVERED']) {
    await set(code, { status, withoutTracking: true })
    expect([status, await said()]).toEqual([status, [true, true, true, true]])
  }
  await set(code, { status: 'SHIPPED', tracking: PARCEL })
  expect(await said()).toEqual(nowhere)
})

describe('text that cannot be stored, or that imitates other text', () => {
  const half = '\\ud800'
  const cases = ['carrier', 'number'].flatMap((field) => [
    [field, '"a\\u0000b"'] as const,
    [field, `"a${half}b"`] as const,
    [field, '"\\u200b\\u200b"'] as const,
    [field, JSON.stringify('x'.repeat(101))] as const,
  ])

  test.each(cases)('%s %s is 400 on both endpoints', async (field, json) => {
    const code = await ordered()
    const other = field === 'carrier' ? '"number":"1"' : '"carrier":"UPS"'
    const tracking = `{"${field}":${json},${other}}`
    for (const response of [
      set(code, `{"status":"SHIPPED","tracking":${tracking}}`),
      report(`{"code":"ORD-TEXT","status":"SHIPPED","tracking":${tracking}}`),
    ]) {
      const [status, error] = await refusal(response)
      expect([status, String(error)]).toEqual([
        400,
        expect.stringMatching(new RegExp(`^tracking.${field}: `)),
      ])
    }
    expect(await operatorView(code)).toMatchObject({ status: 'RECEIVED', enteredTracking: null })
  })

  test('line ends and invisible characters of pasted text are removed', async () => {
    const code = await ordered()
    const tracking = { carrier: ' UPS\u200b\n', number: '1Z\t999\u202e' }
    await set(code, { status: 'SHIPPED', tracking })
    expect(await operatorView(code)).toMatchObject({
      enteredTracking: { carrier: 'UPS', number: '1Z 999', url: null },
    })
  })

  const links: [sent: string, stored: string | null][] = [
    ['https://ups.example/track?n=1&m=2#top', 'https://ups.example/track?n=1&m=2#top'],
    ['http://ups.example', 'http://ups.example/'],
    ['HTTPS://UPS.Example:443/a/../b', 'https://ups.example/b'],
    ['https://x\\@evil.example/', null],
    ['https://ups.example\\track', null],
    ['https://user@ups.example/', null],
    ['https://user:word@ups.example/', null],
    ['javascript:alert(1)', null],
    ['ftp://ups.example/', null],
    ['//ups.example/', null],
    ['https://ups.example/a b', null],
    ['https://ups.example/a\0b', null],
    ['https://ups.example/a\nb', null],
    [`https://ups.example/${'a'.repeat(480)}`, `https://ups.example/${'a'.repeat(480)}`],
    [`https://ups.example/${'a'.repeat(481)}`, null],
    // Short as entered, too long in canonical form.
    [`https://ups.example/${'ü'.repeat(200)}`, null],
  ]
  test.each(links)('the link %j is stored as %j, or refused', async (url, stored) => {
    const code = await ordered()
    const response = set(code, { status: 'SHIPPED', tracking: { carrier: 'X', number: '1', url } })
    const rule =
      'tracking.url: must be an http:// or https:// address of at most 500 characters, without a user name, spaces or backslashes'
    if (stored === null) {
      expect(await refusal(response)).toEqual([400, rule])
    } else {
      expect((await response).status).toBe(200)
    }
    expect((await operatorView(code))['enteredTracking']).toEqual(
      stored === null ? null : { carrier: 'X', number: '1', url: stored },
    )
  })

  test('the form of the page applies the same rules', async () => {
    const code = await ordered()
    const { version } = await operatorView(code)
    for (const [field, value] of [
      ['carrier', 'a\0b'],
      ['number', 'a\0b'],
      ['url', 'https://x\\@evil.example/'],
      ['url', 'https://ups.example/\0'],
    ] as const) {
      const fields = { status: 'SHIPPED', carrier: 'UPS', number: '1', version: String(version) }
      const response = await service.fetch(`/operator/orders/${code}`, {
        method: 'POST',
        headers: { cookie, origin: service.baseUrl },
        body: new URLSearchParams({ ...fields, [field]: value }),
      })
      expect([field, response.status]).toEqual([field, 400])
      expect(await response.text()).toContain(`id="${field}-error"`)
    }
    expect(await operatorView(code)).toMatchObject({ status: 'RECEIVED', enteredTracking: null })
  })
})
