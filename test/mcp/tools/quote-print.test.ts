// quote_print: the content and price of a quote, and refusals. Prices are derived manually from contract.md 9.2.

import { beforeAll, describe, expect, test } from 'bun:test'
import { quoteIdOf } from '../../../server/domain/base/ids/quote-id.ts'
import { callTool, refusalOf, resultOf } from '../../../testing/agent/call-tool.ts'
import {
  HOST,
  noSlicer,
  SLICE,
  standInSlicer,
  standInWeb,
} from '../../../testing/agent/stand-ins.ts'
import { gcode, slicedArchive } from '../../../testing/models/gcode.ts'
import { binaryStl, box, cube3mf, cubeGlb, cubeStl } from '../../../testing/models/meshes.ts'
import { openTestService } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())
const web = use(() => standInWeb(service.deps))
let cube = ''

beforeAll(async () => {
  service.replace({
    downloads: web.downloads,
    quoteAllowedHosts: [HOST, 'cdn.example.org'],
    slicer: standInSlicer().slicer,
    // This file makes hundreds of quotes with one account.
    rateCounters: { consume: async () => ({ allowed: true }) },
  })
  cube = web.publish('cube.stl', cubeStl({ sizeMm: 60 }))
})

const call = (args: Record<string, unknown>) => callTool(service, account, 'quote_print', args)
const quote = async (args: Record<string, unknown> = {}) =>
  (await resultOf(call({ model_url: cube, color: 'Black', ...args }))).fields
const price = async (args: Record<string, unknown>) => (await quote(args))['price']
const refused = (args: Record<string, unknown>) => refusalOf(call({ model_url: cube, ...args }))

describe('a quote', () => {
  verifies(
    [
      'mcp.tool.quote-print',
      'mcp.tool.quote-print.result',
      'quote.fields',
      'mcp.tool.quote-print.total',
    ],
    async () => {
      const before = Date.now()
      const { fields, text } = await resultOf(call({ model_url: cube, color: 'Black' }))
      // 100 cm3 x 1.26 = 126 g; 126 x 0.12 = 15.12; + 7.
      expect(fields).toEqual({
        quote_id: expect.stringMatching(/^quote_[0-9a-f]{32}$/),
        expires_at: expect.any(String),
        model: { file_name: 'cube.stl', dimensions_mm: [60, 60, 60], volume_cm3: 216 },
        measurement: {
          source: 'slicer',
          grams: 126,
          print_hours: 2,
          layers: 250,
          supports: { decision: 'none', grams: 0, print_hours: 0 },
        },
        options: { material: 'pla', color: 'Black', quality: 'standard', quantity: 1, infill: 20 },
        price: {
          currency: 'USD',
          ships_to: 'US',
          print: 15.12,
          shipping: 7,
          total: 22.12,
          billed_grams: 126,
          note: expect.stringContaining('The total includes postage to US'),
        },
      })
      const hours = (Date.parse(String(fields['expires_at'])) - before) / 3_600_000
      expect(hours).toBeGreaterThanOrEqual(24)
      expect(hours).toBeLessThan(24.01)
      for (const words of [
        'One part in pla, standard quality, comes to $22.12: $15.12 for the print',
        '$7.00 postage to US.',
        'The part is 60 x 60 x 60 mm and takes 2 hours to print in 250 layers.',
        'The file is named "cube.stl".',
        `call create_print_order with quote_id ${fields['quote_id']}`,
      ]) {
        expect(text).toContain(words)
      }
    },
  )

  verifies(['mcp.tool.quote-print.options', 'mcp.tool.quote-print.quantity'], async () => {
    // petg 127 g x 0.12 = 15.24; asa 107 x 0.14 = 14.98; premium 15.12 x 1.75 = 26.46.
    expect(await price({ material: 'petg' })).toMatchObject({ billed_grams: 127, print: 15.24 })
    expect(await price({ material: 'asa' })).toMatchObject({ billed_grams: 107, print: 14.98 })
    expect(await price({ quality: 'premium' })).toMatchObject({ print: 26.46 })
    // 15.12 x 50 x 0.9 = 680.40: free postage, also abroad.
    expect(await price({ quantity: 50, country: 'DE' })).toMatchObject({
      print: 680.4,
      shipping: 0,
      total: 680.4,
      billed_grams: 126,
    })
    for (const [name, values] of Object.entries({
      quantity: [0, 51, 2.5, '3'],
      infill: [9, 101, 20.5, 'full'],
      material: ['PLA ', 'wood', 7],
      quality: ['best'],
      country: ['USA', 'U', 840],
      model_url: [undefined, 5, `https://${HOST}/${'x'.repeat(2050)}`],
    })) {
      for (const value of values) expect(await refused({ [name]: value })).toContain(name)
    }
  })

  verifies('mcp.tool.quote-print.premium-layers', async () => {
    for (const [quality, layerHeight] of [
      ['premium', 0.1],
      ['standard', 0.2],
    ] as const) {
      const fields = await quote({ quality })
      const stored = await service.deps.quotes.readOwned(
        account.accountId,
        quoteIdOf(String(fields['quote_id'])),
      )
      expect([quality, stored?.options.layerHeight]).toEqual([quality, layerHeight])
      const isSaid = JSON.stringify(fields).includes('Premium prints 0.1 mm layers.')
      expect(isSaid).toBe(quality === 'premium')
    }
  })

  verifies('mcp.tool.quote-print.infill', async () => {
    const { slicer, asked } = standInSlicer()
    service.replace({ slicer })
    await quote()
    await quote({ infill: 10 })
    await quote({ infill: 100 })
    expect(asked.map(({ settings }) => settings)).toEqual(
      [20, 10, 100].map((infillPercent) => ({
        layerHeightMm: 0.2,
        infillPercent,
        nozzleMm: 0.4,
        flow: 'standard' as const,
      })),
    )
  })

  verifies('mcp.tool.quote-print.country', async () => {
    expect(await price({ country: 'gb' })).toMatchObject({
      ships_to: 'GB',
      shipping: 30,
      total: 45.12,
      note: expect.stringContaining('postage to GB'),
    })
    const sentence = await refused({ country: 'FI' })
    expect(sentence).toContain("We don't currently ship to FI.")
    expect(sentence).toContain('US, CA, GB, AU, DE, FR, IN, NL, IE, NZ, SE, IT, ES, MX')
  })

  verifies('decision.quote-omitted-colour', async () => {
    // 126 x 0.20 = 25.20.
    const { fields, text } = await resultOf(call({ model_url: cube }))
    expect(fields).toMatchObject({
      options: { color: 'Default' },
      price: { print: 25.2, total: 32.2 },
    })
    expect(text).toContain(
      'No color was given, so this bills $0.20/g; a stock color bills $0.12/g.',
    )
    const teal = await quote({ color: 'Teal', material: 'tpu' })
    // 121 g x 0.20.
    expect(teal).toMatchObject({
      price: {
        print: 24.2,
        note: expect.stringContaining(
          '"Teal" is not a stock color, so this bills $0.20/g; a stock color bills $0.13/g.',
        ),
      },
    })
  })
})

describe('the measurement', () => {
  verifies('mcp.tool.quote-print.model-url', async () => {
    const urls = [
      cube,
      web.publish('cube.GLB', cubeGlb({ sizeMm: 60 })),
      web.publish('cube.3mf', cube3mf({ sizeMm: 60 })),
    ]
    for (const model_url of urls) {
      expect(await quote({ model_url })).toMatchObject({
        model: { dimensions_mm: [60, 60, 60] },
        price: { total: 22.12 },
      })
    }
    const bytes = cubeStl({ sizeMm: 60 })
    for (const name of ['cube.obj', 'cube.gcode', 'cube', 'cube.stl.zip', 'cube.html']) {
      expect(await refused({ model_url: web.publish(name, bytes) })).toContain(
        '.stl, .glb, .3mf and .gcode.3mf',
      )
    }
    for (const model_url of ['cube.stl', 'https://', '', 'not a link']) {
      expect(await refused({ model_url })).toContain('https link')
    }
    expect(await refused({ model_url: `https://${HOST}/none.stl` })).toContain('404')
  })

  verifies(
    'mcp.tool.quote-print.model-url',
    'a sliced file is billed by its stated values',
    async () => {
      const plate = gcode({
        extrudedMm: 1000,
        lengthMm: '1000.00',
        volumeCm3: '2.41',
        grams: '3.03',
        time: '6h 0m 0s',
      })
      const model_url = web.publish('part.gcode.3mf', slicedArchive([plate]))
      // As over REST: 4 g of pla include 0.198413 h, 5.801587 more at 1.50 = 8.702381; + 4 x 0.12.
      expect(await quote({ model_url, infill: 50 })).toMatchObject({
        model: { file_name: 'part.gcode.3mf', volume_cm3: null },
        measurement: { source: 'sliced_file', grams: 3.03, print_hours: 6 },
        options: { infill: 100 },
        price: {
          print: 9.18,
          billed_grams: 4,
          note: expect.stringContaining('all its toolpaths, including a purge line'),
        },
      })
    },
  )

  verifies(
    'mcp.tool.quote-print.model-url',
    'a stored model of the account is quoted without a download, and other models are unknown',
    async () => {
      const stored = await service.db
        .selectFrom('models')
        .select('uri')
        .where('account_id', '=', account.accountId)
        .where('file_name', '=', 'cube.stl')
        .executeTakeFirstOrThrow()
      const before = web.asked.length
      expect(await quote({ model_url: stored.uri })).toMatchObject({ price: { total: 22.12 } })
      expect(web.asked.length).toBe(before)
      const other = await service.account()
      const foreign = await refusalOf(
        callTool(service, other, 'quote_print', { model_url: stored.uri }),
      )
      const unknown = stored.uri.replace(/models\/../, 'models/zz')
      expect(await refused({ model_url: unknown })).toBe(foreign)
      expect(await refused({ model_url: 'gs://elsewhere/models/a.stl' })).toContain(
        'not a model of this service',
      )
    },
  )

  test('without a slicer the estimate is billed at the upper end of its range, and the note says so', async () => {
    service.replace({
      slicer: noSlicer,
      printEstimates: { read: async () => null, save: async () => {} },
      meshes: {
        estimate: async () => ({
          kind: 'estimated',
          filamentCm3: 100,
          seconds: 7200,
          plates: [],
          layers: 250,
          rangePercent: 6,
          supports: {
            decision: 'none',
            unsupportedMm2: 0,
            filamentCm3: 0,
            seconds: 0,
            turned: null,
          },
        }),
      },
    })
    // 106 cm3 x 1.26 = 133.56 -> 134 g; x 0.12 = 16.08.
    expect(await quote()).toMatchObject({
      measurement: { source: 'geometry', grams: 126, print_hours: 2, layers: 250 },
      price: {
        billed_grams: 134,
        print: 16.08,
        note: expect.stringMatching(/No slicer is configured.*6% is added/),
      },
    })
  })

  test('the real estimate of a cube is at least its slice', async () => {
    service.replace({ slicer: noSlicer })
    const model_url = web.publish('small.stl', cubeStl({ sizeMm: 20 }))
    // PrusaSlicer: 3.23 cm3 of filament, 4.07 g.
    const { measurement } = await quote({ model_url })
    const { source, grams } = measurement as { source: string; grams: number }
    expect(source).toBe('geometry')
    expect(grams * 1.06).toBeGreaterThanOrEqual(4.07)
    expect(grams).toBeLessThan(4.07 * 1.1)
  })

  test('warnings of the slicer reach the note', async () => {
    const warnings = [{ code: 'raft', text: 'It is printed on a raft.' }]
    service.replace({ slicer: standInSlicer({ ...SLICE, warnings }).slicer })
    expect(await price({})).toMatchObject({ note: expect.stringContaining('on a raft') })
  })

  test('a model with an implausible unit gets no quote, and a thin one gets a warning', async () => {
    const tiny = web.publish('meters.stl', cubeStl({ sizeMm: 0.06 }))
    const sentence = await refused({ model_url: tiny })
    expect(sentence).toContain('0.06 x 0.06 x 0.06 mm as read in mm')
    expect(sentence).toContain('another unit')
    const sheet = web.publish('sheet.stl', binaryStl(box([30, 30, 0.6])))
    expect(await quote({ model_url: sheet })).toMatchObject({
      price: { note: expect.stringContaining('Its smallest size is 0.6 mm') },
    })
  })

  test('a part that cannot be printed gets no quote', async () => {
    const count = async () => (await service.db.selectFrom('quotes').select('id').execute()).length
    const before = await count()
    const long = binaryStl(box([340.04, 20, 20]))
    const files = { 'flat.stl': 'no mesh', 'huge.stl': cubeStl({ sizeMm: 400 }), 'long.stl': long }
    const [flat, huge, tooLong] = Object.entries(files).map(([name, bytes]) =>
      web.publish(name, bytes),
    )
    expect(await refused({ model_url: flat })).toContain('No printable model')
    expect(await refused({ model_url: huge })).toContain('larger than the 340 x 320 x 340 mm')
    expect(await refused({ model_url: tooLong })).toContain('is 340.1 x 20 x 20 mm, larger than')
    expect(await count()).toBe(before)
  })
})

describe('hosts', () => {
  verifies('mcp.tool.quote-print.allowlist', async () => {
    const before = web.asked.length
    for (const url of [
      'https://evil.example/cube.stl',
      `https://${HOST}.evil.example/cube.stl`,
      `https://user@evil.example/${HOST}/cube.stl`,
      `https://evil.example#@${HOST}/cube.stl`,
      'https://127.0.0.1/cube.stl',
      'file:///etc/passwd',
      'http://localhost/cube.stl',
    ]) {
      const sentence = await refused({ model_url: url })
      if (!url.startsWith('file:')) expect(sentence).toContain(`${HOST}, cdn.example.org`)
    }
    expect(web.asked.length).toBe(before)
    service.replace({ quoteAllowedHosts: [] })
    expect(await refused({})).toContain('allows no hosts')
    service.replace({ quoteAllowedHosts: [HOST, 'cdn.example.org'] })
  })

  test('a link is fetched from any host that the downloader admits when every host is allowed', async () => {
    service.replace({ quoteAllowedHosts: null })
    const asked = web.asked.length
    expect(await refused({ model_url: 'https://anywhere.example/cube.stl' })).toContain('404')
    expect(web.asked.slice(asked)).toMatchObject([{ hosts: null }])
    service.replace({ quoteAllowedHosts: [HOST, 'cdn.example.org'] })
  })

  test('the downloader receives the hosts, the limits and the signal', async () => {
    await quote()
    expect(web.asked.at(-1)).toMatchObject({
      url: cube,
      hosts: [HOST, 'cdn.example.org'],
      maxBytes: 100 * 1024 * 1024,
      timeoutMs: 60_000,
      signal: expect.any(AbortSignal),
    })
  })
})

test('no file is left behind, whatever the outcome of the quote', async () => {
  const { readdirSync } = await import('node:fs')
  await quote()
  await refused({ model_url: web.publish('broken.stl', 'no mesh') })
  await refused({ model_url: web.publish('broken.txt', 'no mesh') })
  expect(readdirSync(`${service.stateDir}/uploads`)).toEqual([])
})

verifies(
  ['mcp.tool.quote-print.model-url', 'mcp.tool.quote-print.allowlist'],
  'the real downloader fetches from an allowed host, even after a redirect to it, and from no other',
  async () => {
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: ({ url }) => {
        const { pathname } = new URL(url)
        if (pathname === '/here.stl') return Response.redirect('/cube.stl', 302)
        if (pathname === '/away.stl') {
          return Response.redirect('https://elsewhere.example/cube.stl', 302)
        }
        return new Response(cubeStl({ sizeMm: 60 }))
      },
    })
    const real = await openTestService({
      env: { DOWNLOAD_ALLOW_LOOPBACK: '1', QUOTE_ALLOWED_HOSTS: '127.0.0.1' },
    })
    try {
      real.replace({ slicer: standInSlicer().slicer })
      const buyer = await real.account()
      const ask = (host: string, path: string) =>
        callTool(real, buyer, 'quote_print', {
          model_url: `http://${host}:${server.port}${path}`,
          color: 'Black',
        })
      for (const path of ['/cube.stl', '/here.stl']) {
        expect((await resultOf(ask('127.0.0.1', path))).fields).toMatchObject({
          price: { total: 22.12 },
        })
      }
      const away = await refusalOf(ask('127.0.0.1', '/away.stl'))
      expect(away).toContain('these hosts: 127.0.0.1')
      expect(away).toContain('redirects to "elsewhere.example"')
      const other = await refusalOf(ask('localhost', '/cube.stl'))
      expect(other).toContain('these hosts: 127.0.0.1')
      expect(other).not.toContain('redirects')
    } finally {
      await server.stop(true)
      await real.close()
    }
  },
)

test('a link is fetched on behalf of the calling account', async () => {
  await quote()
  expect(web.asked.at(-1)).toMatchObject({ url: cube, caller: account.accountId })
})
