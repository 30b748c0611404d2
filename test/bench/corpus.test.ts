import { afterAll, beforeEach, expect, test } from 'bun:test'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findModels } from '../../bench/corpus/find-models.ts'
import { type Core, judgeModel } from '../../bench/corpus/judge-model.ts'
import { openRecords, readRecords } from '../../bench/corpus/records.ts'
import { runCorpus } from '../../bench/corpus/run.ts'
import { halfOf, tableText, volumeVerdict } from '../../bench/corpus/table.ts'
import { openGeometry } from '../../testing/models/geometry.ts'
import { asciiStl, binaryStl, box, cubeGlb, cubeStl } from '../../testing/models/meshes.ts'

let folder = ''
const folders: string[] = []
const geometry = openGeometry()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'corpus-'))
  folders.push(folder)
})
afterAll(() => {
  geometry.close()
  for (const each of folders) rmSync(each, { recursive: true, force: true })
})

function writeModels(models: Record<string, Uint8Array | string>): string {
  const path = join(folder, 'models')
  for (const [name, contents] of Object.entries(models)) {
    mkdirSync(join(path, name, '..'), { recursive: true })
    writeFileSync(join(path, name), contents)
  }
  return path
}

const pointer = `version https://git-lfs.github.com/spec/v1
oid sha256:${'0'.repeat(64)}
size 12345
`

test('finds the models of checkouts, and distinguishes pointers from models', () => {
  const path = writeModels({
    'one/parts/cube.STL': cubeStl({ sizeMm: 20 }),
    'one/pointer.stl': pointer,
    'one/cloud.ply': 'ply',
    'one/README.md': 'text',
    'two/cube.glb': cubeGlb({ sizeMm: 20 }),
  })
  const git = (...args: string[]) =>
    Bun.spawnSync(['git', '-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      cwd: join(path, 'one'),
    }).stdout.toString()
  git('init', '--quiet')
  git('commit', '--quiet', '--allow-empty', '--message', 'parts')
  const commit = git('rev-parse', 'HEAD').trim()
  const found = findModels([path]).map(({ path: _, ...model }) => model)
  const one = { name: 'one', commit }
  expect(commit).toMatch(/^[0-9a-f]{40}$/)
  expect(found).toEqual([
    { name: 'cloud.ply', source: one, format: null, isPointer: false },
    { name: 'parts/cube.STL', source: one, format: 'stl', isPointer: false },
    { name: 'pointer.stl', source: one, format: 'stl', isPointer: true },
    {
      name: 'two/cube.glb',
      source: { name: 'models', commit: null },
      format: 'glb',
      isPointer: false,
    },
  ])
})

test('the table of a folder has prices, refusals in the words of the service, copies and pointers', async () => {
  const path = writeModels({
    'a.stl': cubeStl({ sizeMm: 20 }),
    'copy.stl': cubeStl({ sizeMm: 20 }),
    'cloud.ply': 'ply',
    'empty.stl': '',
    'huge.stl': cubeStl({ sizeMm: 400 }),
    'noise.obj': 'no mesh at all',
    'pointer.stl': pointer,
  })
  const results = join(folder, 'results.jsonl')
  expect(await runCorpus([path, '--no-peers', '--results', results])).toBe(0)
  const text = readFileSync(join(folder, 'results.md'), 'utf8')
  expect(text).toContain('| all |  | 7 | 5 | 1 | 4 | 0 | 0 | 1 |')
  expect(text).toContain('| file_empty | 1 | The file is empty. | models/empty.stl |')
  expect(text).toContain('| file_unsupported | 1 | Unsupported file. Send an STL or GLB model')
  expect(text).toContain(
    '| model_too_large | 1 | This model is 400x400x400mm — larger than the 340x320x340mm build volume.',
  )
  expect(text).toMatch(/\| mesh_unreadable: \w+ \| 1 \| We couldn't read a printable mesh/)
  expect(text).toContain('Nothing crashed, timed out')
  const priced = readRecords(results).find(
    (record) => record.type === 'model' && record.kind === 'priced',
  )
  expect(priced).toMatchObject({ sliced: false, triangles: 12, volumeCm3: 8, watertight: true })
})

test('crashes and timeouts have separate rows', async () => {
  const crashing: Core = {
    measure: async () => ({ kind: 'crashed', reason: 'unreachable executed' }),
    estimate: async () => ({ kind: 'crashed', reason: 'unreachable executed' }),
  }
  const path = writeModels({ 'a.stl': cubeStl({ sizeMm: 20 }) })
  const input = { path: join(path, 'a.stl'), format: 'stl', sha256: 'a0', bytes: 684 } as const
  const crashed = await judgeModel(crashing, input, 1_000)
  expect(crashed).toEqual({ kind: 'crashed', reason: 'unreachable executed', cpuMs: 0 })
  // Any job exceeds this limit of processor time.
  const timedOut = await judgeModel(geometry, input, -1)
  expect(timedOut.kind).toBe('timed_out')
  const row = (sha256: string, judged: typeof crashed) => ({
    name: `${sha256}.stl`,
    source: { name: 'parts', commit: null },
    sha256,
    copies: 0,
    judged,
    volumes: null,
    slices: null,
  })
  const text = tableText({
    builds: { core: 'c', peers: '', slicer: '' },
    pointers: [],
    models: [row('a0', crashed), row('a1', timedOut)],
  })
  expect(text).toContain('| parts/a0.stl | crashed | unreachable executed |')
  expect(text).toContain('| parts/a1.stl | timed out |  |')
  expect(text).toContain('| all |  | 2 | 2 | 0 | 0 | 1 | 1 | 0 |')
})

test('an estimate that is cut off keeps the price', async () => {
  const slow: Core = {
    measure: (request) =>
      request.estimate ? Promise.resolve({ kind: 'timed_out' }) : geometry.measure(request),
    estimate: async () => ({ kind: 'timed_out' }),
  }
  const path = writeModels({ 'a.stl': cubeStl({ sizeMm: 20 }) })
  const input = { path: join(path, 'a.stl'), format: 'stl', sha256: 'a0', bytes: 684 } as const
  const judged = await judgeModel(slow, input, 60_000)
  expect(judged).toMatchObject({ kind: 'priced', volumeCm3: 8, estimate: 'timed_out' })
})

test('a killed run resumes, and measures nothing twice', async () => {
  const models = Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [
      `${i}.stl`,
      i % 2 === 0 ? binaryStl(box([10 + i, 20, 5])) : asciiStl(box([10 + i, 20, 5])),
    ]),
  )
  const path = writeModels(models)
  const results = join(folder, 'results.jsonl')
  const args = ['corpus', path, '--no-peers', '--results', results]
  const bench = join(import.meta.dir, '../../bench/run.ts')
  const child = Bun.spawn([process.execPath, bench, ...args], {
    stdout: 'ignore',
    stderr: 'ignore',
  })
  while (child.exitCode === null && readWhole(results).length === 0) await Bun.sleep(5)
  child.kill('SIGKILL')
  await child.exited
  const before = readWhole(results)
  expect(before.length).toBeGreaterThan(0)
  // A partial line, as a kill in the middle of a write leaves it.
  appendFileSync(results, '{"type":"model","sha256":"12')
  expect(await runCorpus(args.slice(1))).toBe(0)
  const after = readWhole(results)
  expect(after.slice(0, before.length)).toEqual([...before])
  const hashes = readRecords(results).map(({ sha256 }) => sha256)
  expect(hashes).toHaveLength(8)
  expect(new Set(hashes).size).toBe(8)
})

/** Returns the complete lines of a file that may not exist yet. */
function readWhole(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').slice(0, -1)
  } catch {
    return []
  }
}

test('results of another build of the core are measured again', () => {
  const results = join(folder, 'results.jsonl')
  const builds = { core: 'old', peers: 'trimesh 1', slicer: 'PrusaSlicer 2' }
  const records = openRecords(results, builds)
  records.add({ type: 'model', sha256: 'a', core: 'old', kind: 'timed_out', cpuMs: 1 })
  records.add({ type: 'volumes', sha256: 'a', peers: 'trimesh 1', trimesh: 8, closed: true })
  records.close()
  const later = openRecords(results, { ...builds, core: 'new' })
  expect(later.find('model', 'a')).toBeNull()
  expect(later.find('volumes', 'a')).toMatchObject({ trimesh: 8 })
  later.close()
})

test('volumes are compared where they are defined', () => {
  const exact = { volumeCm3: 8, volumeIsExact: true, bodiesOverlap: false }
  const closed = { trimesh: 8, admesh: 8.005, manifold: 8.02, closed: true }
  expect(volumeVerdict(exact, closed, 'trimesh')).toBe('agrees')
  // 0.06 % and 0.25 % of 8 cm3.
  expect(volumeVerdict(exact, closed, 'admesh')).toBe('agrees')
  expect(volumeVerdict(exact, closed, 'manifold')).toBe('differs')
  // The mesh is completely inside out.
  expect(volumeVerdict(exact, { trimesh: -8, closed: true }, 'trimesh')).toBe('agrees')
  expect(volumeVerdict(exact, { trimesh: 8, closed: false }, 'trimesh')).toBe('open')
  expect(volumeVerdict(exact, {}, 'trimesh')).toBeNull()
  // Two cubes of 8 cm3 that overlap by half of one: the sum is 16, the union 12.
  const overlapping = { volumeCm3: 12.03, volumeIsExact: false, bodiesOverlap: true }
  const union = { trimesh: 16, manifold: 12, closed: true }
  expect(volumeVerdict(overlapping, union, 'trimesh')).toBe('open')
  expect(volumeVerdict(overlapping, union, 'manifold')).toBe('agrees')
  expect(volumeVerdict({ ...overlapping, volumeCm3: 16 }, union, 'manifold')).toBe('differs')
})

test('a differing volume and inaccurate estimates are listed', () => {
  const mesh = {
    kind: 'priced',
    sliced: false,
    cpuMs: 10,
    cents: 500,
    billedGrams: 5,
    triangles: 12,
    volumeCm3: 8,
    unit: 'mm',
    watertight: true,
    volumeIsExact: true,
    bodiesOverlap: false,
  } as const
  const estimate = { cm3: 11, seconds: 900, supportCm3: 1, supportSeconds: 100 }
  const slices = { alone: { cm3: 10, seconds: 1000 }, supported: { cm3: 12, seconds: 1000 } }
  const builds = { core: 'c', peers: 'trimesh 5', slicer: 'PrusaSlicer 2.5.0' }
  const text = tableText({
    builds,
    pointers: [],
    models: [
      {
        name: 'a.stl',
        source: { name: 'parts', commit: null },
        sha256: 'a0',
        copies: 0,
        judged: { ...mesh, estimate: { ...estimate, decision: 'supports' } },
        volumes: { type: 'volumes', sha256: 'a0', peers: 'trimesh 5', trimesh: 9, closed: true },
        slices: { type: 'slices', sha256: 'a0', core: 'c', slicer: builds.slicer, ...slices },
      },
    ],
  })
  expect(text).toContain('| trimesh | 0 | 1 | 0 | 0 |')
  expect(text).toContain('| parts/a.stl | 8.00000 | 9.00000 | - | - |  |')
  // 11 of 10 cm3, 900 of 1000 s; with supports 12 of 12 and 1000 of 1000.
  expect(text).toContain('| without supports, fit | filament | 1 | +10.0 | 10.0 | 10.0 | 10.0 |')
  expect(text).toContain('| without supports, fit | time | 1 | -10.0 | 10.0 | 10.0 | 10.0 |')
  expect(text).toContain('| with supports, fit | filament | 1 | +0.0 | 0.0 | 0.0 | 0.0 |')
  expect(text).toContain('| parts/a.stl | +10.0 | -10.0 |')
})

test('half of the models are in the judged set', () => {
  expect(['0a', '1a', 'ea', 'fa'].map(halfOf)).toEqual(['fit', 'judged', 'fit', 'judged'])
})
