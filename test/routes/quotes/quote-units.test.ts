// The conditions under which /quote asks whether a file is in another unit.
import { expect, test } from 'bun:test'
import { box, cube3mf, cubeStl, threeMf } from '../../../testing/models/meshes.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()

async function priced(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  const body = new FormData()
  for (const [field, value] of Object.entries(fields)) body.set(field, value)
  body.set('file', new File([bytes], name))
  return await (await service.fetch('/quote', { method: 'POST', body })).text()
}
const question = 'Was the file meant in another unit?'

test.each([
  [9.9, true],
  [10, false],
])('an STL of %p mm: %p', async (sizeMm, isAsked) => {
  const html = await priced('small.stl', cubeStl({ sizeMm }))
  expect([html.includes('id="total"'), html.includes(question)]).toEqual([true, isAsked])
})

test('the unit that the visitor states is used', async () => {
  expect(await priced('tiny.stl', cubeStl({ sizeMm: 2 }), { units: 'mm' })).not.toContain(question)
})

test.each([
  ['millimeters', cube3mf({ sizeMm: 2 }), '2.00 × 2.00 × 2.00 mm'],
  // 0.25 in = 6.35 mm.
  ['inches', threeMf(box([0.25, 0.25, 0.25]), 'inch'), '6.35 × 6.35 × 6.35 mm'],
  // The 3MF core specification defines that a file without a unit is in millimeters.
  ['no unit', threeMf(box([2, 2, 2]), null), '2.00 × 2.00 × 2.00 mm'],
])('a small 3MF in %s is read in its unit', async (_, bytes, size) => {
  const html = await priced('tiny.3mf', bytes)
  expect([html.includes(size), html.includes(question)]).toEqual([true, false])
})

// 200 in are 5,080 mm, and 200 cm are 2,000 mm: only millimeters fit the plate.
test('a 3MF that does not fit leads to a question, although it states its unit', async () => {
  const html = await priced('huge.3mf', threeMf(box([200, 200, 200]), 'inch'))
  expect(html).toContain(`too large to print. ${question}`)
  expect(html).toContain('<li>millimeters: 200.0 × 200.0 × 200.0 mm</li>')
})
