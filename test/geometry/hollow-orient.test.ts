// Hollowing and laying on the plate, through the WASM build. Walls are checked by a search over all triangles that
// shares no code with the crate.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Format, ProcessOptions } from '../../geometry/index.ts'
import { isFullDepth } from '../../testing/depth.ts'
import { openGeometry } from '../../testing/models/geometry.ts'
import { binaryStl, box, merge, sphere, withoutTriangles } from '../../testing/models/meshes.ts'

setDefaultTimeout(400_000)

// A busy machine takes many times as long.
const geometry = openGeometry()
afterAll(() => geometry.close())

async function processed(
  source: { bytes: Uint8Array } | { path: string },
  options: ProcessOptions,
  format: Format = 'stl',
) {
  const outcome = await geometry.process({ source, format, options })
  if (outcome.kind !== 'processed' || outcome.stl === null) throw new Error(JSON.stringify(outcome))
  return { report: outcome.report, stl: outcome.stl }
}

type Point = [number, number, number]
type Triangle = [Point, Point, Point]

function triangles(stl: Uint8Array): Triangle[] {
  const view = new DataView(stl.buffer, stl.byteOffset)
  const point = (at: number): Point => [
    view.getFloat32(at, true),
    view.getFloat32(at + 4, true),
    view.getFloat32(at + 8, true),
  ]
  return Array.from({ length: view.getUint32(80, true) }, (_, t) => {
    const at = 84 + 50 * t + 12
    return [point(at), point(at + 12), point(at + 24)]
  })
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** Returns the distance of the point to the triangle: to its plane when the point is above it, otherwise to its nearest edge. */
function distance(p: Point, [a, b, c]: Triangle): number {
  const normal = cross(minus(b, a), minus(c, a))
  const long = Math.hypot(...normal)
  const left = (from: Point, to: Point) => dot(cross(minus(to, from), minus(p, from)), normal) >= 0
  if (long > 0 && left(a, b) && left(b, c) && left(c, a)) {
    return Math.abs(dot(minus(p, a), normal)) / long
  }
  const toEdge = (from: Point, to: Point) => {
    const edge = minus(to, from)
    const along = Math.min(1, Math.max(0, dot(minus(p, from), edge) / (dot(edge, edge) || 1)))
    return Math.hypot(...minus(minus(p, from), edge.map((v) => v * along) as Point))
  }
  return Math.min(toEdge(a, b), toEdge(b, c), toEdge(c, a))
}

/** Returns the smallest and largest distance from the cavity's corners to the outside, for every `every`th corner. */
function walls(all: Triangle[], outer: number, every: number): { least: number; most: number } {
  const outside = all.slice(0, outer)
  const corners = all.slice(outer).map(([corner]) => corner)
  let least = Infinity
  let most = 0
  for (let n = 0; n < corners.length; n += every) {
    const corner = corners[n]
    if (!corner) continue
    const near = outside.reduce((d, t) => Math.min(d, distance(corner, t)), Infinity)
    least = Math.min(least, near)
    most = Math.max(most, near)
  }
  return { least, most }
}

test('a hollow sphere has an even wall and a closed skin', async () => {
  const ball = sphere({ radius: 20, rings: 40, segments: 60 })
  const bytes = binaryStl(ball)
  const outer = (bytes.length - 84) / 50
  const { report, stl } = await processed({ bytes }, { hollow: { wallMm: 2 } })
  expect(report.meshRepair).toMatchObject({ applied: true, hollowed: true, hollowWallMm: 2 })
  const { least, most } = walls(triangles(stl), outer, 250)
  expect(least).toBeGreaterThan(1.9)
  expect(most).toBeLessThan(2.1)
  // A wall of 2 mm: (20^3 - 18^3) / 20^3 of the ball.
  const whole = (4 / 3) * Math.PI * 8
  expect(report.printability.volumeCm3 / whole).toBeCloseTo(1 - 0.9 ** 3, 2)
  const again = await geometry.measure({ source: { bytes: stl }, format: 'stl' })
  expect(again).toMatchObject({
    kind: 'mesh',
    report: { watertight: true, boundaryEdges: 0, nonManifoldEdges: 0, misorientedEdges: 0 },
  })
  if (again.kind === 'mesh') {
    expect(again.report.volumeCm3).toBeCloseTo(report.printability.volumeCm3, 4)
  }
})

test('when no cavity fits, the wall is reduced, and then the body stays solid', async () => {
  const slab = await processed({ bytes: binaryStl(box([40, 40, 3])) }, { hollow: { wallMm: 2 } })
  expect(slab.report.meshRepair).toMatchObject({ hollowed: true, hollowWallMm: 1.2 })
  const sheet = await processed({ bytes: binaryStl(box([40, 40, 1])) }, { hollow: { wallMm: 2 } })
  expect(sheet.report.meshRepair).toMatchObject({ applied: false })
  expect(sheet.stl.length).toBe(84 + 50 * 12)
})

test('a table is laid on its top, once', async () => {
  const legs = [
    [0, 0],
    [56, 0],
    [0, 36],
    [56, 36],
  ].map(([x = 0, y = 0]) => box([4, 4, 30], [x, y, 0]))
  const bytes = binaryStl(merge(box([60, 40, 3], [0, 0, 30]), ...legs))
  const standing = await processed({ bytes: bytes.slice() }, {})
  expect(standing.report.printability.maxOverhangDeg).toBe(90)
  expect(standing.report.recommendations.map((remark) => remark.code)).toContain('supports')
  const first = await processed({ bytes }, { orient: true })
  expect(first.report.meshRepair).toMatchObject({ applied: true, reoriented: true })
  expect(first.report).toMatchObject({ printStatus: 'repaired', printabilityScore: 85 })
  const heights = triangles(first.stl).flatMap((t) => t.map(([, , z]) => z))
  expect([Math.min(...heights), Math.max(...heights)]).toEqual([0, 33])
  const second = await processed({ bytes: first.stl }, { orient: true })
  expect(second.report.meshRepair.applied).toBe(false)
})

test('an open surface is closed first, so that it can be hollowed', async () => {
  const ball = withoutTriangles(sphere({ radius: 15, rings: 30, segments: 40 }), 100, 101, 102)
  const { report } = await processed({ bytes: binaryStl(ball) }, { hollow: { wallMm: 2 } })
  expect(report.meshRepair).toMatchObject({ filledHoles: 1, hollowed: true })
  expect(report.printability.watertight).toBe(true)
})

const corpus = join(import.meta.dir, '../../../shared/corpus')
describe.skipIf(!existsSync(corpus))('corpus', () => {
  const files = [
    'Vase.stl',
    'fox_ascii.stl',
    'trellis_T.glb',
    'chr_knight.glb',
    'spot.obj',
    'box_prod.3mf',
  ]
  const hollow = { hollow: { wallMm: 2 } }
  // Hollowing a model of 100,000 triangles takes a minute of CPU.
  const hollowed = isFullDepth ? files : ['Vase.stl']
  test.each([
    ...files.map((file) => [file, {}] as const),
    ...hollowed.map((file) => [file, hollow] as const),
  ])('%s, %j: a second run changes nothing', async (file, processing) => {
    const format = (file.split('.').pop() ?? 'stl') as Format
    const options = { orient: true, scaleToPlate: true } as const
    const first = await processed(
      { path: join(corpus, file) },
      { ...options, ...processing },
      format,
    )
    expect(first.report.printability.fitsPlate).toBe(true)
    expect(first.report.printability.holes).toBe(0)
    const second = await processed({ bytes: first.stl }, options)
    const { meshRepair } = second.report
    if (meshRepair.applied) {
      expect(meshRepair).toMatchObject({ reoriented: false, scaleApplied: 1, filledHoles: 0 })
    }
  })
})
