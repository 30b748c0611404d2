// One STL of all parts of a plate, each copy where it is to be printed.
import type { PlacedCopy } from '../domain/farm/job.ts'

/** Binary STL of a part, in the pose in which it is printed. */
export type PartToPlace = { readonly stl: Uint8Array; readonly copies: readonly PlacedCopy[] }

const headerBytes = 80
const triangleBytes = 50

/** `center`: of the plate, in coordinates of the bed. Every copy stands on the bed. */
export function placeParts(
  parts: readonly PartToPlace[],
  center: readonly [number, number],
): Uint8Array {
  const counts = parts.map(({ stl }) => viewOf(stl).getUint32(headerBytes, true))
  const total = parts.reduce((sum, { copies }, at) => sum + copies.length * (counts[at] ?? 0), 0)
  const placed = new Uint8Array(headerBytes + 4 + total * triangleBytes)
  const to = viewOf(placed)
  to.setUint32(headerBytes, total, true)
  let offset = headerBytes + 4
  for (const [at, { stl, copies }] of parts.entries()) {
    const from = viewOf(stl)
    const triangles = counts[at] ?? 0
    for (const copy of copies) {
      placeCopy(from, triangles, { to, offset, center, copy })
      offset += triangles * triangleBytes
    }
  }
  return placed
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

type Target = {
  readonly to: DataView
  readonly offset: number
  readonly center: readonly [number, number]
  readonly copy: PlacedCopy
}

function placeCopy(from: DataView, triangles: number, { to, offset, center, copy }: Target): void {
  const turned = turnOf(copy.turnDegrees)
  const { min, max } = boxOf(from, triangles, turned)
  const shift = [
    center[0] + copy.xMm - (min[0] + max[0]) / 2,
    center[1] + copy.yMm - (min[1] + max[1]) / 2,
    -min[2],
  ] as const
  for (let triangle = 0; triangle < triangles; triangle += 1) {
    const read = headerBytes + 4 + triangle * triangleBytes
    const write = offset + triangle * triangleBytes
    for (let point = 0; point < 4; point += 1) {
      // The first is the normal, which only turns.
      const [dx, dy, dz] = point === 0 ? [0, 0, 0] : shift
      const [x, y] = turned(floatAt(from, read, point, 0), floatAt(from, read, point, 1))
      to.setFloat32(write + 12 * point, x + dx, true)
      to.setFloat32(write + 12 * point + 4, y + dy, true)
      to.setFloat32(write + 12 * point + 8, floatAt(from, read, point, 2) + dz, true)
    }
  }
}

const floatAt = (view: DataView, triangle: number, point: number, axis: 0 | 1 | 2): number =>
  view.getFloat32(triangle + 12 * point + 4 * axis, true)

type Turn = (x: number, y: number) => readonly [number, number]

/** Counterclockwise, seen from above. */
function turnOf(degrees: PlacedCopy['turnDegrees']): Turn {
  switch (degrees) {
    case 0:
      return (x, y) => [x, y]
    case 90:
      return (x, y) => [-y, x]
    case 180:
      return (x, y) => [-x, -y]
    case 270:
      return (x, y) => [y, -x]
  }
}

function boxOf(from: DataView, triangles: number, turned: Turn) {
  const min: [number, number, number] = [Infinity, Infinity, Infinity]
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (let triangle = 0; triangle < triangles; triangle += 1) {
    const read = headerBytes + 4 + triangle * triangleBytes
    for (let point = 1; point < 4; point += 1) {
      const [x, y] = turned(floatAt(from, read, point, 0), floatAt(from, read, point, 1))
      const at = [x, y, floatAt(from, read, point, 2)] as const
      for (const axis of [0, 1, 2] as const) {
        min[axis] = Math.min(min[axis], at[axis])
        max[axis] = Math.max(max[axis], at[axis])
      }
    }
  }
  return { min, max }
}
