// The volume of bodies that overlap, contain each other or are inside out, compared with the Boolean operations of
// manifold, which build the united surface and share no code with the crate.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { MeshReport } from '../../geometry/index.ts'
import { cases } from '../../testing/depth.ts'
import { openGeometry } from '../../testing/models/geometry.ts'
import {
  binaryStl,
  box,
  inverted,
  type Mesh,
  merge,
  sphere,
  type Vec3,
} from '../../testing/models/meshes.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'

setDefaultTimeout(slowTestMs)

const geometry = openGeometry()
afterAll(() => geometry.close())

/** decisions.md 45: a sampled volume deviates at most by this fraction. */
const mostOff = 0.005

async function measure(mesh: Mesh): Promise<MeshReport> {
  const outcome = await geometry.measure({ source: { bytes: binaryStl(mesh) }, format: 'stl' })
  if (outcome.kind !== 'mesh') throw new Error(JSON.stringify(outcome))
  return outcome.report
}

function expectVolume(report: MeshReport, mm3: number) {
  const [x, y, z] = report.dimensionsMm
  expect(report.volumeCm3 * 1000).toBeLessThanOrEqual(x * y * z)
  expect(Math.abs((report.volumeCm3 * 1000) / mm3 - 1)).toBeLessThan(mostOff)
}

describe('cases derived manually', () => {
  const cube = (side: number, at: Vec3 = [0, 0, 0]) => box([side, side, side], at)
  const many = (turnEach: number) => {
    const random = seededRandom(1)
    const bodies = Array.from({ length: 10_000 }, (_, n) => {
      const body = cube(5, [20 * random(), 20 * random(), 20 * random()])
      return n % turnEach === 1 ? inverted(body) : body
    })
    return merge(...bodies)
  }

  test.each([
    ['a cube twice, moved by 1 um', merge(cube(20), cube(20, [0.001, 0, 0])), 8000.4],
    ['a cube in a cube, both outward', merge(cube(20), cube(18, [1, 1, 1])), 8000],
    ['two cubes that overlap by half', merge(cube(20), cube(20, [10, 0, 0])), 12_000],
    // It is turned outward before it is printed.
    ['a cube inside out, 4 mm of it outside', merge(cube(20), inverted(cube(18, [6, 1, 1]))), 9296],
    ['a cavity', merge(cube(20), inverted(cube(18, [1, 1, 1]))), 8000 - 5832],
  ])('%s', async (_, mesh, mm3) => {
    expectVolume(await measure(mesh), mm3)
  })

  test.each([
    ['the same way', 10_001],
    ['every second inside out', 2],
  ])('10,000 cubes in a box of 25 mm, %s', async (_, turnEach) => {
    const report = await measure(many(turnEach))
    expect(report.bodiesOverlap).toBe(true)
    expect(report.volumeCm3).toBeGreaterThan(15)
    expect(report.volumeCm3).toBeLessThanOrEqual(15.625)
  })

  test.each([
    ['96 thousand', 155],
    ...(process.env['TEST_DEPTH'] === 'full'
      ? ([
          ['645 thousand', 402],
          ['1.7 million', 651],
        ] as const)
      : []),
  ] as const)('the cavity of a ball is empty: %s triangles', async (_, rings) => {
    const ball = (radius: number) => sphere({ radius, rings, segments: rings })
    const report = await measure(merge(ball(50), inverted(ball(40))))
    expectVolume(report, (4 / 3) * Math.PI * (50 ** 3 - 40 ** 3))
    expect(report).toMatchObject({ volumeIsExact: true, bodiesOverlap: false, cavitiesKnown: true })
  })
})

const manifold = await import('manifold-3d').then(
  async ({ default: create }) => {
    const api = await create()
    api.setup()
    return api
  },
  () => null,
)

describe.skipIf(manifold === null)('random bodies and manifold', () => {
  test('the volume is that of the united bodies', async () => {
    for (let seed = 1; seed <= cases(300); seed += 1) {
      const { solids, cavities } = randomBodies(seededRandom(seed))
      const turned = seededRandom(-seed)
      // The repair turns outermost bodies outward, together with their contents.
      const bodies = solids.map((body) =>
        turned() < 0.3 && isAlone(body, [...solids, ...cavities]) ? inverted(body) : body,
      )
      const report = await measure(merge(...bodies, ...cavities.map(inverted)))
      try {
        expectVolume(report, truth(solids, cavities))
      } catch (error) {
        throw new Error(`seed ${seed}: ${JSON.stringify(report)}`, { cause: error })
      }
    }
  })
})

type Bodies = { readonly solids: readonly Mesh[]; readonly cavities: readonly Mesh[] }

/**
 * Returns 2 to 7 bodies; copies moved by 1 um; in some cases a cavity deep inside the first body, which others may
 * reach into.
 */
function randomBodies(random: () => number): Bodies {
  const within = (least: number, most: number) => least + (most - least) * random()
  const point = (reach: number): Vec3 => [
    within(-reach, reach),
    within(-reach, reach),
    within(-reach, reach),
  ]
  const shape = (size: number): Mesh =>
    random() < 0.5
      ? box([size * within(0.3, 1), size * within(0.3, 1), size * within(0.3, 1)])
      : sphere({
          radius: size / 2,
          rings: Math.ceil(within(4, 40)),
          segments: Math.ceil(within(5, 60)),
        })
  const first = sphere({ radius: 20, rings: 30, segments: 50 })
  const others = Array.from({ length: 1 + Math.floor(within(0, 6)) }, () =>
    placed(shape(within(3, 30)), point(3), point(18)),
  )
  const last = others.at(-1)
  const copies =
    random() < 0.3 && last !== undefined ? [placed(last, [0, 0, 0], [0.001, 0, 0])] : []
  const cavity = sphere({ radius: within(5, 16), rings: 20, segments: 30 })
  return {
    solids: [first, ...others, ...copies],
    cavities: random() < 0.4 ? [cavity] : [],
  }
}

/** Rotates the mesh about the three axes, then moves it. */
function placed({ positions, triangles }: Mesh, [a, b, c]: Vec3, [x, y, z]: Vec3): Mesh {
  const turn = (u: number, v: number, by: number): [number, number] => [
    u * Math.cos(by) - v * Math.sin(by),
    u * Math.sin(by) + v * Math.cos(by),
  ]
  const moved = positions.map(([px, py, pz]): Vec3 => {
    const [qx, qy] = turn(px, py, a)
    const [ry, rz] = turn(qy, pz, b)
    const [sz, sx] = turn(rz, qx, c)
    return [sx + x, ry + y, sz + z]
  })
  return { positions: moved, triangles }
}

const ends = ({ positions }: Mesh) =>
  [0, 1, 2].map((axis) => {
    const along = positions.map((p) => p[axis] ?? 0)
    return [Math.min(...along), Math.max(...along)] as const
  })

/** Returns whether no box of another body contains or touches the body's box. */
function isAlone(body: Mesh, all: readonly Mesh[]): boolean {
  const holds = (outer: Mesh, inner: Mesh) => {
    const own = ends(inner)
    return ends(outer).every(([low, high], axis) => {
      const [from, to] = own[axis] ?? [0, 0]
      return low <= from && to <= high
    })
  }
  return all.every((other) => other === body || !(holds(other, body) || holds(body, other)))
}

function truth(solids: readonly Mesh[], cavities: readonly Mesh[]): number {
  if (manifold === null) throw new Error('manifold is not installed')
  const { Manifold, Mesh: Surface } = manifold
  const solid = ({ positions, triangles }: Mesh) =>
    new Manifold(
      new Surface({
        numProp: 3,
        vertProperties: Float32Array.from(positions.flat()),
        triVerts: Uint32Array.from(triangles.flat()),
      }),
    )
  const [first, ...others] = solids.map(solid)
  if (first === undefined) throw new Error('no bodies')
  // The cavity belongs to the first body; anything that reaches into it is solid.
  const hollow = cavities.reduce((body, cavity) => body.subtract(solid(cavity)), first)
  return Manifold.union([hollow, ...others]).volume()
}
