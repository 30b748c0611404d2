// The sample models of a service without a vendor's key: deterministic, dependent on the request, closed and
// printable. Bodies are checked with the manifold library, pictures with zlib and the PNG and glTF specifications.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import Module, { type ManifoldToplevel } from 'manifold-3d'
import { createDemoEngines } from '../../../server/adapters/engines/demo/demo-engines.ts'
import { openTemporaryFiles } from '../../../server/adapters/storage/temporary-files.ts'
import type { EngineTask } from '../../../server/domain/generation/engine/engine.ts'
import { engineImage, engineRequest } from '../../../testing/engines/engine-requests.ts'
import { verifies } from '../../helpers/verifies.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-demo-engine-'))
const engines = createDemoEngines(openTemporaryFiles(folder), () => [])
const { signal } = new AbortController()
let manifold: ManifoldToplevel
beforeAll(async () => {
  manifold = await Module()
  manifold.setup()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function started(request = engineRequest()): Promise<EngineTask> {
  const outcome = await engines.start(request, signal)
  if (outcome.kind !== 'started') throw new Error(outcome.message)
  return outcome.task
}

async function bytesOf(task: EngineTask): Promise<Uint8Array> {
  const outcome = await engines.download(task, signal)
  if (outcome.kind !== 'downloaded') throw new Error(outcome.message)
  const bytes = readFileSync(outcome.file.path)
  expect(bytes.length).toBe(outcome.file.sizeBytes)
  return bytes
}

const modelOf = async (prompt: string) => bytesOf(await started(engineRequest({ prompt })))

type Glb = {
  readonly document: {
    accessors: { bufferView: number; count: number; min?: number[]; max?: number[] }[]
    bufferViews: { byteOffset: number; byteLength: number }[]
    images?: { bufferView: number; mimeType: string }[]
    materials: { pbrMetallicRoughness: Record<string, unknown> }[]
    meshes: { primitives: { attributes: Record<string, number>; indices: number }[] }[]
  }
  readonly view: (index: number) => Buffer
}

/** Reads a GLB as section "GLB File Format" of glTF 2.0 describes it. */
function readGlb(bytes: Uint8Array): Glb {
  const file = Buffer.from(bytes)
  expect(file.toString('latin1', 0, 4)).toBe('glTF')
  expect([file.readUInt32LE(4), file.readUInt32LE(8)]).toEqual([2, file.length])
  const jsonLength = file.readUInt32LE(12)
  expect(file.toString('latin1', 16, 20)).toBe('JSON')
  const document = JSON.parse(file.toString('utf8', 20, 20 + jsonLength))
  const bin = file.subarray(20 + jsonLength + 8)
  expect(file.readUInt32LE(20 + jsonLength)).toBe(bin.length)
  const view = (index: number) => {
    const { byteOffset, byteLength } = document.bufferViews[index]
    return bin.subarray(byteOffset, byteOffset + byteLength)
  }
  return { document, view }
}

/** The models are one unit long; the limits below are for bodies of 100 mm. */
const mmPerUnit = 100

/** Positions and triangles for manifold; vertices at one position are merged first. */
function solidOf({ document, view }: Glb) {
  const primitive = document.meshes[0]?.primitives[0]
  const read = (accessor: number | undefined) => {
    const bytes = Uint8Array.from(view(document.accessors[accessor ?? -1]?.bufferView ?? -1))
    return bytes.buffer
  }
  const mesh = new manifold.Mesh({
    numProp: 3,
    vertProperties: new Float32Array(read(primitive?.attributes['POSITION'])).map(
      (units) => units * mmPerUnit,
    ),
    triVerts: new Uint32Array(read(primitive?.indices)),
  })
  mesh.merge()
  return manifold.Manifold.ofMesh(mesh)
}

describe('the body', () => {
  const named = ['vase', 'gear', 'pawn', 'knot', 'star', 'box'].flatMap((word) =>
    ['one', 'two', 'three', 'four'].map((more) => `a ${word} number ${more}`),
  )

  test.each([...named, 'something unforeseen', '', 'Ünïcödé 龍'])(
    'is one closed solid: %p',
    async (prompt) => {
      const solid = solidOf(readGlb(await modelOf(prompt)))
      expect(solid.status()).toBe('NoError')
      expect(solid.decompose()).toHaveLength(1)
      expect(solid.volume()).toBeGreaterThan(5_000)
      expect(solid.numTri()).toBeGreaterThanOrEqual(5_000)
      expect(solid.numTri()).toBeLessThanOrEqual(20_000)
      const { min, max } = solid.boundingBox()
      for (const axis of [0, 1, 2] as const) {
        expect(max[axis] - min[axis]).toBeGreaterThan(5)
      }
      const sides = ([0, 1, 2] as const).map((axis) => max[axis] - min[axis])
      expect(Math.max(...sides)).toBeCloseTo(mmPerUnit, 3)
    },
  )

  test('a gear has a hole, a knot is one loop, and a vase has no hole', async () => {
    const genus = async (prompt: string) => solidOf(readGlb(await modelOf(prompt))).genus()
    expect(await genus('a gear for a clock')).toBe(1)
    expect(await genus('a knot')).toBe(1)
    expect(await genus('a vase')).toBe(0)
  })

  test('a vase holds water: it is hollow', async () => {
    const solid = solidOf(readGlb(await modelOf('a plain vase')))
    expect(solid.volume()).toBeLessThan(solid.hull().volume() / 2)
  })

  test('has the same bytes for the same request, and others for another prompt, seed or picture', async () => {
    const first = await modelOf('a twisted vase')
    expect(Buffer.compare(first, await modelOf('a twisted vase'))).toBe(0)
    const others = [
      engineRequest({ prompt: 'a twisted vase with a lip' }),
      engineRequest({ prompt: 'a twisted vase', options: { seed: 7 } }),
      engineRequest({ prompt: 'a twisted vase', images: [engineImage('one')] }),
      engineRequest({ prompt: 'a twisted vase', images: [engineImage('two')] }),
    ]
    const models = [first]
    for (const request of others) models.push(await bytesOf(await started(request)))
    const digests = new Set(models.map((bytes) => Bun.hash(bytes)))
    expect(digests.size).toBe(models.length)
  })

  test('a color word changes the paint only', async () => {
    const [plain, red] = [await started(engineRequest({ prompt: 'vase' })), await modelOf('vase')]
    expect(Buffer.compare(await bytesOf(plain), red)).toBe(0)
    const outcome = await engines.retexture(
      { task: plain, prompt: 'red with gold stripes', model: engineImage('unused') },
      signal,
    )
    if (outcome.kind !== 'started') throw new Error(outcome.message)
    expect(outcome.task.taskId).not.toBe(plain.taskId)
    const [before, after] = [readGlb(red), readGlb(await bytesOf(outcome.task))]
    const primitive = before.document.meshes[0]?.primitives[0]
    for (const accessor of [primitive?.indices, primitive?.attributes['POSITION']]) {
      const of = ({ document, view }: Glb) =>
        view(document.accessors[accessor ?? -1]?.bufferView ?? -1)
      expect(Buffer.compare(of(before), of(after))).toBe(0)
    }
    const picture = ({ document, view }: Glb) => view(document.images?.[0]?.bufferView ?? -1)
    expect(Buffer.compare(picture(before), picture(after))).not.toBe(0)
    const [reds, greens, blues] = meanColor(picture(after))
    expect(reds).toBeGreaterThan(greens)
    expect(greens).toBeGreaterThan(blues)
  })
})

describe('the paint', () => {
  verifies(
    'gen.option.textures',
    'is a picture by default, and omitted with textures off',
    async () => {
      const painted = readGlb(await modelOf('a blue box'))
      expect(painted.document.images).toMatchObject([{ mimeType: 'image/png' }])
      expect(painted.document.meshes[0]?.primitives[0]?.attributes).toHaveProperty('TEXCOORD_0')
      const [red, , blue] = meanColor(painted.view(painted.document.images?.[0]?.bufferView ?? -1))
      expect(blue).toBeGreaterThan(red)
      const bare = readGlb(
        await bytesOf(
          await started(engineRequest({ prompt: 'a blue box', options: { textures: false } })),
        ),
      )
      expect(bare.document.images).toBeUndefined()
      expect(bare.document.materials[0]?.pbrMetallicRoughness).not.toHaveProperty(
        'baseColorTexture',
      )
    },
  )
})

describe('the task', () => {
  verifies('gen.result.source', 'is named demo and is done at the first poll', async () => {
    const task = await started(engineRequest({ prompt: 'a star' }))
    expect(task).toMatchObject({ source: 'demo', engine: null, step: 0 })
    const progress = await engines.read(task, signal)
    if (progress.kind !== 'succeeded') throw new Error(progress.kind)
    const fetched = await fetch(progress.modelUrl)
    expect(Buffer.compare(await fetched.bytes(), await bytesOf(task))).toBe(0)
  })

  test('survives storage as JSON', async () => {
    const task = await started(engineRequest({ prompt: 'a star', options: { seed: 3 } }))
    const kept: EngineTask = JSON.parse(JSON.stringify(task))
    expect(Buffer.compare(await bytesOf(kept), await bytesOf(task))).toBe(0)
  })

  test('of another engine is refused', async () => {
    const task: EngineTask = {
      source: 'tripo',
      engine: 'engine_2',
      taskId: 'x',
      step: 0,
      state: {},
    }
    const model = engineImage('unused')
    for (const outcome of [
      await engines.read(task, signal),
      await engines.download(task, signal),
      await engines.retexture({ task, prompt: 'red', model }, signal),
    ]) {
      if (outcome.kind !== 'failed') throw new Error(outcome.kind)
      expect(outcome.message).toContain('Generate it again')
    }
  })
})

/** Returns the mean color of a PNG with unfiltered rows and eight bits per channel, RGB. */
function meanColor(png: Buffer): readonly [number, number, number] {
  expect(png.toString('latin1', 1, 4)).toBe('PNG')
  let idat = Buffer.alloc(0)
  for (let at = 8; at + 8 < png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') idat = Buffer.concat([idat, png.subarray(at + 8, at + 8 + length)])
    if (type === 'IEND') break
    at += 12 + length
  }
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const rows = inflateSync(idat)
  expect(rows.length).toBe(height * (1 + width * 3))
  const sums: [number, number, number] = [0, 0, 0]
  for (const [at, value] of rows.entries()) {
    const place = at % (1 + width * 3)
    const channel = (place - 1) % 3
    if (place > 0 && (channel === 0 || channel === 1 || channel === 2)) sums[channel] += value
    else if (place === 0) expect(value).toBe(0)
  }
  const [red, green, blue] = sums
  const pixels = width * height
  return [red / pixels, green / pixels, blue / pixels]
}
