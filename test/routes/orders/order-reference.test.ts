// The caller's reference (decisions.md 57) in every way to place an order, and wherever the order is read. Orders by
// agents are in test/mcp/tools/order-reference.test.ts.
import { beforeEach, expect, test } from 'bun:test'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { buyer, post, storeCube } from '../../../testing/people/shop.ts'
import { ADDRESS, placed, refusal, submit } from '../../../testing/people/submit.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())
const ada = use(() => buyer(service))
const models = use(async () => ({ cube: await storeCube(service, ada, 40) }))
beforeEach(async () => {
  await resetRateLimits(service.db)
})

const typed = ' Box 7 /\tB&B '
const kept = 'Box 7 / B&B'
const tooLong = { error: 'reference is too long (max 64 characters).' }
/** 64 characters of two UTF-16 units each. */
const longest = '𝛼'.repeat(64)

const storedOf = async (code: string) => {
  const orders = service.db.selectFrom('orders').select('reference')
  return (await orders.where('code', '=', code).executeTakeFirstOrThrow()).reference
}
const orderCount = async () => (await service.db.selectFrom('orders').select('id').execute()).length

verifies('orders.reference', 'POST /api/print/orders accepts the reference', async () => {
  const { code } = await placed(submit(service, account, { fields: { reference: typed } }))
  const read = await service.fetch(`/api/print/orders/${code}`, { headers: account.headers })
  expect(await read.json()).toMatchObject({ code, reference: kept })
  const states = jsonPost({ codes: [code] }, account.headers)
  const state = await service.fetch('/api/print/orders/status', states)
  expect(await state.json()).toMatchObject({ orders: [{ code, reference: kept }] })

  for (const reference of [undefined, '', ' \t']) {
    const plain = await placed(submit(service, account, { fields: { reference } }))
    expect(await storedOf(plain.code)).toBeNull()
  }
  const long = await placed(submit(service, account, { fields: { reference: longest } }))
  expect(await storedOf(long.code)).toBe(longest)
  const before = await orderCount()
  const refused = { fields: { reference: `${longest}x` } }
  expect(await refusal(submit(service, account, refused))).toEqual([400, tooLong.error])
  expect(await refusal(submit(service, account, { fields: { referense: 'x' } }))).toEqual([
    400,
    'Unknown field "referense". Did you mean reference?',
  ])
  expect(await orderCount()).toBe(before)
  // The reference is neither unique nor a key: the same one orders again.
  const again = await placed(submit(service, account, { fields: { reference: typed } }))
  expect(again.code).not.toBe(code)
})

const checkOut = (more: object) =>
  post(service, ada, '/api/checkout', {
    items: [{ modelUrl: models.cube, color: 'Black' }],
    address: ADDRESS,
    ...more,
  })

verifies(
  'orders.reference',
  'POST /api/checkout and a draft from a sentence accept the reference',
  async () => {
    const idempotencyKey = crypto.randomUUID()
    const [status, { code }] = await checkOut({ idempotencyKey, reference: typed })
    expect([status, await storedOf(code)]).toEqual([201, kept])
    expect((await checkOut({ idempotencyKey, reference: typed }))[1].code).toBe(code)
    expect((await checkOut({ idempotencyKey, reference: 'another' }))[0]).toBe(409)
    expect(await checkOut({ idempotencyKey: 'long', reference: `${longest}x` })).toEqual([
      400,
      tooLong,
    ])
    const words = (reference: string) =>
      post(service, ada, '/api/agent/order', {
        text: 'black PLA',
        modelUrl: models.cube,
        address: ADDRESS,
        reference,
      })
    const [, { draft }] = await words(typed)
    expect(draft.reference).toBe(kept)
    const drafted = await post(service, ada, '/api/checkout', {
      ...draft,
      idempotencyKey: crypto.randomUUID(),
    })
    expect(await storedOf(drafted[1].code)).toBe(kept)
    expect(await words(`${longest}x`)).toEqual([400, tooLong])
  },
)

verifies('orders.reference', 'the checkout page accepts the reference', async () => {
  const who = await buyer(service)
  const headers = { cookie: who.cookie, origin: service.baseUrl }
  const modelUrl = await storeCube(service, who, 40)
  const body = new FormData()
  for (const [name, value] of Object.entries({ modelUrl, color: 'Black' })) body.set(name, value)
  await service.fetch('/basket/parts', { method: 'POST', headers, body })
  const shown = await (await service.fetch('/checkout', { headers })).text()
  const key = /name="key" value="([^"]+)"/.exec(shown)?.[1] ?? ''
  const send = (reference: string) => {
    const all = { ...ADDRESS, email: who.email, country: 'US', key, action: 'order', reference }
    return service.fetch('/checkout', { method: 'POST', headers, body: new URLSearchParams(all) })
  }
  const refused = await send(`${longest}x`)
  expect([refused.status, (await refused.text()).includes('At most 64 characters.')]).toEqual([
    400,
    true,
  ])
  expect((await send(typed)).status).toBe(303)
  const orders = service.db.selectFrom('orders').select('code')
  const { code } = await orders.where('account_id', '=', who.accountId).executeTakeFirstOrThrow()
  expect(await storedOf(code)).toBe(kept)
  const list = await service.fetch('/account/orders', { headers: { cookie: who.cookie } })
  expect(await list.text()).toContain('Box 7 / B&amp;B')
})

test('operators, the packing slip and the exports have the reference', async () => {
  const { code } = await placed(submit(service, account, { fields: { reference: typed } }))
  const desk = await openDesk(service)
  for (const path of [`/operator/orders/${code}`, `/operator/slips?pick=${code}`]) {
    expect([path, (await desk.get(path)).html.includes('Box 7 / B&amp;B')]).toEqual([path, true])
  }
  const csv = await (await desk.get('/operator/export.csv')).response.text()
  const [head = '', ...rows] = csv.split('\r\n')
  const place = head.split(',').indexOf('reference')
  expect(rows.find((row) => row.includes(code))?.split(',')[place]).toBe(kept)
})
