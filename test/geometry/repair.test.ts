// Making models printable, through the pool as the server does; expected values are derived manually.
import { afterAll, expect, test } from 'bun:test'
import type { Format, ProcessOptions, ProcessReport } from '../../geometry/index.ts'
import { openGeometry } from '../../testing/models/geometry.ts'
import {
  binaryStl,
  box,
  cubeGlb,
  cubeStl,
  merge,
  sphere,
  withoutTriangles,
} from '../../testing/models/meshes.ts'
import { cubePrintability } from '../../testing/models/printability.ts'
import { taubin, volumeMm3 } from '../../testing/models/taubin.ts'
import { verifies } from '../helpers/verifies.ts'

const geometry = openGeometry()
afterAll(() => geometry.close())

const process = (bytes: Uint8Array, options?: ProcessOptions, format: Format = 'stl') =>
  geometry.process({ source: { bytes }, format, ...(options && { options }) })

async function processed(
  bytes: Uint8Array,
  options?: ProcessOptions,
  format: Format = 'stl',
): Promise<{ report: ProcessReport; stl: Uint8Array }> {
  const outcome = await process(bytes, options, format)
  if (outcome.kind !== 'processed' || outcome.stl === null) throw new Error(JSON.stringify(outcome))
  expect(outcome.glb).toBeNull()
  return { report: outcome.report, stl: outcome.stl }
}

/** Measures the resulting mesh. */
async function measured(stl: Uint8Array) {
  const outcome = await geometry.measure({ source: { bytes: stl }, format: 'stl' })
  if (outcome.kind !== 'mesh') throw new Error(JSON.stringify(outcome))
  return outcome.report
}

test('a valid model is ready, and the report has the structure of the contract', async () => {
  const { report, stl } = await processed(cubeStl({ sizeMm: 20 }))
  expect(report).toEqual({
    unit: 'mm',
    unitSource: 'default',
    meshRepair: { applied: false, summary: 'Nothing needed fixing.' },
    printability: cubePrintability,
    printStatus: 'ready',
    printabilityScore: 95,
    printDetail: 'The model can be printed as it is.',
    issues: [],
    recommendations: [],
  })
  expect(stl.length).toBe(84 + 50 * 12)
  expect((await measured(stl)).volumeCm3).toBe(8)
})

test('a hole is closed, counted, and located', async () => {
  const ball = sphere({ radius: 10, rings: 20, segments: 30 })
  const { report, stl } = await processed(binaryStl(withoutTriangles(ball, 300, 301)))
  expect(report.meshRepair).toMatchObject({
    applied: true,
    filledHoles: 1,
    remainingBoundaryEdges: 0,
    scaleApplied: 1,
    smoothed: false,
    hollowed: false,
    reoriented: false,
    hollowWallMm: null,
    partCount: 1,
    notes: [],
  })
  expect([report.printStatus, report.printabilityScore]).toEqual(['repaired', 85])
  const [issue] = report.issues
  expect(issue?.code).toBe('hole_closed')
  const distance = Math.hypot(...(issue?.at ?? [0, 0, 0]))
  expect(distance).toBeGreaterThan(9)
  expect(distance).toBeLessThan(10.01)
  expect(await measured(stl)).toMatchObject({ watertight: true, misorientedEdges: 0 })
})

test('a GLB is converted to millimeters with Z up', async () => {
  const { report, stl } = await processed(cubeGlb({ sizeMm: 25 }), undefined, 'glb')
  expect(report.unit).toBe('m')
  const { dimensionsMm } = await measured(stl)
  for (const side of dimensionsMm) expect(side).toBeCloseTo(25, 4)
})

test('scaling reduces only a model that is too large', async () => {
  const bar = () => binaryStl(box([400, 20, 20]))
  const large = await processed(bar())
  expect(large.report.printability.fitsPlate).toBe(false)
  expect(large.report.issues.map((issue) => issue.code)).toEqual(['too_large'])
  const { report, stl } = await processed(bar(), { scaleToPlate: true })
  expect(report.printability.fitsPlate).toBe(true)
  expect(report.meshRepair.applied && report.meshRepair.scaleApplied).toBeCloseTo(0.85, 5)
  expect((await measured(stl)).dimensionsMm[1]).toBeCloseTo(17, 4)
  const small = await processed(cubeStl({ sizeMm: 1 }), { scaleToPlate: true })
  expect(small.report.meshRepair.applied).toBe(false)
})

test('a model thinner than 0.8 mm needs a redesign', async () => {
  const { report } = await processed(binaryStl(box([20, 20, 0.5])))
  expect([report.printStatus, report.printabilityScore]).toEqual(['needs-redesign', 45])
  expect(report.issues).toMatchObject([{ code: 'too_thin', sizeMm: 0.5, at: [10, 10, 0.25] }])
})

test('smoothing keeps the size and removes noise', async () => {
  const ball = sphere({ radius: 10, rings: 60, segments: 80 })
  const smooth = await processed(binaryStl(ball), { smoothing: 'strong' })
  expect(smooth.report.meshRepair).toMatchObject({ applied: true, smoothed: true })
  const plain = await processed(binaryStl(ball), { smoothing: 'off' })
  expect(plain.report.meshRepair.applied).toBe(false)
  const ratio = smooth.report.printability.volumeCm3 / plain.report.printability.volumeCm3
  expect(Math.abs(ratio - 1)).toBeLessThan(5e-3)
  // Ready anyway: smoothing was requested, nothing was wrong.
  expect(smooth.report.printStatus).toBe('ready')
})

verifies('gen.option.smoothing', 'light is 2 Taubin passes and strong is 5', async () => {
  // A bumpy ball without open, sharp or long edges, so that every vertex moves.
  const ball = sphere({ radius: 10, rings: 60, segments: 80 })
  const bumpy = {
    ...ball,
    positions: ball.positions.map((at, index): [number, number, number] => {
      const share = 1 + 0.004 * Math.sin(index * 12.9898)
      return [at[0] * share, at[1] * share, at[2] * share]
    }),
  }
  const after = (passes: number) => volumeMm3(taubin(bumpy, passes))
  for (const [smoothing, passes] of [
    ['off', 0],
    ['light', 2],
    ['strong', 5],
  ] as const) {
    const { report } = await processed(binaryStl(bumpy), { smoothing })
    const found = report.printability.volumeCm3 * 1000
    const errors = [0, 1, 2, 3, 4, 5, 6].map((count) => Math.abs(after(count) - found))
    const nearest = errors.indexOf(Math.min(...errors))
    expect({ smoothing, nearest }).toEqual({ smoothing, nearest: passes })
    expect((errors[passes] ?? 1) / found).toBeLessThan(1e-6)
  }
})

test('smoothing keeps the corners of a coarse model in place', async () => {
  for (const smoothing of ['light', 'strong'] as const) {
    const { report, stl } = await processed(cubeStl({ sizeMm: 20 }), { smoothing })
    expect(report.printability.volumeCm3).toBe(8)
    expect(report.meshRepair).toMatchObject({ applied: false })
    expect(stl).toEqual((await processed(cubeStl({ sizeMm: 20 }))).stl)
  }
})

test('a model that cannot be processed is a result, not an exception', async () => {
  expect(await process(new TextEncoder().encode('nonsense'))).toMatchObject({
    kind: 'unreadable',
    code: 'not_this_format',
  })
  const gcode = new TextEncoder().encode('G28\n')
  const response = await process(gcode, undefined, 'gcode')
  expect(response.kind).toBe('unreadable')
})

test('options out of range reject and the pool continues', async () => {
  const [wall] = await Promise.allSettled([
    process(cubeStl({ sizeMm: 20 }), { hollow: { wallMm: 0.1 } }),
  ])
  expect(String(wall?.status === 'rejected' && wall.reason)).toContain('0.4 to 10 mm')
  expect((await process(cubeStl({ sizeMm: 20 }))).kind).toBe('processed')
})

test('two bodies are two parts', async () => {
  const ball = sphere({ radius: 10, rings: 30, segments: 40 })
  const pair = merge(ball, box([10, 10, 10], [30, 0, 0]))
  const { report } = await processed(binaryStl(pair), { smoothing: 'light' })
  expect(report.meshRepair).toMatchObject({ applied: true, partCount: 2 })
  expect(report.recommendations.map((remark) => remark.code)).toContain('separate_parts')
})
