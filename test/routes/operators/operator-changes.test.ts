// Concurrent operators: a change names the version that it is based on, and a stale change overwrites nothing.

import { beforeAll, describe, expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { placed, refusal, submit } from '../../../testing/people/submit.ts'
import { HOOK_TIMEOUT_MS, OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const SECOND = 'second@example.com'

const service = useService({ env: { OPERATOR_EMAILS: `${OPERATOR_EMAIL},${SECOND}` } })
let first: string
let second: string
beforeAll(async () => {
  first = await service.signIn(OPERATOR_EMAIL)
  second = await service.signIn(SECOND)
}, HOOK_TIMEOUT_MS)

const ordered = async (card?: null) =>
  (await placed(submit(service, await service.account(card === null ? { card } : {})))).code

const send = (code: string, body: object, cookie = first) =>
  service.fetch(`/api/operator/orders/${code}/status`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
const set = async (code: string, body: object, cookie = first) =>
  await send(code, await statusChange(service.deps, code, body), cookie)
const orderOf = async (code: string) => {
  const response = await service.fetch(`/api/operator/orders/${code}`, {
    headers: { cookie: first },
  })
  return (await response.json()) as { version: number; status: string; enteredTracking: unknown }
}
async function postForm(code: string, fields: Record<string, string>, cookie = first) {
  const response = await service.fetch(`/operator/orders/${code}`, {
    method: 'POST',
    headers: { origin: service.baseUrl, cookie },
    body: new URLSearchParams(fields),
  })
  return { status: response.status, html: await response.text() }
}
async function openForm(code: string, cookie = first) {
  const page = await service.fetch(`/operator/orders/${code}`, { headers: { cookie } })
  const html = await page.text()
  return /name="version" value="(\d+)"/.exec(html)?.[1] ?? ''
}

describe('the endpoint', () => {
  verifies('decision.stale-change-refused', async () => {
    const code = await ordered()
    const { version } = await orderOf(code)
    const parcel = { carrier: 'UPS', number: '1Z' }
    await set(code, { status: 'PRINTING', tracking: parcel, version }, second)
    const [status, error] = await refusal(set(code, { status: 'ACCEPTED', version }))
    expect(status).toBe(409)
    // Placed 1, paid 2, and now 3.
    expect(String(error)).toMatch(
      /^This order has changed since then and is now at version 3\. Nothing was saved\. 20\d\d-\d\d-\d\d \d\d:\d\d UTC, second@example\.com: status changed from Received to Printing; tracking changed from none to UPS 1Z\.$/,
    )
    expect(await orderOf(code)).toMatchObject({
      version: 3,
      status: 'PRINTING',
      enteredTracking: { ...parcel, url: null },
    })
    expect((await set(code, { status: 'ACCEPTED', version: 3 })).status).toBe(200)
    expect(await orderOf(code)).toMatchObject({ version: 4, status: 'ACCEPTED' })
  })

  test('names every later change, oldest first, whoever or whatever made it', async () => {
    const code = await ordered()
    const { version } = await orderOf(code)
    await set(code, { status: 'PRINTING' }, second)
    await service.fetch(`/api/farm/orders/${code}/print-finished`, {
      method: 'POST',
      headers: { 'x-internal-key': service.internalKey },
    })
    const refund = await service.fetch(`/api/operator/orders/${code}/refund`, {
      method: 'POST',
      headers: { cookie: second },
      body: JSON.stringify({ amountCents: 100, reason: 'A late part.' }),
    })
    expect(refund.status).toBe(200)
    const [, error] = await refusal(set(code, { status: 'REJECTED', version }))
    const changes = String(error).split('UTC, ').slice(1)
    expect(changes.map((change) => change.replace(/\. 20.*$/, ''))).toEqual([
      'second@example.com: status changed from Received to Printing',
      'print job: status changed from Printing to Printed',
      'second@example.com: refund of $1.00 requested',
      'card processor: refund of $1.00 paid out.',
    ])
  })

  test('an unpaid order that was paid meanwhile is not cancelled by a stale form', async () => {
    const code = await ordered(null)
    const { version } = await orderOf(code)
    await service.deps.orders.markPaid(code, {
      paymentId: paymentIdOf(`pi_${code}`),
      amountCents: 800,
    })
    const [status, error] = await refusal(set(code, { status: 'CANCELLED', version }))
    expect([status, String(error)]).toEqual([
      409,
      expect.stringContaining('payment: status changed from Awaiting payment to Received'),
    ])
    expect(await orderOf(code)).toMatchObject({ status: 'RECEIVED' })
  })

  verifies(
    'decision.stale-change-refused',
    'one of ten changes based on the same version is saved',
    async () => {
      const code = await ordered()
      const { version } = await orderOf(code)
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          set(code, {
            status: 'PRINTING',
            tracking: { carrier: 'UPS', number: `${index}` },
            version,
          }),
        ),
      )
      const statuses = responses.map(({ status }) => status).toSorted()
      expect(statuses).toEqual([200, ...Array(9).fill(409)])
      expect(await orderOf(code)).toMatchObject({ version: version + 1 })
    },
  )

  verifies('status.version-required', async () => {
    const code = await ordered()
    const before = await orderOf(code)
    for (const body of [{ status: 'PRINTING' }, { status: 'PRINTING', version: null }]) {
      expect(await refusal(send(code, body))).toEqual([
        428,
        'version is required: the version of the order that the change is based on, from GET /api/operator/orders/{code}.',
      ])
    }
    expect(await orderOf(code)).toEqual(before)
  })

  verifies('status.refund-unsaid', async () => {
    // 2 cm: 3.5 -> 4 g of petg; $1.00 and $7.00.
    for (const status of ['CANCELLED', 'REJECTED']) {
      const code = await ordered()
      const { version } = await orderOf(code)
      expect(await refusal(send(code, { status, version }))).toEqual([
        409,
        'This order is paid, and $8.00 can be refunded. Send refund: "full", refund: "none", refundCents from 1 to 800, or refundLines and refundShipping.',
      ])
      expect(await orderOf(code)).toMatchObject({ version, status: 'RECEIVED' })
    }
  })

  verifies('status.refund-said', async () => {
    const cases = [
      [{ refund: 'full' }, 800],
      [{ refund: 'none' }, 0],
      [{ refundCents: 250, reason: 'The wall is too thin.' }, 250],
    ] as const
    for (const [said, cents] of cases) {
      const code = await ordered()
      const { version } = await orderOf(code)
      const closed = await send(code, { status: 'REJECTED', version, ...said })
      expect([said, closed.status]).toEqual([said, 200])
      expect(await orderOf(code)).toMatchObject({ status: 'REJECTED', refundedCents: cents })
      // Repeating the request moves no more money.
      await send(code, { status: 'REJECTED', version, ...said })
      expect(await orderOf(code)).toMatchObject({ refundedCents: cents })
    }
    const code = await ordered()
    const { version } = await orderOf(code)
    const both = { status: 'CANCELLED', version, refund: 'full', refundCents: 1 }
    const wrong: readonly (readonly [object, number, string])[] = [
      [both, 400, 'Send either refund or refundCents, not both.'],
      [{ status: 'CANCELLED', version, refund: 'half' }, 400, 'refund: must be full or none'],
      [{ status: 'CANCELLED', version, refundCents: 801 }, 409, 'Only $8.00 of this order can'],
      [{ status: 'ACCEPTED', version, refund: 'full' }, 400, 'require CANCELLED or REJECTED'],
    ]
    for (const [body, status, words] of wrong) {
      expect(await refusal(send(code, body))).toEqual([status, expect.stringContaining(words)])
    }
    expect(await orderOf(code)).toMatchObject({ version, status: 'RECEIVED', refundedCents: 0 })
  })

  verifies('status.refund-repeated', async () => {
    const keyed = (orderCode: string, body: object, key: string) =>
      service.fetch(`/api/operator/orders/${orderCode}/status`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: first, 'idempotency-key': key },
        body: JSON.stringify(body),
      })
    const code = await ordered()
    const { version } = await orderOf(code)
    const request = { status: 'REJECTED', version, refund: 'full' }
    const responses = await Promise.all([1, 2, 3].map(() => keyed(code, request, 'one')))
    responses.push(await keyed(code, request, 'one'))
    for (const response of responses) {
      expect([response.status, await response.json()]).toEqual([
        200,
        expect.objectContaining({ code, status: 'REJECTED' }),
      ])
    }
    const refunds = [expect.objectContaining({ amountCents: 800 })]
    expect(await orderOf(code)).toMatchObject({ refundedCents: 800, refunds })
    // Another request under the same key, or the same request under another key, is not a repeat.
    for (const [body, key] of [
      [{ ...request, status: 'CANCELLED' }, 'one'],
      [request, 'two'],
    ] as const) {
      expect((await keyed(code, body, key)).status).toBe(409)
    }
    const part = await ordered()
    const seen = await orderOf(part)
    const some = { status: 'CANCELLED', version: seen.version, refundCents: 300 }
    expect((await keyed(part, some, 'one')).status).toBe(200)
    const { version: now } = await orderOf(part)
    const rest = { status: 'CANCELLED', version: now, refund: 'full' }
    expect(await refusal(keyed(part, rest, 'one'))).toEqual([
      409,
      expect.stringContaining('Idempotency-Key'),
    ])
    expect((await keyed(part, rest, 'two')).status).toBe(200)
    expect(await orderOf(part)).toMatchObject({ refundedCents: 800 })
  })

  verifies('status.unpaid-said', async () => {
    for (const status of ['ACCEPTED', 'PRINTING', 'PRINTED', 'SHIPPED', 'DELIVERED']) {
      const code = await ordered(null)
      const { version } = await orderOf(code)
      const change = { status, version, ...(status === 'SHIPPED' && { withoutTracking: true }) }
      expect(await refusal(send(code, change))).toEqual([
        409,
        'This order is not paid; it cannot be moved on. If it was paid otherwise or is a gift, send unpaid: true.',
      ])
      expect((await send(code, { ...change, unpaid: true })).status).toBe(200)
      expect(await orderOf(code)).toMatchObject({ status, paid: false })
    }
    const code = await ordered(null)
    const received = { status: 'RECEIVED', unpaid: true }
    expect((await set(code, received)).status).toBe(409)
    expect((await set(code, { status: 'CANCELLED' })).status).toBe(200)
  })

  verifies('status.reopen-refunded', async () => {
    const refunded = async (status: string, said: object) => {
      const code = await ordered()
      expect((await set(code, { status, ...said })).status).toBe(200)
      return code
    }
    for (const closed of ['CANCELLED', 'REJECTED']) {
      for (const status of [
        'RECEIVED',
        'ACCEPTED',
        'PRINTING',
        'PRINTED',
        'SHIPPED',
        'DELIVERED',
      ]) {
        const code = await refunded(closed, { refund: 'full' })
        const before = await orderOf(code)
        const change = { status, ...(status === 'SHIPPED' && { withoutTracking: true }) }
        for (const more of [{}, { unpaid: false }, { unpaid: null }]) {
          expect([status, ...(await refusal(set(code, { ...change, ...more })))]).toEqual([
            status,
            409,
            'This order was refunded in full. To print it all the same, send unpaid: true.',
          ])
        }
        expect(await orderOf(code)).toEqual(before)
        expect((await set(code, { ...change, unpaid: true })).status).toBe(200)
        expect(await orderOf(code)).toMatchObject({ status, paid: true, refundedCents: 800 })
      }
    }
    // A closed order stays closed without a confirmation, and an order that keeps a part of its payment is reopened
    // without one.
    const code = await refunded('CANCELLED', { refund: 'full' })
    expect((await set(code, { status: 'REJECTED' })).status).toBe(200)
    for (const said of [{ refund: 'none' }, { refundCents: 799 }]) {
      const paid = await refunded('CANCELLED', said)
      expect((await set(paid, { status: 'ACCEPTED' })).status).toBe(200)
    }
  })

  verifies('status.unpaid-printed', async () => {
    const code = await ordered(null)
    await set(code, { status: 'ACCEPTED', unpaid: true })
    const queued = await service.fetch(`/api/farm/orders/${code}/queue`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: first },
      body: '{}',
    })
    expect(queued.status).toBe(200)
    // A late payment is kept, and the order continues from its status.
    const paid = await service.deps.orders.markPaid(code, {
      paymentId: paymentIdOf(`pi_${code}`),
      amountCents: 800,
    })
    expect(paid.kind).toBe('paid')
    expect(await orderOf(code)).toMatchObject({ status: 'ACCEPTED', paid: true })
  })

  test.each([0, -1, 1.5, '3', 2_147_483_648, true])('version %j is 400', async (version) => {
    const code = await ordered()
    const [status, error] = await refusal(set(code, { status: 'ACCEPTED', version }))
    expect([status, error]).toEqual([400, 'version: must be a whole number of at least 1'])
  })
})

describe('the page', () => {
  verifies(
    'decision.stale-change-refused',
    'a stale form is shown again with the entered values and the changes, and then saves',
    async () => {
      const code = await ordered()
      const version = await openForm(code)
      await set(code, { status: 'ACCEPTED' }, second)
      const typed = { status: 'PRINTING', carrier: 'Royal Mail', number: 'RM 1', version }
      const refused = await postForm(code, typed)
      expect(refused.status).toBe(409)
      expect(refused.html).toContain(
        'This order has changed since you opened it. Nothing was saved.',
      )
      expect(refused.html).toMatch(
        />[A-Z][a-z]{2} \d{1,2}, \d\d:\d\d<\/time><span>, second@example\.com: status changed from Received to Accepted</,
      )
      expect(refused.html).toContain('value="Royal Mail"')
      expect(refused.html).toContain('value="RM 1"')
      expect(refused.html).toContain('<option value="PRINTING" selected>')
      expect(await orderOf(code)).toMatchObject({ status: 'ACCEPTED', enteredTracking: null })
      const again = /name="version" value="(\d+)"/.exec(refused.html)?.[1] ?? ''
      expect((await postForm(code, { ...typed, version: again })).status).toBe(303)
      expect(await orderOf(code)).toMatchObject({ status: 'PRINTING' })
    },
  )

  test('text that another operator entered is shown as text', async () => {
    const code = await ordered()
    const version = await openForm(code)
    await set(code, { status: 'ACCEPTED', tracking: { carrier: '<b>X</b>', number: '1' } }, second)
    const { html } = await postForm(code, { status: 'PRINTING', version })
    expect(html).toContain('tracking changed from none to &lt;b&gt;X&lt;/b&gt; 1')
  })

  verifies('status.reopen-refunded', 'the form asks for a confirmation checkbox', async () => {
    const code = await ordered()
    await set(code, { status: 'CANCELLED', refund: 'full' })
    const page = await service.fetch(`/operator/orders/${code}`, { headers: { cookie: first } })
    expect(await page.text()).toContain('Print it although it was refunded')
    const version = await openForm(code)
    const refused = await postForm(code, { status: 'ACCEPTED', version })
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('Tick this to print an order that was refunded in full.')
    expect(await orderOf(code)).toMatchObject({ status: 'CANCELLED' })
    expect((await postForm(code, { status: 'ACCEPTED', version, unpaid: '1' })).status).toBe(303)
    expect(await orderOf(code)).toMatchObject({ status: 'ACCEPTED' })
    // A reopened order is an ordinary order.
    const open = await service.fetch(`/operator/orders/${code}`, { headers: { cookie: first } })
    expect(await open.text()).not.toContain('Print it although it was refunded')
  })

  test('a form without its version saves nothing', async () => {
    const code = await ordered()
    for (const version of ['', '0', 'x', '1e9999', '-1']) {
      const refused = await postForm(code, {
        status: 'PRINTING',
        carrier: 'UPS',
        number: '7',
        version,
      })
      expect([version, refused.status]).toEqual([version, 400])
      expect(refused.html).toContain('This form was incomplete')
      expect(refused.html).toContain('value="UPS"')
    }
    expect(await orderOf(code)).toMatchObject({ status: 'RECEIVED' })
  })
})
