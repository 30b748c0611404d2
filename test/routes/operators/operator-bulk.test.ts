// Changes of many orders: preview, confirmation and result, on pages and over REST.
import { describe, expect, test } from 'bun:test'
import type { OperatorStatus } from '../../../server/domain/orders/record/status.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import type { FlatOrder } from '../../../testing/orders.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { placed, readOrder, submit } from '../../../testing/people/submit.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const desk = use(() => openDesk(service))

const read = (code: string) => readOrder(service, code)
const statuses = (codes: readonly string[]) =>
  Promise.all(codes.map(async (code) => (await read(code)).status))
const move = async (code: string, status: OperatorStatus) =>
  await service.deps.orders.setStatus(code, { status, tracking: null, by: 'colleague@example.com' })
const hold = (code: string, reason = 'No spool.') =>
  desk.post(`/operator/orders/${code}/hold`, { holdReason: reason, version: '2' })

/** Returns the fields of a selection, with the versions that the page showed. */
const picks = async (codes: readonly string[]) =>
  await Promise.all(
    codes.map(async (code) => ['pick', `${code}:${(await read(code)).version}`] as const),
  )

const preview = async (
  action: string,
  codes: readonly string[],
  more: Record<string, string> = {},
) =>
  await desk.post('/operator/bulk', [
    ['action', action],
    ['scope', 'picked'],
    ...Object.entries(more),
    ...(await picks(codes)),
  ])

/** Returns the reasons why orders are left out, by code. */
const reasons = (html: string) =>
  Object.fromEntries(
    [
      ...html.matchAll(
        /<tr><th scope="row"><a href="\/operator\/orders\/(SVC-\w+)">[\s\S]*?<\/tr>/g,
      ),
    ].map(([row, code]) => [
      code,
      [...row.matchAll(/<td[^>]*>\s*(?:<span>)?([^<]*)/g)].at(-1)?.[1],
    ]),
  )

verifies(['bulk.preview', 'bulk.exact'], async () => {
  const [plain = '', held = '', printing = '', changed = '', late = ''] = await desk.order(5)
  const unpaid = (await placed(submit(service, await service.account({ card: null })))).code
  await hold(held)
  await move(printing, 'PRINTING')
  const chosen = [plain, held, printing, changed, late, unpaid]
  const fields = await picks(chosen)
  // The order changes after the list was rendered and before the preview.
  await move(changed, 'ACCEPTED')
  const sent = await desk.post('/operator/bulk', [
    ['action', 'accept'],
    ...fields,
    ['pick', 'SVC-ZZZZZZ:1'],
  ])
  expect([sent.status, sent.location]).toEqual([
    303,
    expect.stringMatching(/^\/operator\/bulk\/[0-9a-f-]{36}$/),
  ])
  const { html } = await desk.get(sent.location)
  expect(html).toContain('<h1>Accept and queue 2 orders?</h1>')
  expect(reasons(html)).toMatchObject({
    [held]: 'It is on hold: No spool.',
    [printing]: 'It is Printing, not Received.',
    [changed]: 'It has changed since you opened the list. Nothing was overwritten.',
    [unpaid]: 'It is not paid.',
    'SVC-ZZZZZZ': 'There is no such order.',
    [plain]: 'Accepted',
    [late]: 'Accepted',
  })
  expect(await statuses([plain, late])).toEqual(['RECEIVED', 'RECEIVED'])

  // The order changes between preview and confirmation.
  await move(late, 'PRINTED')
  const [newcomer = ''] = await desk.order(1)
  const done = await desk.post(`${sent.location}/confirm`, {})
  expect([done.status, done.location]).toEqual([303, sent.location])
  const result = await desk.get(done.location)
  expect(result.html).toContain('<h1>Accept and queue 1 order: done</h1>')
  expect(reasons(result.html)[late]).toBe(
    'It has changed since you opened the list. Nothing was overwritten.',
  )
  expect(await statuses([...chosen.slice(0, 5), newcomer])).toEqual([
    'ACCEPTED',
    'RECEIVED',
    'PRINTING',
    'ACCEPTED',
    'PRINTED',
    'RECEIVED',
  ])
})

verifies(['bulk.once', 'bulk.resume'], async () => {
  const codes = await desk.order(6)
  const { location } = await preview('accept', codes)
  // The database connection is lost during the action.
  const { bulkActions } = service.deps
  let applied = 0
  const restore = service.replace({
    bulkActions: {
      ...bulkActions,
      apply: (...request) => {
        applied += 1
        if (applied > 2) throw new Error('the connection is gone')
        return bulkActions.apply(...request)
      },
    },
  })
  expect((await desk.post(`${location}/confirm`, {})).status).toBe(500)
  restore()
  expect((await statuses(codes)).filter((status) => status === 'ACCEPTED')).toHaveLength(2)
  expect((await desk.get(location)).html).toContain('not carried out in full')
  // Two operators confirm at the same time, one of them twice.
  await Promise.all([1, 2, 3].map(() => desk.post(`${location}/confirm`, {})))
  const after = await Promise.all(codes.map(read))
  expect(after.map(({ status, version }) => [status, version])).toEqual(
    codes.map(() => ['ACCEPTED', 3]),
  )
  const events = await service.db
    .selectFrom('order_events')
    .select(['by', 'status'])
    .where(
      'order_id',
      'in',
      after.map(({ id }) => id),
    )
    .where('status', '=', 'ACCEPTED')
    .execute()
  expect(events).toEqual(codes.map(() => ({ by: OPERATOR_EMAIL, status: 'ACCEPTED' })))
})

test('an action on all orders of a search is refused when the search does not find all', async () => {
  await desk.order(1)
  const { orderQueue } = service.deps
  const restore = service.replace({
    orderQueue: { ...orderQueue, isCapped: () => Promise.resolve(true) },
  })
  const all = { scope: 'all', query: 'q=cube' }
  const sent = [
    await desk.get('/operator/export.csv?q=cube'),
    await desk.post('/operator/export.csv', all),
    await desk.get(`/operator/slips?${new URLSearchParams(all)}`),
    await desk.get(`/operator/files.zip?${new URLSearchParams(all)}`),
    await desk.post('/operator/bulk', { ...all, action: 'accept' }),
  ]
  const overRest = await desk.api('/api/operator/orders/bulk', {
    action: 'accept',
    filter: { q: 'cube' },
  })
  restore()
  const sentence = 'More than 1,000 orders match this search, so not all of them were found.'
  expect(sent.map(({ status, html }) => [status, html.includes(sentence)])).toEqual(
    sent.map(() => [400, true]),
  )
  expect(overRest).toEqual({ status: 400, body: { error: expect.stringContaining(sentence) } })
})

describe('accepting makes print jobs', () => {
  const parts = async (code: string) =>
    (await service.deps.printJobs.listByOrder((await read(code)).id)).map((job) => [
      job.state,
      job.parts,
    ])
  const refund = async (code: string) => {
    await withoutTriggers(
      service.service.database.pool,
      'update orders set refunded_cents = total_cents where code = $1',
      [code],
    )
  }

  test('prints all parts once, and names an order that cannot be queued', async () => {
    const [two = '', three = '', refunded = '', late = ''] = await Promise.all(
      ['2', '3', '1', '1'].map(async (quantity) => (await desk.order(1, { quantity }))[0] ?? ''),
    )
    await refund(refunded)
    const { location } = await preview('accept', [two, three, refunded, late])
    const { html } = await desk.get(location)
    expect(html).toContain('<h1>Accept and queue 3 orders?</h1>')
    expect(html).toContain('6 parts will be queued as print jobs.')
    expect(reasons(html)[refunded]).toBe('It was refunded in full, so it cannot be queued.')
    await refund(late)
    await Promise.all([1, 2].map(() => desk.post(`${location}/confirm`, {})))
    const total = async (code: string) =>
      (await parts(code)).reduce((sum, [, n]) => sum + Number(n), 0)
    expect([await total(two), await total(three)]).toEqual([2, 3])
    expect([await parts(refunded), await parts(late)]).toEqual([[], []])
    expect(await statuses([two, three, refunded, late])).toEqual([
      'ACCEPTED',
      'ACCEPTED',
      'RECEIVED',
      'RECEIVED',
    ])
    expect(reasons((await desk.get(location)).html)[late]).toBe(
      'It was refunded in full, so it cannot be queued.',
    )
  })

  test('works from a row as well, and over REST with only the status', async () => {
    const [row = '', rest = ''] = await desk.order(2, { quantity: '2' })
    const step = `accept:${row}:${(await read(row)).version}`
    const { location } = await desk.post('/operator/queue/step', { step })
    expect((await desk.get(location)).html).toContain(`${row}: Accepted and queued.`)
    expect((await desk.post('/operator/queue/step', { step })).status).toBe(409)
    expect((await parts(row)).reduce((sum, [, n]) => sum + Number(n), 0)).toBe(2)
    const { body } = await desk.api('/api/operator/orders/bulk', {
      action: 'accept',
      orders: [{ code: rest }],
    })
    const { id } = body as { id: string }
    await desk.api(`/api/operator/orders/bulk/${id}/confirm`, {})
    expect([await statuses([row, rest]), await parts(rest)]).toEqual([['ACCEPTED', 'ACCEPTED'], []])
  })
})

test('an action on all orders of a filter excludes orders that arrive later', async () => {
  const codes = await desk.order(3, { material: 'tpu', color: 'Lavender' })
  const query = 'status=RECEIVED&material=tpu&color=Lavender'
  const { location } = await desk.post('/operator/bulk', {
    action: 'priority',
    priority: 'urgent',
    scope: 'all',
    query,
  })
  const [late = ''] = await desk.order(1, { material: 'tpu', color: 'Lavender' })
  expect((await desk.get(location)).html).toContain(
    '<h1>Set the priority of 3 orders to urgent?</h1>',
  )
  await desk.post(`${location}/confirm`, {})
  const priorities = await Promise.all(
    [...codes, late].map(async (code) => (await read(code)).priority),
  )
  expect(priorities).toEqual(['urgent', 'urgent', 'urgent', 'normal'])
})

describe('shipping many', () => {
  const printed = async (count: number) => {
    const codes = await desk.order(count)
    for (const code of codes) await move(code, 'PRINTED')
    return codes
  }
  const shown = async (code: string) => {
    const { status, tracking } = await read(code)
    return [status, tracking && `${tracking.carrier} ${tracking.number}`]
  }

  verifies('bulk.tracking', async () => {
    const [pasted = '', typed = '', bare = ''] = await printed(3)
    const { location } = await preview('ship', [pasted, typed, bare])
    const saved = await desk.post(`${location}/tracking`, {
      lines: `code,number\n${pasted.slice(4).toLowerCase()},9400 1`,
      carrier: 'USPS',
      [`carrier.${typed}`]: 'DHL',
      [`number.${typed}`]: '77',
    })
    expect([saved.status, saved.location]).toEqual([303, location])
    expect((await desk.get(location)).html).toContain('2 of 3 have tracking.')
    await desk.post(`${location}/confirm`, {})
    expect(await shown(pasted)).toEqual(['SHIPPED', 'USPS 9400 1'])
    expect(await shown(typed)).toEqual(['SHIPPED', 'DHL 77'])
    expect(await shown(bare)).toEqual(['PRINTED', null])
    expect(reasons((await desk.get(location)).html)[bare]).toBe(
      'It has no tracking, and shipping without was not chosen.',
    )
    // An explicit request without tracking.
    const again = await preview('ship', [bare])
    await desk.post(`${again.location}/tracking`, { withoutTracking: '1' })
    await desk.post(`${again.location}/confirm`, {})
    expect(await shown(bare)).toEqual(['SHIPPED', null])
    // Once confirmed, the tracking stays.
    expect((await desk.post(`${again.location}/tracking`, {})).status).toBe(409)
  })

  test('names wrong lines, saves nothing, and keeps the entered values', async () => {
    const [code = ''] = await printed(1)
    const { location } = await preview('ship', [code])
    const lines = `${code}, UPS\nSVC-ZZZZZZ, UPS, 2`
    const refused = await desk.post(`${location}/tracking`, { lines })
    expect(refused.status).toBe(400)
    expect(refused.html).toContain(`Line 1: ${code} needs a carrier and a number.`)
    expect(refused.html).toContain(
      'Line 2: SVC-ZZZZZZ is not among the orders that are shipped here.',
    )
    expect(refused.html).toContain(lines)
    expect(/<textarea[^>]*aria-invalid="true"/.test(refused.html)).toBe(true)
    const long = await desk.post(`${location}/tracking`, {
      lines: `${code}, UPS, ${'1'.repeat(101)}`,
    })
    expect(long.html).toContain(`${code}: carrier and number have at most 100 characters each.`)
    const link = await desk.post(`${location}/tracking`, {
      lines: `${code}, UPS, 1, javascript:alert(1)`,
    })
    expect(link.html).toContain(`${code}: the link must begin with https:// or http://`)
    expect((await read(code)).enteredTracking).toBeNull()
  })

  test('saves the entered values when shipping, and a second click changes nothing', async () => {
    const [typed = '', linked = '', bare = ''] = await printed(3)
    const { location } = await preview('ship', [typed, linked, bare])
    const form = (fields: Record<string, string>) => desk.post(`${location}/tracking`, fields)
    const nothing = await form({ do: 'ship' })
    expect([nothing.status, nothing.html.includes('No order has tracking.')]).toEqual([400, true])
    await form({ do: 'save', lines: `${linked}, UPS, 1Z, https://ups.example/1Z` })
    const shipFields = {
      do: 'ship',
      [`carrier.${linked}`]: 'UPS',
      [`number.${linked}`]: '1Z',
      [`carrier.${typed}`]: 'DHL',
      [`number.${typed}`]: '',
    }
    const wrong = await form(shipFields)
    expect(wrong.status).toBe(400)
    expect(wrong.html).toContain('Nothing was saved or shipped. Correct the marked field:')
    expect(wrong.html).toContain(`<a href="#number.${typed}">Tracking number of ${typed}</a>`)
    expect(wrong.html).toContain(`${typed} needs a carrier and a number.`)
    const inputs = [...wrong.html.matchAll(/<input[^>]*name="(?:carrier|number)\.[^>]*>/g)].map(
      String,
    )
    const marked = inputs.filter((input) => input.includes('aria-invalid'))
    expect(marked).toEqual([expect.stringContaining(`name="number.${typed}"`)])
    expect(inputs.find((input) => input.includes(`carrier.${typed}`))).toContain('value="DHL"')
    expect(await statuses([typed, linked])).toEqual(['PRINTED', 'PRINTED'])

    const right = { ...shipFields, [`number.${typed}`]: '77' }
    for (const sent of await Promise.all([form(right), form(right)])) {
      expect([sent.status, sent.location]).toEqual([303, location])
    }
    expect(await shown(typed)).toEqual(['SHIPPED', 'DHL 77'])
    expect((await read(linked)).tracking?.url).toBe('https://ups.example/1Z')
    expect(await shown(bare)).toEqual(['PRINTED', null])
    expect((await desk.get(location)).html).toContain('<h1>Ship 2 orders: done</h1>')
    // Different tracking arrives too late, and the page reports it.
    const late = await form({ ...right, [`number.${typed}`]: '78' })
    expect([late.status, late.html.includes('was not saved')]).toEqual([409, true])
    expect(await shown(typed)).toEqual(['SHIPPED', 'DHL 77'])
  })
})

test.each([
  [{ action: 'explode' }, 'Choose one of the actions below the list.'],
  [{ action: 'hold', reason: '  ' }, 'Enter the reason of the hold in 1 to 200 characters'],
  [{ action: 'priority', priority: 'top' }, 'Choose a priority'],
  [{ action: 'accept' }, 'No orders are selected.'],
  [{ action: 'accept', pick: "SVC-'; drop" }, 'No orders are selected.'],
  [{ action: 'accept', scope: 'all', query: 'q=nobody-has-this-name' }, 'No orders are selected.'],
  [{ action: 'accept', scope: 'all', query: 'q=%00' }, 'The search has a character that no text'],
  [{ action: 'accept', scope: 'all', query: 'status=DONE' }, 'status has no choice “DONE”'],
])('%j is refused with a sentence, on the list', async (fields, sentence) => {
  const { status, html } = await desk.post('/operator/bulk', { ...fields })
  expect([status, html.includes('<h1>Queue</h1>')]).toEqual([400, true])
  expect(html).toContain(sentence)
})

test('more orders than an action accepts are refused', async () => {
  const fields = Array.from({ length: 1001 }, (_, index) => ['pick', `SVC-${index}:1`] as const)
  const { status, html } = await desk.post('/operator/bulk', [['action', 'accept'], ...fields])
  expect(status).toBe(400)
  expect(html).toContain('More than 1000 orders are selected.')
})

verifies('bulk.rest', async () => {
  const [first = '', second = '', third = ''] = await desk.order(3)
  const orders = [{ code: first, version: 2 }, { code: second, version: 1 }, { code: third }]
  const { status, body } = await desk.api('/api/operator/orders/bulk', { action: 'accept', orders })
  expect([status, body]).toEqual([
    200,
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      action: 'accept',
      by: OPERATOR_EMAIL,
      confirmedAt: null,
      withoutTracking: false,
      counts: { pending: 2, done: 0, excluded: 1, refused: 0 },
      orders: [
        { code: first, version: 2, outcome: 'pending', why: null, short: null },
        { code: second, version: 2, outcome: 'excluded', why: 'changed', short: null },
        { code: third, version: 2, outcome: 'pending', why: null, short: null },
      ],
    },
  ])
  const { id } = body as { id: string }
  const confirm = () => desk.api(`/api/operator/orders/bulk/${id}/confirm`, {})
  const counts = { pending: 0, done: 2, excluded: 1, refused: 0 }
  expect(await confirm()).toMatchObject({ status: 200, body: { counts } })
  expect(await confirm()).toMatchObject({ status: 200, body: { counts } })
  expect(await statuses([first, second, third])).toEqual(['ACCEPTED', 'RECEIVED', 'ACCEPTED'])
  const shipped = await printedOver(first)
  expect(shipped).toMatchObject({ status: 'SHIPPED', tracking: { carrier: 'UPS', number: '1Z' } })
  for (const [wrong, error] of [
    [{ action: 'accept' }, 'Send either orders or filter, not both.'],
    [{ action: 'accept', orders: [], filter: {} }, 'Send either orders or filter, not both.'],
    [
      { action: 'accept', orders: [] },
      'No orders are selected. Select orders, or a filter that finds some.',
    ],
    [{ action: 'accept', filter: { status: 'DONE' } }, 'filter.status: has no choice of this name'],
    [
      { action: 'melt', orders: [] },
      'action: must be one of accept, start, finish, ship, deliver, hold, release, priority',
    ],
    [{ action: 'hold', orders: [{ code: third }] }, 'reason: is required, 1 to 200 characters'],
    [{ action: 'priority', orders: [{ code: third }] }, 'priority: is required'],
    [
      { action: 'accept', orders: [{ code: 7 }] },
      'Order 1: code is required, the code of an order',
    ],
    [
      { action: 'accept', orders: [{ code: third, version: 0 }] },
      'Order 1: version must be a whole number of at least 1',
    ],
  ] as const) {
    expect(await desk.api('/api/operator/orders/bulk', wrong)).toEqual({
      status: 400,
      body: { error },
    })
  }
})

test('the REST preview and the page agree on which orders ship and which lack parts', async () => {
  const api = async (body: unknown) => (await desk.api('/api/operator/orders/bulk', body)).body
  const [first = '', second = '', whole = ''] = await desk.order(3, { quantity: '2' })
  for (const code of [first, second]) await move(code, 'PRINTED')
  const orders = [{ code: first }, { code: second }]
  const tracking = [{ code: first, carrier: 'UPS', number: '1Z' }]
  expect(await api({ action: 'ship', orders, tracking })).toMatchObject({
    counts: { pending: 1, done: 0, excluded: 1, refused: 0 },
    orders: [
      { code: first, outcome: 'pending', why: null, short: null },
      { code: second, outcome: 'excluded', why: 'no_tracking', short: null },
    ],
  })
  expect(await api({ action: 'ship', orders, withoutTracking: true })).toMatchObject({
    counts: { pending: 2, done: 0, excluded: 0, refused: 0 },
  })

  await desk.post(`/operator/orders/${whole}/queue`, {
    version: String((await read(whole)).version),
  })
  await move(whole, 'PRINTING')
  expect(await api({ action: 'finish', orders: [{ code: whole }] })).toMatchObject({
    counts: { pending: 1 },
    orders: [{ code: whole, outcome: 'pending', short: { good: 0, ordered: 2 } }],
  })
})

/** Ships one order over REST, with its tracking in the preview. */
async function printedOver(code: string): Promise<FlatOrder> {
  await move(code, 'PRINTED')
  const { body } = await desk.api('/api/operator/orders/bulk', {
    action: 'ship',
    orders: [{ code: code.toLowerCase() }],
    tracking: [{ code, carrier: 'UPS', number: '1Z' }],
  })
  const { id } = body as { id: string }
  await desk.api(`/api/operator/orders/bulk/${id}/confirm`, {})
  return await read(code)
}
