// The operator page: who may see it, what it lists, and what its form does.

import { beforeAll, describe, expect, test } from 'bun:test'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import type { ObjectStore } from '../../../server/domain/models/ports.ts'
import { binaryStl, box, merge } from '../../../testing/models/meshes.ts'
import {
  CUBE,
  type FormChanges,
  findOrder,
  placed,
  submit,
} from '../../../testing/people/submit.ts'
import { HOOK_TIMEOUT_MS, OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
let cookie: string
beforeAll(async () => {
  cookie = await service.signIn(OPERATOR_EMAIL)
}, HOOK_TIMEOUT_MS)

type Headers = Record<string, string>

const ordered = async (fields: FormChanges = {}, card?: null) =>
  (await placed(submit(service, await service.account(card === null ? { card } : {}), { fields })))
    .code

async function get(path: string, headers: Headers = { cookie }) {
  const response = await service.fetch(path, { headers })
  return { status: response.status, html: await response.text(), response }
}

/** Sends the form with the present version of the order, unless the fields name another one. */
async function post(code: string, fields: Record<string, string>, headers: Headers = { cookie }) {
  const version = String((await read(code))?.version ?? 1)
  const response = await service.fetch(`/operator/orders/${code}`, {
    method: 'POST',
    headers: { origin: service.baseUrl, ...headers },
    body: new URLSearchParams({ version, ...fields }),
  })
  return { status: response.status, html: await response.text(), response }
}

const read = (code: string) => findOrder(service, code)

describe('access', () => {
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
        // Only a page link repeats the requested address as the return target.
        const signIn = status === 401 ? `/account?next=${encodeURIComponent(path)}` : '/account'
        expect(html).toContain(`href="${signIn}"`)
        expect(html.replace(signIn, '')).not.toContain(code)
      }
      expect([who, (await post(code, { status: 'PRINTING' }, headers)).status]).toEqual([
        who,
        status,
      ])
    }
    expect((await read(code))?.status).toBe('RECEIVED')
  })

  test('signing in from the desk leads back to it, and to no other address', async () => {
    const email = 'returning@example.com'
    await service.signIn(email)
    const hidden = async (next: string) =>
      /name="next" value="([^"]*)"/.exec((await get(`/account?next=${next}`, {})).html)?.[1] ?? ''
    const signIn = async (next: string, typedPassword: string) =>
      service.fetch('/account/sign-in', {
        method: 'POST',
        headers: { origin: service.baseUrl },
        body: new URLSearchParams({ email, password: typedPassword, next }),
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
      const response = await signIn(next, password)
      expect([next, response.status, response.headers.get('location')]).toEqual([next, 303, leads])
    }
    const wrong = await signIn('/operator', 'not the password')
    expect(await wrong.text()).toContain('name="next" value="/operator"')
  })

  test("another site's form changes nothing, although it sends the cookie", async () => {
    const code = await ordered()
    for (const origin of ['https://evil.example', 'null']) {
      const refused = await post(code, { status: 'CANCELLED' }, { cookie, origin })
      expect([origin, refused.status]).toEqual([origin, 401])
    }
    expect((await read(code))?.status).toBe('RECEIVED')
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
      email: "e&'b8@example.com",
      note: 'N <b>9</b>',
      color: 'O <b>10</b>',
    }
    const code = await ordered(fields)
    const { status, html } = await get(`/operator/orders/${code}`)
    expect(status).toBe(200)
    for (const text of Object.values(fields)) expect(html).toContain(Bun.escapeHTML(text))
    expect(html).not.toMatch(/<b>\d/)
    for (const text of ['cube.stl', 'gs://', '20%', '0.4 mm']) expect(html).toContain(text)
    expect((await get('/operator/orders/SVC-AAAAAA')).status).toBe(404)
  })

  test('shows the part: its picture, its size, and the warnings about its mesh', async () => {
    const bytes = binaryStl(merge(box([20, 20, 20]), box([10, 10, 10], [40, 0, 0])))
    const { code } = await placed(
      submit(service, await service.account(), { file: { ...CUBE, name: 'odd.stl', bytes } }),
    )
    const { html } = await get(`/operator/orders/${code}`)
    const picture = `/operator/orders/${code}/pictures/1.png`
    expect(html).toContain(`src="${picture}"`)
    const drawn = await service.fetch(picture, { headers: { cookie } })
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png'])
    for (const path of [
      `${code}/pictures/2.png`,
      `${code}/pictures/1`,
      'SVC-AAAAAA/pictures/1.png',
    ]) {
      expect([path, (await get(`/operator/orders/${path}`)).status]).toEqual([path, 404])
    }
    expect(html).toContain('50.0 × 20.0 × 20.0 mm')
    expect(html).toContain('2 separate bodies')
  })

  test('its file is downloaded unchanged, under its original name', async () => {
    const name = 'Ring "4" — größe;\u2028.stl'
    const { code } = await placed(
      submit(service, await service.account(), { file: { ...CUBE, name } }),
    )
    const stored = (await read(code))?.file.fileName ?? ''
    const page = await get(`/operator/orders/${code}`)
    const address = /href="([^"]*\/file)"/.exec(page.html)?.[1] ?? ''
    const response = await service.fetch(address, { headers: { cookie } })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'model/stl'])
    expect(await response.bytes()).toEqual(Uint8Array.from(CUBE.bytes as Uint8Array))
    const disposition = response.headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; filename="[\w.+ -]+"; filename\*=UTF-8''[\w.~!%-]+$/)
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(stored)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-length')).toBe(String(CUBE.bytes.length))
    expect((await get('/operator/orders/SVC-AAAAAA/file')).status).toBe(404)
  })

  test('a file that storage cannot read is reported on its page', async () => {
    const code = await ordered()
    const fileWith = async (fetchToFile: ObjectStore['fetchToFile']) => {
      const restore = service.replace({ objects: { fetchToFile } })
      const page = await get(`/operator/orders/${code}/file`)
      restore()
      return page
    }
    const missing = await fileWith(async () => null)
    expect(missing.status).toBe(404)
    expect(missing.html).toContain('Could not read that model.')
    const unreachable = await fileWith(() => Promise.reject(new Error('no disk')))
    expect(unreachable.status).toBe(503)
    expect(unreachable.html).toContain('The file cannot be read right now. Try again shortly.')
    expect(unreachable.html).not.toContain('no disk')
    expect(service.logs().some(({ event }) => event === 'model.unreadable')).toBe(true)
  })

  test('marks an order shipped without tracking, and a closed paid order', async () => {
    const code = await ordered()
    const warned = async (text: string) =>
      (await get(`/operator/orders/${code}`)).html.includes(text)
    await post(code, { status: 'SHIPPED', withoutTracking: '1' })
    expect(await warned('shipped without tracking')).toBe(true)
    await post(code, { status: 'SHIPPED', carrier: 'USPS', number: '1' })
    expect(await warned('shipped without tracking')).toBe(false)
    expect(await warned('has not been refunded')).toBe(false)
    await post(code, { status: 'CANCELLED', confirmed: '1', refund: 'none' })
    expect(await warned('$8.00 has not been refunded')).toBe(true)
  })

  test('the reason for a decline ends with one period', async () => {
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
      .where('order_id', '=', order?.id ?? orderIdOf(''))
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(events).toEqual({ status: 'SHIPPED', by: OPERATOR_EMAIL })
    // Saving the unchanged form again does not send a second shipping notice.
    service.advance(3600)
    await post(code, { ...form, status: 'DELIVERED' })
    expect(await read(code)).toMatchObject({ status: 'DELIVERED', tracking: order?.tracking })
    // Empty fields clear the tracking.
    await post(code, { status: 'DELIVERED', carrier: '', number: '', url: '' })
    expect(await read(code)).toMatchObject({ status: 'DELIVERED', enteredTracking: null })
  })

  test.each([
    [{ status: 'SHIPPED', carrier: 'USPS' }, 'number', 'Enter the tracking number'],
    [{ status: 'SHIPPED', number: '1' }, 'carrier', 'Enter the carrier'],
    [{ status: 'SHIPPED', carrier: 'USPS', number: 'a\0b' }, 'number', 'Enter the tracking number'],
    [
      { status: 'SHIPPED', carrier: 'USPS', number: '1', url: 'javascript:alert(1)' },
      'url',
      'Enter an address that begins with https:// or http://',
    ],
    [{ status: 'SHIPPED' }, 'carrier', 'or tick “Ship without tracking”'],
    [
      { status: 'SHIPPED', carrier: 'USPS', number: '1', withoutTracking: '1' },
      'withoutTracking',
      'Untick this, or empty the tracking fields.',
    ],
    [{ status: 'PENDING_PAYMENT' }, 'status', 'Choose a status.'],
    [{ status: '' }, 'status', 'Choose a status.'],
  ])('%j is refused at the field, and the entered values stay', async (fields, field, sentence) => {
    const code = await ordered()
    const sent = Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== undefined),
    ) as Record<string, string>
    const refused = await post(code, sent)
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('Nothing was saved.')
    const marked = new RegExp(`id="${field}"[^>]*`).exec(refused.html)?.[0] ?? ''
    expect(marked).toContain('aria-invalid="true"')
    expect(marked).toContain(`${field}-error`)
    expect(marked).toContain('autofocus')
    const words = new RegExp(`id="${field}-error">([^<]*)<`).exec(refused.html)?.[1] ?? ''
    expect(words).toContain(sentence)
    if (sent['carrier'] !== undefined) expect(refused.html).toContain('value="USPS"')
    expect(await read(code)).toMatchObject({ status: 'RECEIVED', enteredTracking: null })
  })

  verifies('status.unpaid-desk', async () => {
    const code = await ordered({}, null)
    const { html } = await get(`/operator/orders/${code}`)
    expect(html).toContain('Not paid: No card on file.')
    const choices = /<select id="status"[\s\S]*?<\/select>/.exec(html)?.[0] ?? ''
    expect([...choices.matchAll(/<option value="(\w*)"/g)].map((match) => match[1])).toEqual([
      '',
      'ACCEPTED',
      'PRINTING',
      'PRINTED',
      'SHIPPED',
      'DELIVERED',
      'CANCELLED',
      'REJECTED',
    ])
    const unticked = await post(code, { status: 'ACCEPTED' })
    expect([unticked.status, unticked.html.includes('Tick this to print an order')]).toEqual([
      400,
      true,
    ])
    expect((await read(code))?.status).toBe('PENDING_PAYMENT')
    expect((await post(code, { status: 'ACCEPTED', unpaid: '1' })).status).toBe(303)
    expect((await read(code))?.status).toBe('ACCEPTED')
    expect((await post(code, { status: 'REJECTED' })).status).toBe(303)
    expect((await read(code))?.status).toBe('REJECTED')
  })
})

describe('closing a paid order', () => {
  const field = (html: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
  const refunded = async (code: string) =>
    (await service.stripe.charges({ orderCode: code })).refundedCents
  /** Requests the confirmation question and returns the fields of its form. */
  async function ask(code: string, status = 'CANCELLED') {
    const { status: answered, html } = await post(code, { status })
    const carried = ['version', 'status', 'refundId'].map((name) => [name, field(html, name)])
    return { answered, html, fields: { confirmed: '1', ...Object.fromEntries(carried) } }
  }

  verifies('decision.closing-asks-once', async () => {
    for (const [status, verb] of [
      ['CANCELLED', 'Cancel'],
      ['REJECTED', 'Reject'],
    ] as const) {
      const code = await ordered()
      const asked = await ask(code, status)
      expect(asked.answered).toBe(200)
      for (const text of [
        `<h1>${verb} this order?</h1>`,
        'Refund $8.00, the full amount left',
        'Refund part of it',
        'No refund now',
      ]) {
        expect(asked.html).toContain(text)
      }
      expect(await read(code)).toMatchObject({ status: 'RECEIVED' })
      const full = { ...asked.fields, refund: 'full', reason: 'It cannot be printed.' }
      const saved = await post(code, full)
      const next = saved.response.headers.get('location') ?? ''
      expect([saved.status, next]).toEqual([
        303,
        expect.stringMatching(
          new RegExp(`^/operator/orders/${code}\\?saved=1&refund=[0-9a-f-]{36}$`),
        ),
      ])
      expect((await get(next)).html).toContain('Saved. Refunded $8.00 to the card that paid.')
      expect(await read(code)).toMatchObject({ status, paid: true, refundedCents: 800 })
      expect(await refunded(code)).toBe(800)
      // Sending the form twice makes one refund.
      const again = await post(code, full)
      expect([again.status, again.response.headers.get('location')]).toEqual([303, next])
      expect(await refunded(code)).toBe(800)
      // The order is already closed: no second question.
      expect((await post(code, { status: 'CANCELLED' })).status).toBe(303)
    }
  })

  test('refuses a form that is sent again with different values, and saves nothing', async () => {
    const code = await ordered()
    const form = { refund: 'part', amount: '2.50', reason: 'Half of it was printed.' }
    const sent = { ...(await ask(code)).fields, ...form }
    expect((await post(code, sent)).status).toBe(303)
    for (const other of [
      { status: 'REJECTED' },
      { amount: '3.00' },
      { reason: 'It was late.' },
      { refund: 'full' },
      { refund: 'none' },
      { amount: '' },
    ]) {
      const refused = await post(code, { ...sent, ...other })
      expect([other, refused.status]).toEqual([other, 409])
      expect(refused.html).toContain('status changed from Received to Cancelled')
    }
    expect(await read(code)).toMatchObject({ status: 'CANCELLED', refundedCents: 250 })
    expect((await post(code, sent)).status).toBe(303)
    // The status has changed, so the form is stale although its refund was made.
    await post(code, { status: 'ACCEPTED' })
    expect((await post(code, sent)).status).toBe(409)
    expect(await read(code)).toMatchObject({ status: 'ACCEPTED', refundedCents: 250 })
    expect(await refunded(code)).toBe(250)
  })

  test.each([
    [{ when: 'before', outcome: { status: 400 } }, 'error', 'The refund of $8.00 failed: '],
    [
      { when: 'after', outcome: 'reset' },
      'warning',
      'The card processor has not confirmed the refund of $8.00 yet.',
    ],
  ] as const)('reports a refund that did not succeed (%j)', async (fault, kind, sentence) => {
    const code = await ordered()
    const { fields } = await ask(code)
    const path = '/v1/refunds'
    await service.stripe.fault({ method: 'POST', path, times: 'always', ...fault })
    const saved = await post(code, { ...fields, refund: 'full', reason: 'It cannot be printed.' })
    await service.stripe.clearFaults()
    expect(saved.status).toBe(303)
    const { html } = await get(saved.response.headers.get('location') ?? '')
    const notice = new RegExp(`class="notice ${kind}"[^>]*>([^<]*)<`).exec(html)?.[1]
    expect(notice).toContain(`Saved. ${sentence}`)
    expect(await read(code)).toMatchObject({ status: 'CANCELLED', refundedCents: 0 })
  })

  verifies('decision.closing-asks-once', 'refunds a part, or nothing, as stated', async () => {
    const [part, none] = [await ordered(), await ordered()]
    await post(part, {
      ...(await ask(part)).fields,
      refund: 'part',
      amount: '2.50',
      reason: 'Half of it was printed.',
    })
    expect(await read(part)).toMatchObject({ status: 'CANCELLED', refundedCents: 250 })
    await post(none, { ...(await ask(none)).fields, refund: 'none' })
    expect(await read(none)).toMatchObject({ status: 'CANCELLED', refundedCents: 0 })
    expect([await refunded(part), await refunded(none)]).toEqual([250, 0])
  })

  test.each([
    [{}, 'refund', 'Choose what happens to the payment.'],
    [{ refund: 'full' }, 'reason', 'Enter a reason in 1 to 200 characters.'],
    [
      { refund: 'part', amount: '8.01', reason: 'x' },
      'amount',
      'Enter an amount from 0.01 to 8.00.',
    ],
    [{ refund: 'part', amount: '0', reason: 'x' }, 'amount', 'Enter an amount from 0.01 to 8.00.'],
    [{ refund: 'part', amount: '2,50', reason: 'x' }, 'amount', 'Enter an amount from'],
    [{ refund: 'part', amount: '', reason: 'x' }, 'amount', 'Enter an amount from'],
  ])('%j is asked again, with the entered values', async (typed, name, sentence) => {
    const code = await ordered()
    const again = await post(code, { ...(await ask(code)).fields, ...typed } as Record<
      string,
      string
    >)
    expect(again.status).toBe(400)
    expect(new RegExp(`id="${name}-error">([^<]*)<`).exec(again.html)?.[1]).toContain(sentence)
    if ('amount' in typed) expect(again.html).toContain(`name="amount" value="${typed.amount}"`)
    expect(await read(code)).toMatchObject({ status: 'RECEIVED', refundedCents: 0 })
  })

  test('does not close or refund an order that changed while the question was shown', async () => {
    const code = await ordered()
    const { fields } = await ask(code)
    await post(code, { status: 'PRINTING' })
    const stale = await post(code, { ...fields, refund: 'full', reason: 'x' })
    expect(stale.status).toBe(409)
    expect(stale.html).toContain('status changed from Received to Printing')
    expect(await read(code)).toMatchObject({ status: 'PRINTING', refundedCents: 0 })
  })

  test('closes an unpaid order without a question', async () => {
    const code = await ordered({}, null)
    expect((await post(code, { status: 'CANCELLED' })).status).toBe(303)
  })
})

describe('the refund form', () => {
  const path = (code: string) => `/operator/orders/${code}/refund`
  async function send(code: string, fields: Record<string, string>) {
    const { html } = await get(`/operator/orders/${code}`)
    const form = html.slice(html.indexOf(path(code)))
    const carried = ['version', 'refundId'].map((name) => [
      name,
      new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1] ?? '',
    ])
    // The question has been answered: operator-boards.test.ts covers it.
    return sendAs(code, { ...Object.fromEntries(carried), confirmed: '1', ...fields })
  }
  async function sendAs(code: string, fields: Record<string, string>) {
    const response = await service.fetch(path(code), {
      method: 'POST',
      headers: { origin: service.baseUrl, cookie },
      body: new URLSearchParams(fields),
    })
    return { status: response.status, html: await response.text(), response, fields }
  }

  verifies(['decision.refund-endpoint', 'decision.refund-idempotent'], async () => {
    const code = await ordered()
    const sent = await send(code, { amount: '$3.00', reason: 'One part broke.' })
    expect(sent.status).toBe(303)
    const next = sent.response.headers.get('location') ?? ''
    expect((await get(next)).html).toContain('Refunded $3.00 to the card that paid.')
    expect(await read(code)).toMatchObject({ refundedCents: 300, status: 'RECEIVED' })
    // The browser sends the form again: the same refund.
    const again = await sendAs(code, sent.fields)
    expect([again.status, again.response.headers.get('location')]).toEqual([303, next])
    expect(await read(code)).toMatchObject({ refundedCents: 300 })
    // Another form, rendered earlier, is stale.
    const stale = await sendAs(code, { ...sent.fields, refundId: crypto.randomUUID() })
    expect(stale.status).toBe(409)
    expect(stale.html).toContain('refund of $3.00 paid out')
    expect(stale.html).toContain('value="One part broke."')
    expect(await read(code)).toMatchObject({ refundedCents: 300 })
  })

  test.each([
    [{ amount: '8.01', reason: 'x' }, 'amount'],
    [{ amount: '0.00', reason: 'x' }, 'amount'],
    [{ amount: '-1', reason: 'x' }, 'amount'],
    [{ amount: '1.999', reason: 'x' }, 'amount'],
    [{ amount: '1', reason: '' }, 'reason'],
  ])('%j is refused at the field', async (typed, name) => {
    const code = await ordered()
    const refused = await send(code, typed)
    expect(refused.status).toBe(400)
    expect(refused.html).toContain(`id="${name}-error"`)
    expect(await read(code)).toMatchObject({ refundedCents: 0, refundingCents: 0 })
  })

  test('the error for a wrong amount names the remaining amount instead of the order’s price', async () => {
    const code = await ordered()
    expect((await send(code, { amount: '3.00', reason: 'One part broke.' })).status).toBe(303)
    for (const amount of ['2,50', '0', '8.01']) {
      const { status, html } = await send(code, { amount, reason: 'x' })
      expect([amount, status]).toEqual([amount, 400])
      expect(html).toContain('Up to $5.00.')
      expect(html).toContain('Enter an amount from 0.01 to 5.00.')
    }
    expect(await read(code)).toMatchObject({ refundedCents: 300 })
  })

  test('another site cannot refund, and an unpaid order has no refund form', async () => {
    const code = await ordered()
    const response = await service.fetch(path(code), {
      method: 'POST',
      headers: { origin: 'https://evil.example', cookie },
      body: new URLSearchParams({ amount: '8', reason: 'x', version: '2' }),
    })
    expect(response.status).toBe(401)
    expect(await read(code)).toMatchObject({ refundedCents: 0 })
    const unpaid = await ordered({}, null)
    expect((await get(`/operator/orders/${unpaid}`)).html).not.toContain('/refund"')
    expect((await get('/operator/orders/SVC-AAAAAA/refund')).status).toBe(405)
  })
})
