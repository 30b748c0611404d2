// A result always says the next step (decisions.md 59 to 62): units, colors, several parts, the same again, and callers without a key.
import { beforeAll, describe, expect, test } from 'bun:test'
import { HOST, standInSlicer, standInWeb } from '../../../testing/agent/stand-ins.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { callTool, refusalOf, resultOf } from './call.ts'
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

describe('a size that makes no sense', () => {
  verifies('mcp.next.units', async () => {
    // 2.5 mm read in mm; 2.5 in = 63.5 mm
    const tiny = web.publish('tiny.stl', cubeStl({ sizeMm: 2.5 }))
    expect(await noteOf({ model_url: tiny })).toContain(
      'Did you mean inches? At the end of model_url, #units=in makes it 63.5 x 63.5 x 63.5 mm',
    )
    const { fields } = await resultOf(quote({ model_url: `${tiny}#units=in` }))
    expect(fields['model']).toMatchObject({ dimensions_mm: [63.5, 63.5, 63.5] })
    // 60 cm is larger than the plate.
    const huge = await refusalOf(quote({ model_url: `${cube}#units=cm` }))
    expect(huge).toContain(
      'Did you mean mm? At the end of model_url, #units=mm makes it 60 x 60 x 60',
    )
    expect(await noteOf()).not.toContain('Did you mean')
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
      expect(fields['options']).toMatchObject({ color: stock })
      // 126 g x $0.12
      expect(fields['price']).toMatchObject({ print: 15.12 })
      expect(text).toContain(`"${word}" was taken as the stock color ${stock}`)
      const estimate = await resultOf(
        callTool(service, null, 'estimate_price', { grams: 100, color: word }),
      )
      expect(estimate.fields).toMatchObject({ color: stock, custom_color: false, print: 12 })
    }
    expect(await noteOf({ color: 'teal' })).toContain('"teal" is not a stock color')
  })
})

test('postage and transit: several parts in one parcel, and days by country', async () => {
  const note = await noteOf({ country: 'DE' })
  expect(note).toContain(`the basket at ${service.baseUrl}/basket sends several parts in one`)
  expect(note).toContain('Transit takes about 7 to 14 days after shipping')
  const { fields, text } = await resultOf(callTool(service, null, 'list_materials'))
  expect(fields['transit_days']).toContain('DE 7-14')
  const traits = (fields['materials'] as { material: string; traits: string }[]).map(
    ({ material, traits }) => `${material}: ${traits}`,
  )
  expect(traits).toHaveLength(5)
  for (const trait of traits) expect(text).toContain(trait)
})

verifies('mcp.next.same-again', async () => {
  const tiny = web.publish('tiny-again.stl', cubeStl({ sizeMm: 2 }))
  const { fields } = await resultOf(quote({ model_url: `${tiny}#units=in` }))
  const order = { quote_id: fields['quote_id'], confirm: true, ...ADDRESS }
  const placed = await resultOf(callTool(service, account, 'create_print_order', order))
  const code = placed.fields['order_code']
  const read = await resultOf(callTool(service, account, 'get_order', { code }))
  const model_url = String(read.fields['model_url'])
  expect(model_url).toMatch(/^gs:\/\/.+\.stl#units=in$/)
  const again = await resultOf(quote({ model_url }))
  expect(again.fields['model']).toEqual(fields['model'])
  expect(again.fields['price']).toEqual(fields['price'])
})

verifies('mcp.next.repeats', async () => {
  const buyer = await service.account()
  const quoted = await resultOf(callTool(service, buyer, 'quote_print', { model_url: cube }))
  const order = { quote_id: quoted.fields['quote_id'], confirm: true, ...ADDRESS }
  const place = () => callTool(service, buyer, 'create_print_order', order)
  await resultOf(place())
  // 10 an hour spend; the refused repeats of a spent quote are not counted.
  for (let repeat = 0; repeat < 12; repeat++) {
    expect(await refusalOf(place())).toContain('already used')
  }
  const next = await resultOf(callTool(service, buyer, 'quote_print', { model_url: cube }))
  await resultOf(
    callTool(service, buyer, 'create_print_order', { ...order, quote_id: next.fields['quote_id'] }),
  )
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

  test('arguments of any kind make a page', async () => {
    for (const args of [{ model_url: 7 }, { model_url: 'gs://x/y.stl', color: ['x'] }]) {
      expect(await refusedOf('quote_print', args)).toContain(`${service.baseUrl}/quote`)
    }
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
    const page = await service.fetch(path)
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(html).toContain('<h2 id="file-name">cube.stl</h2>')
    expect(html).toMatch(/value="petg" checked/)
    expect(html).toMatch(/value="Black"[^>]* checked/)
    expect(html).toContain('<option value="DE" selected>')
    // 216 cm3 x (0.30 + 0.70 x 0.2) x 1.27 = 120.7 -> 121 g x $0.12 x 3 = $43.56; postage $30
    expect(html).toContain('<strong id="total">$73.56</strong>')
    expect(html).toContain('name="keptFile"')
    const other = await service.fetch(path, { headers: { 'sec-fetch-dest': 'image' } })
    expect(await other.text()).not.toContain('cube.stl')
    const gone = await service.fetch(
      `/quote?${new URLSearchParams({ model: `https://${HOST}/none.stl`, material: 'tpu' })}`,
    )
    expect(gone.status).toBe(502)
    expect(await gone.text()).toContain('404')
  })
})
