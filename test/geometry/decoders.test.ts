// Compressed GLBs: encoded here with the packages' encoders, read through the decoders and compared with the original
// mesh; and files with false sizes, which must be refused before decoding.
import { describe, expect, test } from 'bun:test'
import { readDracoWasm } from '../../geometry/decoders/draco-file.ts'
import { decodeCompressed, isCompressed } from '../../geometry/decoders/index.ts'
import { decodeLimits } from '../../geometry/decoders/limits.ts'
import { dracoGlb, meshoptGlb } from '../../testing/models/compressed.ts'
import { glb, glbContainer, type Mesh, sphere } from '../../testing/models/meshes.ts'

const ball = sphere({ radius: 7, rings: 20, segments: 30 })
type Document = ReturnType<typeof JSON.parse>

function read(bytes: Uint8Array): { document: Document; binary: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const length = view.getUint32(12, true)
  const document: Document = JSON.parse(Buffer.from(bytes.subarray(20, 20 + length)).toString())
  return { document, binary: bytes.subarray(28 + length) }
}

/** Returns positions and triangles of the only primitive, as the document describes them. */
function meshOf(bytes: Uint8Array): Mesh {
  const { document, binary } = read(bytes)
  const primitive = document.meshes[0].primitives[0]
  const numbers = (accessor: number) => {
    const { bufferView, componentType, count, type } = document.accessors[accessor]
    const { byteOffset, byteStride } = document.bufferViews[bufferView]
    const width = type === 'VEC3' ? 3 : 1
    const size = componentType === 5123 ? 2 : 4
    const stride = byteStride ?? width * size
    const data = new DataView(binary.buffer, binary.byteOffset + byteOffset)
    return Array.from({ length: count }, (_element, i) =>
      Array.from({ length: width }, (_, k) => {
        const at = i * stride + k * size
        if (componentType === 5126) return data.getFloat32(at, true)
        return size === 2 ? data.getUint16(at, true) : data.getUint32(at, true)
      }),
    )
  }
  const flat = numbers(primitive.indices).flat()
  return {
    positions: numbers(primitive.attributes.POSITION) as Mesh['positions'],
    triangles: Array.from({ length: flat.length / 3 }, (_, t) =>
      flat.slice(3 * t, 3 * t + 3),
    ) as Mesh['triangles'],
  }
}

/** Returns each triangle's corners, starting with the smallest, all sorted: equal for any order. */
function canonical({ positions, triangles }: Mesh, digits: number): string[] {
  const named = triangles.map((corners) => {
    const names = corners.map((v) =>
      (positions[v] ?? []).map((x) => (Math.abs(x) < 1e-6 ? 0 : x).toFixed(digits)).join(','),
    )
    const first = names.indexOf(names.toSorted()[0] ?? '')
    return [0, 1, 2].map((i) => names[(first + i) % 3]).join(' ')
  })
  return named.toSorted()
}

/** Returns the ball's vertex at a decoded position: 16 bits over 14 mm are steps of 0.0002 mm. */
function nearest([x, y, z]: Mesh['positions'][number]): Mesh['positions'][number] {
  const distance = ([px, py, pz]: (typeof ball.positions)[number]) =>
    Math.hypot(px - x, py - y, pz - z)
  const found = ball.positions.find((p) => distance(p) < 3e-4)
  if (!found) throw new Error(`no vertex of the ball is near ${x}, ${y}, ${z}`)
  return found
}

async function decoded(bytes: Uint8Array, format: 'glb' | 'gltf' = 'glb'): Promise<Uint8Array> {
  const result = await decodeCompressed(bytes, format, { dracoWasm: readDracoWasm })
  if (result.kind !== 'glb') throw new Error(result.message)
  return result.bytes
}

async function refusal(bytes: Uint8Array, limits = decodeLimits): Promise<string> {
  const result = await decodeCompressed(bytes, 'glb', { dracoWasm: readDracoWasm, limits })
  return result.kind === 'unreadable' ? `${result.code}: ${result.message}` : 'decoded'
}

/** Returns the file with another document. */
async function changed(bytes: Uint8Array, change: (document: Document) => void) {
  const { document, binary } = read(bytes)
  change(document)
  return glbContainer(document, binary)
}

describe('meshopt', () => {
  test('is decoded bit for bit', async () => {
    const packed = await meshoptGlb(ball)
    expect(isCompressed(packed, 'glb')).toBe(true)
    const plain = await decoded(packed)
    const mesh = meshOf(plain)
    const single = ball.positions.map((p) => p.map(Math.fround)) as Mesh['positions']
    expect(mesh.positions).toEqual(single)
    expect(canonical(mesh, 6)).toEqual(canonical({ ...ball, positions: single }, 6))
    const { document } = read(plain)
    expect([document.extensionsUsed, document.extensionsRequired]).toEqual([undefined, undefined])
    expect(isCompressed(plain, 'glb')).toBe(false)
  })

  test('an embedded buffer of a .gltf is decoded as well', async () => {
    const { document, binary } = read(await meshoptGlb(ball))
    document.buffers[0].uri = `data:application/octet-stream;base64,${Buffer.from(binary).toString('base64')}`
    const text = new TextEncoder().encode(JSON.stringify(document))
    expect(isCompressed(text, 'gltf')).toBe(true)
    expect(meshOf(await decoded(text, 'gltf')).triangles).toHaveLength(ball.triangles.length)
  })

  const lies: [string, (packed: Document, view: Document) => void, string][] = [
    ['a huge count', (p) => (p.count = 2 ** 40), 'malformed: .* it claims 1099511627776 elements'],
    ['a negative count', (p) => (p.count = -1), 'malformed: .* not a whole number'],
    ['a count of no number', (p) => (p.count = '12'), 'malformed: .* not a whole number'],
    ['a wrong count', (p) => (p.count += 1), 'malformed: .* Malformed buffer data'],
    ['a stride of 0', (p) => (p.byteStride = 0), 'malformed: .* stride of 0'],
    ['a stride of 260', (p) => (p.byteStride = 260), 'malformed: .* stride of 260'],
    ['an unknown mode', (p) => (p.mode = 'toString'), 'malformed: .* none of the three'],
    ['an unknown filter', (p) => (p.filter = 'constructor'), 'malformed: .* filter does not fit'],
    ['a filter that does not fit', (p) => (p.filter = 'QUATERNION'), 'malformed: .* filter'],
    ['a range past the end', (p) => (p.byteOffset = 1e9), 'truncated: .* needs'],
    ['a buffer that is not there', (p) => (p.buffer = 7), 'malformed: .* has no data'],
  ]
  test.each(lies)('%s is refused', async (_, lie, expected) => {
    const bytes = await changed(await meshoptGlb(ball), (document) => {
      const view = document.bufferViews[0]
      lie(view.extensions.EXT_meshopt_compression, view)
    })
    expect(await refusal(bytes)).toMatch(new RegExp(expected))
  })

  test('declared sizes are added up before anything is decoded', async () => {
    const bytes = await changed(await meshoptGlb(ball), (document) => {
      const [view] = document.bufferViews
      view.extensions.EXT_meshopt_compression.count = 1_000_000
      document.bufferViews = Array.from({ length: 100 }, () => structuredClone(view))
    })
    expect(await refusal(bytes)).toMatch(/^over_limit: Too many bytes once decoded/)
  })
})

describe('Draco', () => {
  for (const method of ['edgebreaker', 'sequential'] as const) {
    test(`${method} is decoded with every triangle`, async () => {
      const packed = await dracoGlb(ball, method)
      expect(isCompressed(packed, 'glb')).toBe(true)
      const mesh = meshOf(await decoded(packed))
      const snapped = { ...mesh, positions: mesh.positions.map(nearest) }
      expect(canonical(snapped, 6)).toEqual(canonical(ball, 6))
    })
  }

  test('limits on triangles and bytes apply before the decoder runs', async () => {
    const packed = await dracoGlb(ball, 'edgebreaker')
    const triangles = ball.triangles.length
    expect(await refusal(packed, { ...decodeLimits, triangles: triangles - 1 })).toBe(
      `over_limit: Too many triangles: ${triangles}, the limit is ${triangles - 1}.`,
    )
    expect(await refusal(packed, { ...decodeLimits, bytes: packed.length + 100 })).toMatch(
      /^over_limit: Too many bytes once decoded/,
    )
  })

  const lies: [string, (document: Document) => void, string][] = [
    ['another index count', (d) => (d.accessors[1].count = 3), 'says 3 indices'],
    ['another vertex count', (d) => (d.accessors[0].count -= 1), 'vertices and its Draco data'],
    ['vertices past all corners', (d) => (d.accessors[0].count = 1e9), 'more than its triangles'],
    ['an attribute that is not there', (d) => (draco(d).attributes.POSITION = 9), 'no attribute 9'],
    ['an accessor that is not there', (d) => (primitive(d).indices = 5), 'refers to number 5'],
    ['a view that is not there', (d) => (draco(d).bufferView = 5), 'holds no Draco data'],
    ['a view past the end', (d) => (d.bufferViews[0].byteLength = 1e9), 'reaches past its buffer'],
    ['strips', (d) => (primitive(d).mode = 5), 'must be plain triangles'],
  ]
  const primitive = (d: Document) => d.meshes[0].primitives[0]
  const draco = (d: Document) => primitive(d).extensions.KHR_draco_mesh_compression
  test.each(lies)('%s is refused', async (_, lie, expected) => {
    const bytes = await changed(await dracoGlb(ball, 'edgebreaker'), lie)
    expect(await refusal(bytes)).toContain(expected)
  })

  test('a stream that is broken at any place is refused, and the next file is read', async () => {
    const whole = await dracoGlb(ball, 'edgebreaker')
    const { document, binary } = read(whole)
    const length: number = document.bufferViews[0].byteLength
    let refused = 0
    for (let at = 0; at < length; at += Math.ceil(length / 40)) {
      const broken = binary.slice()
      broken[at] = (broken[at] ?? 0) ^ 0xff
      const response = await refusal(glbContainer(document, broken))
      // A changed coordinate is not an error; a changed header or symbol is.
      if (response !== 'decoded') {
        refused++
        expect(response).toMatch(/^(malformed|unsupported|over_limit): /)
      }
    }
    expect(refused).toBeGreaterThan(3)
    expect(await refusal(whole)).toBe('decoded')
  })
})

test('a plain file is unchanged', () => {
  expect(isCompressed(glb(ball), 'glb')).toBe(false)
  expect(isCompressed(new Uint8Array(0), 'glb')).toBe(false)
  expect(isCompressed(new TextEncoder().encode('EXT_meshopt_compression'), 'stl')).toBe(false)
})
