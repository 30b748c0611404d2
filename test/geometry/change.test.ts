// Changes of one call through the WASM build: the 3MF as PrusaSlicer reads it, and cuts of generated and real models.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChangeRequest, Cut } from '../../geometry/index.ts'
import { openGeometry } from '../../testing/models/geometry.ts'
import { binaryStl, box, glb, inverted, merge, sphere } from '../../testing/models/meshes.ts'

setDefaultTimeout(400_000)

// A busy machine takes many times as long.
const geometry = openGeometry()
const folder = mkdtempSync(join(tmpdir(), 'change-'))
afterAll(() => {
  geometry.close()
  rmSync(folder, { recursive: true })
})

async function changed(request: ChangeRequest) {
  const outcome = await geometry.change(request)
  if (outcome.kind !== 'changed') throw new Error(JSON.stringify(outcome))
  return outcome
}

const stl = (mesh: Parameters<typeof binaryStl>[0]) =>
  ({ source: { bytes: binaryStl(mesh) }, format: 'stl' }) as const

const at = (offsetMm: number, normal: readonly [number, number, number] = [0, 0, 1]): Cut => ({
  plane: { normal, offsetMm },
})

async function measured(bytes: Uint8Array, format: 'stl' | 'glb' | '3mf') {
  const outcome = await geometry.measure({ source: { bytes: bytes.slice() }, format })
  if (outcome.kind !== 'mesh') throw new Error(JSON.stringify(outcome))
  return outcome.report
}

test.each(['stl', 'glb', '3mf'] as const)('a %s has the requested size', async (output) => {
  const { parts, files } = await changed({
    ...stl(box([1, 2, 4])),
    options: { longestSideMm: 80 },
    output,
  })
  expect(parts).toEqual([{ dimensionsMm: [20, 40, 80], volumeCm3: 64, triangles: 12, bodies: 1 }])
  const [file] = files
  if (file === undefined) throw new Error('no file')
  const report = await measured(file, output)
  expect(report.dimensionsMm.map((side) => side.toFixed(3))).toEqual(['20.000', '40.000', '80.000'])
  expect(report.volumeCm3).toBeCloseTo(64, 4)
  expect(report.watertight).toBe(true)
})

test('the same model gives the same 3MF', async () => {
  const ball = () =>
    ({ ...stl(sphere({ radius: 20, rings: 40, segments: 60 })), output: '3mf' }) as const
  const [one, two] = [await changed(ball()), await changed(ball())]
  expect(one.files).toEqual(two.files)
  const outcome = await geometry.process({ ...ball(), outputs: { threemf: true } })
  if (outcome.kind !== 'processed') throw new Error(JSON.stringify(outcome))
  expect([outcome.threemf]).toEqual([...one.files])
  expect([outcome.stl, outcome.glb]).toEqual([null, null])
})

describe('a cut', () => {
  test('of a hollow box opens its cavity in both parts', async () => {
    const hollow = merge(box([40, 40, 40]), inverted(box([30, 30, 30], [5, 5, 5])))
    const { parts, files, report } = await changed({ ...stl(hollow), cut: at(25), output: 'stl' })
    expect(report.printability.volumeCm3).toBeCloseTo(37, 6)
    // 40 x 40 x 25 without 30 x 30 x 20, and 40 x 40 x 15 without 30 x 30 x 10.
    expect(parts.map(({ volumeCm3 }) => volumeCm3.toFixed(6))).toEqual(['22.000000', '15.000000'])
    expect(parts.map(({ dimensionsMm }) => dimensionsMm)).toEqual([
      [40, 40, 25],
      [40, 40, 15],
    ])
    for (const file of files) {
      const part = await measured(file, 'stl')
      expect(part).toMatchObject({ watertight: true, misorientedEdges: 0, components: 1 })
    }
  })

  test('writes a GLB for each part, without the source materials', async () => {
    const request = { source: { bytes: glb(box([0.02, 0.02, 0.02])) }, format: 'glb' } as const
    const { parts, files } = await changed({ ...request, cut: at(5, [1, 0, 0]), output: 'glb' })
    expect(files).toHaveLength(2)
    expect(parts.map(({ volumeCm3 }) => volumeCm3.toFixed(4))).toEqual(['2.0000', '6.0000'])
  })

  test('is repeated until every part fits the plate, and is omitted when the model fits', async () => {
    const bar = stl(box([700, 20, 20]))
    const { parts, files } = await changed({ ...bar, cut: { toFit: true }, output: '3mf' })
    expect(parts.map(({ dimensionsMm: [width] }) => width.toFixed(2))).toEqual([
      '233.33',
      '233.33',
      '233.33',
    ])
    expect(files).toHaveLength(1)
    const whole = await changed({
      ...stl(box([340, 320, 340])),
      cut: { toFit: true },
      output: 'stl',
    })
    expect(whole.parts).toHaveLength(1)
  })

  test('that misses the model is refused, and a plane without a direction rejects', async () => {
    const cube = () => stl(box([20, 20, 20]))
    expect(await geometry.change({ ...cube(), cut: at(20), output: 'stl' })).toEqual({
      kind: 'unreadable',
      code: 'plane_misses',
      message:
        'The plane at 20 mm does not cut the model, which reaches from 0 to 20.00 mm in that direction.',
    })
    expect(
      await geometry.change({
        ...stl(box([2000, 2000, 2000])),
        cut: { toFit: true },
        output: 'stl',
      }),
    ).toMatchObject({ kind: 'unreadable', code: 'too_many_parts' })
    const rejection = (request: ChangeRequest) =>
      geometry.change(request).then(JSON.stringify, (error: unknown) => String(error))
    expect(await rejection({ ...cube(), cut: at(5, [0, 0, 0]), output: 'stl' })).toBe(
      'Error: a plane needs a normal with a direction',
    )
    const tiny = { ...cube(), options: { longestSideMm: 0 }, output: 'stl' } as const
    expect(await rejection(tiny)).toContain('0.1 to 10000')
  })
})

const corpus = join(import.meta.dir, '../../../shared/corpus')
const models = ['bunny.stl', 'fox_ascii.stl', 'cube_gears.3mf', 'moon.glb', '1002_tray_bottom.STL']

describe.skipIf(!existsSync(corpus))('cuts of real models', () => {
  test.each(models)('%s has closed parts of the same volume', async (name) => {
    const format = /3mf$/.test(name) ? '3mf' : /glb$/.test(name) ? 'glb' : 'stl'
    const source = { path: join(corpus, name) }
    const options = { longestSideMm: 100 }
    for (const cut of [at(20, [1, 2, 3]), at(15, [1, 0, 0])]) {
      const { parts, files, report } = await changed({
        source,
        format,
        options,
        cut,
        output: 'stl',
      })
      const sum = parts.reduce((total, { volumeCm3 }) => total + volumeCm3, 0)
      expect(Math.abs(sum / report.printability.volumeCm3 - 1)).toBeLessThan(1e-6)
      for (const file of files) {
        const { boundaryEdges, misorientedEdges } = await measured(file, 'stl')
        expect({ boundaryEdges, misorientedEdges }).toEqual({
          boundaryEdges: 0,
          misorientedEdges: 0,
        })
      }
    }
  })
})

const slicerPath = Bun.which('prusa-slicer')

test.skipIf(slicerPath === null)(
  'PrusaSlicer reads every part of a 3MF with its volume',
  async () => {
    const hollow = merge(
      sphere({ radius: 20, rings: 40, segments: 60 }),
      inverted(sphere({ radius: 15, rings: 40, segments: 60 })),
    )
    const { parts, files } = await changed({ ...stl(hollow), cut: at(12), output: '3mf' })
    const path = join(folder, 'parts.3mf')
    const [file] = files
    if (file === undefined) throw new Error('no file')
    writeFileSync(path, file)
    const run = Bun.spawnSync([slicerPath ?? '', '--info', path])
    const info = run.stdout.toString()
    const numbers = (name: string) =>
      [...info.matchAll(new RegExp(`^${name} = (.+)$`, 'gm'))].map(([, value]) => value ?? '')
    expect(numbers('manifold')).toEqual(['yes', 'yes'])
    for (const [part, volume] of numbers('volume').entries()) {
      const wanted = 1000 * (parts[part]?.volumeCm3 ?? 0)
      // The slicer sums numbers of 32 bits.
      expect(Math.abs(Number(volume) / wanted - 1)).toBeLessThan(1e-4)
    }
  },
)
