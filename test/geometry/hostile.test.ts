// Effects of hostile files and impatient callers on repairs and estimates: each affects only its result, and the next
// job is served. The memory limit of the module is lowered, so that memory runs out quickly.
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createGeometry,
  type Format,
  type Geometry,
  type GeometryOptions,
} from '../../geometry/index.ts'
import type { Task, Work } from '../../geometry/messages.ts'
import { WorkerPool } from '../../geometry/pool.ts'
import {
  binaryStl,
  box,
  cubeStl,
  glbContainer,
  sphere,
  threeMf,
} from '../../testing/models/meshes.ts'
import { until } from '../../testing/service/until.ts'

setDefaultTimeout(120_000)

const open: { close(): void }[] = []
afterEach(() => {
  for (const pool of open.splice(0)) pool.close()
})

function openPool(options: Partial<GeometryOptions> = {}): Geometry {
  const geometry = createGeometry({ workers: 1, ...options })
  open.push(geometry)
  return geometry
}

const settings = { layerHeightMm: 0.2, infillPercent: 20, nozzleMm: 0.4, flow: 'standard' } as const
const large = binaryStl(sphere({ radius: 40, rings: 300, segments: 400 }))
const hollow = { hollow: { wallMm: 2 } } as const
const source = (bytes: Uint8Array) => ({ source: { bytes: bytes.slice() }, format: 'stl' as const })
const quick = (geometry: Geometry) => geometry.measure(source(cubeStl({ sizeMm: 10 })))
const works: Work[] = [
  { kind: 'process', options: hollow, outputs: { stl: true, glb: true } },
  { kind: 'estimate', settings },
  { kind: 'measure' },
  { kind: 'silhouette', pose: { orient: false } },
]

/** Returns the module with a lower maximum of its memory, in pages of 64 KiB. */
function withMemory(pages: number): Promise<WebAssembly.Module> {
  const bytes = new Uint8Array(
    readFileSync(join(import.meta.dir, '../../geometry/pkg/geometry_bg.wasm')),
  )
  let at = 8
  const number = () => {
    const start = at
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0
      value |= (byte & 127) << shift
      if (byte < 128) return { value, start, length: at - start }
    }
  }
  for (;;) {
    const section = bytes[at++]
    const { value: size } = number()
    if (section !== 5) {
      at += size
      continue
    }
    expect([bytes[at], bytes[at + 1]]).toEqual([1, 1]) // One memory, with a maximum.
    at += 2
    number()
    const { start, length } = number()
    for (let i = 0; i < length; i++) {
      const more = i + 1 < length ? 128 : 0
      bytes[start + i] = ((pages >> (7 * i)) & 127) | more
    }
    return WebAssembly.compile(bytes)
  }
}

test.each(works.map((work) => [work.kind, work] as const))(
  'running out of memory fails a %s and no other request',
  async (_, work) => {
    const geometry = new WorkerPool({
      module: withMemory(80),
      workers: 1,
      queueLimit: 8,
      timeoutMs: 60_000,
      yieldAfterMs: 1_000,
      visitorWaitMs: 20_000,
      memoryLimitBytes: 2 ** 30,
    })
    open.push(geometry)
    const task = (bytes: Uint8Array): Task => ({ ...source(bytes), work })
    const outcomes = await Promise.all([
      geometry.run(task(large), {}),
      geometry.run(task(cubeStl({ sizeMm: 20 })), {}),
      geometry.run(task(large), {}),
      geometry.run(task(cubeStl({ sizeMm: 20 })), {}),
    ])
    const responses = {
      process: 'processed',
      change: 'changed',
      estimate: 'estimated',
      measure: 'mesh',
      inspect: 'inspected',
      draw: 'drawn',
      silhouette: 'silhouette',
    } as const
    const response = responses[work.kind]
    expect(outcomes.map(({ kind }) => kind)).toEqual(['crashed', response, 'crashed', response])
    expect(geometry.stats()).toMatchObject({ crashed: 2, completed: 2, busy: 0, queued: 0 })
  },
)

test('a repair and an estimate over the time limit are timed_out, and the next job is served', async () => {
  const geometry = openPool({ timeoutMs: 5 })
  expect(await geometry.process({ ...source(large), options: hollow })).toEqual({
    kind: 'timed_out',
  })
  expect(await geometry.estimate({ ...source(large), settings })).toEqual({ kind: 'timed_out' })
  expect(geometry.stats()).toMatchObject({ timedOut: 2, busy: 0 })
  const patient = openPool()
  const served = await Promise.all([
    patient.process({ ...source(cubeStl({ sizeMm: 20 })) }),
    patient.estimate({ ...source(cubeStl({ sizeMm: 20 })), settings }),
  ])
  expect(served.map(({ kind }) => kind)).toEqual(['processed', 'estimated'])
})

test('a caller that disconnects during a repair frees its worker', async () => {
  const geometry = openPool()
  const away = new AbortController()
  const all = Promise.allSettled([
    geometry.process({ ...source(large), options: hollow, signal: away.signal }),
    quick(geometry),
  ])
  await until(() => geometry.stats().busy === 1)
  away.abort('gone')
  expect(await all).toMatchObject([{ reason: 'gone' }, { value: { kind: 'mesh' } }])
  expect(geometry.stats()).toMatchObject({ cancelled: 1, completed: 1, busy: 0, queued: 0 })
})

test('repairs leave one worker for quick measurements', async () => {
  const geometry = openPool({ workers: 2 })
  const order: string[] = []
  const note = (name: string) => () => order.push(name)
  const repairs = [1, 2].map((n) =>
    geometry.process({ ...source(large), options: hollow }).then(note(`repair ${n}`)),
  )
  await until(() => geometry.stats().busy === 1)
  expect(geometry.stats()).toMatchObject({ busy: 1, queued: 1 })
  await quick(geometry).then(note('measure'))
  await Promise.all(repairs)
  expect(order).toEqual(['measure', 'repair 1', 'repair 2'])
})

test('repairs use at most half of the queue', async () => {
  const geometry = openPool({ queueLimit: 2 })
  const repairs = [1, 2, 3].map(() => geometry.process(source(large)))
  const measured = quick(geometry)
  const kinds = await Promise.all([...repairs, measured])
  expect(kinds.map(({ kind }) => kind)).toEqual(['processed', 'processed', 'busy', 'mesh'])
})

/** Files that lie, overflow, nest, explode or are very heavy. */
function hostile(): [string, Format, Uint8Array][] {
  const text = (value: string) => new TextEncoder().encode(value)
  const claims = cubeStl({ sizeMm: 10 })
  new DataView(claims.buffer).setUint32(80, 0xffffffff, true)
  const notFinite = cubeStl({ sizeMm: 10 })
  new DataView(notFinite.buffer).setFloat32(96, Number.NaN, true)
  // Every triangle crosses every other near the center.
  const hub = Array.from({ length: 1500 }, (_, i) =>
    box([100, 100, 0.01 + i / 1e5], [-50, -50, i / 1e4]),
  )
  const positions = hub.flatMap((part) => part.positions)
  const triangles = hub.flatMap((part, n) =>
    part.triangles.map(([a, b, c]): [number, number, number] => [a + 8 * n, b + 8 * n, c + 8 * n]),
  )
  const accessor = { bufferView: 0, componentType: 5126, count: 4e9, type: 'VEC3' }
  const huge = {
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, children: [0] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [accessor],
    bufferViews: [{ buffer: 0, byteLength: 12 }],
    buffers: [{ byteLength: 12 }],
  }
  return [
    ['a count of four billion', 'stl', claims],
    ['not a number', 'stl', notFinite],
    ['a surface over itself', 'stl', binaryStl({ positions, triangles })],
    ['a node in itself', 'glb', glbContainer(huge, new Uint8Array(12))],
    ['an archive cut short', '3mf', threeMf(box([10, 10, 10])).slice(0, 300)],
    ['brackets', 'gltf', text('['.repeat(1e6))],
    ['faces of nothing', 'obj', text('f 1 2 3\n'.repeat(1e5))],
    [
      'one enormous coordinate',
      'obj',
      text('v 1e38 0 0\nv 0 1e38 0\nv 0 0 1e38\nv 0 0 0\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n'),
    ],
  ]
}

test('eight concurrent hostile files are answered for each kind of job, and so are valid files between them', async () => {
  // Far above the needs of a busy machine: another test covers the time limit of a job.
  const geometry = openPool({ workers: 2, timeoutMs: 900_000 })
  const responses = hostile().flatMap(([name, format, bytes]) => {
    const request = () => ({ source: { bytes: bytes.slice() }, format })
    return [
      geometry.process({ ...request(), options: { ...hollow, orient: true, smoothing: 'strong' } }),
      geometry.estimate({ ...request(), settings }),
      geometry.measure(request()),
      quick(geometry),
    ].map(async (response) => ({ name, ...(await response) }))
  })
  const outcomes = await Promise.all(responses)
  for (const [place, outcome] of outcomes.entries()) {
    if (place % 4 === 3) {
      expect(outcome.kind).toBe('mesh')
    } else {
      expect(['unreadable', 'processed', 'estimated', 'mesh']).toContain(outcome.kind)
    }
  }
  expect(geometry.stats()).toMatchObject({ busy: 0, queued: 0, crashed: 0, timedOut: 0 })
}, 900_000)
