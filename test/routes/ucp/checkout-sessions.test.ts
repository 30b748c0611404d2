// Checkout sessions of the Universal Commerce Protocol: each response is valid by the published schemas, the price
// equals that of an order, and every checkout ends on the website.
import { beforeAll, expect } from 'bun:test'
import { sweepCheckoutReplies } from '../../../server/db/ucp/checkout-replies.ts'
import { sweepCheckoutSessions } from '../../../server/db/ucp/checkout-sessions.ts'
import { maxOpenSessions, maxSessionItems } from '../../../server/domain/ucp/session.ts'
import { HOST, standInWeb } from '../../../testing/agent/stand-ins.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { buyer, storeCube } from '../../../testing/people/shop.ts'
import { createVisitor } from '../../../testing/people/visitor.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { amountOf, createPlatform, itemOf } from '../../../testing/ucp/platform.ts'
import { violationsOf } from '../../../testing/ucp/shapes.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

let address = '192.0.2.1'
const service = useService({ clientAddress: () => address })
const platform = createPlatform(service)
let web: ReturnType<typeof standInWeb>
let cube = ''

beforeAll(() => {
  web = standInWeb(service.deps)
  service.replace({ downloads: web.downloads })
  cube = web.publish('cube.stl', cubeStl({ sizeMm: 20 }))
})

/** Sets a new client address: limits count per address, so tests with many requests need separate ones. */
let lastAddress = 1
const fromNewAddress = () => {
  lastAddress += 1
  address = `192.0.2.${lastAddress}`
}

const quoteLink = (model: string, options: Readonly<Record<string, string>> = {}) =>
  `/quote?${new URLSearchParams({ model, ...options })}`

verifies(
  'ucp.price',
  'a checkout of a link has the price of a small part and postage, and leads to the website',
  async () => {
    const { status, json, headers } = await platform.create(itemOf(cube, 2, 'US'))
    expect(violationsOf('checkout', json)).toEqual([])
    expect([status, json.status]).toEqual([201, 'requires_escalation'])
    expect(headers.get('cache-control')).toBe('no-store')
    // Contract 9.2: 5 g of pla cost less than the least price of a part, $1.00; postage within the US is $7.
    expect(json.line_items).toEqual([
      {
        id: 'line_1',
        item: { id: cube, title: 'cube.stl: PLA, Silver, standard', price: 100 },
        quantity: 2,
        totals: [
          { type: 'subtotal', amount: 200 },
          { type: 'total', amount: 200 },
        ],
      },
    ])
    expect(json.totals.map(({ type, amount }) => [type, amount])).toEqual([
      ['subtotal', 200],
      ['fulfillment', 700],
      ['total', 900],
    ])
    expect(json.continue_url).toBe(`${service.baseUrl}/ucp/continue/${json.id}`)
    expect(json.messages.map(({ code, severity }) => [code, severity])).toEqual([
      ['payment_on_website', 'requires_buyer_input'],
    ])
    const read = await platform.read(json.id)
    expect([read.status, read.json]).toEqual([200, json])
  },
)

verifies(
  'ucp.country',
  'without a country the postage is the domestic one, and a message says so',
  async () => {
    const { json } = await platform.create(itemOf(cube))
    expect(amountOf(json.totals, 'fulfillment')).toBe(700)
    expect(json.messages.map(({ code }) => code)).toContain('country_assumed')
    const abroad = await platform.update(json.id, itemOf(cube, 1, 'de'))
    // Postage abroad is $30.
    expect(amountOf(abroad.json.totals, 'fulfillment')).toBe(3000)
    expect(abroad.json.messages.map(({ code }) => code)).not.toContain('country_assumed')
  },
)

verifies(
  'ucp.price',
  'the price of a gallery model is the price that POST /api/price returns for an order of it',
  async () => {
    fromNewAddress()
    const account = await service.account()
    const owner = await buyer(service)
    for (const [sizeMm, quantity, options] of [
      [40, 3, { material: 'petg', color: 'Black' }],
      [60, 7, { material: 'abs', color: 'Purple haze', quality: 'premium' }],
      [33, 50, { material: 'pla', color: 'White', infill: '35' }],
    ] as const) {
      const uri = await storeCube(service, owner, sizeMm, { published: true })
      await service.deps.models.add(account.accountId, {
        uri,
        fileName: `cube-${sizeMm}.stl`,
        sha256: uri.replace(/.*\/(\w+)\.stl$/, '$1'),
        sizeBytes: 684,
        format: 'stl',
      })
      const { json } = await platform.create(itemOf(quoteLink(uri, options), quantity, 'GB'))
      expect(violationsOf('checkout', json)).toEqual([])
      const infill = 'infill' in options ? { infill: Number(options.infill) } : {}
      const init = jsonPost({ modelUrl: uri, ...options, ...infill, quantity, country: 'GB' })
      const priced = await service.fetch('/api/price', {
        ...init,
        headers: { ...init.headers, ...account.headers },
      })
      const price = (await priced.json()) as { subtotal: number; total: number; shipping: number }
      const [line] = json.line_items
      const lineTotal = amountOf(line?.totals ?? [], 'total')
      expect([
        lineTotal,
        amountOf(json.totals, 'fulfillment'),
        amountOf(json.totals, 'total'),
      ]).toEqual(
        [price.subtotal, price.shipping, price.total].map((dollars) => Math.round(dollars * 100)),
      )
      // Sums that a platform checks.
      const sumOf = (totals: readonly { type: string; amount: number }[]) =>
        totals.reduce((sum, { type, amount }) => (type === 'total' ? sum : sum + amount), 0)
      expect(sumOf(json.totals)).toBe(amountOf(json.totals, 'total') ?? Number.NaN)
      expect(sumOf(line?.totals ?? [])).toBe(lineTotal ?? Number.NaN)
      expect(amountOf(line?.totals ?? [], 'subtotal')).toBe((line?.item.price ?? 0) * quantity)
    }
  },
)

verifies(
  'ucp.continue',
  'a buyer without a cookie continues to the page and the basket with the same total, without an order',
  async () => {
    fromNewAddress()
    const link = quoteLink(cube, { material: 'petg', color: 'Black' })
    const { json } = await platform.create({
      line_items: [
        { item: { id: link }, quantity: 3 },
        { item: { id: cube }, quantity: 1 },
      ],
      context: { address_country: 'FR' },
    })
    const path = new URL(json.continue_url).pathname
    const visitor = createVisitor(service)
    const page = await visitor.get(path)
    expect(page.status).toBe(200)
    expect(page.html).toContain('3 × cube.stl: PETG, Black, standard')
    const total = `$${((amountOf(json.totals, 'total') ?? 0) / 100).toFixed(2)}`
    expect(page.html).toContain(total)

    const pressed = await visitor.post(path, {})
    expect([pressed.status, pressed.location]).toEqual([303, '/basket?country=FR'])
    const basket = await visitor.get('/basket?country=FR')
    expect(basket.html).toContain(total)
    expect(basket.html).toContain('4 parts')
    // A second concurrent press adds nothing.
    await visitor.post(path, {})
    expect((await visitor.get('/basket?country=FR')).html).toContain('4 parts')
    expect((await visitor.get(path)).html).toContain('Put them into the basket again')
    // A request from another site adds nothing and replaces no basket.
    const other = createVisitor(service)
    const forged = await other.post(path, {}, 'https://elsewhere.example')
    expect([
      forged.status,
      [...other.jar.keys()].filter((name) => name.includes('basket')),
    ]).toEqual([303, []])
    expect(await service.db.selectFrom('orders').selectAll().execute()).toEqual([])
  },
)

verifies(
  'ucp.never-orders',
  'complete never places an order, and the checkout still leads to the website',
  async () => {
    const { json } = await platform.create(itemOf(cube))
    const payment = { instruments: [{ id: 'card', handler_id: 'x', type: 'card', selected: true }] }
    const { status, json: completed } = await platform.complete(json.id, { payment })
    expect(violationsOf('checkout', completed)).toEqual([])
    expect([status, completed]).toEqual([200, json])
    expect(await service.db.selectFrom('orders').selectAll().execute()).toEqual([])
  },
)

verifies(
  'ucp.cancelled',
  'a cancelled checkout can be read, and not changed, completed, cancelled or continued',
  async () => {
    const { json } = await platform.create(itemOf(cube))
    const cancelled = await platform.cancel(json.id)
    expect(violationsOf('checkout', cancelled.json)).toEqual([])
    expect([cancelled.status, cancelled.json.status]).toEqual([200, 'canceled'])
    expect(cancelled.json.continue_url).toBeUndefined()
    expect((await platform.read(json.id)).json.status).toBe('canceled')
    for (const refused of [
      await platform.cancel(json.id),
      await platform.update(json.id, itemOf(cube, 2)),
      await platform.complete(json.id),
    ]) {
      expect([refused.status, refused.json['code'], refused.headers.get('x-error-code')]).toEqual([
        409,
        'checkout_session_cancelled',
        'checkout_session_cancelled',
      ])
    }
    const visitor = createVisitor(service)
    const path = `/ucp/continue/${json.id}`
    expect((await visitor.get(path)).html).toContain('cancelled this checkout')
    expect((await visitor.post(path, {})).status).toBe(409)
  },
)

const gone = `https://${HOST}/gone.stl`

verifies(
  'ucp.partial',
  'items that cannot be bought are missing in the checkout, on every read and on the page',
  async () => {
    fromNewAddress()
    const { json: alone } = await platform.create(itemOf(cube, 2, 'US'))
    const key = { 'idempotency-key': crypto.randomUUID() }
    const body = {
      line_items: [
        { item: { id: gone }, quantity: 1 },
        { item: { id: cube }, quantity: 2 },
        { item: { id: 'sku-1' }, quantity: 1 },
        { item: { id: `${cube}?units=furlong` }, quantity: 51 },
      ],
      context: { address_country: 'US' },
    }
    const { status, json } = await platform.create(body, key)
    expect(violationsOf('checkout', json)).toEqual([])
    expect([status, json.status]).toEqual([201, 'requires_escalation'])
    // Neither the lines nor the postage differ from those of the cube alone.
    expect([json.line_items, json.totals]).toEqual([alone.line_items, alone.totals])
    const missing = json.messages.filter(({ severity }) => severity === 'recoverable')
    expect(missing).toEqual(
      [
        [gone, 'item_unavailable'],
        ['sku-1', 'item_unavailable'],
        [`${cube}?units=furlong`, 'quantity_invalid'],
      ].map(([id, code]) => ({
        type: 'error',
        code: String(code),
        content: expect.stringContaining(`Not in this checkout: "${id}". `),
        severity: 'recoverable',
      })),
    )
    expect((await platform.create(body, key)).json).toEqual(json)
    expect((await platform.read(json.id)).json).toEqual(json)
    expect((await platform.complete(json.id)).json).toEqual(json)
    const page = await createVisitor(service).get(`/ucp/continue/${json.id}`)
    expect(page.html).toContain('They are not included:')
    for (const id of ['gone.stl', 'sku-1']) expect(page.html).toContain(id)

    // An update with what can be bought settles it.
    const { json: settled } = await platform.update(json.id, itemOf(cube, 2, 'US'))
    expect({ ...settled, id: '', expires_at: '', continue_url: '' }).toEqual({
      ...alone,
      id: '',
      expires_at: '',
      continue_url: '',
    })
    expect((await createVisitor(service).get(`/ucp/continue/${json.id}`)).html).not.toContain(
      'are not included',
    )
  },
)

verifies(
  'ucp.all-or-none',
  'a request without an item that can be bought creates no checkout, and an update is refused as a whole',
  async () => {
    fromNewAddress()
    const none = await platform.create({
      line_items: [
        { item: { id: gone }, quantity: 1 },
        { item: { id: 'sku-1' }, quantity: 1 },
        { item: { id: cube }, quantity: 51 },
        { item: { id: cube, quantity_unit: { unit: 'KGM' } }, quantity: 1 },
      ],
    })
    expect(violationsOf('error', none.json)).toEqual([])
    expect(none.status).toBe(200)
    expect(none.json.messages.map(({ code, severity, path }) => [path, code, severity])).toEqual([
      ['$.line_items[0]', 'item_unavailable', 'unrecoverable'],
      ['$.line_items[1]', 'item_unavailable', 'unrecoverable'],
      ['$.line_items[2]', 'quantity_invalid', 'unrecoverable'],
      ['$.line_items[3]', 'item_unavailable', 'unrecoverable'],
    ])
    const unserved = await platform.create(itemOf(cube, 1, 'AQ'))
    expect(violationsOf('error', unserved.json)).toEqual([])
    expect(unserved.json.messages.map(({ code }) => code)).toEqual(['address_undeliverable'])

    const { json: before } = await platform.create(itemOf(cube, 1, 'US'))
    const mixed = {
      ...itemOf(cube, 3, 'US'),
      line_items: [...itemOf(cube).line_items, ...itemOf(gone).line_items],
    }
    for (const body of [itemOf(gone, 2, 'US'), mixed]) {
      const { json: after } = await platform.update(before.id, body)
      expect([after.line_items, after.totals]).toEqual([before.line_items, before.totals])
    }
    const { status, json: after } = await platform.update(before.id, itemOf(gone, 2, 'US'))
    expect(violationsOf('checkout', after)).toEqual([])
    expect([status, after.line_items, after.totals]).toEqual([
      200,
      before.line_items,
      before.totals,
    ])
    expect(after.messages.map(({ severity }) => severity)).toContain('recoverable')
    expect((await platform.read(before.id)).json).toEqual(before)
  },
)

verifies('ucp.same-item', 'an update that names the same item downloads nothing', async () => {
  const { json } = await platform.create(itemOf(cube))
  const asked = web.asked.length
  const { json: changed } = await platform.update(json.id, itemOf(cube, 5))
  expect([changed.line_items[0]?.quantity, web.asked.length]).toEqual([5, asked])
})

verifies(
  'ucp.foreign-models',
  'models of an account are not for sale to others, and links to them look like unknown ones',
  async () => {
    const uri = await storeCube(service, await buyer(service), 21)
    const unknown = uri.replace(/[0-9a-f]{64}/, '0'.repeat(64))
    const [own, none] = [await platform.create(itemOf(uri)), await platform.create(itemOf(unknown))]
    expect(own.json.messages).toEqual(none.json.messages)
  },
)

verifies('ucp.refusals', 'requests are refused in the format of the protocol', async () => {
  const { json } = await platform.create(itemOf(cube))
  const path = `/${json.id}`
  const refused = [
    [await platform.send(path, { headers: { 'ucp-agent': '' } }), 400, 'invalid_profile_url'],
    [
      await platform.send(path, { headers: { 'ucp-agent': 'profile="http://platform.example"' } }),
      400,
      'invalid_profile_url',
    ],
    [
      await platform.send(path, {
        headers: { 'ucp-agent': 'profile="https://platform.example/p"; version="2025-01-01"' },
      }),
      422,
      'version_unsupported',
    ],
    [await platform.create('{'), 400, 'invalid_json'],
    [await platform.create('[1]'), 400, 'field_invalid'],
    [await platform.create({ line_items: [] }), 400, 'field_invalid'],
    [
      await platform.create({
        line_items: Array.from({ length: maxSessionItems + 1 }, () => ({
          item: { id: cube },
          quantity: 1,
        })),
      }),
      400,
      'field_invalid',
    ],
    [await platform.create(itemOf(`${cube}?${'x'.repeat(3000)}`)), 400, 'field_invalid'],
    [await platform.create(`{"a":"${'x'.repeat(70_000)}"}`), 413, 'body_too_large'],
  ] as const
  for (const [response, status, code] of refused) {
    expect([response.status, response.json['code'], typeof response.json['content']]).toEqual([
      status,
      code,
      'string',
    ])
    expect(response.headers.get('x-error-code')).not.toBeNull()
  }
})

verifies(
  'ucp.ids',
  'an id that was never issued is an outcome of the protocol, and ids cannot be guessed',
  async () => {
    const { json } = await platform.create(itemOf(cube))
    expect(json.id).toMatch(/^[0-9a-f]{48}$/)
    const other = `${json.id.slice(0, -1)}${json.id.endsWith('0') ? '1' : '0'}`
    for (const response of [
      await platform.read(other),
      await platform.update(other, itemOf(cube)),
      await platform.complete(other),
      await platform.cancel(other),
    ]) {
      expect(violationsOf('error', response.json)).toEqual([])
      expect([response.status, response.json.messages.map(({ code }) => code)]).toEqual([
        200,
        ['not_found'],
      ])
    }
    const { status, html } = await createVisitor(service).get(`/ucp/continue/${other}`)
    expect([status, html.includes('has ended')]).toEqual([404, true])
  },
)

verifies(
  'ucp.idempotency',
  'the same key and body return the first response, and another body is refused',
  async () => {
    fromNewAddress()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await platform.create(itemOf(cube, 4), key)
    const again = await platform.create(itemOf(cube, 4), key)
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await platform.create(itemOf(cube, 5), key)
    expect([other.status, other.json['code']]).toEqual([409, 'idempotency_key_reused'])
    // Concurrent requests create one session, however many there are.
    const burst = { 'idempotency-key': crypto.randomUUID() }
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => platform.create(itemOf(cube, 6), burst)),
    )
    const made = new Set(
      responses.filter(({ status }) => status === 201).map(({ json }) => json.id),
    )
    expect(made.size).toBe(1)
    expect(responses.every(({ status }) => status === 201 || status === 409)).toBe(true)
    // The same key of another client is a separate key.
    fromNewAddress()
    expect((await platform.create(itemOf(cube, 5), key)).status).toBe(201)
    // A refusal is not stored.
    const late = { 'idempotency-key': crypto.randomUUID() }
    const body = itemOf(`https://${HOST}/late.stl`)
    expect((await platform.create(body, late)).status).toBe(200)
    web.publish('late.stl', cubeStl({ sizeMm: 22 }))
    expect((await platform.create(body, late)).status).toBe(201)
  },
)

verifies(
  'ucp.limits',
  'a client is limited in concurrent sessions, and others are not affected',
  async () => {
    fromNewAddress()
    const { json } = await platform.create(itemOf(cube))
    const { client } = await service.db
      .selectFrom('checkout_sessions')
      .select('client')
      .where('id', '=', json.id)
      .executeTakeFirstOrThrow()
    expect(client).not.toContain(address)
    const session = await service.deps.checkoutSessions.read(json.id)
    if (session === null) throw new Error('no session')
    const row = await service.db
      .selectFrom('checkout_sessions')
      .selectAll()
      .where('id', '=', json.id)
      .executeTakeFirstOrThrow()
    const room = 3
    const others = Array.from({ length: maxOpenSessions - 1 - room }, (_, index) => ({
      ...row,
      lines: JSON.stringify(row.lines),
      missing: JSON.stringify(row.missing),
      id: `${json.id}-${index}`,
    }))
    await service.db.insertInto('checkout_sessions').values(others).execute()
    const written = await Promise.all(
      Array.from({ length: room + 4 }, (_, index) =>
        service.deps.checkoutSessions.insert(
          { ...session, id: `${json.id}-late-${index}` },
          { client, limit: maxOpenSessions },
        ),
      ),
    )
    expect(written.filter(Boolean).length).toBe(room)
    const refused = await platform.create(itemOf(cube))
    expect([refused.status, refused.json['code']]).toEqual([429, 'checkout_sessions_full'])
    expect(refused.headers.get('retry-after')).not.toBeNull()
    fromNewAddress()
    expect((await platform.create(itemOf(cube))).status).toBe(201)
  },
)

verifies(
  'ucp.limits',
  'downloads, checkouts and all requests are limited by client address',
  async () => {
    fromNewAddress()
    const { json } = await platform.create(itemOf(cube))
    const counted = async (scope: string) => {
      const rows = await service.db
        .selectFrom('rate_counters')
        .select('taken')
        .where('scope', '=', scope)
        .where('subject', '=', address)
        .execute()
      return rows.reduce((sum, { taken }) => sum + taken, 0)
    }
    await platform.read(json.id)
    expect([
      await counted('ucp-requests'),
      await counted('ucp-checkouts'),
      await counted('quote-page'),
    ]).toEqual([2, 1, 1])
    // Downloads share the hourly limit of the quote page.
    const statuses: number[] = []
    for (let index = 0; index < 4; index += 1) {
      const ids = Array.from({ length: 10 }, (_, item) => `${cube}?${index}-${item}`)
      const { status } = await platform.create({
        line_items: ids.map((id) => ({ item: { id }, quantity: 1 })),
      })
      statuses.push(status)
    }
    expect(statuses.at(-1)).toBe(429)
  },
)

verifies(
  'ucp.expiry',
  'an expired session is not found, and the sweep deletes it with the stored responses',
  async () => {
    fromNewAddress()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const { json } = await platform.create(itemOf(cube), key)
    const left = new Date(json.expires_at).getTime() - service.deps.clock.now().getTime()
    expect(Math.round(left / 3_600_000)).toBe(24)
    await service.db
      .updateTable('checkout_sessions')
      .set({ expires_at: new Date(0) })
      .where('id', '=', json.id)
      .execute()
    await service.db
      .updateTable('checkout_replies')
      .set({ created_at: new Date(0) })
      .execute()
    expect((await platform.read(json.id)).json.messages[0]?.code).toBe('not_found')
    await sweepCheckoutSessions(service.db)
    await sweepCheckoutReplies(service.db)
    const rows = await service.db
      .selectFrom('checkout_sessions')
      .select('id')
      .where('id', '=', json.id)
      .execute()
    expect(rows).toEqual([])
    expect(await service.db.selectFrom('checkout_replies').selectAll().execute()).toEqual([])
  },
)

verifies('ucp.no-buyer-data', 'buyer data from the platform is not stored', async () => {
  fromNewAddress()
  const { json } = await platform.create({
    ...itemOf(cube),
    buyer: { first_name: 'Zebulon', email: 'zebulon@example.com' },
    context: { address_country: 'US', postal_code: '98765' },
  })
  const row = await service.db
    .selectFrom('checkout_sessions')
    .selectAll()
    .where('id', '=', json.id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toMatch(/Zebulon|zebulon|98765/)
})
