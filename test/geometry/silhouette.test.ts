// The silhouette of a part through the facade; the crate tests its cells (geometry/src/silhouette/tests.rs).
import { afterAll, expect, test } from 'bun:test'
import { isSet } from '../../server/domain/planning/arrange/silhouette.ts'
import { openGeometry } from '../../testing/models/geometry.ts'
import { binaryStl, box, merge } from '../../testing/models/meshes.ts'

// A busy machine takes many times as long.
const geometry = openGeometry()
afterAll(() => geometry.close())

const silhouette = (bytes: Uint8Array, orient = false) =>
  geometry.silhouette({ source: { bytes }, format: 'stl', pose: { orient } })

test('an L consists of its two bars, in the form that plates use', async () => {
  const bars = merge(box([40.5, 5, 2]), box([5, 30, 2], [0, 5, 0]))
  const shadow = await silhouette(binaryStl(bars))
  if (shadow.kind !== 'silhouette') throw new Error(shadow.kind)
  const { bits, ...sizes } = shadow
  expect(sizes).toEqual({
    kind: 'silhouette',
    widthMm: 40.5,
    depthMm: 35,
    heightMm: 2,
    cellMm: 1,
    columns: 41,
    rows: 35,
  })
  expect(bits).toHaveLength(70)
  const set = (column: number, row: number) => isSet({ ...shadow, cellMm: 1 }, column, row)
  expect([set(0, 0), set(40, 4), set(4, 34)]).toEqual([true, true, true])
  expect([set(40, 6), set(6, 6), set(6, 34)]).toEqual([false, false, false])
})

test('a part is rotated on request', async () => {
  const tower = () => binaryStl(box([4, 4, 60]))
  expect(await silhouette(tower())).toMatchObject({ columns: 4, rows: 4, heightMm: 60 })
  expect(await silhouette(tower(), true)).toMatchObject({ kind: 'silhouette', heightMm: 4 })
})

test('a part that is larger than every bed, and a broken file, are refused', async () => {
  const refused = { kind: 'unreadable', code: 'too_large' }
  expect(await silhouette(binaryStl(box([1200, 5, 5])))).toMatchObject(refused)
  expect(await silhouette(new Uint8Array(10))).toMatchObject({ kind: 'unreadable' })
})
