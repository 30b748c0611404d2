// Every result names the next step (decisions.md 59 to 62): units, colors, several parts, repeated orders, and
// callers without a key.
import { beforeAll, describe, expect, test } from 'bun:test'
import { callTool, refusalOf, resultOf } from '../../../testing/agent/call-tool.ts'
import { HOST, standInSlicer, standInWeb } from '../../../testing/agent/stand-ins.ts'
import { box, cubeStl, threeMf } from '../../../testing/models/meshes.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { awayFromWindowEnd } from '../../../testing/service/windows.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { ADDRESS } from './ordering.ts'

const service = useService()
const account = use(() => service.account())
const web = use(() => standInWeb(service.deps))
let cube = ''

beforeAll(() => {
  service.replace({
    downloads: web.downloads,
    quoteAllowedHosts: [HOST],
    slicer: standInSlicer().slicer,
  })
  cube = web.publish('cube.stl', cubeStl({ sizeMm: 60 }))
})

const quote = (args: Record<string, unknown> = {}) =>
  callTool(service, account, 'quote_print', { model_url: cube, color: 'Black', ...args })
const noteOf = async (args: Record<string, unknown> = {}) => {
  const { fields } = await resultOf(quote(args))
  return (fields['price'] as { note: string }).note
}

describe('an implausible size', () => {
  verifies('mcp.next.units', async () => {
    // 2.5 mm read in mm; 2.5 in = 63.5 mm.
    const tiny = web.publish('tiny.stl', cubeStl({ sizeMm: 2.5 }))
    expect(await noteOf({ model_url: tiny })).toContain(
      'Did you mean inches? At the end of model_url, #units=in makes it 63.5 x 63.5 x 63.5 mm',
    )
    // 6 mm: 6 cm is 60 mm, 6 in is 152.4 mm.
    const small = web.publish('small.stl', cubeStl({ sizeMm: 6 }))
    expect(await noteOf({ model_url: small })).toContain('#units=cm makes it 60 x 60 x 60 mm')
    const { fields } = await resultOf(quote({ model_url: `${tiny}#units=in` }))
    expect(fields['model']).toMatchObject({ dimensions_mm: [63.5, 63.5, 63.5] })
    // 60 cm is larger than the plate.
    const huge = await refusalOf(quote({ model_url: `${cube}#units=cm` }))
    expect(huge).toContain(
      'Did you mean mm? At the end of model_url, #units=mm makes it 60 x 60 x 60',
    )
    expect(await noteOf()).not.toContain('Did you mean')
    // A 3MF states its unit: 0.1 in = 2.54 mm.
    for (const unit of ['millimeter', 'inch']) {
      const size = unit === 'inch' ? 0.1 : 2.54
      const file = web.publish(`tiny-${unit}.3mf`, threeMf(box([size, size, size]), unit))
      expect(await noteOf({ model_url: file })).not.toContain('Did you mean')
    }
    // A stated unit or size is respected.
    for (const stated of ['units=mm', 'sizeMm=6']) {
      expect(await noteOf({ model_url: `${small}#${stated}` })).not.toContain('Did you mean')
    }
  })
})

describe('names of colors', () => {
  verifies('mcp.next.colors', async () => {
    for (const [word, stock] of [
      ['schwarz', 'Black'],
      ['Grey', 'Silver'],
      ['gray', 'Silver'],
      ['weiß', 'White'],
      ['rojo', 'Red'],
    ] as const) {
      const { fields, text } = await resultOf(quote({ color: word }))
      // Any color outside the palette is billed at $0.20/g (contract.md 5): 126 g.
      expect(fields['options']).toMatchObject({ color: word })
      expect(fields['price']).toMatchObject({ print: 25.2 })
      expect(text).toContain(`${stock} is in stock: quote color ${stock}.`)
      const estimate = await resultOf(
        callTool(service, null, 'estimate_price', { grams: 100, color: word }),
      )
      expect(estimate.fields).toMatchObject({ color: word, custom_color: true, print: 20 })
      expect(estimate.text).toContain(`${stock} is in stock: quote color ${stock}.`)
    }
    expect((await resultOf(quote({ color: 'silver' }))).text).not.toContain('quote color')
    expect(await noteOf({ color: 'teal' })).toContain('"teal" is not a stock color')
  })
})

test('postage and transit cover several parts in one parcel and the days by country', async () => {
  const note = await noteOf({ country: 'DE' })
  expect(note).toContain(`the basket at ${service.baseUrl}/basket sends several parts in one`)
  expect(note).toContain('Transit takes about 7 to 14 days after shipping')
  const { fields, text } = await resultOf(callTool(service, null, 'list_materials'))
  expect(fields['transit_days']).toContain('DE 7-14')
  const traitLines = (fields['materials'] as { material: string; traits: string }[]).map(
    ({ material, traits }) => `${material}: ${traits}`,
  )
  expect(traitLines).toHaveLength(5)
  for (const trait of traitLines) expect(text).toContain(trait)
})

verifies('mcp.next.same-again', async () => {
  const tiny = web.publish('tiny-again.stl', cubeStl({ sizeMm: 2 }))
  const { fields } = await resultOf(quote({ model_url: `${tiny}#units=in` }))
  const order = { quote_id: fields['quote_id'], confirm: true, ...ADDRESS }
  const ordered = await resultOf(callTool(service, account, 'create_print_order', order))
  const code = ordered.fields['order_code']
  const read = await resultOf(callTool(service, account, 'get_order', { code }))
  const model_url = String(read.fields['model_url'])
  expect(model_url).toMatch(/^gs:\/\/.+\.stl#units=in$/)
  const again = await resultOf(quote({ model_url }))
  expect(again.fields['model']).toEqual(fields['model'])
  expect(again.fields['price']).toEqual(fields['price'])
})

test('an order over REST with a file has no model_url that quote_print would refuse', async () => {
  const { code } = await placed(submit(service, account))
  const read = await resultOf(callTool(service, account, 'get_order', { code }))
  expect(read.fields).toMatchObject({ order_code: code, model_url: null })
})

verifies('mcp.next.repeats', async () => {
  await awayFromWindowEnd()
  const buyer = await service.account()
  const quoted = await resultOf(callTool(service, buyer, 'quote_print', { model_url: cube }))
  const order = { quote_id: quoted.fields['quote_id'], confirm: true, ...ADDRESS }
  const place = () => callTool(service, buyer, 'create_print_order', order)
  await resultOf(place())
  // 10 an hour place orders; the refused repeats of a spent quote are not counted.
  for (let repeat = 0; repeat < 12; repeat++) {
    expect(await refusalOf(place())).toContain('already used')
  }
  const next = await resultOf(callTool(service, buyer, 'quote_print', { model_url: cube }))
  await resultOf(
    callTool(service, buyer, 'create_print_order', { ...order, quote_id: next.fields['quote_id'] }),
  )
})

test('a repeat returns a slot only to the window that it was taken from', async () => {
  const buyer = await service.account()
  const quoted = await resultOf(callTool(service, buyer, 'quote_print', { model_url: cube }))
  const order = { quote_id: quoted.fields['quote_id'], confirm: true, ...ADDRESS }
  await resultOf(callTool(service, buyer, 'create_print_order', order))
  const { rateCounters } = service.deps
  for (const [resetSeconds, taken] of [
    [3600, [1, -1]],
    [1, [1]],
  ] as const) {
    const slots: number[] = []
    service.replace({
      rateCounters: {
        consume: async (scope, subject, limit, seconds, count = 1) => {
          if (scope !== 'agent-money') {
            return await rateCounters.consume(scope, subject, limit, seconds, count)
          }
          slots.push(count)
          return { allowed: true, left: { remaining: 1, resetSeconds } }
        },
      },
    })
    expect(await refusalOf(callTool(service, buyer, 'create_print_order', order))).toContain(
      'already used',
    )
    expect(slots).toEqual([...taken])
  }
  service.replace({ rateCounters })
})

describe('a refusal names the next step', () => {
  test('for too many parts suggests several orders or the farm', async () => {
    expect(await refusalOf(quote({ quantity: 200 }))).toContain(
      'quantity: must be at most 50 in one order. For more, order several quotes, each with postage of its own, or the buyer asks the farm at /contact.',
    )
  })

  test('for a country that is not served', async () => {
    expect(await refusalOf(quote({ country: 'BR' }))).toContain('an address in one of them')
  })

  test('for a part that is too large says that its size can be set', async () => {
    const model_url = web.publish('huge.stl', cubeStl({ sizeMm: 900 }))
    expect(await refusalOf(quote({ model_url }))).toContain('#sizeMm= at the end of model_url')
    const { fields } = await resultOf(quote({ model_url: `${model_url}#sizeMm=200` }))
    expect(fields['model']).toMatchObject({ dimensions_mm: [200, 200, 200] })
  })

  test('for a link to an OBJ file says that the file can be uploaded', async () => {
    const model_url = web.publish('part.obj', 'v 0 0 0')
    expect(await refusalOf(quote({ model_url }))).toContain(`${service.baseUrl}/hand-in/svc_up_`)
  })
})

test('an order names the model to order again, and the page to contact the farm', async () => {
  const buyer = await service.account()
  const none = await resultOf(callTool(service, buyer, 'list_my_orders'))
  expect(none.text).toContain('quote_print')
  const quoted = await resultOf(callTool(service, buyer, 'quote_print', { model_url: cube }))
  const order = { quote_id: quoted.fields['quote_id'], confirm: true, ...ADDRESS }
  const createdOrder = await resultOf(callTool(service, buyer, 'create_print_order', order))
  const code = String(createdOrder.fields['order_code'])
  const read = await resultOf(callTool(service, buyer, 'get_order', { code }))
  expect(read.text).toContain(`call quote_print with model_url ${read.fields['model_url']}`)
  const tracked = await resultOf(
    callTool(service, null, 'track_order', { order_code: code, email: ADDRESS.email }),
  )
  const page = `${service.baseUrl}/contact?order=${code}`
  for (const { text } of [read, tracked]) expect(text).toContain(`contact the farm at ${page}.`)
  expect(await (await service.fetch(`/contact?order=${code}`)).text()).toContain(code)
})

describe('without a key', () => {
  const refusedOf = (name: string, args: Record<string, unknown>) =>
    refusalOf(callTool(service, null, name, args))

  verifies('mcp.next.keyless', async () => {
    const asked = { model_url: `${cube}#units=cm`, material: 'petg', quantity: 3, color: 'Red' }
    const query = new URLSearchParams({
      model: cube,
      units: 'cm',
      material: 'petg',
      color: 'Red',
      quantity: '3',
    })
    expect(await refusedOf('quote_print', asked)).toContain(`${service.baseUrl}/quote?${query}`)
    expect(await refusedOf('create_print_order', {})).toContain(`${service.baseUrl}/quote`)
    expect(await refusedOf('list_my_orders', {})).toContain('track_order')
    expect(await refusedOf('get_order', {})).toContain('track_order')
    expect(await refusedOf('generate_model', {})).toContain(`${service.baseUrl}/generate`)
    const { text } = await resultOf(
      callTool(service, null, 'estimate_price', { grams: 20, material: 'abs', quantity: 2 }),
    )
    expect(text).toContain(`${service.baseUrl}/quote?material=abs&quality=standard&quantity=2`)
  })

  test('any arguments lead to a page', async () => {
    for (const args of [{ model_url: 7 }, { model_url: 'gs://x/y.stl', color: ['x'] }]) {
      expect(await refusedOf('quote_print', args)).toContain(`${service.baseUrl}/quote`)
    }
  })

  /** Opens a link in the way of a browser. */
  const open = (path: string) => service.fetch(path, { headers: { 'sec-fetch-dest': 'document' } })
  const pageOf = (query: Record<string, string>) => `/quote?${new URLSearchParams(query)}`

  test.each<[string, string, Record<string, string>]>([
    ['a picture of another page', 'GET', { 'sec-fetch-dest': 'image' }],
    ['HEAD', 'HEAD', { 'sec-fetch-dest': 'document' }],
    ['a prefetch', 'GET', { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' }],
    ['an old prefetch', 'GET', { 'sec-fetch-dest': 'document', purpose: 'prefetch' }],
    ['the preview of a link', 'GET', {}],
  ])('%s downloads nothing', async (_, method, headers) => {
    const asked = web.asked.length
    const page = await service.fetch(pageOf({ model: cube, color: 'Red' }), { method, headers })
    expect(page.status).toBe(200)
    expect(web.asked.length).toBe(asked)
  })

  test('the button of a page that downloaded nothing fetches the link with its options', async () => {
    const html = await (await service.fetch(pageOf({ model: cube, color: 'Red' }))).text()
    const [, form = ''] = /<form class="panel link-form"([\s\S]*?)<\/form>/.exec(html) ?? []
    const body = new FormData()
    for (const [, name = '', value = ''] of form.matchAll(/name="(\w+)" value="([^"]*)"/g)) {
      body.set(name, value)
    }
    expect([...body.keys()]).toEqual(['model', 'color', 'country'])
    const page = await (await service.fetch('/quote', { method: 'POST', body })).text()
    expect(page).toContain('<h2 id="file-name">cube.stl</h2>')
    // 216 cm3 x (0.30 + 0.70 x 0.2) x 1.26 = 119.75 -> 120 g x $0.12 = $14.40; postage $7.
    expect(page).toContain('<strong id="total">$21.40</strong>')
  })

  test('a link without a color is priced in the color that its page shows', async () => {
    const html = await (await open(pageOf({ model: cube }))).text()
    expect(html).toMatch(/value="Silver"[^>]* checked/)
    expect(html).toContain('<strong id="total">$21.40</strong>')
  })

  test('a link’s size and unit reach the page', async () => {
    for (const [end, size] of [
      ['#sizeMm=80', '80.0 × 80.0 × 80.0 mm'],
      ['#units=in&sizeMm=80', '80.0 × 80.0 × 80.0 mm'],
      ['#units=in', '50.8 × 50.8 × 50.8 mm'],
    ] as const) {
      const two = web.publish('two.stl', cubeStl({ sizeMm: 2 }))
      const sentence = await refusedOf('quote_print', { model_url: `${two}${end}` })
      const [, path = ''] = /(\/quote\?\S+)/.exec(sentence) ?? []
      const page = await open(path)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain(size)
    }
    const upper = await open(
      pageOf({ model: web.publish('3.stl', cubeStl({ sizeMm: 3 })), units: 'IN' }),
    )
    expect(await upper.text()).toContain('76.2 × 76.2 × 76.2 mm')
  })

  test.each([
    ['#units=inch', 'Invalid units'],
    ['#sizeMm=4', '#sizeMm='],
    ['#sizeMm=big', '#sizeMm='],
  ])('a link that ends with %s is refused before it is fetched', async (end, said) => {
    const sentence = await refusedOf('quote_print', { model_url: `${cube}${end}` })
    const [, path = ''] = /(\/quote\?\S+)/.exec(sentence) ?? []
    const asked = web.asked.length
    const page = await open(path)
    expect(page.status).toBe(400)
    expect(await page.text()).toContain(said)
    expect(web.asked.length).toBe(asked)
    const byField = await open(pageOf({ model: cube, units: 'inch' }))
    expect(byField.status).toBe(400)
    expect(web.asked.length).toBe(asked)
  })

  verifies('mcp.next.page', async () => {
    const sentence = await refusedOf('quote_print', {
      model_url: cube,
      material: 'petg',
      color: 'schwarz',
      quantity: 3,
      country: 'DE',
    })
    const [, path = ''] = /(\/quote\?\S+)/.exec(sentence) ?? []
    const page = await open(path)
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(html).toContain('<h2 id="file-name">cube.stl</h2>')
    expect(html).toMatch(/value="petg" checked/)
    expect(html).toMatch(/value="Black"[^>]* checked/)
    expect(html).toContain('<option value="DE" selected>')
    // 216 cm3 x (0.30 + 0.70 x 0.2) x 1.27 = 120.7 -> 121 g x $0.12 x 3 = $43.56; postage $30.
    expect(html).toContain('<strong id="total">$73.56</strong>')
    expect(html).toContain('name="keptFile"')
    const gone = await open(
      `/quote?${new URLSearchParams({ model: `https://${HOST}/none.stl`, material: 'tpu' })}`,
    )
    expect(gone.status).toBe(502)
    expect(await gone.text()).toContain('404')
  })
})
