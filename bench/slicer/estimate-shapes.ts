// Generated solids: lathes (a profile rotated about Z), lofts of star-shaped sections, and grids of blocks. All are closed and
// face outwards; sizes are in millimeters, Z up, standing on Z = 0.

export type Point = readonly [number, number, number]
export type Triangle = readonly [Point, Point, Point]

/** Returns a binary STL of the triangles. */
export function stlOf(triangles: readonly Triangle[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(84 + 50 * triangles.length))
  view.setUint32(80, triangles.length, true)
  let at = 84
  for (const triangle of triangles) {
    let to = at + 12
    for (const value of triangle.flat()) {
      view.setFloat32(to, value, true)
      to += 4
    }
    at += 50
  }
  return new Uint8Array(view.buffer)
}

/** Displaces a point of a profile at an angle. Returns its radius and a twist in radians. */
export type Bend = (radius: number, z: number, angle: number) => { radius: number; turn?: number }

/**
 * Rotates a closed profile of `[radius, z]` about Z. The profile is counterclockwise with the
 * radius to the right. Points of radius 0 are merged into one point. `bend` turns the result into
 * gears, waves and twists.
 */
export function lathe(
  profile: readonly (readonly [number, number])[],
  segments: number,
  bend: Bend = (radius) => ({ radius }),
): Triangle[] {
  const at = (i: number, s: number): Point => {
    const [radius, z] = profile[i % profile.length] ?? [0, 0]
    if (radius === 0) return [0, 0, z]
    const angle = (2 * Math.PI * (s % segments)) / segments
    const bent = bend(radius, z, angle)
    const turned = angle + (bent.turn ?? 0)
    return [bent.radius * Math.cos(turned), bent.radius * Math.sin(turned), z]
  }
  const triangles: Triangle[] = []
  for (let i = 0; i < profile.length; i++) {
    const [from] = profile[i] ?? [0]
    const [to] = profile[(i + 1) % profile.length] ?? [0]
    for (let s = 0; s < segments; s++) {
      const [a, b, c, d] = [at(i, s), at(i, s + 1), at(i + 1, s + 1), at(i + 1, s)]
      if (from !== 0) triangles.push([a, b, c])
      if (to !== 0) triangles.push([a, c, d])
    }
  }
  return triangles
}

/** Returns an arc of a profile, from one angle to another in degrees, ends included. */
export function arc(
  center: readonly [number, number],
  radius: number,
  from: number,
  to: number,
  steps: number,
): [number, number][] {
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = ((from + ((to - from) * i) / steps) * Math.PI) / 180
    const x = center[0] + radius * Math.cos(angle)
    return [Math.abs(x) < 1e-9 ? 0 : x, center[1] + radius * Math.sin(angle)]
  })
}

/**
 * Returns the full cells of a grid, which is given by its lines. `solid` decides which cells are
 * full.
 */
export function blocks(
  [xs, ys, zs]: readonly [readonly number[], readonly number[], readonly number[]],
  solid: (x: number, y: number, z: number) => boolean,
): Triangle[] {
  const gridLines = [xs, ys, zs] as const
  const middle = (axis: 0 | 1 | 2, cell: number) =>
    ((gridLines[axis][cell] ?? Number.NaN) + (gridLines[axis][cell + 1] ?? Number.NaN)) / 2
  const full = (cell: readonly number[]) => {
    const [x, y, z] = [middle(0, cell[0] ?? -1), middle(1, cell[1] ?? -1), middle(2, cell[2] ?? -1)]
    return !Number.isNaN(x + y + z) && solid(x, y, z)
  }
  const triangles: Triangle[] = []
  const corner = (at: readonly number[]): Point => [
    xs[at[0] ?? 0] ?? 0,
    ys[at[1] ?? 0] ?? 0,
    zs[at[2] ?? 0] ?? 0,
  ]
  for (let i = 0; i + 1 < xs.length; i++) {
    for (let j = 0; j + 1 < ys.length; j++) {
      for (let k = 0; k + 1 < zs.length; k++) {
        if (full([i, j, k])) triangles.push(...faces([i, j, k], full, corner))
      }
    }
  }
  return triangles
}

type Cell = readonly [number, number, number]

/** Returns the faces of a full cell that touch no other full cell. */
function faces(
  cell: Cell,
  full: (cell: readonly number[]) => boolean,
  corner: (at: readonly number[]) => Point,
): Triangle[] {
  const triangles: Triangle[] = []
  for (const axis of [0, 1, 2] as const) {
    for (const side of [0, 1] as const) {
      const neighbor = cell.map((c, d) => (d === axis ? c + 2 * side - 1 : c))
      if (full(neighbor)) continue
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3]
      const point = (du: number, dv: number) =>
        corner(cell.map((c, d) => c + (d === axis ? side : d === u ? du : d === v ? dv : 0)))
      const [p, q, r, s] = [point(0, 0), point(1, 0), point(1, 1), point(0, 1)]
      if (side === 1) {
        triangles.push([p, q, r], [p, r, s])
      } else {
        triangles.push([p, r, q], [p, s, r])
      }
    }
  }
  return triangles
}

/** Returns evenly spaced grid lines, starting at 0. */
export function lines(length: number, count: number): number[] {
  return Array.from({ length: count + 1 }, (_, i) => (length * i) / count)
}

/** Moves every point. */
export function moved(triangles: readonly Triangle[], move: (point: Point) => Point): Triangle[] {
  return triangles.map(([a, b, c]) => [move(a), move(b), move(c)])
}
