// Orders whose personal data was removed: no form or request ships them, because they have no address, and their labels
// can be voided, but not printed. The carrier service is the stand-in.
import { describe, expect, test } from 'bun:test'
import { startEasyPost } from '../../../testing/carriers/easypost.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { buyer, checkoutBody, pay, post, storeCube } from '../../../testing/people/shop.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { readOrder } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'

const viewerEmail = 'viewer@example.com'
const easyPost = use(startEasyPost)
const service = useService(() => ({
  env: {
    VIEWER_EMAILS: viewerEmail,
    EASYPOST_API_KEY: easyPost.apiKey,
    EASYPOST_API_BASE: easyPost.url,
    EASYPOST_FROM:
      'Farm; 388 Townsend St; San Francisco; CA; 94107; US; 4155550100; post@farm.example',
  },
}))
const desk = use(() => openDesk(service))
const viewer = use(() => openDesk(service, viewerEmail))

const refusal = 'The personal data of this order was removed'
const parcel = { carrier: 'UPS', number: '1Z999AA10123456784' }
const setStatus = async (code: string, status: string, fields: object = {}) =>
  await desk.api(
    `/api/operator/orders/${code}/status`,
    await statusChange(service.deps, code, { status, ...fields }),
  )
const statusOf = async (code: string) => (await readOrder(service, code)).status

/** Removes the personal data of the order, at the end of its retention. */
async function erase(code: string): Promise<void> {
  await service.db
    .updateTable('orders')
    .set({ created_at: new Date(Date.now() - 3651 * 24 * 3_600_000) })
    .where('code', '=', code)
    .execute()
  expect(await service.deps.accountRecords.anonymizeOrders(3650, 100)).toBe(1)
}

/** Creates an order that was shipped, erased, and moved back. */
async function movedBack(): Promise<string> {
  const [code = ''] = await desk.order(1)
  expect((await setStatus(code, 'SHIPPED', { tracking: parcel })).status).toBe(200)
  await erase(code)
  expect((await setStatus(code, 'PRINTED')).status).toBe(200)
  return code
}

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

test('over REST, it is not shipped, but recorded as delivered', async () => {
  const code = await movedBack()
  for (const fields of [{ tracking: parcel }, { withoutTracking: true }]) {
    const { status, body } = await setStatus(code, 'SHIPPED', fields)
    expect(status).toBe(409)
    expect(body).toMatchObject({ error: expect.stringContaining(refusal) })
  }
  expect(await statusOf(code)).toBe('PRINTED')
  expect((await setStatus(code, 'DELIVERED', { withoutTracking: true })).status).toBe(200)
  // A correction ships nothing.
  expect((await setStatus(code, 'SHIPPED', { withoutTracking: true })).status).toBe(200)
})

test('a cancelled order is not shipped either', async () => {
  const [code = ''] = await desk.order(1)
  await setStatus(code, 'CANCELLED', { refund: 'none' })
  await erase(code)
  expect((await setStatus(code, 'SHIPPED', { withoutTracking: true })).status).toBe(409)
  expect(await statusOf(code)).toBe('CANCELLED')
})

test('the page for packing and the order page neither offer nor accept it', async () => {
  const code = await movedBack()
  const { version } = await readOrder(service, code)
  const form = { status: 'SHIPPED', version: String(version), ...parcel, url: '' }
  for (const back of ['pack', 'order']) {
    const refused = await desk.post(`/operator/orders/${code}`, { ...form, back })
    expect([back, refused.status]).toEqual([back, 409])
    expect(refused.html).toContain(refusal)
  }
  const pack = textOf((await desk.get(`/operator/pack/${code}`)).html)
  expect(pack).toContain(
    'Do not ship this order. Its personal data was removed, so it has no address.',
  )
  expect(pack).not.toContain('Packed and shipped')
  const { html } = await desk.get(`/operator/orders/${code}`)
  expect(html).not.toContain(`/operator/pack/${code}`)
  expect(html).not.toContain(`value="ship:${code}:`)
  expect(await statusOf(code)).toBe('PRINTED')
})

test('the queue’s step, a selection and its tracking leave it out', async () => {
  const code = await movedBack()
  const { version } = await readOrder(service, code)
  const seen = `${code}:${version}`
  for (const [path, fields] of [
    ['/operator/queue/step', { step: `ship:${seen}`, back: 'order' }],
    ['/operator/bulk', { action: 'ship', scope: 'picked', pick: seen }],
  ] as const) {
    const sent = await desk.post(path, fields)
    expect([path, sent.status]).toEqual([path, 303])
    const { html } = await desk.get(sent.location)
    expect(html).toContain('Its personal data was removed, so it has no address.')
    await desk.post(`${sent.location}/tracking`, {
      lines: `${code}, ${parcel.carrier}, ${parcel.number}`,
    })
    await desk.post(`${sent.location}/confirm`, {})
    expect([path, await statusOf(code)]).toEqual([path, 'PRINTED'])
  }
  const tracking = [{ code, ...parcel }]
  const bulk = { action: 'ship', orders: [{ code, version }], tracking }
  expect(await desk.api('/api/operator/orders/bulk', bulk)).toMatchObject({
    status: 200,
    body: { counts: { excluded: 1 }, orders: [{ outcome: 'excluded', why: 'wrong_status' }] },
  })
})

test('a report of the farm’s programs does not ship it', async () => {
  const ada = await buyer(service)
  const items = [{ modelUrl: await storeCube(service, ada, 20), color: 'Black', quantity: 1 }]
  const [, { code, checkoutUrl }] = await post(service, ada, '/api/checkout', checkoutBody(items))
  await pay(service, checkoutUrl)
  const report = (status: string) =>
    service.fetch('/api/order-status', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-internal-key': service.internalKey },
      body: JSON.stringify({ code, status, tracking: parcel }),
    })
  expect((await report('SHIPPED')).status).toBe(200)
  await erase(code)
  // A repeated report of the parcel changes nothing.
  expect((await report('SHIPPED')).status).toBe(200)
  expect((await report('PRINTED')).status).toBe(200)
  expect((await report('SHIPPED')).status).toBe(409)
})

describe('its label', () => {
  /** Buys a label of a printed order. */
  async function labeled() {
    const [code = ''] = await desk.order(1)
    await setStatus(code, 'PRINTED')
    await desk.post(`/operator/orders/${code}/rates`, { parcelGrams: '436' })
    const { html } = await desk.get(`/operator/orders/${code}`)
    const [, label = ''] = /action="(\/operator\/[^"]+\/labels\/[^"]+)\/buy"/.exec(html) ?? []
    const [, rate = ''] = /name="rate" value="([^"]+)"/.exec(html) ?? []
    expect((await desk.post(`${label}/buy`, { rate })).status).toBe(303)
    return { code, label }
  }

  /** Creates a labeled order that was shipped, and removes its personal data. */
  async function erasedLabel() {
    const { code, label } = await labeled()
    await setStatus(code, 'SHIPPED')
    await erase(code)
    return { code, label }
  }
  const offered = ['Label as PDF', 'Void label', 'Keep it and make another label']
  const offersOn = async (path: string) => {
    const { html } = await desk.get(path)
    return offered.filter((offer) => html.includes(offer))
  }

  test('is not printed', async () => {
    const { code, label } = await labeled()
    const file = `${label}/file?format=pdf`
    for (const { get } of [desk, viewer]) expect((await get(file)).status).toBe(200)
    await setStatus(code, 'SHIPPED')
    expect(await offersOn(`/operator/orders/${code}`)).toEqual(offered)
    await erase(code)
    for (const { get } of [desk, viewer]) {
      const refused = await get(file)
      expect(refused.status).toBe(409)
      expect(refused.html).toContain(refusal)
      const { html } = await get(`/operator/orders/${code}`)
      expect(html).toContain('id="label"')
      expect(html).not.toContain(file)
    }
    expect(await offersOn(`/operator/orders/${code}`)).toEqual(['Void label'])
    expect((await viewer.get(`/operator/orders/${code}`)).html).not.toContain(label)
  })

  test('is voided on the order page', async () => {
    const { code, label } = await erasedLabel()
    const sold = easyPost.refunds.length
    const question = await desk.post(`${label}/void`, {})
    expect(question.status).toBe(200)
    expect(question.html).toContain('Void this label?')
    for (const _time of ['first', 'repeated']) {
      expect((await desk.post(`${label}/void`, { confirmed: '1' })).status).toBe(303)
    }
    expect(easyPost.refunds).toHaveLength(sold + 1)
    const { html } = await desk.get(`/operator/orders/${code}`)
    expect(html).toContain('Voided.')
    expect(await offersOn(`/operator/orders/${code}`)).toEqual([])
    expect((await desk.get(`${label}/file?format=pdf`)).status).toBe(409)
  })

  test('is voided on the page for packing, after the order was moved back', async () => {
    const { code, label } = await erasedLabel()
    expect((await setStatus(code, 'PRINTED')).status).toBe(200)
    expect(await offersOn(`/operator/pack/${code}`)).toEqual(['Void label'])
    const sold = easyPost.refunds.length
    const sent = await desk.post(`${label}/void`, { confirmed: '1', back: 'pack' })
    expect([sent.status, sent.location]).toEqual([303, `/operator/pack/${code}#label`])
    expect(easyPost.refunds).toHaveLength(sold + 1)
    expect(await offersOn(`/operator/pack/${code}`)).toEqual([])
    expect(await statusOf(code)).toBe('PRINTED')
  })

  test('is replaced, without a second one', async () => {
    const { code, label } = await erasedLabel()
    const question = await desk.post(`${label}/replace`, {})
    expect(question.html).toContain('Keep this label and make another one?')
    expect((await desk.post(`${label}/replace`, { confirmed: '1' })).status).toBe(303)
    expect(await offersOn(`/operator/orders/${code}`)).toEqual(['Void label'])
    const rates = await desk.post(`/operator/orders/${code}/rates`, { parcelGrams: '436' })
    expect(rates.status).toBe(409)
    expect(rates.html).toContain(refusal)
    expect((await desk.get(`${label}/file?format=pdf`)).status).toBe(409)
  })
})
