// Taubin's smoothing (A signal processing approach to fair surface design, 1995), implemented plainly in doubles: the
// reference for the geometry core's.
import type { box } from './meshes.ts'

type Mesh = ReturnType<typeof box>
type Vec3 = readonly [number, number, number]

/** One pass is a shrinking step and an expanding one, each towards the mean of the neighbors. */
const FACTORS = [0.5, -0.53]

/** Returns the mesh after the given number of passes; vertices must be shared, as after welding. */
export function taubin(mesh: Mesh, passes: number): Mesh {
  const neighbors = mesh.positions.map(() => new Set<number>())
  for (const [a, b, c] of mesh.triangles) {
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      neighbors[from]?.add(to)
      neighbors[to]?.add(from)
    }
  }
  let positions: readonly Vec3[] = mesh.positions
  for (let pass = 0; pass < passes; pass += 1) {
    for (const factor of FACTORS) {
      const before = positions
      positions = before.map((at, index) => moved(at, pick(before, neighbors[index]), factor))
    }
  }
  return { positions: positions.map(([x, y, z]) => [x, y, z]), triangles: mesh.triangles }
}

/** Returns the signed volume, by the divergence theorem. */
export function volumeMm3({ positions, triangles }: Mesh): number {
  let six = 0
  for (const triangle of triangles) {
    const [a = zero, b = zero, c = zero] = pick(positions, triangle)
    six +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) -
      a[1] * (b[0] * c[2] - b[2] * c[0]) +
      a[2] * (b[0] * c[1] - b[1] * c[0])
  }
  return six / 6
}

const zero: Vec3 = [0, 0, 0]

function pick(positions: readonly Vec3[], indices: Iterable<number> = []): Vec3[] {
  return [...indices].map((index) => positions[index] ?? zero)
}

function moved(at: Vec3, around: readonly Vec3[], factor: number): Vec3 {
  const mean = (axis: 0 | 1 | 2) => around.reduce((sum, p) => sum + p[axis], 0) / around.length
  const pull = (axis: 0 | 1 | 2) => at[axis] + factor * (mean(axis) - at[axis])
  return [pull(0), pull(1), pull(2)]
}
