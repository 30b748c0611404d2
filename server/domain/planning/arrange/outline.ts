// Outlines of silhouettes, for pictures of plates.
import { cellMm, isSet, type Silhouette } from './silhouette.ts'

export type Corner = readonly [xMm: number, yMm: number]

/** The steps of a slanted edge deviate from it by at most 0.71 mm, so a line replaces them. */
const stepsMm = 0.75 * cellMm

/**
 * Returns closed outlines relative to the corner of the part: bodies counterclockwise, holes clockwise. For pictures
 * only: slanted edges are straight, as on the part.
 */
export function outlinesOf(silhouette: Silhouette): readonly (readonly Corner[])[] {
  const { widthMm, depthMm, columns } = silhouette
  const ends = bordersOf(silhouette)
  const outlines: Corner[][] = []
  for (const start of ends.keys()) {
    for (let loop = loopFrom(start, ends); loop.length > 0; loop = loopFrom(start, ends)) {
      const corners = loop.map((at): Corner => {
        const row = Math.floor(at / (columns + 1))
        // The last cells are not full.
        return [
          Math.min(widthMm, (at - row * (columns + 1)) * cellMm),
          Math.min(depthMm, row * cellMm),
        ]
      })
      outlines.push(straighten(corners))
    }
  }
  return outlines
}

/** Returns the ends of the borders between set and empty cells, by their start; the set cell is on the left. */
function bordersOf(silhouette: Silhouette): Map<number, number[]> {
  const { columns, rows } = silhouette
  const ends = new Map<number, number[]>()
  const pointAt = (column: number, row: number) => row * (columns + 1) + column
  const add = (from: number, to: number) => {
    const known = ends.get(from)
    if (known === undefined) {
      ends.set(from, [to])
    } else {
      known.push(to)
    }
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!isSet(silhouette, column, row)) continue
      const [left, right] = [column, column + 1]
      const [low, high] = [row, row + 1]
      if (!isSet(silhouette, column, row - 1)) add(pointAt(left, low), pointAt(right, low))
      if (!isSet(silhouette, column + 1, row)) add(pointAt(right, low), pointAt(right, high))
      if (!isSet(silhouette, column, row + 1)) add(pointAt(right, high), pointAt(left, high))
      if (!isSet(silhouette, column - 1, row)) add(pointAt(left, high), pointAt(left, low))
    }
  }
  return ends
}

/** Removes the borders of one loop from `ends`; empty if none begins at the start. */
function loopFrom(start: number, ends: Map<number, number[]>): number[] {
  const loop: number[] = []
  let at = start
  for (let next = ends.get(at)?.pop(); next !== undefined; next = ends.get(at)?.pop()) {
    loop.push(at)
    at = next
    if (at === start) break
  }
  return loop
}

/** Removes corners near the line between their neighbors (Douglas and Peucker), from one end of the loop to the other. */
function straighten(loop: readonly Corner[]): Corner[] {
  const far = farthest(loop, 0, loop.length, (corner) => distance(corner, loop[0] ?? corner))
  const closed = [...loop, ...loop.slice(0, 1)]
  const kept = new Set([0, far.at])
  const ranges: [number, number][] = [
    [0, far.at],
    [far.at, loop.length],
  ]
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const [from, to] = range
    const [a, b] = [closed[from], closed[to]]
    if (a === undefined || b === undefined) continue
    const { at, value } = farthest(closed, from + 1, to, (corner) => beside(corner, a, b))
    if (value <= stepsMm) continue
    kept.add(at)
    ranges.push([from, at], [at, to])
  }
  return loop.filter((_, at) => kept.has(at))
}

function farthest(
  corners: readonly Corner[],
  from: number,
  to: number,
  measure: (corner: Corner) => number,
): { readonly at: number; readonly value: number } {
  let [at, value] = [from, 0]
  for (let index = from; index < to; index++) {
    const corner = corners[index]
    const found = corner === undefined ? 0 : measure(corner)
    if (found > value) [at, value] = [index, found]
  }
  return { at, value }
}

const distance = ([x, y]: Corner, [otherX, otherY]: Corner): number =>
  Math.hypot(x - otherX, y - otherY)

/** Returns the distance of a corner from the line between two others. */
function beside(corner: Corner, from: Corner, to: Corner): number {
  const length = distance(from, to)
  if (length === 0) return distance(corner, from)
  const [x, y] = [to[0] - from[0], to[1] - from[1]]
  return Math.abs(x * (corner[1] - from[1]) - y * (corner[0] - from[0])) / length
}
