// Writes one STL of all parts of a plate, with each copy in its place. Runs in a worker of the
// pool, without a WASM instance.
import type { PlaceOutcome } from './outcome.ts'

/** Center of the turned part's bounding box, relative to the center of the plate. */
export type PlacedCopy = {
  readonly xMm: number
  readonly yMm: number
  /** Counterclockwise, seen from above. */
  readonly turnDegrees: 0 | 90 | 180 | 270
}

/** Binary STL of a part, in the pose in which it is printed. */
export type PartToPlace = {
  readonly stl: Uint8Array
  readonly copies: readonly PlacedCopy[]
}

const headerBytes = 80
const triangleBytes = 50
/** Numbers per triangle: the normal and three corners. */
const floats = 12

/**
 * Writes the STL. `center`: center of the plate, in coordinates of the bed. Every copy stands on
 * the bed.
 */
export function placeParts(
  parts: readonly PartToPlace[],
  center: readonly [number, number],
): Extract<PlaceOutcome, { kind: 'placed' }> {
  const read = parts.map(({ stl }) => pointsOf(stl))
  const total = parts.reduce((sum, { copies }, at) => sum + copies.length * countOf(read[at]), 0)
  const placed = new Uint8Array(headerBytes + 4 + total * triangleBytes)
  const to = new DataView(placed.buffer)
  to.setUint32(headerBytes, total, true)
  const boxes = read.map(boxOf)
  let offset = headerBytes + 4
  for (const [at, { copies }] of parts.entries()) {
    const [points, box] = [read[at], boxes[at]]
    if (points === undefined || box === undefined) continue
    for (const copy of copies) {
      writeCopy(points, { to, offset, center, copy, box })
      offset += countOf(points) * triangleBytes
    }
  }
  return { kind: 'placed', stl: placed, sizesMm: boxes.map(({ min, max }) => sidesOf(min, max)) }
}

const countOf = (points: Float32Array | undefined): number => (points?.length ?? 0) / floats

/** Returns the numbers of all triangles in order. */
function pointsOf(stl: Uint8Array): Float32Array {
  const view = new DataView(stl.buffer, stl.byteOffset, stl.byteLength)
  const triangles = view.getUint32(headerBytes, true)
  const points = new Float32Array(triangles * floats)
  for (let triangle = 0; triangle < triangles; triangle += 1) {
    const from = headerBytes + 4 + triangle * triangleBytes
    for (let at = 0; at < floats; at += 1) {
      points[triangle * floats + at] = view.getFloat32(from + 4 * at, true)
    }
  }
  return points
}

type Point = readonly [x: number, y: number, z: number]
type Box = { readonly min: Point; readonly max: Point }

function boxOf(points: Float32Array): Box {
  let [minX, minY, minZ] = [Infinity, Infinity, Infinity]
  let [maxX, maxY, maxZ] = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < points.length; at += 3) {
    if (at % floats === 0) continue
    const [x, y, z] = [points[at] ?? 0, points[at + 1] ?? 0, points[at + 2] ?? 0]
    if (x < minX) minX = x
    if (x > maxX) maxX = x
    if (y < minY) minY = y
    if (y > maxY) maxY = y
    if (z < minZ) minZ = z
    if (z > maxZ) maxZ = z
  }
  return { min: [minX, minY, minZ], max: [maxX, maxY, maxZ] }
}

const sidesOf = (min: Point, max: Point): Point => [
  max[0] - min[0],
  max[1] - min[1],
  max[2] - min[2],
]

type Target = {
  readonly to: DataView
  readonly offset: number
  readonly center: readonly [number, number]
  readonly copy: PlacedCopy
  readonly box: Box
}

function writeCopy(points: Float32Array, { to, offset, center, copy, box }: Target): void {
  const [cos, sin] = cosSinOf(copy.turnDegrees)
  const { min, max } = box
  const [middleX, middleY] = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2]
  const shiftX = center[0] + copy.xMm - (middleX * cos - middleY * sin)
  const shiftY = center[1] + copy.yMm - (middleX * sin + middleY * cos)
  const shiftZ = -min[2]
  let write = offset
  for (let at = 0; at < points.length; at += 3) {
    const [x, y, z] = [points[at] ?? 0, points[at + 1] ?? 0, points[at + 2] ?? 0]
    // The first vector is the normal, which is rotated but not moved.
    const moves = at % floats === 0 ? 0 : 1
    to.setFloat32(write, x * cos - y * sin + moves * shiftX, true)
    to.setFloat32(write + 4, x * sin + y * cos + moves * shiftY, true)
    to.setFloat32(write + 8, z + moves * shiftZ, true)
    write += 12
    // Each triangle ends with two attribute bytes, which are skipped.
    if (at % floats === floats - 3) write += triangleBytes - 4 * floats
  }
}

function cosSinOf(degrees: PlacedCopy['turnDegrees']): readonly [cos: number, sin: number] {
  switch (degrees) {
    case 0:
      return [1, 0]
    case 90:
      return [0, 1]
    case 180:
      return [-1, 0]
    case 270:
      return [0, -1]
  }
}
