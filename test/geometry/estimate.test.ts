// The estimate compared with slices of PrusaSlicer 2.5.0 with the quoting profile, recorded here so that the test
// needs no slicer; bench/slicer/estimate.ts regenerates them.
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parts } from '../../bench/slicer/estimate-parts.ts'
import { stlOf } from '../../bench/slicer/estimate-shapes.ts'
import type { Format, PrintSettings } from '../../geometry/index.ts'
import { openGeometry } from '../../testing/models/geometry.ts'
import {
  binaryStl,
  box,
  cubeStl,
  glb,
  merge,
  sphere,
  withoutTriangles,
} from '../../testing/models/meshes.ts'

const folder = mkdtempSync(join(tmpdir(), 'estimate-'))
const geometry = openGeometry()
afterAll(() => {
  geometry.close()
  rmSync(folder, { recursive: true })
})

function written(name: string): string {
  const part = parts.find((each) => each.name === name)
  if (part === undefined) throw new Error(`no part ${name}`)
  const path = join(folder, `${name}.stl`)
  writeFileSync(path, stlOf(part.triangles()))
  return path
}

test.each(parts.map(({ name }) => name))('%s is a closed solid', async (name) => {
  const outcome = await geometry.measure({ source: { path: written(name) }, format: 'stl' })
  if (outcome.kind !== 'mesh') throw new Error(`${name}: ${outcome.kind}`)
  expect(outcome.report.watertight).toBe(true)
  expect(outcome.report.misorientedEdges).toBe(0)
  expect(outcome.report.repaired.flippedFaces).toBe(0)
  expect(outcome.report.volumeCm3).toBeGreaterThan(0.1)
})

/** Infill, cm3, seconds, and layers as sliced. */
const slices: readonly [string, number, number, number, number][] = [
  ['cube 20', 20, 3.23, 707, 100],
  ['box 100x60x40', 50, 130.88, 12092, 200],
  ['plate 100x100x2', 20, 17.74, 2020, 10],
  ['tray, 1.2 mm wall', 20, 9.43, 1162, 125],
  ['L bracket with holes', 10, 7.84, 1960, 250],
  ['stairs', 20, 12.89, 1704, 180],
  ['sphere 30', 20, 4.67, 866, 120],
  ['gear 24 teeth', 100, 28.0, 3243, 50],
]

const settings = { layerHeightMm: 0.2, infillPercent: 20, nozzleMm: 0.4, flow: 'standard' } as const

async function estimated(
  source: { path: string } | { bytes: Uint8Array },
  more: Partial<PrintSettings> = {},
  format: Format = 'stl',
) {
  const outcome = await geometry.estimate({ source, format, settings: { ...settings, ...more } })
  if (outcome.kind !== 'estimated') throw new Error(JSON.stringify(outcome))
  return outcome
}

test.each(slices)('%s at %d %%', async (name, infillPercent, cm3, seconds, layers) => {
  const found = await estimated({ path: written(name) }, { infillPercent })
  expect(found.layers).toBe(layers)
  const off = Math.abs(found.filamentCm3 / cm3 - 1)
  expect(off).toBeLessThan(0.04)
  expect(100 * off).toBeLessThan(found.rangePercent)
  expect(Math.abs(found.seconds / seconds - 1)).toBeLessThan(0.1)
})

test('a measurement with an estimate and a picture equals the three separate results bit for bit', async () => {
  const picture = { sizePx: 120, view: 'iso', color: '#1f6feb', background: '#ffffff' } as const
  const ball = sphere({ radius: 15, rings: 30, segments: 40 })
  const models: readonly [Format, () => Uint8Array][] = [
    ['stl', () => binaryStl(ball)],
    ['glb', () => glb(ball)],
    // With a hole, inside out, and too thin to print.
    ['stl', () => binaryStl(withoutTriangles(ball, 300, 301))],
    ['stl', () => binaryStl({ ...ball, triangles: ball.triangles.map(([a, b, c]) => [a, c, b]) })],
    ['stl', () => binaryStl(box([40, 40, 0.05]))],
    // A surface that intersects itself is drawn from both sides.
    ['stl', () => binaryStl(merge(box([10, 10, 10]), box([10, 10, 10], [5, 3, 2])))],
  ]
  for (const [format, bytes] of models) {
    const job = () => ({ source: { bytes: bytes() }, format })
    const measured = await geometry.measure(job())
    const estimate = await geometry.estimate({ ...job(), settings })
    const both = await geometry.measure({ ...job(), estimate: settings })
    if (measured.kind !== 'mesh') throw new Error(measured.kind)
    expect(both).toEqual({ ...measured, estimate } as typeof both)
    const drawn = await geometry.draw({ ...job(), picture })
    if (drawn.kind !== 'drawn') throw new Error(drawn.kind)
    const all = await geometry.measure({ ...job(), estimate: settings, picture })
    expect(all).toEqual({ ...measured, estimate, picture: drawn.picture } as typeof all)
  }
  const none = await geometry.measure({
    source: { bytes: new Uint8Array() },
    format: 'stl',
    estimate: settings,
    picture,
  })
  expect(none.kind).toBe('unreadable')
})

test('the same body in another format, unit or damage has the same estimate', async () => {
  const ball = sphere({ radius: 15, rings: 30, segments: 40 })
  const whole = await estimated({ bytes: binaryStl(ball) })
  // GLB is Y up: the ball is rotated, and remains a ball.
  const inMm = { source: { bytes: glb(ball) }, format: 'glb', units: 'mm' } as const
  const asGlb = await geometry.estimate({ ...inMm, settings })
  if (asGlb.kind !== 'estimated') throw new Error(asGlb.kind)
  expect(asGlb.filamentCm3 / whole.filamentCm3).toBeCloseTo(1, 1)
  const inInches = { source: { bytes: binaryStl(ball) }, format: 'stl', units: 'in' } as const
  const large = await geometry.estimate({ ...inInches, settings })
  expect(large.kind === 'estimated' && large.layers).toBe(Math.round((30 * 25.4) / 0.2))
  const holed = await estimated({ bytes: binaryStl(withoutTriangles(ball, 300, 301)) })
  expect(holed.filamentCm3 / whole.filamentCm3).toBeCloseTo(1, 2)
  // The estimate of a part that rests on a patch is less certain, and states this.
  expect(holed.rangePercent).toBe(2 * whole.rangePercent)
})

test('settings change the estimate in the same way as the print', async () => {
  const path = written('box 100x60x40')
  const plain = await estimated({ path })
  const full = await estimated({ path }, { infillPercent: 100 })
  const fine = await estimated({ path }, { layerHeightMm: 0.1 })
  const fast = await estimated({ path }, { flow: 'high' })
  expect(full.filamentCm3).toBeGreaterThan(2.5 * plain.filamentCm3)
  expect(fine.layers).toBe(399)
  expect(fine.seconds).toBeGreaterThan(1.1 * plain.seconds)
  expect(fast.seconds).toBeLessThan(0.8 * plain.seconds)
  expect(fast.filamentCm3).toBe(plain.filamentCm3)
})

test('a part that cannot be estimated is a result, and an invalid request rejects', async () => {
  const ask = (bytes: Uint8Array, more: Partial<PrintSettings> = {}, format: Format = 'stl') =>
    geometry.estimate({ source: { bytes }, format, settings: { ...settings, ...more } })
  expect(await ask(new Uint8Array(0))).toMatchObject({ kind: 'unreadable', code: 'empty_file' })
  const flat = await ask(binaryStl(box([20, 20, 0.05])))
  expect(flat).toMatchObject({ kind: 'unreadable', code: 'nothing_prints' })
  const gcode = await ask(new TextEncoder().encode('G1 X1 Y1 E1'), {}, 'gcode')
  expect(gcode.kind).toBe('unreadable')
  const mountain = await ask(binaryStl(sphere({ radius: 15_000, rings: 30, segments: 40 })))
  expect(mountain).toMatchObject({ kind: 'unreadable', code: 'no_estimate' })
  for (const wrong of [{ layerHeightMm: 0 }, { infillPercent: 101 }, { nozzleMm: Number.NaN }]) {
    const [asked] = await Promise.allSettled([ask(cubeStl({ sizeMm: 20 }), wrong)])
    expect(asked.status).toBe('rejected')
  }
})
