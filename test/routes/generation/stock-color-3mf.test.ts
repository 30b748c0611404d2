// A model as a 3MF in stock colors: the nearest spool for each triangle, closed at the seams of its texture, in mm
// with Z up.
import { beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readGlb } from '../../../server/adapters/pictures/glb-document.ts'
import { paint3mf } from '../../../server/adapters/pictures/paint-3mf.ts'
import { openGenerationService } from '../../../testing/engines/generation.ts'
import { opaque, quadsGlb, stripes } from '../../../testing/models/pictures.ts'
import { readZip } from '../../../testing/models/read-files.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { use, useService } from '../../../testing/use.ts'

const format = '3mf-stock-colors'
const slicer = Bun.which('prusa-slicer')

/**
 * Returns the content as another program would read it: bases by name and value, vertices, and the base of each
 * triangle.
 */
function parts(bytes: Uint8Array) {
  const model = readZip(bytes).get('3D/3dmodel.model') ?? ''
  const all = (pattern: RegExp) => [...model.matchAll(pattern)]
  const bases = all(/<base name="([^"]+)" displaycolor="([^"]+)"\/>/g).map(([, name, hex]) => [
    name,
    hex,
  ])
  const vertices = all(/<vertex x="([^"]+)" y="([^"]+)" z="([^"]+)"\/>/g).map(([, ...xyz]) =>
    xyz.map(Number),
  )
  const triangles = all(/<triangle v1="(\d+)" v2="(\d+)" v3="(\d+)" pid="1" p1="(\d+)"\/>/g).map(
    ([, ...numbers]) => numbers.map(Number),
  )
  return { model, bases, vertices, triangles }
}

async function red() {
  const bytes = await stripes([
    { color: opaque(220, 10, 40), width: 20 },
    { color: opaque(10, 10, 10), width: 20 },
  ])
  return { bytes, mimeType: 'image/png' }
}

const spools = [
  { name: 'Black', hex: '#000000' },
  { name: 'White', hex: '#FFFFFF' },
  { name: 'Red', hex: '#E4002B' },
]
const spoolOf = ([r, g]: readonly [number, number, number]) => (r < 128 ? 0 : g < 128 ? 2 : 1)

async function painted(glb: Uint8Array<ArrayBuffer>) {
  const document = readGlb(glb)
  if (document === null) throw new Error('not a GLB')
  const signal = new AbortController().signal
  const outcome = await paint3mf(document, { signal, spools, spoolOf })
  return outcome.kind === 'painted' ? parts(outcome.bytes) : outcome.kind
}

test('each triangle has the spool color at its center, at its place in the scene, with height along Z', async () => {
  const glb = quadsGlb(
    [
      { width: 0.03, height: 0.02, u: [0, 0.5] },
      { width: 0.01, height: 0.02, u: [0.5, 1] },
    ],
    { texture: await red(), node: { translation: [0.1, 0.2, 0.3], scale: [2, 1, 1] } },
  )
  const file = await painted(glb)
  if (typeof file === 'string') throw new Error(file)
  expect(file.bases).toEqual([
    ['Black', '#000000FF'],
    ['Red', '#E4002BFF'],
  ])
  expect(file.triangles.map((numbers) => numbers[3])).toEqual([1, 1, 0, 0])
  // (x, y, z) m in GLB is (x, -z, y) in the 3MF: 0.1 + 2 * 0.03 wide, 0.2 to 0.22 high; the quads share two corners.
  expect(file.vertices).toEqual([
    [100, -300, 200],
    [160, -300, 200],
    [160, -300, 220],
    [100, -300, 220],
    [120, -300, 200],
    [120, -300, 220],
  ])
  expect(file.model).toContain('transform="1 0 0 0 1 0 0 0 1 -100 300 -200"')
})

test('a model that is compressed, too large or without colors has no colored 3MF', async () => {
  expect(await painted(quadsGlb([{ width: 0.01, height: 0.01 }]))).toBe('colorless')
  const texture = await red()
  expect(await painted(quadsGlb([{ width: 1, height: 1 }], { texture, draco: true }))).toBe(
    'unreadable',
  )
  const many = Array.from({ length: 250_001 }, () => ({ width: 1, height: 1 }))
  expect(await painted(quadsGlb(many, { texture }))).toBe('too_large')
})

const scripted = use(openGenerationService)
const samples = useService()
beforeEach(async () => {
  await resetRateLimits(samples.db)
})

test('a sample has only stock colors, is closed, and is readable by a slicer', async () => {
  const cookie = await samples.signIn('painter@example.com')
  const made = await samples.fetch('/api/generate', {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'a red vase', mode: 'hi_fi', advanced: { sizeMm: 60 } }),
  })
  const { generationId } = await made.json()
  const page = await samples.fetch(`/models/${generationId}`, { headers: { cookie } })
  expect(await page.text()).toContain(`/models/${generationId}/file?format=${format}`)
  const response = await samples.fetch(`/models/${generationId}/file?format=${format}`, {
    headers: { cookie },
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'model/3mf'])
  expect(response.headers.get('content-disposition')).toContain('a red vase in stock colors.3mf')
  const bytes = await response.bytes()
  const { bases, vertices, triangles } = parts(bytes)
  expect(bases.length).toBeGreaterThan(0)
  const edges = new Map<string, number>()
  for (const [a = 0, b = 0, c = 0, base = 0] of triangles) {
    expect(base).toBeLessThan(bases.length)
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      edges.set(`${from} ${to}`, (edges.get(`${from} ${to}`) ?? 0) + 1)
    }
  }
  const open = [...edges].filter(([edge]) => !edges.has(edge.split(' ').toReversed().join(' ')))
  expect(open).toEqual([])
  const high = [0, 1, 2].map((axis) => {
    const values = vertices.map((vertex) => vertex[axis] ?? 0)
    return Math.max(...values) - Math.min(...values)
  })
  expect(Math.max(...high)).toBeCloseTo(60, 1)
  if (process.env['KEEP_3MF']) writeFileSync(process.env['KEEP_3MF'], bytes)
  if (slicer === null) return
  const path = join(mkdtempSync(join(tmpdir(), 'stock-colors-')), 'vase.3mf')
  writeFileSync(path, bytes)
  const info = Bun.spawnSync([slicer, '--info', path])
  expect([info.exitCode, info.stdout.toString()]).toEqual([
    0,
    expect.stringContaining('manifold = yes'),
  ])
})

test('an unknown format and another account are refused', async () => {
  const person = await scripted.person()
  const other = await scripted.person()
  const made = await scripted.post('/api/generate', person, { prompt: 'a cup' })
  const { generationId } = await made.json()
  const ask = async (which: string, headers: Record<string, string>) => {
    const response = await scripted.fetch(`/models/${generationId}/file?format=${which}`, {
      headers,
    })
    return [response.status, await response.json()]
  }
  expect(await ask(format, other.session)).toMatchObject([404, {}])
  expect(await ask('3mf-colors', person.session)).toEqual([
    400,
    { error: 'format must be one of stl, 3mf, glb, 3mf-stock-colors.' },
  ])
})
