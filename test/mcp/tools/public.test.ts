// The tools that need no key: their results, argument by argument. Prices are derived manually from contract.md 9.2.
import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { stockColors } from '../../../server/domain/catalog/colors.ts'
import type { FarmLoad } from '../../../server/domain/lead-time/farm-load.ts'
import { callTool, refusalOf, resultOf } from '../../../testing/agent/call-tool.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

const call = (name: string, args?: Record<string, unknown>) => callTool(service, null, name, args)

describe('list_materials', () => {
  verifies(
    ['mcp.tool.list-materials', 'mcp.tools.result-text', 'mcp.tools.result-structured'],
    async () => {
      const { fields, text } = await resultOf(call('list_materials'))
      expect(fields).toMatchObject({
        currency: 'USD',
        materials: [
          { material: 'pla', price_per_gram: 0.12, density_g_cm3: 1.26 },
          { material: 'petg', price_per_gram: 0.12, density_g_cm3: 1.27 },
          { material: 'abs', price_per_gram: 0.12, density_g_cm3: 1.04 },
          { material: 'asa', price_per_gram: 0.14, density_g_cm3: 1.07 },
          { material: 'tpu', price_per_gram: 0.13, density_g_cm3: 1.21 },
        ],
        off_palette_price_per_gram: 0.2,
        qualities: [
          { quality: 'standard', multiplier: 1 },
          { quality: 'premium', multiplier: 1.75 },
        ],
        quantity_discounts: [
          { from_quantity: 5, percent_off: 5 },
          { from_quantity: 10, percent_off: 10 },
        ],
        minimum_per_part: 1,
        postage: {
          domestic: { countries: ['US'], flat: 7, free_from: 50 },
          international: { flat: 30, free_from: 500 },
        },
        build_plate_mm: [340, 320, 340],
      })
      const names =
        'Black, White, Red, Cyan, Sakura Pink, Sunny Orange, Green, Yellow, Mint Green, Lavender, Silver, Brown'
      expect(fields['stock_colors']).toEqual(
        names
          .split(', ')
          .map((name) => ({ name, hex: stockColors[name as keyof typeof stockColors] })),
      )
      for (const fact of [
        names,
        '$0.12',
        '$0.14',
        '$0.20',
        '1.75',
        '5%',
        '10%',
        '$1.00',
        '$7.00',
        '$30.00',
        '340 x 320 x 340',
      ]) {
        expect(text).toContain(fact)
      }
    },
  )

  verifies('mcp.tool.list-materials-no-arguments', async () => {
    expect(await refusalOf(call('list_materials', { material: 'pla' }))).toContain('material')
  })
})

const estimate = async (args: Record<string, unknown>) =>
  (await resultOf(call('estimate_price', args))).fields
const track = (order_code: string, email: string) => call('track_order', { order_code, email })

describe('estimate_price', () => {
  test('the text has the singular for one part and the plural for two', async () => {
    const words = async (quantity: number) =>
      (await resultOf(call('estimate_price', { grams: 42, quantity }))).text
    expect(await words(1)).toContain('One part of 42 g in pla, standard quality, comes to about')
    expect(await words(2)).toContain('2 parts of 42 g in pla, standard quality, come to about')
  })

  verifies(['mcp.tool.estimate-price', 'mcp.tool.estimate-price.quantity'], async () => {
    // 42 x 0.12 = 5.04.
    expect(await estimate({ grams: 42 })).toEqual({
      currency: 'USD',
      material: 'pla',
      quality: 'standard',
      quantity: 1,
      color: null,
      billed_grams: 42,
      price_per_gram: 0.12,
      custom_color: false,
      discount_percent: 0,
      per_part: 5.04,
      print: 5.04,
      domestic: { shipping: 7, total: 12.04 },
      international: { shipping: 30, total: 35.04 },
    })
    // 42 x 0.12 x 10 x 0.9 = 45.36; 11 parts: 49.896 -> 49.90; 12: 54.432 -> 54.43, free within the US
    const of = (quantity: number) => estimate({ grams: 42, quantity })
    expect(await of(10)).toMatchObject({ print: 45.36, domestic: { total: 52.36 } })
    expect(await of(11)).toMatchObject({ print: 49.9, domestic: { shipping: 7 } })
    expect(await of(12)).toMatchObject({ print: 54.43, domestic: { shipping: 0, total: 54.43 } })
    // 5.04 x 10000 x 0.9 = 45360, free everywhere.
    expect(await of(10_000)).toMatchObject({
      discount_percent: 10,
      print: 45_360,
      international: { shipping: 0, total: 45_360 },
    })
    for (const quantity of [0, 10_001, 1.5, '2', false]) {
      expect(await refusalOf(call('estimate_price', { grams: 42, quantity }))).toContain('quantity')
    }
  })

  verifies('mcp.tool.estimate-price.grams', async () => {
    // 0.1 g is billed as 1 g, and a part as $1.00; 50000 x 0.12 = 6000.
    expect(await estimate({ grams: 0.1 })).toMatchObject({
      billed_grams: 1,
      print: 1,
    })
    expect(await estimate({ grams: 50_000 })).toMatchObject({
      print: 6000,
    })
    for (const grams of [undefined, 0, 0.09, 50_000.1, -1, '5', Number.NaN]) {
      expect(await refusalOf(call('estimate_price', { grams }))).toContain('grams')
    }
  })

  verifies(['mcp.tool.estimate-price.material', 'mcp.tool.estimate-price.quality'], async () => {
    const of100 = { pla: 12, petg: 12, abs: 12, asa: 14, tpu: 13 }
    for (const [material, print] of Object.entries(of100)) {
      const fields = await estimate({ grams: 100, material })
      expect(fields).toMatchObject({ material, price_per_gram: print / 100, print })
    }
    const fields = await estimate({ grams: 100, quality: 'premium' })
    expect(fields).toMatchObject({ quality: 'premium', print: 21 })
    expect(await refusalOf(call('estimate_price', { grams: 1, material: 'wood' }))).toMatch(
      /pla.*tpu/,
    )
    expect(await refusalOf(call('estimate_price', { grams: 1, quality: 'best' }))).toMatch(
      /standard.*premium/,
    )
  })

  verifies('mcp.tool.estimate-price.color', async () => {
    const of = async (color: string) => resultOf(call('estimate_price', { grams: 100, color }))
    for (const color of ['Black', 'mint green', '#E4002B', 'e4002b']) {
      expect((await of(color)).fields).toMatchObject({ custom_color: false, print: 12 })
    }
    const teal = await of('Teal')
    expect(teal.fields).toMatchObject({ custom_color: true, price_per_gram: 0.2, print: 20 })
    expect(teal.text).toContain('$0.20 per gram; a stock color bills $0.12')
  })
})

describe('get_lead_time', () => {
  const idle = { arrivedHours: 0, finishedHours: 0, finishedOrders: 0, droppedHours: 0 }
  const farm = (load: Partial<FarmLoad>) => {
    service.replace({
      farmLoad: {
        timeZone: 'UTC',
        promised: () => ({ hoursBefore: 0, end: () => undefined }),
        read: async () => ({
          queuedOrders: 0,
          queuedHours: 0,
          today: idle,
          days: Array.from({ length: 28 }, () => idle),
          packingDays: null,
          shippedOrders: 0,
          ...load,
        }),
      },
    })
  }
  const days = async (args: Record<string, unknown>) => {
    const { fields } = await resultOf(call('get_lead_time', args))
    const estimates = fields['estimates'] as { orders: number; ships_in_days: number }[]
    return estimates.map(({ orders, ships_in_days }) => `${orders} in ${ships_in_days}`).join(', ')
  }

  verifies(['mcp.tool.get-lead-time', 'mcp.tool.get-lead-time.grams'], async () => {
    // Without history: 80 machine hours and one packing day. A standard order: 50 g of pla, 50 / 20.16 = 2.48 h.
    farm({})
    const { fields, text } = await resultOf(call('get_lead_time'))
    expect(fields).toMatchObject({
      order: { grams: 50, quantity: 1, print_hours: 2.48 },
      queue: { orders: 0, print_hours: 0 },
      capacity: { print_hours_per_day: 80, basis: 'default', busy_days: 0 },
      packing: { days: 1, basis: 'default' },
    })
    expect(text).toContain('too little history')
    expect(text).toContain('estimate')
    // 1 + 0.75 x 2.48/20 = 1.093; + 2.48/80 -> 1.12; 24.8/80 -> 1.40; 248/80 -> 4.19; 2480/80 -> 32.09
    expect(await days({})).toBe('1 in 2, 10 in 2, 100 in 5, 1000 in 33')
    // 500 g: 24.8 h. 1 + 0.75 x 24.8/20 = 1.93; + 24.8/80 -> 2.24; 248/80 -> 5.03; 2480/80 -> 32.93; 24800/80 -> 311.93
    expect(await days({ grams: 500 })).toBe('1 in 3, 10 in 6, 100 in 33, 1000 in 312')
  })

  verifies(
    ['mcp.tool.get-lead-time', 'mcp.tool.get-lead-time.quantity'],
    'a measured farm has lead times from its history',
    async () => {
      // Three past days ended with work waiting and finished 40 h each; 120 h wait now: 3 days before new work
      // begins.
      const busy = { arrivedHours: 40, finishedHours: 40, finishedOrders: 9, droppedHours: 0 }
      farm({
        queuedOrders: 30,
        queuedHours: 120,
        days: [busy, busy, busy],
        packingDays: 0.5,
        shippedOrders: 12,
      })
      const { fields } = await resultOf(call('get_lead_time'))
      expect(fields).toMatchObject({
        queue: { orders: 30, print_hours: 120 },
        capacity: { print_hours_per_day: 40, basis: 'measured', busy_days: 3 },
        packing: { days: 0.5, basis: 'measured' },
      })
      // 3 + 0.5 + 0.5 x 2.48/20 = 3.56; + 2.48/40; + 24.8/40; + 248/40; + 2480/40
      expect(await days({})).toBe('1 in 4, 10 in 5, 100 in 10, 1000 in 66')
      // Ten parts in one order take ten times the hours, on plates of at most 20 h: 3.5 + 0.5 x 20/20; + 24.8/40; +
      // 248/40 ...
      expect(await days({ quantity: 10 })).toBe('1 in 5, 10 in 11, 100 in 66, 1000 in 624')
    },
  )
})

describe('track_order', () => {
  const tracking = { carrier: 'DHL', number: 'JD014', url: 'https://dhl.example/JD014' }

  verifies('mcp.tool.track-order', async () => {
    const account = await service.account()
    const fields = {
      email: 'Buyer@Example.com',
      recipientName: 'Rosa Verysecret',
      street1: '77 Hidden Lane',
    }
    const { code } = await placed(submit(service, account, { fields }))
    await service.db
      .updateTable('orders')
      .set({ due_at: new Date('2099-12-01T12:00:00Z') })
      .where('code', '=', code)
      .execute()
    const { fields: waiting } = await resultOf(track(code, 'buyer@example.com'))
    expect(waiting).toMatchObject({
      status: 'RECEIVED',
      description: expect.stringMatching(/\. Ships by Tuesday, December 1\.$/),
    })
    await service.deps.orders.setStatus(code, {
      status: 'SHIPPED',
      tracking: { ...tracking, shippedAt: new Date('2026-11-20T08:00:00Z') },
      by: 'test',
    })
    const { fields: found, text } = await resultOf(track(code, 'buyer@example.com'))
    expect(found).toEqual({
      order_code: code,
      status: 'SHIPPED',
      stage: 'Shipped',
      description: 'The parcel is with the carrier.',
      tracking: { ...tracking, shipped_at: '2026-11-20T08:00:00.000Z' },
      updated_at: expect.any(String),
    })
    expect(text).toContain('Tracking: "DHL" "JD014" ("https://dhl.example/JD014").')
    const all = JSON.stringify(found) + text
    for (const secret of ['Verysecret', 'Hidden Lane', 'Springfield', '62701']) {
      expect(all).not.toContain(secret)
    }
  })

  verifies('mcp.tool.track-order.email', async () => {
    const account = await service.account()
    const { code } = await placed(submit(service, account, { fields: { email: 'a@example.com' } }))
    const wrong = await refusalOf(track(code, 'b@example.com'))
    const unknown = await refusalOf(track('SVC-ZZZZZZ', 'a@example.com'))
    expect(wrong).toBe(unknown)
    expect(wrong).not.toContain(code)
    // The account's address differs from the address of the order.
    expect(await refusalOf(track(code, account.email))).toBe(unknown)
    for (const email of ['', '%', 'a@example.com\0', `${'a'.repeat(300)}@example.com`]) {
      expect(await refusalOf(track(code, email))).toBe(unknown)
    }
  })

  verifies(['mcp.tool.track-order.order-code', 'decision.track-old-code'], async () => {
    for (const code of ['CART-1001', 'ORD-a-2', 'STORE-77']) {
      await service.deps.legacyOrders.setStatus({
        code,
        email: 'Web@Example.com',
        status: 'PRINTING',
        tracking: null,
        at: service.deps.clock.now(),
      })
      const { fields } = await resultOf(track(code, 'web@example.com'))
      expect(fields).toMatchObject({ order_code: code, status: 'PRINTING', tracking: null })
      const email = 'x@example.com'
      expect(await refusalOf(track(code, email))).toContain('No order')
    }
    // The older form of eight characters, and any other form, are looked up unchanged.
    const account = await service.account()
    const { code } = await placed(submit(service, account, { fields: { email: 'c@example.com' } }))
    const old = 'SVC-ABCD2345'
    await sql`alter table orders drop constraint orders_code_check`.execute(service.db)
    await service.db.updateTable('orders').set({ code: old }).where('code', '=', code).execute()
    const email = 'c@example.com'
    expect((await resultOf(track(old, email))).fields).toMatchObject({
      order_code: old,
    })
    expect(await refusalOf(track(old.toLowerCase(), email))).toContain('No order')
  })
})

test('arguments of the wrong kind are named', async () => {
  expect(await refusalOf(call('track_order', { order_code: 5, email: [] }))).toMatch(
    /order_code.*email/,
  )
})
