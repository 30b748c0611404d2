// The operator page: who may see it, what it lists, and what its form does.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  HOOK_TIMEOUT_MS,
  OPERATOR_EMAIL,
  openTestService,
  type TestService,
} from '../helpers/service'
import { CUBE, type FormChanges, placed, submit } from '../helpers/submit'
import { verifies } from '../helpers/verifies'

let service: TestService
let cookie: string
beforeAll(async () => {
  service = await openTestService()
  cookie = await service.signIn(OPERATOR_EMAIL)
}, HOOK_TIMEOUT_MS)
afterAll(() => service.close())

type Headers = Record<string, string>

const ordered = async (fields: FormChanges = {}, card?: null) =>
  (await placed(submit(service, await service.account(card === null ? { card } : {}), { fields })))
    .code

async function get(path: string, headers: Headers = { cookie }) {
  const response = await service.fetch(path, { headers })
  return { status: response.status, html: await response.text(), response }
}

async function post(code: string, fields: Record<string, string>, headers: Headers = { cookie }) {
  const response = await service.fetch(`/operator/orders/${code}`, {
    method: 'POST',
    headers: { origin: service.baseUrl, ...headers },
    body: new URLSearchParams(fields),
  })
  return { status: response.status, html: await response.text(), response }
}

const read = (code: string) => service.deps.orders.readByCode(code)

describe('who may', () => {
  verifies('decision.operator-only', async () => {
    const code = await ordered()
    const { apiKey } = await service.account({ email: 'second-operator@example.com' })
    const nobody: [string, Headers, number][] = [
      ['nobody', {}, 401],
      ['a key', { authorization: `Bearer ${apiKey}` }, 401],
      ['somebody else', { cookie: await service.signIn('customer@example.com') }, 403],
    ]
    for (const [who, headers, status] of nobody) {
      for (const path of [
        '/operator',
        `/operator/orders/${code}`,
        `/operator/orders/${code}/file`,
        '/operator/orders/SVC-AAAAAA',
      ]) {
        const { status: answered, html } = await get(path, headers)
        expect([who, path, answered]).toEqual([who, path, status])
        expect(html).toContain(`href="/account${status === 401 ? '?next=/operator' : ''}"`)
        expect(html).not.toContain(code)
      }
      expect([who, (await post(code, { status: 'PRINTING' }, headers)).status]).toEqual([
        who,
        status,
      ])
    }
    expect((await read(code))?.status).toBe('RECEIVED')
  })

  test('signing in from there leads back, and nowhere else', async () => {
    const email = 'returning@example.com'
    await service.signIn(email)
    const hidden = async (next: string) =>
      /name="next" value="([^"]*)"/.exec((await get(`/account?next=${next}`, {})).html)?.[1] ?? ''
    const signIn = async (next: string, password: string) =>
      service.fetch('/account/sign-in', {
        method: 'POST',
        headers: { origin: service.baseUrl },
        body: new URLSearchParams({ email, password, next }),
      })
    const password = 'a password for tests'
    for (const [next, leads] of [
      ['/operator', '/operator'],
      ['https://evil.example/operator', '/account'],
      ['//evil.example', '/account'],
      ['/operator/../account/forgot', '/account'],
    ] as const) {
      expect([next, await hidden(encodeURIComponent(next))]).toEqual([
        next,
        leads === '/account' ? '' : leads,
      ])
      const answer = await signIn(next, password)
      expect([next, answer.status, answer.headers.get('location')]).toEqual([next, 303, leads])
    }
    const wrong = await signIn('/operator', 'not the password')
    expect(await wrong.text()).toContain('name="next" value="/operator"')
  })

  test("another site's form changes nothing, though the cookie comes with it", async () => {
    const code = await ordered()
    for (const origin of ['https://evil.example', 'null']) {
      const refused = await post(code, { status: 'CANCELLED' }, { cookie, origin })
      expect([origin, refused.status]).toEqual([origin, 401])
    }
    expect((await read(code))?.status).toBe('RECEIVED')
  })
})

describe('the list', () => {
  test('newest first, of one status or of all', async () => {
    const first = await ordered()
    const second = await ordered({}, null)
    const third = await ordered()
    const place = (html: string) => [third, second, first].map((code) => html.indexOf(`>${code}<`))
    const all = place((await get('/operator')).html)
    expect(all.every((at) => at > 0)).toBe(true)
    expect(all).toEqual(all.toSorted((a, b) => a - b))
    const paid = place((await get('/operator?status=RECEIVED')).html)
    expect(paid.map((at) => at > 0)).toEqual([true, false, true])
    const waiting = await get('/operator?status=PENDING_PAYMENT')
    expect(place(waiting.html).map((at) => at > 0)).toEqual([false, true, false])
    expect((await get('/operator?status=nonsense')).status).toBe(200)
    expect((await get('/operator?before=%00&status=%00')).status).toBe(200)
  })

  test('goes on with older orders after fifty', async () => {
    const template = await read(await ordered())
    if (template === null) throw new Error('no order')
    const codes: string[] = []
    const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ'
    for (let index = 0; index < 60; index += 1) {
      const code = `SVC-ZZZZ${letters[index % 20]}${letters[Math.floor(index / 20)]}`
      codes.push(code)
      const order = { ...template, id: crypto.randomUUID(), code, chargeState: 'none' } as const
      await service.deps.orders.insert(order)
    }
    await service.db
      .updateTable('orders')
      .set({ status: 'DELIVERED' })
      .where('code', 'in', codes)
      .execute()
    const page = (await get('/operator?status=DELIVERED')).html
    const codesIn = (html: string) =>
      [...html.matchAll(/>(SVC-ZZZZ\w\w)</g)].map((match) => match[1] ?? '')
    const older = /href="(\/operator\?[^"]*before=[^"]*)"/.exec(page)?.[1] ?? ''
    const rest = (await get(older)).html
    expect(codesIn(page)).toHaveLength(50)
    expect([...codesIn(page), ...codesIn(rest)]).toEqual(codes.toReversed())
    expect(rest).not.toContain('Older orders')
  })

  test('finds an order by its code', async () => {
    const code = await ordered()
    const found = await get(`/operator?code=${code.toLowerCase()}`)
    expect([found.status, found.response.headers.get('location')]).toEqual([
      303,
      `/operator/orders/${code}`,
    ])
    const missing = await get('/operator?code=%3Cb%3E')
    expect(missing.status).toBe(404)
    expect(missing.html).toContain('There is no order &lt;B&gt;.')
  })
})

describe('one order', () => {
  test('shows what the farm needs, as text', async () => {
    const fields = {
      recipientName: 'R <b>1</b>',
      street1: 'S <b>2</b>',
      street2: 'T <b>3</b>',
      city: 'C <b>4</b>',
      state: 'ST <b>5</b>',
      zip: 'Z <b>6</b>',
      phone: 'P <b>7</b>',
      email: 'e<b>8</b>@example.com',
      note: 'N <b>9</b>',
      color: 'O <b>10</b>',
    }
    const code = await ordered(fields)
    const { status, html } = await get(`/operator/orders/${code}`)
    expect(status).toBe(200)
    for (const text of Object.values(fields)) expect(html).toContain(Bun.escapeHTML(text))
    expect(html).not.toMatch(/<b>\d/)
    for (const text of ['cube.stl', 'gs://', '20 %', '0.4 mm']) expect(html).toContain(text)
    expect((await get('/operator/orders/SVC-AAAAAA')).status).toBe(404)
  })

  test('its file is handed out as it came, under its own name', async () => {
    const name = 'Ring "4" — größe;\u2028.stl'
    const { code } = await placed(
      submit(service, await service.account(), { file: { ...CUBE, name } }),
    )
    const stored = (await read(code))?.file.fileName ?? ''
    const page = await get(`/operator/orders/${code}`)
    const address = /href="([^"]*\/file)"/.exec(page.html)?.[1] ?? ''
    const answer = await service.fetch(address, { headers: { cookie } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'model/stl'])
    expect(await answer.bytes()).toEqual(Uint8Array.from(CUBE.bytes as Uint8Array))
    const disposition = answer.headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; filename="[\w.+ -]+"; filename\*=UTF-8''[\w.~!%-]+$/)
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(stored)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-length')).toBe(String(CUBE.bytes.length))
    expect((await get('/operator/orders/SVC-AAAAAA/file')).status).toBe(404)
  })

  test('a file that storage does not give is said on its page', async () => {
    const code = await ordered()
    const restore = service.replace({
      objects: { ...service.deps.objects, fetchToFile: () => Promise.reject(new Error('no disk')) },
    })
    const missing = await get(`/operator/orders/${code}/file`)
    restore()
    expect(missing.status).toBe(404)
    expect(missing.html).toContain('Could not read that model.')
    expect(missing.html).not.toContain('no disk')
    expect(service.logs().some(({ event }) => event === 'order.file_unreadable')).toBe(true)
  })

  test('shipped without tracking, and a paid order that is closed, are pointed out', async () => {
    const code = await ordered()
    const warned = async (text: string) =>
      (await get(`/operator/orders/${code}`)).html.includes(text)
    await post(code, { status: 'SHIPPED' })
    expect(await warned('without a tracking number')).toBe(true)
    await post(code, { status: 'SHIPPED', carrier: 'USPS', number: '1' })
    expect(await warned('without a tracking number')).toBe(false)
    expect(await warned('refund it by hand')).toBe(false)
    await post(code, { status: 'CANCELLED' })
    expect(await warned('refund it by hand')).toBe(true)
  })

  test('the reason of a decline keeps its one full stop', async () => {
    const account = await service.account({ card: 'pm_card_chargeCustomerFail' })
    const { code } = await placed(submit(service, account))
    const { html } = await get(`/operator/orders/${code}`)
    expect(html).toContain('Not paid: Your card was declined.')
    expect(html).not.toContain('declined..')
  })

  verifies(['decision.operator-page', 'states.tracking-at-shipped'], async () => {
    const code = await ordered()
    const url = 'https://example.com/track?a=1&copy=2'
    const form = { status: 'SHIPPED', carrier: 'USPS', number: '9400 1', url }
    const saved = await post(code, form)
    const next = saved.response.headers.get('location')
    expect([saved.status, next]).toEqual([303, `/operator/orders/${code}?saved=1`])
    expect((await get(next ?? '')).html).toContain('Saved.')
    const order = await read(code)
    expect(order).toMatchObject({
      status: 'SHIPPED',
      tracking: { carrier: 'USPS', number: '9400 1', url },
    })
    const events = await service.db
      .selectFrom('order_events')
      .select(['status', 'by'])
      .where('order_id', '=', order?.id ?? '')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(events).toEqual({ status: 'SHIPPED', by: OPERATOR_EMAIL })
    // Saving the form again, as it is filled in, does not send the parcel a second time.
    service.advance(3600)
    await post(code, { ...form, status: 'DELIVERED' })
    expect(await read(code)).toMatchObject({ status: 'DELIVERED', tracking: order?.tracking })
    // Empty fields leave the tracking alone.
    await post(code, { status: 'SHIPPED', carrier: '', number: '', url: '' })
    expect(await read(code)).toMatchObject({ status: 'SHIPPED', tracking: order?.tracking })
  })

  test.each([
    [{ status: 'SHIPPED', carrier: 'USPS' }, 400, 'tracking.number: is required'],
    [{ status: 'SHIPPED', number: '1' }, 400, 'tracking.carrier: is required'],
    [
      { status: 'SHIPPED', carrier: 'USPS', number: '1', url: 'javascript:alert(1)' },
      400,
      'tracking.url: must be an https:// address',
    ],
    [{ status: 'PENDING_PAYMENT' }, 400, 'Invalid status.'],
    [{ status: '' }, 400, 'status: is required'],
  ])(
    '%j is refused with a sentence, and what was typed stays',
    async (fields, status, sentence) => {
      const code = await ordered()
      const sent = Object.fromEntries(
        Object.entries(fields).filter(([, value]) => value !== undefined),
      )
      const refused = await post(code, sent as Record<string, string>)
      expect(refused.status).toBe(status)
      expect(refused.html).toContain(sentence)
      if ('carrier' in fields) expect(refused.html).toContain('value="USPS"')
      expect(await read(code)).toMatchObject({ status: 'RECEIVED', tracking: null })
    },
  )

  test('an unpaid order can be closed, not queued', async () => {
    const code = await ordered({}, null)
    const { html } = await get(`/operator/orders/${code}`)
    expect(html).toContain('Not paid: No card on file.')
    expect([...html.matchAll(/<option value="(\w*)"/g)].map((match) => match[1])).toEqual([
      '',
      'CANCELLED',
      'REJECTED',
    ])
    expect((await post(code, { status: 'ACCEPTED' })).status).toBe(409)
    expect((await post(code, { status: 'REJECTED' })).status).toBe(303)
    expect((await read(code))?.status).toBe('REJECTED')
  })
})
