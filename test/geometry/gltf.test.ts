// OBJ and .gltf through the worker pool: the same box as its STL, and refusals that name what is missing.
import { afterAll, expect, test } from 'bun:test'
import type { Format } from '../../geometry/index.ts'
import { dracoGlb, meshoptGlb } from '../../testing/models/compressed.ts'
import { openGeometry } from '../../testing/models/geometry.ts'
import { binaryStl, box, glb } from '../../testing/models/meshes.ts'

const geometry = openGeometry()
afterAll(() => geometry.close())

const part = box([2, 3, 4])
const text = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
const measured = (bytes: Uint8Array, format: Format) =>
  geometry.measure({ source: { bytes }, format, units: 'mm' })

/** Returns the box as .gltf with its buffer at `uri`, or embedded. */
function gltf(uri?: string): Uint8Array {
  const bytes = glb(part)
  const length = new DataView(bytes.buffer).getUint32(12, true)
  const document = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)))
  const data = Buffer.from(bytes.subarray(28 + length)).toString('base64')
  document.buffers[0].uri = uri ?? `data:application/octet-stream;base64,${data}`
  return text(document)
}

const obj = text(
  [
    ...part.positions.map((p) => `v ${p.join(' ')}`),
    ...part.triangles.map((t) => `f ${t.map((v) => v - part.positions.length).join(' ')}`),
  ].join('\n'),
)

test('a box has the same measurement in every format', async () => {
  const expected = { volumeCm3: 0.024, triangles: 12, watertight: true, boundaryEdges: 0 }
  const files: [Uint8Array, Format][] = [
    [binaryStl(part), 'stl'],
    [obj, 'obj'],
    [gltf(), 'gltf'],
    [await meshoptGlb(part), 'glb'],
  ]
  for (const [bytes, format] of files) {
    expect(await measured(bytes, format)).toMatchObject({ kind: 'mesh', report: expected })
  }
  // Draco rounds to 16 bits of the longest side.
  const draco = await measured(await dracoGlb(part, 'edgebreaker'), 'glb')
  expect(draco).toMatchObject({ kind: 'mesh', report: { triangles: 12, watertight: true } })
  if (draco.kind === 'mesh') expect(draco.report.volumeCm3).toBeCloseTo(0.024, 5)
})

test('refusals name the line, the buffer, or the false statement', async () => {
  const lying = await meshoptGlb(part)
  const packed = Buffer.from(lying).toString('latin1').replace('ATTRIBUTES', 'ATTRIBUTEZ')
  const refused: [Uint8Array, Format, string][] = [
    [text('v 0 0 0\nv 1e99 0 0\nf 1 2 2\n'), 'obj', 'Vertex 2 of the OBJ (line 2)'],
    [gltf('part.bin'), 'gltf', 'the separate buffer "part.bin"'],
    [new Uint8Array(Buffer.from(packed, 'latin1')), 'glb', 'compressed buffer view 0'],
  ]
  for (const [bytes, format, named] of refused) {
    const outcome = await measured(bytes, format)
    expect(outcome.kind).toBe('unreadable')
    if (outcome.kind === 'unreadable') expect(outcome.message).toContain(named)
  }
})
