// Company, VAT ID and purchase-order number at every interface that places an order, and wherever an order is shown.

import { beforeEach, expect } from 'bun:test'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { buyer, post, storeCube } from '../../../testing/people/shop.ts'
import { ADDRESS, placed, refusal, submit } from '../../../testing/people/submit.ts'
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

const stated = { company: ' Muster\tAG ', vatId: 'de 123.456-789', purchaseOrder: 'PO 4711' }
const stored = { company: 'Muster AG', vat_id: 'DE123456789', purchase_order: 'PO 4711' }
const none = { company: null, vat_id: null, purchase_order: null }
const wrong: readonly (readonly [Record<string, string>, string])[] = [
  [{ company: 'x'.repeat(201) }, 'company is too long (max 200 characters).'],
  [{ purchaseOrder: 'x'.repeat(65) }, 'purchaseOrder is too long (max 64 characters).'],
  [{ vatId: '1'.repeat(21) }, 'vatId is too long (max 20 characters).'],
  [
    { vatId: 'DE12' },
    'Invalid vatId. Send the number with the prefix of its country, such as DE123456789, or leave it out.',
  ],
]

const storedOf = (code: string) =>
  service.db
    .selectFrom('orders')
    .select(['company', 'vat_id', 'purchase_order'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
const orderCount = async () => (await service.db.selectFrom('orders').select('id').execute()).length
const checkOut = (more: object = {}) =>
  post(service, ada, '/api/checkout', {
    items: [{ modelUrl: models.cube, color: 'Black' }],
    address: ADDRESS,
    idempotencyKey: crypto.randomUUID(),
    ...more,
  })

verifies('buyer.submit', async () => {
  const { code } = await placed(submit(service, account, { fields: stated }))
  expect(await storedOf(code)).toEqual(stored)
  const read = await service.fetch(`/api/print/orders/${code}`, { headers: account.headers })
  expect(await read.json()).toMatchObject({
    company: 'Muster AG',
    vatId: 'DE123456789',
    purchaseOrder: 'PO 4711',
  })
  const plain = await placed(submit(service, account))
  expect(await storedOf(plain.code)).toEqual(none)
  const before = await orderCount()
  for (const [fields, error] of wrong) {
    expect(await refusal(submit(service, account, { fields }))).toEqual([400, error])
  }
  for (const [name, meant] of [
    ['vat_id', 'vatId'],
    ['purchase-order', 'purchaseOrder'],
    ['compny', 'company'],
  ]) {
    expect(await refusal(submit(service, account, { fields: { [String(name)]: 'x' } }))).toEqual([
      400,
      `Unknown field "${name}". Did you mean ${meant}?`,
    ])
  }
  expect(await orderCount()).toBe(before)
})

verifies('buyer.after-contract', async () => {
  const fields = { vatId: 'DE12' }
  const contract: readonly (readonly [Record<string, string | undefined>, number])[] = [
    [{ city: undefined }, 400],
    [{ country: 'XX' }, 400],
    [{ material: 'wood' }, 400],
    [{ quality: 'best' }, 400],
  ]
  for (const [more, status] of contract) {
    const [answered, error] = await refusal(
      submit(service, account, { fields: { ...fields, ...more } }),
    )
    expect(answered).toBe(status)
    expect(JSON.stringify(error)).not.toContain('vatId')
  }
  const file = { name: 'cube.step', bytes: 'x' }
  expect((await refusal(submit(service, account, { fields, file })))[0]).toBe(415)
  // These fields are checked before anything is stored or measured.
  const unreadable = { name: 'cube.stl', bytes: 'not a mesh' }
  expect((await refusal(submit(service, account, { fields, file: unreadable })))[0]).toBe(400)
})

verifies('buyer.checkout', 'POST /api/checkout accepts the fields', async () => {
  const [status, { code }] = await checkOut(stated)
  expect(status).toBe(201)
  expect(await storedOf(code)).toEqual(stored)
  const before = await orderCount()
  for (const [fields, error] of wrong) expect(await checkOut(fields)).toEqual([400, { error }])
  expect((await checkOut({ vat_id: 'x' }))[1].error).toContain('Did you mean vatId?')
  // The key belongs to the same request alone.
  const idempotencyKey = crypto.randomUUID()
  const [, first] = await checkOut({ ...stated, idempotencyKey })
  expect((await checkOut({ ...stated, idempotencyKey }))[1].code).toBe(first.code)
  expect((await checkOut({ ...stated, company: 'Other', idempotencyKey }))[0]).toBe(409)
  expect(await orderCount()).toBe(before + 1)
})

verifies('buyer.checkout', 'the checkout page accepts the fields', async () => {
  const who = await buyer(service)
  const headers = { cookie: who.cookie, origin: service.baseUrl }
  await service.deps.accounts.setBuyer(who.accountId, {
    company: 'Boxes',
    vatId: null,
    purchaseOrder: 'PO-1',
  })
  const modelUrl = await storeCube(service, who, 40)
  const body = new FormData()
  for (const [name, value] of Object.entries({ modelUrl, color: 'Black' })) body.set(name, value)
  await service.fetch('/basket/parts', { method: 'POST', headers, body })
  const shown = await (await service.fetch('/checkout', { headers })).text()
  for (const text of ['value="Boxes"', 'value="PO-1"']) expect(shown).toContain(text)
  const key = /name="key" value="([^"]+)"/.exec(shown)?.[1] ?? ''
  const send = (fields: Record<string, string>) => {
    const all = { ...ADDRESS, email: who.email, country: 'US', key, action: 'order', ...fields }
    return service.fetch('/checkout', { method: 'POST', headers, body: new URLSearchParams(all) })
  }
  const refused = await send({ company: 'Boxes', vatId: 'DE12', purchaseOrder: '' })
  expect(refused.status).toBe(400)
  const html = await refused.text()
  expect(html).toContain('Enter the number with the prefix of its country')
  expect(html).toContain('value="DE12"')
  // A cleared default is absent.
  expect((await send({ company: 'Boxes', vatId: '', purchaseOrder: ' ' })).status).toBe(303)
  const { code } = await service.db
    .selectFrom('orders')
    .select('code')
    .where('account_id', '=', who.accountId)
    .executeTakeFirstOrThrow()
  expect(await storedOf(code)).toEqual({ ...none, company: 'Boxes' })
})

verifies('buyer.agent-order', async () => {
  const draft = (more: object) =>
    post(service, ada, '/api/agent/order', {
      text: 'black PLA',
      modelUrl: models.cube,
      address: ADDRESS,
      ...more,
    })
  const [status, body] = await draft(stated)
  expect(status).toBe(200)
  expect(body.draft).toMatchObject(stated)
  const [, { code }] = await post(service, ada, '/api/checkout', {
    ...body.draft,
    idempotencyKey: crypto.randomUUID(),
  })
  expect(await storedOf(code)).toEqual(stored)
  for (const [fields, error] of wrong) expect(await draft(fields)).toEqual([400, { error }])
})

verifies('buyer.defaults', 'GET and PUT /api/account/buyer read and set the defaults', async () => {
  const who = await buyer(service)
  const path = '/api/account/buyer'
  const put = async (body: object) => {
    const response = await service.fetch(path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', cookie: who.cookie, origin: service.baseUrl },
      body: JSON.stringify(body),
    })
    return [response.status, await response.json()]
  }
  const read = async () =>
    await (await service.fetch(path, { headers: { cookie: who.cookie } })).json()
  const nothing = { company: null, vatId: null, purchaseOrder: null }
  const clean = { company: 'Muster AG', vatId: 'DE123456789', purchaseOrder: 'PO 4711' }
  expect(await read()).toEqual(nothing)
  expect(await put(stated)).toEqual([200, clean])
  expect(await read()).toEqual(clean)
  for (const [fields, error] of wrong) expect(await put(fields)).toEqual([400, { error }])
  expect((await put({ company: 7 }))[0]).toBe(400)
  expect(await read()).toEqual(clean)
  const own = await service.account(who)
  expect(await storedOf((await placed(submit(service, own))).code)).toEqual(stored)
  expect(await put({ company: '', purchaseOrder: null })).toEqual([200, nothing])
  expect(await read()).toEqual(nothing)
})

verifies('buyer.defaults', 'the form of the account sets the defaults', async () => {
  const who = await buyer(service)
  const form = (fields: Record<string, string>, cookie: string) =>
    service.fetch('/account/invoices', {
      method: 'POST',
      headers: { cookie, origin: service.baseUrl },
      body: new URLSearchParams(fields),
    })
  const defaults = async () => (await service.deps.accounts.read(who.accountId))?.buyer
  const refused = await form({ ...stated, vatId: 'DE12' }, who.cookie)
  expect([refused.status, (await refused.text()).includes('value="DE12"')]).toEqual([400, true])
  expect((await form(stated, '')).headers.get('location')).toBe('/account')
  expect(await defaults()).toEqual({ company: null, vatId: null, purchaseOrder: null })
  const saved = await form(stated, who.cookie)
  expect(saved.headers.get('location')).toBe('/account/invoices?saved=1')
  expect(await defaults()).toEqual({
    company: 'Muster AG',
    vatId: 'DE123456789',
    purchaseOrder: 'PO 4711',
  })
  const ofOthers = await service.fetch('/account/invoices', { headers: { cookie: ada.cookie } })
  expect(await ofOthers.text()).not.toContain('Muster')
  await form({}, who.cookie)
  expect(await defaults()).toEqual({ company: null, vatId: null, purchaseOrder: null })
})

verifies('buyer.defaults', async () => {
  const who = await service.account()
  await service.deps.accounts.setBuyer(who.accountId, {
    company: 'Muster AG',
    vatId: 'DE123456789',
    purchaseOrder: 'PO 4711',
  })
  const { code } = await placed(submit(service, who))
  expect(await storedOf(code)).toEqual(stored)
  const fields = { company: '', purchaseOrder: 'PO-2' }
  const changed = await placed(submit(service, who, { fields }))
  expect(await storedOf(changed.code)).toEqual({
    company: null,
    vat_id: 'DE123456789',
    purchase_order: 'PO-2',
  })
})

verifies('buyer.shown', async () => {
  const fields = { ...stated, company: 'Muster & Söhne' }
  const { code } = await placed(submit(service, account, { fields }))
  const desk = await openDesk(service)
  const { html } = await desk.get(`/operator/orders/${code}`)
  for (const text of ['Muster &amp; Söhne', 'DE123456789', 'PO 4711']) expect(html).toContain(text)
  const slip = await desk.get(`/operator/slips?pick=${code}`)
  for (const text of ['Muster &amp; Söhne', 'Purchase order PO 4711']) {
    expect(slip.html).toContain(text)
  }
  const csv = await (await desk.get('/operator/export.csv')).response.text()
  expect(csv.split('\r\n')[0]).toContain(',company,vat_id,purchase_order,')
  expect(csv).toContain(',Muster & Söhne,DE123456789,PO 4711,')
  await service.db
    .updateTable('orders')
    .set({ account_id: ada.accountId })
    .where('code', '=', code)
    .execute()
  const own = await service.fetch('/account/orders.csv', { headers: { cookie: ada.cookie } })
  expect(await own.text()).toContain(',Muster & Söhne,DE123456789,PO 4711,\r\n')
})
