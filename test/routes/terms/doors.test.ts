// Every interface prices by the farm's terms. Prices are derived manually from contract.md 9.2 with the numbers of
// `ownTerms`.

import { beforeAll, describe, expect, test } from 'bun:test'
import { quoteIdOf } from '../../../server/domain/base/ids/quote-id.ts'
import { callTool, resultOf } from '../../../testing/agent/call-tool.ts'
import { HOST, standInSlicer, standInWeb } from '../../../testing/agent/stand-ins.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { followTerms, holdTerms, ownTerms } from '../../../testing/own-terms.ts'
import { buyer, cart, checkoutBody, post, storeCube } from '../../../testing/people/shop.ts'
import { placed, type SubmitOptions, submit } from '../../../testing/people/submit.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())
const shopper = use(() => buyer(service))
const web = use(() => standInWeb(service.deps))
let cube = ''
let before: { code: string; quoteId: unknown }

const tool = (name: string, args: Record<string, unknown>) =>
  resultOf(callTool(service, account, name, args))
const page = async (path: string) => await (await service.fetch(path)).text()
const order = (fields: NonNullable<SubmitOptions['fields']>) =>
  placed(submit(service, account, { fields }))

/** The first sale and quote use the contract's terms, everything after them the farm's. */
beforeAll(async () => {
  service.replace({
    downloads: web.downloads,
    quoteAllowedHosts: [HOST],
    slicer: standInSlicer().slicer,
  })
  cube = web.publish('cube.stl', cubeStl({ sizeMm: 60 }))
  const { code } = await order({ color: 'Black' })
  const { fields } = await tool('quote_print', { model_url: cube, color: 'Black' })
  before = { code, quoteId: fields['quote_id'] }
  await holdTerms(service)
})

describe('by the farm’s terms', () => {
  verifies('terms.order', 'an order over REST is priced', async () => {
    // 8 cm3 x 0.44 x 2.00 = 7.04: 8 g x $0.31 x 3 x 0.93 = 6.9192; at least 3 x $2.19 = 6.57.
    const body = await order({ color: 'Black', quantity: '3' })
    expect(body).toMatchObject({
      estimatedCost: 16.05,
      breakdown: { print: 6.92, shipping: 9.13, grams: 8 },
    })
    // Below the minimum, in another color, to Canada: 8 x $0.47 = 3.76.
    const abroad = await order({ country: 'CA' })
    expect(abroad).toMatchObject({ breakdown: { print: 3.76, shipping: 17.77 } })
    expect(JSON.stringify(abroad)).toContain('$0.47/g; a stock color bills $0.31/g')
    const rows = await service.db
      .selectFrom('orders')
      .select(['code', 'terms_id'])
      .where('account_id', '=', account.accountId)
      .execute()
    const termsOf = new Map(rows.map((row) => [row.code, row.terms_id]))
    expect(termsOf.get(body.code)).toBe(1)
    expect(termsOf.get(before.code)).toBeNull()
  })

  verifies(
    'terms.open-days',
    'orders, pages and quotes of agents have its open days as ship dates',
    async () => {
      const { timeZone } = service.deps.farmLoad
      const weekdayOf = (date: Date) =>
        date.toLocaleDateString('en-US', { timeZone, weekday: 'short' })
      const { code } = await order({ color: 'Black' })
      const { due_at: dueAt } = await service.db
        .selectFrom('orders')
        .select('due_at')
        .where('code', '=', code)
        .executeTakeFirstOrThrow()
      expect(dueAt && weekdayOf(dueAt)).toBe('Wed')
      const { text } = await tool('quote_print', { model_url: cube, color: 'Black' })
      expect(text).toContain('it ships by Wed, ')
      const [, pace = ''] = /data-pace="([^"]*)"/.exec(await page('/quote')) ?? []
      expect(JSON.parse(pace.replaceAll('&quot;', '"'))).toMatchObject({
        calendar: { timeZone, opening: { weekdays: ['wed'], closedDays: [] } },
      })
    },
  )

  verifies('terms.kept-order', 'an earlier order keeps its price', async () => {
    const read = await service.fetch(`/api/print/orders/${before.code}`, {
      headers: account.headers,
    })
    // 5 g x $0.12 = 0.60; at least $1.00; + $7.
    expect(await read.json()).toMatchObject({
      estimatedCost: 8,
      breakdown: { print: 1, shipping: 7 },
    })
  })

  verifies('terms.kept-quote', 'an earlier quote is ordered at its price', async () => {
    // 100 cm3 x 1.26 x $0.12 = 15.12; + $7.
    const { fields } = await tool('create_print_order', {
      quote_id: before.quoteId,
      confirm: true,
      recipient_name: 'Ada Example',
      street1: '1 Main Street',
      city: 'Springfield',
      state: 'IL',
      zip: '62701',
      country: 'US',
      email: 'ada@example.com',
    })
    expect(JSON.stringify(fields)).toContain('22.12')
    const row = await service.db
      .selectFrom('orders')
      .select(['terms_id', 'total_cents'])
      .where('quote_id', '=', quoteIdOf(String(before.quoteId)))
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ terms_id: null, total_cents: 2_212 })
  })

  verifies('terms.estimate', 'an estimate is priced', async () => {
    const bboxMm = { x: 60, y: 60, z: 60 }
    const response = await service.fetch('/api/price', jsonPost({ bboxMm, color: 'Black' }))
    // 216 x 0.44 x 2.00 = 190.08: 191 g x $0.31 = 59.21
    expect(await response.json()).toMatchObject({
      grams: 191,
      subtotal: 59.21,
      shipping: 9.13,
      total: 68.34,
      pricePerGram: 0.31,
    })
  })

  verifies('terms.tools', 'the tools of agents compute prices', async () => {
    const quoted = await tool('quote_print', { model_url: cube, color: 'Black' })
    // 100 cm3 x 2.00 x $0.31 = 62.00
    expect(quoted.fields['price']).toMatchObject({ print: 62, shipping: 9.13, total: 71.13 })
    const estimated = await tool('estimate_price', { grams: 100, quantity: 3, color: 'Black' })
    // 100 x $0.31 x 3 x 0.93 = 86.49
    expect(estimated.fields).toMatchObject({
      domestic: { shipping: 9.13, total: 95.62 },
      international: { shipping: 27.11, total: 113.6 },
      own: [{ country: 'CA', shipping: 17.77, total: 104.26 }],
    })
    expect(estimated.text).toContain(
      '$95.62 with postage within the US, $104.26 to CA, $113.60 to other countries.',
    )
    const { fields, text } = await tool('list_materials', {})
    expect(fields).toMatchObject({
      off_palette_price_per_gram: 0.47,
      minimum_per_part: 2.19,
      quantity_discounts: [{ from_quantity: 3, percent_off: 7 }],
      postage: {
        domestic: { flat: 9.13, free_from: 123.45 },
        own: [{ countries: ['CA'], flat: 17.77, free_from: 333.33 }],
        international: { flat: 27.11, free_from: 456.79 },
      },
    })
    expect(text).toContain('pla $0.31')
  })

  verifies('terms.cart', 'a cart and its checkout are priced', async () => {
    const modelUrl = await storeCube(service, shopper, 20)
    const item = { modelUrl, color: 'Black', quantity: 3 }
    // By the contract it was 3 x $1.00.
    const items = [{ ...item, expectedCents: 300 }]
    const [, repriced] = await post(service, shopper, '/api/cart-reprice', cart(items))
    expect(repriced).toMatchObject({
      lines: [{ printCents: 692, changed: true }],
      shippingCents: 913,
      totalCents: 1_605,
    })
    const [stale] = await post(service, shopper, '/api/checkout', checkoutBody(items))
    expect(stale).toBe(409)
    const [, sold] = await post(service, shopper, '/api/checkout', checkoutBody([item]))
    const { print_cents, shipping_cents, terms_id } = await service.db
      .selectFrom('orders')
      .select(['print_cents', 'shipping_cents', 'terms_id'])
      .where('code', '=', sold.code)
      .executeTakeFirstOrThrow()
    expect([print_cents, shipping_cents, terms_id]).toEqual([692, 913, 1])
  })

  verifies('terms.draft', 'the draft of an order in a sentence is priced', async () => {
    const modelUrl = await storeCube(service, shopper, 40)
    const draft = { text: 'one in black pla to the US', modelUrl }
    const [, body] = await post(service, shopper, '/api/agent/order', draft)
    // 64 x 0.44 x 2.00 = 56.32: 57 g x $0.31 = 17.67
    expect(JSON.stringify(body)).toContain('1767')
  })

  verifies('terms.pages', 'the pages where a price is computed show it', async () => {
    const quotePage = await page('/quote')
    expect(quotePage).toContain('$0.31/g')
    expect(quotePage).toContain('3 or more: 7% off')
    expect(quotePage).toContain('&quot;centsPerGram&quot;:31')
    const { terms } = await (await service.fetch('/quote/terms')).json()
    expect(terms).toMatchObject({ ...ownTerms, version: 1 })
  })

  test.each([
    '/',
    '/quote',
    '/help',
    '/docs/reference',
    '/docs/reference.md',
    '/llms.txt',
    '/llms-full.txt',
    '/openapi.json',
  ])('%s shows no price of the contract', async (path) => {
    const text = await page(path)
    // Examples of responses and the changelog concern other orders.
    const rules =
      /\$0\.(12|13|14|20)(\/g| per gram)|5% (off )?from 5|\$7 within|\$30 abroad|7 or 0 in the US/g
    expect(text.match(rules)).toBeNull()
  })

  test('the tool list and the support assistant state prices', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const response = await service.fetch('/api/mcp', jsonPost(list, { accept: 'application/json' }))
    const tools = await response.text()
    expect(tools).toContain('any other, or none, $0.47 per gram')
    expect(tools).not.toContain('{{')
    const question = { messages: [{ role: 'user', content: 'How much does a print cost?' }] }
    const reply = await (await service.fetch('/api/support', jsonPost(question))).text()
    expect(reply).toContain('PLA $0.31')
  })
})

verifies(
  'terms.request',
  'a request is priced by the terms at its beginning, and the next one by the terms then in force',
  async () => {
    const advance = followTerms(service)
    await holdTerms(service, { ...ownTerms, minimumCentsPerPart: 5_000 }, 3_600)
    const bboxMm = { x: 10, y: 10, z: 10 }
    const estimate = async (body: BodyInit) => {
      const headers = { 'content-type': 'application/json' }
      const response = await service.fetch('/api/price', { method: 'POST', headers, body })
      return (await response.json()).subtotal
    }
    const text = JSON.stringify({ bboxMm, color: 'Black' })
    expect(await estimate(text)).toBe(2.19)
    expect(service.deps.termsSchedule.msUntilNext()).toBeGreaterThan(0)
    const slowBody = new TransformStream<Uint8Array>()
    const writer = slowBody.writable.getWriter()
    const slow = estimate(slowBody.readable)
    await writer.write(new TextEncoder().encode(text.slice(0, 10)))
    advance(3_601)
    await writer.write(new TextEncoder().encode(text.slice(10)))
    await writer.close()
    expect(await slow).toBe(2.19)
    expect(await estimate(text)).toBe(50)
  },
)
