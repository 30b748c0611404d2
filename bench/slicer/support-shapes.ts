// Helpers for overhanging models: rotations, boxes, extruded drawings and pipes.
import { blocks, lathe, moved, type Point, type Triangle } from './estimate-shapes.ts'

type Range = readonly [number, number]

/** Rotates about X, Y and Z, in this order, by degrees. */
export function turned(solid: readonly Triangle[], x: number, y = 0, z = 0): Triangle[] {
  const [a, b, c] = [x, y, z].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ]
  const turn = (u: number, v: number, angle: number): [number, number] => [
    u * Math.cos(angle) - v * Math.sin(angle),
    u * Math.sin(angle) + v * Math.cos(angle),
  ]
  return moved(solid, ([px, py, pz]) => {
    const [y1, z1] = turn(py, pz, a)
    const [z2, x2] = turn(z1, px, b)
    const [x3, y3] = turn(x2, y1, c)
    return [x3, y3, z2]
  })
}

export const at = (solid: readonly Triangle[], x: number, y: number, z = 0) =>
  moved(solid, ([px, py, pz]) => [px + x, py + y, pz + z])

export const box = (x: Range, y: Range, z: Range) => blocks([x, y, z], () => true)

/** Returns a faceted ball around a point. */
export const ball = (radius: number, center: Point, segments = 36) => {
  const steps = Math.round(segments / 2)
  const arc = Array.from({ length: steps + 1 }, (_, i): [number, number] => {
    const angle = (Math.PI * i) / steps - Math.PI / 2
    const end = i === 0 || i === steps
    return [end ? 0 : radius * Math.cos(angle), radius * Math.sin(angle)]
  })
  return at(lathe(arc, segments), ...center)
}

/** Returns a round rod from one point to another, with radii at both ends. */
export function rod(
  from: Point,
  to: Point,
  radius: number,
  end = radius,
  segments = 24,
): Triangle[] {
  const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
  const flat = Math.hypot(dx, dy)
  const length = Math.hypot(flat, dz)
  const upright = lathe(
    [
      [0, 0],
      [radius, 0],
      [end, length],
      [0, length],
    ],
    segments,
  )
  const lean = (Math.atan2(flat, dz) * 180) / Math.PI
  const around = (Math.atan2(dy, dx) * 180) / Math.PI
  return at(turned(upright, 0, lean, around), ...from)
}

/**
 * Extrudes a drawing of full squares along Y. The first row is the top, and the solid stands on its
 * last row.
 */
export function standing(rows: readonly string[], square: number, depth: number): Triangle[] {
  const width = Math.max(...rows.map((row) => row.length))
  const steps = (count: number) => Array.from({ length: count + 1 }, (_, i) => i * square)
  return blocks(
    [steps(width), [0, depth], steps(rows.length)],
    (x, _, z) => rows[rows.length - 1 - Math.floor(z / square)]?.[Math.floor(x / square)] === '#',
  )
}

/**
 * Extrudes a simple outline in X and Z along Y. The outline must be counterclockwise and
 * star-shaped around `middle`.
 */
export function extruded(
  outline: readonly (readonly [number, number])[],
  middle: readonly [number, number],
  depth: number,
): Triangle[] {
  const triangles: Triangle[] = []
  const point = (i: number, y: number): Point => {
    const [x, z] = outline[i % outline.length] ?? [0, 0]
    return [x, y, z]
  }
  const [mx, mz] = middle
  for (let i = 0; i < outline.length; i++) {
    const [a, b] = [point(i, 0), point(i + 1, 0)]
    const [c, d] = [point(i, depth), point(i + 1, depth)]
    triangles.push([a, b, [mx, 0, mz]], [d, c, [mx, depth, mz]], [a, c, b], [b, c, d])
  }
  return triangles
}
