// POST /api/price, byte for byte: every response and refusal as sent.
import { describe, expect, test } from 'bun:test'
import { orderRow } from '../../../testing/database/rows.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

const BOX = { x: 100, y: 100, z: 100 }

async function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return service.fetch(
    '/api/price',
    rawPost(typeof body === 'string' ? body : JSON.stringify(body), {
      'content-type': 'application/json',
      ...headers,
    }),
  )
}

async function estimate(changes: object = {}): Promise<Record<string, unknown>> {
  const response = await post({ bboxMm: BOX, ...changes })
  expect(response.status).toBe(200)
  return (await response.json()) as Record<string, unknown>
}

async function refused(body: unknown, status: number, error: string): Promise<void> {
  const response = await post(body)
  expect({ body, status: response.status, text: await response.text() }).toEqual({
    body,
    status,
    text: JSON.stringify({ error }),
  })
  expect(response.headers.get('content-type')).toStartWith('application/json')
}

describe('the response', () => {
  verifies(['price.answer.fields', 'price.json', 'price.answer.color-omitted'], async () => {
    // 1000 cm3 x 0.44 x 1.26 = 554.4 -> 555 g; x 0.12 = 66.60; 555 / 20.16 = 27.5298 h.
    const response = await post({ bboxMm: BOX })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toStartWith('application/json')
    expect(await response.text()).toBe(
      '{"filamentChanges":0,"multiColorGrams":0,"multiColorHours":0,"grams":555,"printHours":27.53,' +
        '"materialCost":66.6,"machineCost":0,"shipping":7,"baseFee":0,"perUnit":66.6,"subtotal":66.6,' +
        '"total":73.6,"currency":"USD","material":"pla","quality":"standard","quantity":1,' +
        '"customColor":false,"pricePerGram":0.12}',
    )
  })

  verifies(['price.answer.fields', 'price.answer.echo', 'price.answer.custom-color'], async () => {
    // asa: 1000 x 0.44 x 1.07 = 470.8 -> 471 g; off-palette 471 x 0.20 x 1.75 = 164.85 each
    // five: 824.25 x 0.95 = 783.0375; one of five: 156.6075; 471 / 17.12 = 27.5117 h
    const body = { bboxMm: BOX, material: 'asa', quality: 'premium', quantity: 5, color: 'Magenta' }
    const response = await post(body)
    expect(await response.text()).toBe(
      '{"filamentChanges":0,"multiColorGrams":0,"multiColorHours":0,"grams":471,"printHours":27.51,' +
        '"materialCost":164.85,"machineCost":0,"shipping":7,"baseFee":0,"perUnit":156.61,"subtotal":783.04,' +
        '"total":790.04,"currency":"USD","material":"asa","quality":"premium","quantity":5,' +
        '"color":"Magenta","customColor":true,"pricePerGram":0.2}',
    )
  })

  verifies(
    [
      'price.answer.filament-changes',
      'price.answer.multi-color-grams',
      'price.answer.multi-color-hours',
      'price.answer.machine-cost',
      'price.answer.base-fee',
      'price.answer.shipping',
      'price.answer.currency',
    ],
    async () => {
      for (const changes of [
        {},
        { quantity: 40, quality: 'premium' },
        { bboxMm: { x: 1, y: 1, z: 1 } },
      ]) {
        expect(await estimate(changes)).toMatchObject({
          filamentChanges: 0,
          multiColorGrams: 0,
          multiColorHours: 0,
          machineCost: 0,
          baseFee: 0,
          shipping: 7,
          currency: 'USD',
        })
      }
    },
  )

  verifies('price.answer.material-cost', async () => {
    expect(await estimate({ quantity: 10 })).toMatchObject({ materialCost: 66.6 })
    expect(await estimate({ quality: 'premium' })).toMatchObject({ materialCost: 116.55 })
    // 1 g of tpu, premium: 0.2275, rounded half up.
    const tiny = { bboxMm: { x: 1, y: 1, z: 1 }, material: 'tpu', quality: 'premium' }
    expect(await estimate(tiny)).toMatchObject({
      grams: 1,
      materialCost: 0.23,
      perUnit: 1,
      subtotal: 1,
    })
  })

  verifies(['price.answer.price-per-gram', 'decision.estimate-omitted-colour'], async () => {
    const rates = { pla: 0.12, petg: 0.12, abs: 0.12, asa: 0.14, tpu: 0.13 }
    for (const [material, pricePerGram] of Object.entries(rates)) {
      expect(await estimate({ material })).toMatchObject({ pricePerGram, customColor: false })
      const stock = await estimate({ material, color: 'mint green' })
      expect(stock).toMatchObject({ pricePerGram, customColor: false, color: 'mint green' })
    }
  })

  verifies('decision.estimate-off-palette', async () => {
    for (const material of ['pla', 'petg', 'abs', 'asa', 'tpu']) {
      for (const color of ['Turquoise', '#123456', 'Default']) {
        const found = await estimate({ material, color })
        expect(found).toMatchObject({ pricePerGram: 0.2, customColor: true, color })
      }
    }
  })
})

describe('quality', () => {
  /** Request for 40 mm in PLA: 64 cm3 x 0.44 x 1.26 = 35.4816 -> 36 g; x $0.12 = $4.32; 36 / 20.16 = 1.7857 h. */
  const cube = { bboxMm: { x: 40, y: 40, z: 40 }, color: 'Black' }
  const ordered = async (quality: string) => {
    const file = { name: 'cube.stl', bytes: cubeStl({ sizeMm: 40 }) }
    const account = await service.account()
    const order = await placed(
      submit(service, account, { file, fields: { quality, color: 'Red' } }),
    )
    const row = await orderRow(service.db, order.code)
    return { ...order.breakdown, layerHeight: Number(row.layer_height) }
  }

  verifies('stock.quality.standard', 'costs the rate in an estimate and in an order', async () => {
    expect(await estimate({ ...cube, quality: 'standard' })).toMatchObject({ subtotal: 4.32 })
    expect(await ordered('standard')).toMatchObject({
      print: 4.32,
      printHours: 1.79,
      layerHeight: 0.2,
    })
  })

  verifies('stock.quality.premium', 'costs 1.75 times as much for the same layers', async () => {
    // 36 x 0.12 x 1.75 = 7.56.
    expect(await estimate({ ...cube, quality: 'premium' })).toMatchObject({ subtotal: 7.56 })
    expect(await ordered('premium')).toMatchObject({
      print: 7.56,
      printHours: 1.79,
      layerHeight: 0.2,
    })
  })
})

describe('reading the request', () => {
  verifies(['price.no-auth', 'service.path.price', 'limits.none.price'], async () => {
    for (let run = 0; run < 200; run += 1) expect((await post({ bboxMm: BOX })).status).toBe(200)
    const odd = await post({ bboxMm: BOX }, { authorization: 'Bearer svc_live_nonsense' })
    expect(odd.status).toBe(200)
  })

  test('no content type is required', async () => {
    const response = await service.fetch(
      '/api/price',
      rawPost(JSON.stringify({ bboxMm: BOX }), { 'content-type': 'text/plain' }),
    )
    expect(response.status).toBe(200)
  })

  verifies('price.material-default', async () => {
    expect(await estimate()).toMatchObject({ material: 'pla' })
    expect(await estimate({ material: null })).toMatchObject({ material: 'pla' })
  })

  verifies('price.material-values', async () => {
    // 1000 x 0.44 x density, rounded up.
    const grams = { pla: 555, petg: 559, abs: 458, asa: 471, tpu: 533 }
    for (const [material, weight] of Object.entries(grams)) {
      expect(await estimate({ material })).toMatchObject({ material, grams: weight })
    }
  })

  verifies('price.quality-default', async () => {
    expect(await estimate()).toMatchObject({ quality: 'standard' })
    expect(await estimate({ quality: null })).toMatchObject({ quality: 'standard' })
  })

  verifies('price.quality-values', async () => {
    expect(await estimate({ quality: 'standard' })).toMatchObject({
      quality: 'standard',
      subtotal: 66.6,
    })
    expect(await estimate({ quality: 'premium' })).toMatchObject({
      quality: 'premium',
      subtotal: 116.55,
    })
  })

  verifies(
    [
      'price.quantity-default',
      'price.quantity-rounded',
      'price.quantity-floored',
      'price.quantity-no-upper-clamp',
    ],
    async () => {
      const readings: [unknown, number][] = [
        [undefined, 1],
        [1, 1],
        [2.4, 2],
        [2.5, 3],
        [0.4, 1],
        [0, 1],
        [-7, 1],
        [50, 50],
        [51, 51],
        [1_000_000, 1_000_000],
        [null, 1],
      ]
      for (const [quantity, expected] of readings) {
        const found = await estimate({ quantity })
        expect({ sent: quantity, quantity: found['quantity'] }).toEqual({
          sent: quantity,
          quantity: expected,
        })
      }
    },
  )

  verifies(['price.number-types', 'price.quality-case'], async () => {
    const send = (body: object) =>
      service.fetch('/api/price', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ bboxMm: BOX, ...body }),
      })
    for (const quantity of ['7', '', 'many', true, [7], {}]) {
      const response = await send({ quantity })
      expect([quantity, response.status, await response.json()]).toEqual([
        quantity,
        400,
        { error: 'quantity must be a number' },
      ])
    }
    for (const quality of ['PREMIUM', 'Premium', ' premium ']) {
      expect(await estimate({ quality })).toEqual(await estimate({ quality: 'premium' }))
    }
  })

  test('an absurd quantity still returns numbers', async () => {
    const most = { bboxMm: { x: 340, y: 340, z: 320 }, color: 'Magenta', quality: 'premium' }
    // 36,992 cm3 x 0.5544 = 20,508.3648 -> 20,509 g x 0.35 = 7178.15 x 10^9 x 0.90.
    const amounts = { quantity: 1e9, perUnit: 6460.34, subtotal: 6_460_335_000_000 }
    for (const quantity of [1e9, 1e300, 1.7e308]) {
      expect(await estimate({ ...most, quantity })).toMatchObject(amounts)
    }
  })

  verifies('price.color-cut', async () => {
    expect((await estimate({ color: '  Mint Green ' }))['color']).toBe('Mint Green')
    expect((await estimate({ color: 'a'.repeat(64) }))['color']).toBe('a'.repeat(64))
    expect((await estimate({ color: 'a'.repeat(65) }))['color']).toBe('a'.repeat(64))
    // Characters after the 64th are ignored.
    expect((await estimate({ color: `${'a'.repeat(64)}<` }))['color']).toBe('a'.repeat(64))
  })

  verifies('price.color-dropped', async () => {
    const kept = ['Azul #2 (dark), v1.0_b-c', '#abc', 'RAL 9010', '7']
    for (const color of kept) expect((await estimate({ color }))['color']).toBe(color)
    for (const color of ['<b>red</b>', 'weiß', 'a/b', 'a;b', 'a\nb', 'a&b', '"', 'Black!', '']) {
      const dropped = await estimate({ color })
      expect({ color, keys: 'color' in dropped, custom: dropped['customColor'] }).toEqual({
        color,
        keys: false,
        custom: false,
      })
      expect(dropped['pricePerGram']).toBe(0.12)
    }
    for (const color of [7, true, null, {}, []]) {
      expect('color' in (await estimate({ color }))).toBe(false)
    }
  })

  verifies('price.total-ignores-destination', async () => {
    const here = await estimate()
    for (const country of ['US', 'DE', 'XX']) expect(await estimate({ country })).toEqual(here)
  })

  verifies(['price.total', 'price.total-ignores-threshold'], async () => {
    expect(await estimate({ bboxMm: { x: 20, y: 20, z: 20 } })).toMatchObject({
      subtotal: 1,
      total: 8,
    })
    expect(await estimate()).toMatchObject({ subtotal: 66.6, total: 73.6 })
    // 66.60 x 100 x 0.90 = 5994.00.
    expect(await estimate({ quantity: 100 })).toMatchObject({ subtotal: 5994, total: 6001 })
  })

  verifies('price.subtotal-builds-a-total', async () => {
    const account = await service.account()
    // The cube of the order weighs 4.4352 -> 5 g at 20 % infill, and so does its bounding box.
    const color = 'Black'
    const fields = { color, quantity: '3', quality: 'premium' }
    const order = await placed(submit(service, account, { fields }))
    const box = { bboxMm: { x: 20, y: 20, z: 20 }, color, quantity: 3, quality: 'premium' }
    const found = await estimate(box)
    expect(found['grams']).toBe(order.breakdown.grams)
    expect(found['subtotal']).toBe(order.breakdown.print)
    expect(Number(found['subtotal']) + 7).toBe(order.estimatedCost)
  })
})

describe('names of fields', () => {
  test('without effect are listed', async () => {
    const plain = await estimate()
    expect(await estimate({ infill: 80, shape: 'a cube' })).toEqual({
      ...plain,
      ignored: ['infill', 'shape'],
    })
    // There is no `countryCode`, and a `country` would have no effect either.
    expect(await estimate({ countryCode: 'DE' })).toEqual({ ...plain, ignored: ['countryCode'] })
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x-${index}`, 1]))
    const { ignored } = await estimate(many)
    expect(ignored).toHaveLength(21)
    expect(ignored).toContain('… 980 more')
  })

  test('that are misspelled are refused, after all other checks', async () => {
    const sentence = (sent: string, meant: string) =>
      `Unknown field "${sent}". Did you mean ${meant}?`
    await refused({ bboxMm: BOX, materal: 'petg' }, 400, sentence('materal', 'material'))
    await refused({ bboxMm: BOX, Quantity: 5 }, 400, sentence('Quantity', 'quantity'))
    await refused({ bboxMm: BOX, colour: 'Black' }, 400, sentence('colour', 'color'))
    await refused({ materal: 'petg' }, 400, 'bboxMm.x/y/z (mm) required')
    await refused({ bboxMm: BOX, materal: 'petg', quality: 'ultra' }, 400, 'unknown quality: ultra')
  })
})

describe('refusals', () => {
  verifies('price.error.json', async () => {
    for (const body of ['', '{', 'bboxMm=1', '{"bboxMm":}', "{'a':1}"]) {
      await refused(body, 400, 'invalid json body')
    }
  })

  verifies(
    [
      'price.error.bbox',
      'price.bbox-required',
      'price.bbox-finite-positive',
      'price.bbox-numeric-strings',
    ],
    async () => {
      const bad: unknown[] = [
        {},
        [],
        'null',
        '7',
        '"text"',
        { bboxMm: null },
        { bboxMm: [100, 100, 100] },
        { bboxMm: 100 },
        { bboxMm: { x: 1, y: 1 } },
        { bboxMm: { y: 1, z: 1 } },
        { bboxMm: { x: 1, z: 1 } },
        { bboxMm: { ...BOX, x: '100' } },
        { bboxMm: { ...BOX, y: null } },
        { bboxMm: { ...BOX, y: true } },
        { bboxMm: { ...BOX, z: 0 } },
        { bboxMm: { ...BOX, z: -1 } },
        '{"bboxMm":{"x":1e999,"y":1,"z":1}}',
      ]
      for (const body of bad) await refused(body, 400, 'bboxMm.x/y/z (mm) required')
    },
  )

  verifies(['price.error.too-large', 'price.bbox-fits', 'stock.build-volume-exact'], async () => {
    const tooLarge = 'model exceeds the 340x320x340mm build volume'
    const sides: [number, number, number][] = [
      [340.01, 1, 1],
      [1, 340.01, 1],
      [1, 1, 340.01],
      [340, 340, 320.01],
      [321, 321, 321],
      [1e300, 1, 1],
    ]
    for (const [x, y, z] of sides) await refused({ bboxMm: { x, y, z } }, 400, tooLarge)
    for (const [x, y, z] of [
      [340, 340, 320],
      [320, 340, 340],
      [340, 320, 340],
    ]) {
      expect((await post({ bboxMm: { x, y, z } })).status).toBe(200)
    }
  })

  verifies('price.error.material', async () => {
    await refused({ bboxMm: BOX, material: 'nylon' }, 400, 'unknown material: nylon')
    await refused({ bboxMm: BOX, material: '' }, 400, 'unknown material: ')
    await refused({ bboxMm: BOX, material: 7 }, 400, 'unknown material: 7')
    await refused({ bboxMm: BOX, material: 'toString' }, 400, 'unknown material: toString')
    const long = 'x'.repeat(5000)
    await refused({ bboxMm: BOX, material: long }, 400, `unknown material: ${'x'.repeat(100)}`)
  })

  verifies('price.error.quality', async () => {
    await refused({ bboxMm: BOX, quality: 'ultra' }, 400, 'unknown quality: ultra')
    await refused({ bboxMm: BOX, quality: false }, 400, 'unknown quality: false')
    await refused({ bboxMm: BOX, quality: '__proto__' }, 400, 'unknown quality: __proto__')
  })

  test('names the first problem of the table: json, box, fit, material, quality', async () => {
    const worst = { bboxMm: { x: 0 }, material: 'nylon', quality: 'ultra' }
    await refused(worst, 400, 'bboxMm.x/y/z (mm) required')
    const large = { ...worst, bboxMm: { x: 400, y: 1, z: 1 } }
    await refused(large, 400, 'model exceeds the 340x320x340mm build volume')
    await refused({ ...worst, bboxMm: BOX }, 400, 'unknown material: nylon')
    await refused({ ...worst, bboxMm: BOX, material: 'abs' }, 400, 'unknown quality: ultra')
  })

  test('a body beyond 64 kB is refused', async () => {
    const response = await post({ bboxMm: BOX, padding: 'x'.repeat(70_000) })
    expect(response.status).toBe(413)
    expect(await response.json()).toEqual({ error: 'Body too large (max 65536 bytes).' })
  })
})
