// Orders of several lines after they were placed (decisions.md 38): jobs for each line, progress, tracking, tools and
// pages.

import { expect, test } from 'bun:test'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { callTool } from '../../../testing/agent/call-tool.ts'
import { openFarm } from '../../../testing/people/farm.ts'
import {
  type Buyer,
  buyer,
  checkoutBody,
  pay,
  post,
  storeCube,
  useShop,
} from '../../../testing/people/shop.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const { service, ada } = useShop()
const farm = use(() => openFarm(service))
const items = use(async () => ({
  list: [
    { modelUrl: await storeCube(service, ada, 40), color: 'Black', quantity: 2 },
    { modelUrl: await storeCube(service, ada, 30), color: 'Red', material: 'petg', quantity: 3 },
  ],
}))

async function paidOrder(who: Buyer = ada): Promise<string> {
  const [, { code, checkoutUrl }] = await post(
    service,
    who,
    '/api/checkout',
    checkoutBody(items.list),
  )
  await pay(service, checkoutUrl)
  return code
}

const asOperator = async (path: string, body: unknown) =>
  post(service, { cookie: await service.signIn(OPERATOR_EMAIL) }, path, body)

async function asFarm(path: string, body: unknown) {
  const headers = { 'x-internal-key': service.internalKey, 'content-type': 'application/json' }
  const response = await service.fetch(path, rawPost(JSON.stringify(body), headers))
  return [response.status, response.status === 204 ? null : await response.json()] as const
}

type Job = { id: string; line?: number; parts: number; material: string; color: string }

verifies('checkout.jobs-per-line', async () => {
  const code = await paidOrder()
  const [status, { jobs }] = await asOperator(`/api/farm/orders/${code}/queue`, {})
  expect(status).toBe(200)
  const shown = jobs.map(({ line, parts, material, color }: Job) => [line, parts, material, color])
  expect(shown).toEqual([
    [1, 2, 'pla', 'Black'],
    [2, 3, 'petg', 'Red'],
  ])
  // A repeat adds nothing; another plate of line 1 is one too many; without a line the request is ambiguous.
  expect((await asOperator(`/api/farm/orders/${code}/queue`, {}))[1].jobs).toHaveLength(2)
  const more = (plate: object) => asOperator('/api/farm/jobs', { code, plates: [plate] })
  expect((await more({ parts: 1, line: 1 }))[0]).toBe(409)
  expect(await more({ parts: 1 })).toEqual([
    400,
    { error: expect.stringContaining('line: must be a whole number from 1 to 2') },
  ])
  expect((await more({ parts: 1, line: 3 }))[0]).toBe(400)
  // The farm's program gets the file of the line.
  const claim = async (material: string) => {
    const claimed = await farm.claim({ materials: [material] })
    if (claimed === null) throw new Error(`no job of ${material} was claimed`)
    return claimed
  }
  const done = (job: { id: string; lease: string }, good: number) =>
    asFarm(`/api/farm/jobs/${job.id}/done`, { lease: job.lease, good })
  const petg = await claim('petg')
  expect(petg).toMatchObject({ orderCode: code, line: 2, file: { name: 'cube-30.stl' } })
  const file = await service.fetch(`/api/farm/jobs/${petg.id}/file`, {
    headers: { 'x-internal-key': service.internalKey },
  })
  expect(file.headers.get('content-disposition')).toContain('cube-30.stl')
  // One of three is scrap, and is printed again for the same line.
  const [, first] = await done(petg, 2)
  expect(first).toMatchObject({ reprint: { line: 2, parts: 1 }, orderStatus: 'PRINTING' })
  await done(await claim('petg'), 1)
  const pla = await claim('pla')
  expect(pla.file.name).toBe('cube-40.stl')
  expect((await done(pla, 2))[1].orderStatus).toBe('PRINTED')
})

verifies('checkout.farm-progress', async () => {
  const code = await paidOrder()
  const report = (body: object) => asFarm('/api/order-status', { code, ...body })
  expect(await report({ status: 'PRINTING' })).toEqual([200, { ok: true }])
  const tracking = { carrier: 'USPS', number: '94001' }
  expect((await report({ status: 'SHIPPED', tracking }))[0]).toBe(200)
  expect(await service.deps.orders.readByCode(code)).toMatchObject({ status: 'SHIPPED', tracking })
  const [, unpaid] = await post(service, ada, '/api/checkout', checkoutBody(items.list))
  expect(await asFarm('/api/order-status', { code: unpaid.code, status: 'PRINTING' })).toEqual([
    409,
    { error: 'This order is not paid; it cannot be moved on.' },
  ])
})

verifies('status.reopen-refunded', 'the reports of the farm leave it closed', async () => {
  const code = await paidOrder()
  const order = await service.deps.orders.readByCode(code)
  const close = { status: 'CANCELLED', version: order?.version, refund: 'full' }
  expect((await asOperator(`/api/operator/orders/${code}/status`, close))[0]).toBe(200)
  const report = (status: string) => asFarm('/api/order-status', { code, status })
  expect(await report('PRINTING')).toEqual([
    409,
    { error: 'This order was refunded in full; it cannot be queued.' },
  ])
  expect(await service.deps.orders.readByCode(code)).toMatchObject({ status: 'CANCELLED' })
  expect((await report('REJECTED'))[0]).toBe(200)
})

verifies('checkout.tracked', async () => {
  const who = await buyer(service)
  const models = await Promise.all([40, 30].map((mm) => storeCube(service, who, mm)))
  const list = models.map((modelUrl, index) => ({ modelUrl, color: 'Black', quantity: index + 1 }))
  const [, { code, checkoutUrl }] = await post(service, who, '/api/checkout', checkoutBody(list))
  const account = { headers: { authorization: `Bearer ${await keyOf(who)}` } }
  const unpaid = await callTool(service, account, 'get_order', { code })
  expect(unpaid.fields).toMatchObject({ store: 'web', paid: false, status: 'PENDING_PAYMENT' })
  expect(unpaid.text).toContain('The order waits for its payment.')
  await pay(service, checkoutUrl)
  const tracked = await callTool(service, null, 'track_order', {
    order_code: code,
    email: who.email,
  })
  expect(tracked.fields).toMatchObject({ order_code: code, status: 'RECEIVED' })
  const foreign = await callTool(service, null, 'track_order', {
    order_code: code,
    email: 'x@y.example',
  })
  expect(foreign.isError).toBe(true)
  const read = await callTool(service, account, 'get_order', { code })
  expect(read.fields).toMatchObject({
    store: 'web',
    paid: true,
    amount: 14.92,
    quantity: 3,
    material: null,
    lines: [
      { quantity: 1, material: 'pla', color: 'Black' },
      { quantity: 2, material: 'pla', color: 'Black' },
    ],
  })
  const mine = await callTool(service, account, 'list_my_orders')
  expect(mine.fields['orders']).toMatchObject([{ order_code: code, store: 'web', quantity: 3 }])
})

async function keyOf(who: Buyer): Promise<string> {
  const { createSecret } = await import('../../../server/domain/accounts/secrets.ts')
  const { secret, hash, prefix } = await createSecret(service.deps.ids, 'api_key')
  await service.deps.accounts.replaceApiKey(who.accountId, hash, prefix)
  return secret
}

test('the pages of a web order list its lines, and hide file names from visitors', async () => {
  const code = await paidOrder()
  const html = await (await service.fetch(`/orders/${code}`)).text()
  expect(html).toContain('2 × PLA Black')
  expect(html).toContain('3 × PETG Red')
  expect(html).not.toContain('cube-')
  const cookie = await service.signIn(OPERATOR_EMAIL)
  const desk = await (
    await service.fetch(`/operator/orders/${code}`, { headers: { cookie } })
  ).text()
  expect(desk).toContain('2 lines')
  expect(desk).toContain(`/operator/orders/${code}/file?line=2`)
  const second = await service.fetch(`/operator/orders/${code}/file?line=2`, {
    headers: { cookie },
  })
  expect(second.headers.get('content-disposition')).toContain('cube-30.stl')
  const slip = await (
    await service.fetch(`/operator/slips?pick=${code}`, { headers: { cookie } })
  ).text()
  expect(slip).toContain('cube-40.stl')
  expect(slip).toContain('cube-30.stl')
  const found = await (
    await service.fetch(`/operator/queue?q=cube-30`, { headers: { cookie } })
  ).text()
  expect(found).toContain(code)
})

test('an archive counts the files of all lines', async () => {
  const code = await paidOrder()
  const order = await service.deps.orders.readByCode(code)
  await service.db
    .updateTable('order_lines')
    .set({ file_size_bytes: 1200 * 1024 * 1024 })
    .where('order_id', '=', order?.id ?? orderIdOf(''))
    .execute()
  const headers = { cookie: await service.signIn(OPERATOR_EMAIL) }
  const refused = await service.fetch(`/operator/files.zip?pick=${code}`, { headers })
  expect(refused.status).toBe(413)
  expect(await refused.text()).toContain('This selection has 2 files, 2400 MB.')
})

test('the queue shows, filters, groups, finds and exports every line', async () => {
  const code = await paidOrder()
  const headers = { cookie: await service.signIn(OPERATOR_EMAIL) }
  const read = async (path: string) =>
    (await service.fetch(`/operator/${path}`, { headers })).text()
  const rowIn = (html: string) =>
    new RegExp(`<tr id="order-${code}"[\\s\\S]*?</tr>`).exec(html)?.[0] ?? ''
  expect(rowIn(await read('queue'))).toContain('2 × PLA Black 0.4, 3 × PETG Red 0.4')
  for (const [query, isFound] of [
    ['material=petg', true],
    ['color=red&nozzle=0.4', true],
    ['material=pla&color=black', true],
    // No line matches both.
    ['material=pla&color=red', false],
    ['material=abs', false],
    ['q=cube-30', true],
    ['q=petg', true],
    [`q=${code.slice(0, 8)}`, true],
  ] as const) {
    expect([query, rowIn(await read(`queue?${query}`)) !== '']).toEqual([query, isFound])
  }
  const csv = await read(`export.csv?q=${code.slice(0, 8)}`)
  const [, line = ''] = csv.split('\r\n')
  expect(line).toContain(',pla | petg,Black | Red,0.4 | 0.4,')
  expect(line).toContain(',cube-40.stl | cube-30.stl,')
  expect(line).toContain(',2 | 3,,,,')
})
