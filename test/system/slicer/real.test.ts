// The bridge on a real PrusaSlicer, compared with the bare command line of the same binary. Skipped without
// PrusaSlicer.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printings } from '../../../server/domain/catalog/printing.ts'
import { findCage } from '../../../slicer-bridge/cage/cage.ts'
import type { SliceOutcome } from '../../../slicer-bridge/outcome/outcome.ts'
import { findGuards } from '../../../slicer-bridge/run/limits.ts'
import type { SliceSettings } from '../../../slicer-bridge/settings/settings.ts'
import {
  binaryStl,
  box,
  type Mesh,
  merge,
  sphere,
  type Vec3,
  withoutTriangles,
} from '../../../testing/models/meshes.ts'
import { bareSlice } from '../../../testing/slicer/bare-slice.ts'
import { makeStage, NOTHING, SETTINGS, type Stage } from '../../../testing/slicer/stage.ts'

setDefaultTimeout(900_000)
/** Limits far above the needs of a busy machine; the tests of limits set lower ones. */
const patient = { wallMs: 600_000, cpuSeconds: 600 } as const

const slicerPath = Bun.which('prusa-slicer')
const shared = join(import.meta.dir, '../../../../shared')
const corpus = join(shared, 'corpus')

/** Watertight models in millimeters that fit the machine in their pose. */
const CORPUS = [
  '20mm-xyz-cube.stl',
  'Vase.stl',
  'fox_ascii.stl',
  'sphere_binary_solid_header.stl',
  'test_sphere_ascii.stl',
]

describe.skipIf(!slicerPath)('a real slicer', () => {
  let stage: Stage
  beforeAll(() => {
    stage = makeStage({ slicerPath, cage: 'optional', limits: patient })
  })
  afterAll(() => stage.end())

  const write = (mesh: Mesh) => {
    const path = join(stage.root, `${crypto.randomUUID()}.stl`)
    writeFileSync(path, binaryStl(mesh))
    return path
  }
  test('four copies take four times the filament, and the G-code is written to the requested path', async () => {
    const keepGcode = join(stage.root, 'plate.gcode')
    const job = { stlPath: write(box([20, 20, 10])), accountId: 'a' }
    const one = await stage.bridge.slice({ ...job, settings: SETTINGS })
    const settings = { ...SETTINGS, copies: 4, printing: printings.petg }
    const four = await stage.bridge.slice({ ...job, settings, keepGcode })
    if (one.kind !== 'sliced' || four.kind !== 'sliced') throw new Error('it was not sliced')
    // PrusaSlicer 2.9 places the seams of copies differently: 4.01.
    expect(four.filamentCm3 / one.filamentCm3).toBeCloseTo(4, 1)
    const gcode = await Bun.file(keepGcode).text()
    expect(gcode).toMatch(/^M109 S240/m)
    expect(gcode).toMatch(/^M190 S80/m)
    expect(gcode).toMatch(/^; filament_type = PETG$/m)
    // Cold, lifted 10 mm over a plate of 10 mm, parked on the bed of 340 x 320 mm, motors off.
    const commands = gcode.split('\n').filter((line) => /^[GM]/.test(line))
    expect(commands.slice(-9)).toEqual([
      'M104 S0',
      'M140 S0',
      'M107',
      'M83',
      'G1 E-2 F1800',
      'G90',
      'G1 Z20 F600',
      'G1 X10 Y310 F6000',
      'M84',
    ])
    const at = (command: string) => commands.findIndex((line) => line.startsWith(command))
    expect(at('G28')).toBeLessThan(at('M109 S240'))
    expect(commands[at('M109 S240') + 4]).toBe('G1 X70 E8 F900')
  })

  const slice = (mesh: Mesh, settings: Partial<SliceSettings> = {}, on = stage) =>
    on.bridge.slice({
      stlPath: write(mesh),
      settings: { ...SETTINGS, ...settings },
      accountId: 'a',
    })
  const amounts = (outcome: SliceOutcome) => {
    if (outcome.kind !== 'sliced') throw new Error(JSON.stringify(outcome))
    return outcome
  }
  const bare = (stlPath: string, profile?: string) => {
    const folder = join(stage.root, crypto.randomUUID())
    mkdirSync(folder)
    return bareSlice({ slicerPath: slicerPath ?? '', stlPath, folder, ...(profile && { profile }) })
  }

  test('a cube takes as much filament as on the bare command line', async () => {
    const stlPath = write(box([20, 20, 20]))
    const progress: string[] = []
    const outcome = await stage.bridge.slice({
      stlPath,
      settings: SETTINGS,
      accountId: 'a',
      expected: { solidCm3: 8 },
      onProgress: (update) => progress.push(update.stage),
    })
    const { filamentMm, seconds, layers } = await bare(stlPath)
    // 20 mm in layers of 0.2 mm.
    expect(outcome).toMatchObject({ kind: 'sliced', filamentMm, seconds, layers, warnings: [] })
    expect(layers).toBe(100)
    expect(progress).toContain('Generating perimeters')
    expect(progress.at(-1)).toBe('Exporting G-code')
    expect(stage.leftOver()).toEqual(NOTHING)
  })

  test.skipIf(!existsSync(corpus))(
    'corpus models take as much filament as on the bare command line',
    async () => {
      const measured = join(shared, 'facts/slicer-quote.ini')
      const profile = existsSync(measured) ? measured : undefined
      for (const name of CORPUS) {
        const stlPath = join(corpus, name)
        const outcome = await stage.bridge.slice({ stlPath, settings: SETTINGS, accountId: 'a' })
        const { filamentMm, seconds, layers } = await bare(stlPath, profile)
        expect({ name, outcome }).toMatchObject({ name, outcome: { filamentMm, seconds, layers } })
      }
    },
  )

  test.skipIf(findCage('required').kind !== 'ready')(
    'the sandbox does not change a slice',
    async () => {
      const free = makeStage({ slicerPath, cage: 'off', limits: patient })
      const meshes = [box([20, 20, 10]), sphere({ radius: 10, rings: 40, segments: 80 })]
      const corpusFiles = existsSync(corpus) ? CORPUS.map((name) => join(corpus, name)) : []
      for (const stlPath of [...meshes.map(write), ...corpusFiles]) {
        const slices = [stage, free].map(async ({ root, bridge }) => {
          const keepGcode = join(root, `${crypto.randomUUID()}.gcode`)
          const job = { stlPath, settings: SETTINGS, accountId: 'a', keepGcode }
          const outcome = await bridge.slice(job)
          return { outcome, gcode: withoutTime(await Bun.file(keepGcode).text()) }
        })
        const [caged, uncaged] = await Promise.all(slices)
        expect(caged?.outcome.kind).toBe('sliced')
        expect(caged?.outcome).toEqual(uncaged?.outcome)
        expect(caged?.gcode === uncaged?.gcode).toBe(true)
      }
      await free.end()
    },
  )

  test('every nozzle and layer height can be sliced', async () => {
    for (const nozzleMm of [0.2, 0.4, 0.6, 0.8]) {
      for (const share of [0.2, 0.5, 0.75]) {
        const layerHeightMm = nozzleMm * share
        const outcome = amounts(await slice(box([12, 12, 6]), { nozzleMm, layerHeightMm }))
        // The first layer is 0.2 mm high; the rest is rounded to whole layers.
        const rest = (6 - 0.2) / layerHeightMm
        expect(Math.abs(outcome.layers - 1 - rest)).toBeLessThanOrEqual(1)
      }
    }
  })

  test('a binary file that PrusaSlicer treats as text is nevertheless sliced', async () => {
    // 10, 8 and 0 as floats have no byte above 127.
    const stl = binaryStl(box([10, 10, 8]))
    expect(stl.subarray(84, 212).every((byte) => byte <= 127)).toBe(true)
    expect(amounts(await slice(box([10, 10, 8]))).layers).toBe(40)
  })

  test('infill, supports and flow have their effect', async () => {
    const cube = box([20, 20, 20])
    const [hollow, solid] = [await slice(cube), await slice(cube, { infillPercent: 100 })].map(
      amounts,
    )
    expect(hollow?.filamentCm3).toBeLessThan(5)
    // 8 cm3 of plastic, and overlapping lines.
    expect(Math.abs((solid?.filamentCm3 ?? 0) / 8 - 1)).toBeLessThan(0.05)
    const table = merge(box([10, 10, 20]), box([40, 40, 4], [-15, -15, 19.9]))
    const [free, held] = [await slice(table), await slice(table, { supports: true })].map(amounts)
    expect(held?.filamentMm).toBeGreaterThan(1.3 * (free?.filamentMm ?? 0))
    const large = box([60, 60, 10])
    const [slow, fast] = [await slice(large), await slice(large, { flow: 'high' })].map(amounts)
    expect(fast?.filamentMm).toBe(slow?.filamentMm)
    expect(fast?.seconds).toBeLessThan(slow?.seconds ?? 0)
  })

  test.each([
    ['a sheet thinner than a layer', box([20, 20, 0.05]), 'no_layers'],
    ['a wall thinner than a line', box([20, 0.1, 20]), 'nothing_printable'],
    ['a box without a side', withoutTriangles(box([20, 20, 20]), 4, 5), 'no_layers'],
    ['nothing', { positions: [], triangles: [] }, 'unreadable_model'],
  ])('refuses %s', async (_, mesh, reason) => {
    expect(await slice(mesh)).toMatchObject({ kind: 'refused', reason })
  })

  test('a cone on its tip is sliced on a raft', async () => {
    expect(amounts(await slice(cone())).warnings.map(({ code }) => code)).toContain('raft_added')
  })

  test('a floating part is sliced with a warning', async () => {
    const outcome = amounts(await slice(merge(box([20, 20, 5]), box([20, 20, 5], [0, 0, 20]))))
    expect(outcome.warnings).toContainEqual({
      code: 'empty_layers',
      text: 'Empty layer between 5 and 20.2.',
    })
    // PrusaSlicer 2.9 also names the issues, below a heading.
    const others = outcome.warnings.filter(({ code }) => code === 'slicer')
    for (const { text } of others) {
      expect(text).toMatch(/^Detected print stability issues: Floating object part/)
    }
  })

  test('a model that it cannot finish is stopped, and the next one is sliced', async () => {
    const hurried = makeStage({ slicerPath, limits: { wallMs: 1500 } })
    expect(await slice(pillars(), {}, hurried)).toEqual({ kind: 'timed_out' })
    expect(hurried.leftOver()).toEqual(NOTHING)
    await hurried.end()
    expect(await slice(box([10, 10, 10]))).toMatchObject({ kind: 'sliced' })
  })

  test.skipIf(!findGuards().prlimit)(
    'a slice that needs too much memory is reported as crashed',
    async () => {
      const poor = makeStage({ slicerPath, limits: { memoryBytes: 50_000_000 } })
      const ball = sphere({ radius: 40, rings: 150, segments: 300 })
      expect(await slice(ball, {}, poor)).toMatchObject({ kind: 'crashed' })
      expect(poor.leftOver()).toEqual(NOTHING)
      await poor.end()
    },
  )

  test('non-finite coordinates produce an outcome', async () => {
    const broken = box([20, 20, 20])
    broken.positions[7] = [Number.NaN, 20, 20]
    const endless = box([20, 20, 20])
    endless.positions[7] = [20, 20, Number.POSITIVE_INFINITY]
    for (const mesh of [broken, endless]) {
      expect(['refused', 'crashed']).toContain((await slice(mesh)).kind)
    }
    expect(stage.leftOver()).toEqual(NOTHING)
  })

  test('leaves its folders empty', () => {
    expect(stage.leftOver()).toEqual(NOTHING)
    rmSync(stage.workDir, { recursive: true })
    mkdirSync(stage.workDir)
  })
})

/** Removes the first line, which states the creation time. */
const withoutTime = (gcode: string) => gcode.replace(/^; generated by .*\n/, '')

/** A cone, 30 mm high, standing on its tip. */
function cone(): Mesh {
  const sides = 48
  const ring = Array.from({ length: sides }, (_, i): Vec3 => {
    const turn = (2 * Math.PI * i) / sides
    return [20 * Math.cos(turn), 20 * Math.sin(turn), 30]
  })
  const triangles = ring.flatMap((_, i): Vec3[] => {
    const [a, b] = [2 + i, 2 + ((i + 1) % sides)]
    return [
      [0, b, a],
      [1, a, b],
    ]
  })
  return { positions: [[0, 0, 0], [0, 0, 30], ...ring], triangles }
}

/** 3,600 pillars: PrusaSlicer 2.5 does not finish this in 90 s of processor time. */
function pillars(): Mesh {
  return merge(
    ...Array.from({ length: 3600 }, (_, i) =>
      box([0.8, 0.8, 30], [2 * (i % 60), 2 * Math.floor(i / 60), 0]),
    ),
  )
}
