// The unit that an upload states for its numbers, wherever the model is used by its address afterwards.
import { beforeAll, expect, test } from 'bun:test'
import { cubeStl } from '../helpers/meshes.ts'
import { orderRow } from '../helpers/rows.ts'
import { signInWithKey, upload, uploaded } from '../helpers/slicing.ts'
import { placed, submit } from '../helpers/submit.ts'
import { use, useService } from '../helpers/use.ts'
import { answerOf, callTool } from '../mcp/tools/call.ts'
import { ADDRESS } from '../mcp/tools/ordering.ts'
import { standInSlicer } from '../mcp/tools/stand-ins.ts'

const service = useService()
const person = use(() => signInWithKey(service, 'units@example.com'))
const { slicer, asked } = standInSlicer()
beforeAll(async () => {
  service.replace({ slicer })
})

/** A cube with sides of two, in the unit of the fields. */
const put = (fields: Readonly<Record<string, string>>, size = 2) =>
  uploaded(
    upload(service, person.cookie, { name: 'cube.stl', bytes: cubeStl({ sizeMm: size }) }, fields),
  )
const order = (fields: Readonly<Record<string, string>>) =>
  placed(submit(service, person, { fields, file: null }))
const unitsOf = async (code: string) => (await orderRow(service.db, code)).units

test('an order by the address bills the size that the upload was answered with', async () => {
  const { modelUrl, dimensionsMm } = await put({ units: 'cm' })
  expect(dimensionsMm).toEqual([20, 20, 20])
  // 8 cm3 x 0.44 x 1.26 = 4.4352
  const meant = await order({ modelUrl })
  expect(meant.breakdown.grams).toBe(5)
  expect(await unitsOf(meant.code)).toBe('cm')
  // An order that names its own: 2 mm.
  const other = await order({ modelUrl, units: 'mm' })
  expect(other.breakdown.grams).toBe(1)
  expect(await unitsOf(other.code)).toBe('mm')
})

test('a quote of the address slices and bills that size, says so, and so does its order', async () => {
  const { modelUrl } = await put({ units: 'cm' }, 3)
  const { fields } = await answerOf(
    callTool(service, person, 'quote_print', { model_url: modelUrl, color: 'Black' }),
  )
  expect(structuredClone(fields)).toMatchObject({
    model: { dimensions_mm: [30, 30, 30], volume_cm3: 27 },
    price: { note: expect.stringContaining('read in cm, as set when it was uploaded.') },
  })
  expect(asked.at(-1)).toMatchObject({ units: 'cm' })
  const args = { quote_id: fields['quote_id'], confirm: true, ...ADDRESS }
  const made = await answerOf(callTool(service, person, 'create_print_order', args))
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

test('of several uploads of the same content the last one counts; another account has its own', async () => {
  const { modelUrl } = await put({ units: 'cm' }, 5)
  const other = await signInWithKey(service, 'other-units@example.com')
  const file = { name: 'cube.stl', bytes: cubeStl({ sizeMm: 5 }) }
  expect((await uploaded(upload(service, other.cookie, file))).modelUrl).toBe(modelUrl)
  // 125 cm3 x 0.5544 = 69.3
  expect((await order({ modelUrl })).breakdown.grams).toBe(70)
  expect((await put({}, 5)).dimensionsMm).toEqual([5, 5, 5])
  const plain = await order({ modelUrl })
  expect(plain.breakdown.grams).toBe(1)
  expect(await unitsOf(plain.code)).toBeNull()
})
