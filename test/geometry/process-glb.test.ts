// The GLB that processing writes, read back by three independent means: the core's reader, the glTF text, and manual
// counts. Materials, UVs and textures of the input stay; new surfaces are plain.
import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Format, ProcessOptions } from '../../geometry/index.ts'
import { openGeometry } from '../../testing/models/geometry.ts'
import { binaryStl, box, cubeStl, sphere } from '../../testing/models/meshes.ts'

const geometry = openGeometry()
afterAll(() => geometry.close())
const corpus = join(import.meta.dir, '../../../shared/corpus')

type Primitive = { material?: number; indices: number; attributes: Record<string, number> }
type Document = {
  nodes: { matrix?: number[] }[]
  meshes: { primitives: Primitive[] }[]
  materials: { name?: string }[]
  images?: { bufferView?: number; uri?: string }[]
  textures?: unknown[]
  accessors: { count: number; bufferView: number; min?: number[]; max?: number[] }[]
}

/** Returns the JSON chunk, by the lengths of the container. */
function documentOf(glb: Uint8Array): Document {
  const view = new DataView(glb.buffer, glb.byteOffset)
  expect(view.getUint32(0, true)).toBe(0x46546c67)
  expect(view.getUint32(8, true)).toBe(glb.length)
  const json = glb.subarray(20, 20 + view.getUint32(12, true))
  return JSON.parse(new TextDecoder().decode(json)) as Document
}

function trianglesByMaterial(document: Document): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { material, indices } of document.meshes.flatMap((mesh) => mesh.primitives)) {
    const name =
      material === undefined ? 'none' : (document.materials[material]?.name ?? `${material}`)
    const triangles = (document.accessors[indices]?.count ?? 0) / 3
    counts.set(name, (counts.get(name) ?? 0) + triangles)
  }
  return counts
}

async function processed(bytes: Uint8Array, format: Format, options: ProcessOptions = {}) {
  const outputs = { stl: true, glb: true }
  // A copy, because bytes are moved to the worker.
  const source = { bytes: new Uint8Array(bytes) }
  const outcome = await geometry.process({ source, format, options, outputs })
  if (outcome.kind !== 'processed' || !outcome.stl || !outcome.glb) {
    throw new Error(JSON.stringify(outcome))
  }
  const { report, stl, glb } = outcome
  return { report, stl, glb }
}

test('only the requested files are written', async () => {
  const kinds = [undefined, {}, { stl: true }, { glb: true }, { stl: true, glb: true }] as const
  const seen = []
  for (const outputs of kinds) {
    const outcome = await geometry.process({
      source: { bytes: cubeStl({ sizeMm: 20 }) },
      format: 'stl',
      ...(outputs && { outputs }),
    })
    if (outcome.kind !== 'processed') throw new Error(outcome.kind)
    seen.push([outcome.stl?.length ?? null, outcome.glb !== null])
  }
  expect(seen).toEqual([
    [684, false],
    [null, false],
    [684, false],
    [null, true],
    [684, true],
  ])
})

test('an STL becomes a GLB in meters with Y up, in a plain material', async () => {
  const { glb } = await processed(binaryStl(box([10, 20, 30])), 'stl')
  const document = documentOf(glb)
  expect(trianglesByMaterial(document)).toEqual(new Map([['plain', 12]]))
  // Column by column: x to x, y (away) to -z, z (up) to y, each one thousandth.
  expect(document.nodes[0]?.matrix).toEqual([
    0.001, 0, 0, 0, 0, 0, -0.001, 0, 0, 0.001, 0, 0, 0, 0, 0, 1,
  ])
  const measured = await geometry.measure({ source: { bytes: glb }, format: 'glb' })
  if (measured.kind !== 'mesh') throw new Error(measured.kind)
  expect(measured.report.dimensionsMm.map((side) => Math.round(side * 1e4) / 1e4)).toEqual([
    10, 20, 30,
  ])
  expect(measured.report.volumeCm3).toBeCloseTo(6, 5)
})

test('both files contain the same triangles, hollow or not', async () => {
  const ball = binaryStl(sphere({ radius: 15, rings: 30, segments: 40 }))
  const { stl, glb, report } = await processed(ball, 'stl', { hollow: { wallMm: 2 } })
  expect(report.meshRepair).toMatchObject({ hollowed: true })
  const [count] = trianglesByMaterial(documentOf(glb)).values()
  expect(count).toBe((stl.length - 84) / 50)
})

describe.skipIf(!existsSync(corpus))('corpus', () => {
  const read = (name: string) => readFileSync(join(corpus, name))

  /** Materials and images as stored in the file. */
  test.each([
    'trellis_T.glb',
    'spot.obj',
    'moon.glb',
    'scallop.glb',
    'chr_knight.glb',
    'nested.glb',
  ])('%s keeps its appearance', async (name) => {
    const format = name.split('.').pop() as Format
    const file = read(name)
    const before = format === 'glb' ? documentOf(file) : undefined
    const { stl, glb, report } = await processed(file, format)
    const document = documentOf(glb)
    const counts = trianglesByMaterial(document)
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
    // Where bodies touched along an edge, the STL has split triangles; those of the GLB are not split.
    const parted = JSON.stringify(report.meshRepair).includes('were separated')
    if (parted) {
      expect(all).toBeLessThan((stl.length - 84) / 50)
    } else {
      expect(all).toBe((stl.length - 84) / 50)
    }
    const materials = before?.materials ?? []
    expect(document.materials.slice(0, materials.length)).toEqual(materials)
    expect(document.images?.length).toBe(before?.images?.length)
    expect(document.textures).toEqual(before?.textures)
    const filled = report.meshRepair.applied ? report.meshRepair.filledHoles : 0
    const plain = counts.get('plain') ?? 0
    if (materials.length > 0) expect(plain > 0).toBe(filled > 0)
    expect(counts.has('none')).toBe(false)
  })

  test('moved, smoothed and hollowed surfaces keep the texture coordinates of the file', async () => {
    const file = read('chr_knight.glb')
    const whole = await processed(file, 'glb')
    const changed = await processed(file, 'glb', { smoothing: 'strong', orient: true })
    const uvs = (glb: Uint8Array) => {
      const { meshes, accessors } = documentOf(glb)
      const primitives = meshes.flatMap((mesh) => mesh.primitives)
      return primitives.map(({ attributes }) => accessors[attributes['TEXCOORD_0'] ?? -1]?.count)
    }
    expect(uvs(whole.glb).some((count) => (count ?? 0) > 1000)).toBe(true)
    expect(uvs(changed.glb)).toEqual(uvs(whole.glb))
  })

  test('compressed geometry is decoded and written uncompressed', async () => {
    const { glb } = await processed(read('BoxMeshopt.glb'), 'glb')
    expect(JSON.stringify(documentOf(glb))).not.toContain('meshopt')
  })
})

test('holes are closed in the plain material, and the notes mention it', async () => {
  // Materials come from a GLB written by the core. A hole made in its STL would lose them, so the index list is
  // shortened in place instead.
  const { glb } = await processed(binaryStl(sphere({ radius: 15, rings: 20, segments: 30 })), 'stl')
  const document = documentOf(glb)
  const [primitive] = document.meshes.flatMap((mesh) => mesh.primitives)
  const accessor = document.accessors[primitive?.indices ?? -1]
  if (accessor === undefined) throw new Error('no indices')
  const text = JSON.stringify(document)
  const shorter = text.replace(`"count":${accessor.count}`, `"count":${accessor.count - 6}`)
  expect(shorter).not.toBe(text)
  const view = new DataView(glb.buffer, glb.byteOffset)
  const room = view.getUint32(12, true)
  const holed = glb.slice()
  holed.set(new TextEncoder().encode(shorter.padEnd(room, ' ')), 20)
  const repaired = await processed(holed, 'glb')
  expect(repaired.report.meshRepair).toMatchObject({
    filledHoles: 1,
    notes: ['2 new triangles (closed holes, inner walls) have a plain material in the GLB.'],
  })
  expect(documentOf(repaired.glb).materials.map(({ name }) => name)).toEqual(['plain', 'plain'])
})
