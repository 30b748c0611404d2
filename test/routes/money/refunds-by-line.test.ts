// Refunds of parts of a line, by the API and at the desk: amounts, display and refusals. Line 1 of the order is 5
// parts for $20.52, line 2 one part for $1.80; the postage is $7.00. 2 of 5 parts cost 820.8, 3 of them 1231.2 cents.
import { expect, test } from 'bun:test'
import { issueDocuments } from '../../../server/domain/billing/issue-documents.ts'
import { useMixedRefunds } from '../../../testing/money/mixed-refunds.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import {
  type Buyer,
  buyer,
  checkoutBody,
  pay,
  post,
  storeCube,
} from '../../../testing/people/shop.ts'
import { workOff } from '../../../testing/service/work-off.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const { service, order, refund, money, board, processorRefund, returnRefund } = useMixedRefunds()
const desk = use(() => openDesk(service))

async function placed(): Promise<{ readonly code: string; readonly who: Buyer }> {
  const who = await buyer(service)
  const items = [
    { modelUrl: await storeCube(service, who, 40), color: 'Black', quantity: 5 },
    { modelUrl: await storeCube(service, who, 30), color: 'Black' },
  ]
  const [, { code, checkoutUrl }] = await post(service, who, '/api/checkout', checkoutBody(items))
  await pay(service, checkoutUrl)
  return { code, who }
}
const parts = (line: number, quantity: number) => ({ line, quantity })
const refunded = async (code: string) =>
  (await service.stripe.charges({ orderCode: code })).refundedCents

verifies(
  'decision.refund-by-line',
  'parts cost their share, and all parts cost the full price',
  async () => {
    const { code } = await placed()
    const [status, two] = await refund(code, { lines: [parts(1, 2)] })
    expect(status).toBe(200)
    expect(two).toMatchObject({
      requestedCents: 820,
      amountCents: 820,
      cardCents: 820,
      lines: [{ line: 1, quantity: 2, of: 5, cents: 820 }],
      postageCents: 0,
      message: 'Refunded $8.20 to the card that paid.',
    })
    expect((await refund(code, { lines: [parts(2, 2)] }))[1]).toEqual({
      error: 'Line 2 has only 1 part.',
    })
    const [, more] = await refund(code, { lines: [parts(2, 1), parts(1, 1)], shipping: true })
    expect(more).toMatchObject({
      // 1231 - 820, the line, the postage.
      amountCents: 411 + 180 + 700,
      lines: [
        { line: 1, quantity: 1, of: 5, cents: 411 },
        { line: 2, quantity: 1, of: 1, cents: 180 },
      ],
      postageCents: 700,
    })
    const refused = async (body: object) => {
      const [how, { error }] = await refund(code, body)
      return [how, error]
    }
    expect(await refused({ lines: [parts(1, 3)] })).toEqual([
      409,
      'Only 2 of the 5 parts of line 1 can still be refunded.',
    ])
    expect(await refused({ shipping: true })).toEqual([
      409,
      'No postage of this order is left to refund.',
    ])
    const [, last] = await refund(code, { lines: [parts(1, 2)], reason: 'The last ones.' })
    expect(last).toMatchObject({ amountCents: 2052 - 1231, refundableCents: 0 })
    expect(await refunded(code)).toBe(2932)
    expect(await refused({ lines: [parts(1, 1)] })).toEqual([
      409,
      'All parts of line 1 were refunded.',
    ])
  },
)

test('the desk names refunded parts next to the print jobs, and offers no refund once everything is refunded', async () => {
  const { code } = await placed()
  const step = `value="accept:${code}:`
  expect((await desk.get(`/operator/queue?q=${code}`)).status).toBe(303)
  await refund(code, { lines: [parts(1, 2)] })
  await refund(code, { lines: [parts(2, 1), parts(1, 1)] })
  const some = await desk.get(`/operator/orders/${code}`)
  expect(some.html).toContain(
    'Refunded: 3 of the 5 parts of line 1 and line 2. Their print jobs keep running: cancel those that are not needed.',
  )
  expect(some.html).toContain(step)
  await refund(code, { amountCents: 2932 - 1231 - 180 })
  const all = await desk.get(`/operator/orders/${code}`)
  expect(all.html).toContain(
    'The payment was returned in full, so no parts can be queued, and open print jobs were withdrawn.',
  )
  expect(all.html).not.toContain(step)
  expect(all.html).not.toContain('Accept and queue 6 parts')
  const page = await (await service.fetch(`/orders/${code}`)).text()
  expect(page).toContain(
    'Its payment was returned in full. The farm will not continue with the order',
  )
  expect(page).not.toContain('Ships by')
})

test('a repeat is recognized by its key, or otherwise by parts and reason', async () => {
  const { code } = await placed()
  const two = { lines: [parts(1, 2)] }
  for (const key of [undefined, 'two']) {
    const [, first] = await refund(code, two, key)
    expect(first).toMatchObject({ replayed: false })
    expect((await refund(code, two, key))[1]).toMatchObject({
      replayed: true,
      refundId: first.refundId,
    })
  }
  expect((await refund(code, { lines: [parts(1, 1)] }, 'two'))[0]).toBe(409)
  expect((await refund(code, { amountCents: 820 }, 'two'))[0]).toBe(409)
  // 820, and the price of 4 of 5, 1641.6, minus 820.
  expect(await refunded(code)).toBe(820 + 821)
})

test('two concurrent requests never refund a part twice', async () => {
  const { code } = await placed()
  const three = { lines: [parts(1, 3)] }
  const both = await Promise.all(['one', 'other'].map((key) => refund(code, three, key)))
  expect(both.map(([status]) => status).toSorted()).toEqual([200, 409])
  expect(await refunded(code)).toBe(1231)
})

test.each([
  [{}, 'amountCents: is required'],
  [{ shipping: false }, 'amountCents: is required'],
  [
    { amountCents: 100, lines: [parts(1, 1)] },
    'amountCents: goes without lines and shipping, whose price is the amount',
  ],
  [{ lines: [] }, 'lines: must be a list of 1 to 50 lines'],
  [{ lines: [parts(1, 1), parts(1, 1)] }, 'lines: must name each line once'],
  [{ lines: [parts(1, 0)] }, 'Line 1: quantity must be a whole number, at least 1'],
  [
    { lines: [parts(3, 1)] },
    'line: must be a whole number from 1 to 2, the line of the order whose parts are meant',
  ],
])('%j is 400 %s', async (body, error) => {
  const { code } = await placed()
  expect(await refund(code, body)).toEqual([400, { error }])
  expect(await refunded(code)).toBe(0)
})

test('the parts of a refund with a returned card part stay reserved for it until it is repeated', async () => {
  // One part for $4.32 and $7.00 of postage; the gift card paid $5.00 of it.
  const mixed = await order()
  const all = { lines: [parts(1, 1)], shipping: true }
  await refund(mixed.code, all, 'all')
  await returnRefund(await processorRefund(mixed.code))
  expect(await money(mixed)).toEqual({ gift: 500, card: 0, refunded: 500, refunding: 0 })
  expect(await refund(mixed.code, { lines: [parts(1, 1)] }, 'other')).toEqual([
    409,
    { error: 'All parts of line 1 were refunded.' },
  ])
  expect((await refund(mixed.code, all, 'all'))[1]).toMatchObject({
    requestedCents: 1132,
    amountCents: 632,
    lines: [{ line: 1, quantity: 1, of: 1, cents: 432 }],
    postageCents: 700,
  })
  expect(await money(mixed)).toEqual({ gift: 500, card: 632, refunded: 1132, refunding: 0 })
})

test('the parts of a refund that the bank returned can be refunded again', async () => {
  const { code } = await placed()
  await refund(code, { lines: [parts(1, 5)] }, 'one')
  await returnRefund(await processorRefund(code))
  const [, again] = await refund(code, { lines: [parts(1, 4)] }, 'other')
  // 2052 * 4 / 5 = 1641.6.
  expect(again).toMatchObject({ amountCents: 1641 })
})

verifies(
  'decision.refund-by-line',
  'a refund by line is shown wherever refunds are shown',
  async () => {
    const { code, who } = await placed()
    await issueDocuments(service.deps, 0)
    await refund(code, { lines: [parts(1, 2), parts(2, 1)], shipping: true })
    const what = '2 of the 5 parts of line 1, line 2, and the postage'
    const text = async (path: string) =>
      await (await service.fetch(path, { headers: { cookie: who.cookie } })).text()
    expect(await text(`/orders/${code}`)).toContain(`Refund of $17.00 for ${what} paid out`)
    expect(await text(`/orders/${code}`)).toContain(`For ${what}`)
    const { html } = await desk.get(`/operator/orders/${code}`)
    expect(html).toContain(`refund of $17.00 for ${what} paid out`)
    expect(html).toContain(`For ${what}`)
    await workOff(service)
    const [mail] = service.mails().filter(({ subject }) => subject === `Refund for order ${code}`)
    expect(mail?.text).toContain(`For: ${what}\nReason: One part warped.`)
    await issueDocuments(service.deps, 0)
    const { id } = await service.db
      .selectFrom('orders')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    const documents = await service.deps.billingDocuments.listByOrder(id)
    expect(documents.map(({ kind, totalCents }) => [kind, totalCents])).toEqual([
      ['invoice', 2932],
      ['credit_note', 1700],
    ])
    expect(documents[1]?.content).toMatchObject({
      postageCents: 700,
      lines: [
        {
          text: 'Refund: 3D print of cube-40.stl, 2 of the 5 parts of line 1',
          detail: 'One part warped.',
          quantity: 2,
          cents: 820,
        },
        {
          text: 'Refund: 3D print of cube-30.stl, line 2',
          detail: 'One part warped.',
          quantity: 1,
          cents: 180,
        },
      ],
    })
  },
)

verifies(
  'decision.refund-by-line',
  'a refund by line at the desk is made after a confirmation',
  async () => {
    const { code } = await placed()
    const path = `/operator/orders/${code}`
    const before = await desk.get(path)
    expect(before.html).toContain('5 of 5 left. All 5 cost $20.52.')
    const { version } = await board(code)
    const fields = { 'line.1': '2', reason: 'Broken.', version: String(version), refundId: '' }
    const asked = await desk.post(`${path}/refund`, { ...fields, shipping: '1' })
    expect(asked.html).toContain('Refund $15.20 of this order?')
    expect(asked.html).toContain('2 of the 5 parts of line 1 and the postage')
    const hidden = [...asked.html.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)]
    const carried = hidden.map(([, name = '', value = '']) => [name, value] as const)
    const refundForm = [...carried, ['confirmed', '1'] as const]
    for (let time = 0; time < 2; time += 1) {
      const done = await desk.post(`${path}/refund`, refundForm)
      expect(done.location).toContain('?refund=')
    }
    expect(await refunded(code)).toBe(1520)
    expect((await desk.get(path)).html).toContain('3 of 5 left.')
    const now = { ...fields, version: String((await board(code)).version) }
    for (const [changes, error] of [
      [{ 'line.1': '4' }, 'Only 3 of the 5 parts of line 1 can still be refunded.'],
      [{ 'line.1': 'x' }, 'Enter a number of parts, or leave it empty.'],
      [
        { amount: '1.00' },
        'Enter an amount, refund everything, or choose parts: one of the three.',
      ],
      [{ reason: '' }, 'Enter a reason in 1 to 200 characters.'],
    ] as const) {
      const refused = await desk.post(`${path}/refund`, { ...now, ...changes })
      expect([refused.status, refused.html]).toEqual([400, expect.stringContaining(error)])
    }
    expect(await refunded(code)).toBe(1520)
  },
)

const close = async (code: string, more: object) => {
  const { version } = await board(code)
  const { status, body } = await desk.api(`/api/operator/orders/${code}/status`, {
    status: 'CANCELLED',
    version,
    ...more,
  })
  return [status, body] as const
}

verifies(
  'decision.refund-by-line',
  'an order is closed with a refund by line, in one step',
  async () => {
    const { code } = await placed()
    expect(await refund(code, { lines: [parts(1, 1)] })).toMatchObject([200, { amountCents: 410 }])
    for (const [more, status, error] of [
      [
        { refundLines: [parts(1, 5)] },
        409,
        'Only 4 of the 5 parts of line 1 can still be refunded.',
      ],
      [{ refundLines: [] }, 400, 'refundLines: must be a list of 1 to 50 lines'],
      [
        { refundLines: [parts(1, 1)], refundCents: 100 },
        400,
        'refundLines and refundShipping go without refund and refundCents.',
      ],
      [
        { refundShipping: true, refund: 'none' },
        400,
        'refundLines and refundShipping go without refund and refundCents.',
      ],
      [{ refundLines: [parts(1, 1)], status: 'PRINTING' }, 400, expect.any(String)],
    ] as const) {
      expect(await close(code, more)).toEqual([status, { error }])
    }
    expect(await board(code)).toMatchObject({ status: 'RECEIVED', refundedCents: 410 })
    const { version } = await board(code)
    // 3 of 5 parts cost 1231, minus 410; and the postage.
    const asked = { refundLines: [parts(1, 2)], refundShipping: true, version }
    for (let time = 0; time < 2; time += 1) {
      expect(await close(code, asked)).toMatchObject([200, { status: 'CANCELLED' }])
    }
    expect(await refunded(code)).toBe(410 + 821 + 700)
    const { refunds } = await board(code)
    expect(refunds.at(-1)).toMatchObject({
      amountCents: 1521,
      reason: 'The order was cancelled.',
      lines: [{ line: 1, quantity: 2, of: 5, cents: 821 }],
      postageCents: 700,
    })
  },
)

verifies(
  'decision.refund-by-line',
  'an order is closed with a refund by line at the desk',
  async () => {
    const { code } = await placed()
    const path = `/operator/orders/${code}`
    const { version } = await board(code)
    const question = await desk.post(path, { status: 'REJECTED', version: String(version) })
    expect(question.html).toContain('Refund the parts named below')
    expect(question.html).toContain('5 of 5 left. All 5 cost $20.52.')
    const refundId = /name="refundId" value="([^"]+)"/.exec(question.html)?.[1] ?? ''
    const response = {
      status: 'REJECTED',
      version: String(version),
      confirmed: '1',
      refundId,
      refund: 'parts',
      reason: 'Too thin.',
    }
    for (const [changes, error] of [
      [{}, 'Enter a number of parts of any line, or tick the postage.'],
      [{ 'line.1': 'x' }, 'Enter a number of parts, or leave it empty.'],
      [{ 'line.1': '2', reason: '' }, 'Enter a reason in 1 to 200 characters.'],
      [{ 'line.1': '6' }, 'Line 1 has only 5 parts.'],
    ] as const) {
      const refused = await desk.post(path, { ...response, ...changes })
      expect([refused.status, refused.html]).toEqual([400, expect.stringContaining(error)])
    }
    expect(await board(code)).toMatchObject({ status: 'RECEIVED', refundedCents: 0 })
    for (let time = 0; time < 2; time += 1) {
      const done = await desk.post(path, { ...response, 'line.1': '2', shipping: '1' })
      expect(done.location).toContain('?saved=1&refund=')
    }
    // 820 and the postage.
    expect(await refunded(code)).toBe(1520)
    expect(await board(code)).toMatchObject({
      status: 'REJECTED',
      refunds: [{ amountCents: 1520, lines: [{ line: 1, quantity: 2, of: 5, cents: 820 }] }],
    })
  },
)
