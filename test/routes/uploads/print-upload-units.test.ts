// The unit that an upload states for its numbers, wherever the model's address is used afterwards.
import { beforeAll, describe, expect, test } from 'bun:test'
import { callTool, resultOf } from '../../../testing/agent/call-tool.ts'
import { standInSlicer } from '../../../testing/agent/stand-ins.ts'
import { orderRow } from '../../../testing/database/rows.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { signInWithKey, upload, uploaded } from '../../../testing/slicer/scripted-slicer.ts'
import { use, useService } from '../../../testing/use.ts'
import { ADDRESS } from '../../mcp/tools/ordering.ts'

const service = useService()
const person = use(() => signInWithKey(service, 'units@example.com'))
const { slicer, asked } = standInSlicer()
beforeAll(async () => {
  service.replace({ slicer })
})

/** Uploads a cube with sides of two, in the unit of the fields. */
const put = (fields: Readonly<Record<string, string>>, size = 2) =>
  uploaded(
    upload(service, person.cookie, { name: 'cube.stl', bytes: cubeStl({ sizeMm: size }) }, fields),
  )
const order = ({ modelUrl, units }: { modelUrl: string; units?: string }) =>
  placed(
    submit(service, person, {
      fields: units === undefined ? { modelUrl } : { modelUrl, units },
      file: null,
    }),
  )
const unitsOf = async (code: string) => (await orderRow(service.db, code)).units

test('an order of the returned address bills the size in the upload’s response', async () => {
  const { modelUrl, dimensionsMm } = await put({ units: 'cm' })
  expect(dimensionsMm).toEqual([20, 20, 20])
  // 8 cm3 x 0.44 x 1.26 = 4.4352.
  const meant = await order({ modelUrl })
  expect(meant.breakdown.grams).toBe(5)
  expect(await unitsOf(meant.code)).toBe('cm')
  // An order that states a unit: 2 mm.
  const other = await order({ modelUrl, units: 'mm' })
  expect(other.breakdown.grams).toBe(1)
  expect(await unitsOf(other.code)).toBe('mm')
})

test('a quote of the address slices, bills and states that size, and so does its order', async () => {
  const { modelUrl } = await put({ units: 'cm' }, 3)
  const { fields } = await resultOf(
    callTool(service, person, 'quote_print', { model_url: modelUrl, color: 'Black' }),
  )
  expect(structuredClone(fields)).toMatchObject({
    model: { dimensions_mm: [30, 30, 30], volume_cm3: 27 },
    price: { note: expect.stringContaining('read in cm, as the address or the upload says.') },
  })
  expect(asked.at(-1)).toMatchObject({ units: 'cm' })
  const args = { quote_id: fields['quote_id'], confirm: true, ...ADDRESS }
  const made = await resultOf(callTool(service, person, 'create_print_order', args))
  expect(await unitsOf(String(made.fields['order_code']))).toBe('cm')
})

test('a check of the stored model reads it in that unit', async () => {
  const { modelUrl } = await put({ units: 'cm' }, 4)
  const check = async (body: object) => {
    const headers = { 'content-type': 'application/json', cookie: person.cookie }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await (await service.fetch('/api/printability', init)).json()).printability.dimensionsMm
  }
  expect(await check({ modelUrl })).toEqual([40, 40, 40])
  expect(await check({ modelUrl, units: 'mm' })).toEqual([4, 4, 4])
})

// decisions.md 62.
test('an address keeps its unit, whatever is uploaded later, and the same bytes in another unit have another address', async () => {
  const plain = await put({}, 2.2)
  const inches = await put({ units: 'in' }, 2.2)
  expect(inches.modelUrl).toBe(`${plain.modelUrl}#units=in`)
  expect((await put({}, 2.2)).modelUrl).toBe(plain.modelUrl)
  const other = await signInWithKey(service, 'other-units@example.com')
  const file = { name: 'cube.stl', bytes: cubeStl({ sizeMm: 2.2 }) }
  expect((await uploaded(upload(service, other.cookie, file))).modelUrl).toBe(plain.modelUrl)

  // 0.010648 cm3 is 1 g; 55.88 mm: 174.490 cm3 x 0.44 x 1.26 = 96.7.
  const [small, large] = [await order(plain), await order(inches)]
  expect([small.breakdown.grams, small.dimensionsMm, small.unit]).toEqual([
    1,
    [2.2, 2.2, 2.2],
    'mm',
  ])
  const inInches = [97, [55.88, 55.88, 55.88], 'in']
  expect([large.breakdown.grams, large.dimensionsMm, large.unit]).toEqual(inInches)
  const read = await service.fetch(`/api/print/orders/${large.code}`, { headers: person.headers })
  expect(await read.json()).toMatchObject({ dimensionsMm: [55.88, 55.88, 55.88], unit: 'in' })
  expect(await unitsOf(small.code)).toBeNull()
  expect(await unitsOf(large.code)).toBe('in')
})

test('concurrent uploads of the same bytes do not change the meaning of either address', async () => {
  const sent = await Promise.all(['mm', 'in', 'cm', 'in', 'mm'].map((units) => put({ units }, 2.3)))
  const grams = await Promise.all(sent.map(async (one) => (await order(one)).breakdown.grams))
  // 23 mm: 12.167 cm3 x 0.5544 = 6.7; 58.42 mm: 199.382 cm3 x 0.5544 = 110.5.
  expect(grams).toEqual([1, 111, 7, 111, 1])
})

test('an address of a release without units still implies the unit of its upload', async () => {
  const { modelUrl } = await put({}, 2.4)
  await service.db
    .updateTable('models')
    .set({ units: 'cm' })
    .where('account_id', '=', person.caller.accountId)
    .where('uri', '=', modelUrl)
    .execute()
  // 24 mm: 13.824 cm3 x 0.5544 = 7.7.
  expect((await order({ modelUrl })).breakdown.grams).toBe(8)
  const again = await put({}, 2.4)
  expect(again.modelUrl).toBe(`${modelUrl}#units=mm`)
  expect((await order(again)).breakdown.grams).toBe(1)
  expect((await order({ modelUrl })).breakdown.grams).toBe(8)
})

describe('an address that ends with #units=', () => {
  const inCm = (modelUrl: string) => `${modelUrl}#units=cm`
  const json = (path: string, body: object) =>
    service.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: person.cookie },
      body: JSON.stringify(body),
    })

  test('works like the field of a form, which takes precedence', async () => {
    const { modelUrl } = await put({}, 2.5)
    // 25 mm: 15.625 cm3 x 0.5544 = 8.7.
    expect((await order({ modelUrl: inCm(modelUrl) })).breakdown.grams).toBe(9)
    expect((await order({ modelUrl: inCm(modelUrl), units: 'mm' })).breakdown.grams).toBe(1)
  })

  test('works in a cart and in a check', async () => {
    const { modelUrl } = await put({}, 2.6)
    const item = { modelUrl: inCm(modelUrl), color: 'Black' }
    const priced = await (await json('/api/cart-reprice', { items: [item] })).json()
    // 26 mm: 17.576 cm3 x 0.5544 = 9.7; 10 g at $0.12.
    expect(priced.lines[0]).toMatchObject({ grams: 10 })
    const checked = await (await json('/api/printability', { modelUrl: inCm(modelUrl) })).json()
    expect(checked.printability.dimensionsMm).toEqual([26, 26, 26])
  })

  test('is refused with an unknown unit by every interface, and nothing is ordered', async () => {
    const { modelUrl } = await put({}, 2.7)
    const wrong = `${modelUrl}#units=ft`
    const sentence = 'Invalid units. One of: mm, cm, m, in'
    const refused = await submit(service, person, { fields: { modelUrl: wrong }, file: null })
    expect([refused.status, await refused.json()]).toEqual([400, { error: sentence }])
    const check = await json('/api/printability', { modelUrl: wrong })
    expect([check.status, await check.json()]).toEqual([400, { error: sentence }])
    const cart = await (await json('/api/cart-reprice', { items: [{ modelUrl: wrong }] })).json()
    expect(JSON.stringify(cart)).toContain(sentence)
    const quote = await callTool(service, person, 'quote_print', { model_url: wrong })
    expect(JSON.stringify(quote)).toContain('is none of mm, cm, m, in')
  })
})
