// Random silhouettes for tests of plates, and a check of a layout that shares no code with its author.
import type { ArrangedCopy } from '../../server/domain/planning/arrange/arrange.ts'
import type { PlateBed } from '../../server/domain/planning/arrange/plate-bed.ts'
import { cellMm, isSet, type Silhouette } from '../../server/domain/planning/arrange/silhouette.ts'

type Box = {
  readonly minX: number
  readonly minY: number
  readonly maxX: number
  readonly maxY: number
}

/**
 * Returns the silhouette of the points for which `isInside` is true, with cells of 1 mm; sides need not be whole
 * millimeters.
 */
export function silhouetteOf(
  widthMm: number,
  depthMm: number,
  isInside: (x: number, y: number) => boolean,
): Silhouette {
  const [columns, rows] = [Math.ceil(widthMm), Math.ceil(depthMm)]
  const words = Math.ceil(columns / 32)
  const bits = new Uint32Array(words * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!isInside(column + 0.5, row + 0.5)) continue
      const word = row * words + (column >>> 5)
      bits[word] = (bits[word] ?? 0) | (1 << (column & 31))
    }
  }
  return { widthMm, depthMm, cellMm, columns, rows, bits }
}

/** Returns a box, an ellipse, a ring, an L, a U or a triangle. */
export function randomSilhouette(random: () => number, largestMm: number): Silhouette {
  const side = () => Math.round((5 + random() ** 2 * (largestMm - 5)) * 10) / 10
  const [width, depth, wall] = [side(), side(), 4 + random() * 6]
  const round = (x: number, y: number, inset: number) =>
    ((x - width / 2) / Math.max(0.1, width / 2 - inset)) ** 2 +
      ((y - depth / 2) / Math.max(0.1, depth / 2 - inset)) ** 2 <=
    1
  const shapes: ((x: number, y: number) => boolean)[] = [
    () => true,
    (x, y) => round(x, y, 0),
    (x, y) => round(x, y, 0) && !round(x, y, wall),
    (x, y) => x < wall || y < wall,
    (x, y) => x < wall || y < wall || x > width - wall,
    (x, y) => x / width + y / depth <= 1,
  ]
  const shape = shapes[Math.floor(random() * shapes.length)]
  return silhouetteOf(width, depth, shape ?? (() => true))
}

/** Returns every set cell at its place on the plate, and the cells with an empty neighbor. */
function cellsOf(silhouette: Silhouette, { xMm, yMm, turnDegrees }: ArrangedCopy) {
  const { widthMm, depthMm, columns, rows } = silhouette
  const isFull = (column: number, row: number) =>
    column >= 0 && row >= 0 && column < columns && row < rows && isSet(silhouette, column, row)
  const angle = (turnDegrees * Math.PI) / 180
  const [cos, sin] = [Math.round(Math.cos(angle)), Math.round(Math.sin(angle))]
  const all: Box[] = []
  const border: Box[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!isFull(column, row)) continue
      const x = [column * cellMm, Math.min(widthMm, (column + 1) * cellMm)]
      const y = [row * cellMm, Math.min(depthMm, (row + 1) * cellMm)]
      const corners = x.flatMap((right) =>
        y.map((up) => {
          const [fromMiddle, above] = [right - widthMm / 2, up - depthMm / 2]
          return [
            xMm + fromMiddle * cos - above * sin,
            yMm + fromMiddle * sin + above * cos,
          ] as const
        }),
      )
      const box = boxAround(
        corners.map(([left]) => left),
        corners.map(([, low]) => low),
      )
      all.push(box)
      const around = [-1, 0, 1].flatMap((up) => [-1, 0, 1].map((right) => [right, up] as const))
      if (!around.every(([right, up]) => isFull(column + right, row + up))) border.push(box)
    }
  }
  const bounds = boxAround(
    all.flatMap(({ minX, maxX }) => [minX, maxX]),
    all.flatMap(({ minY, maxY }) => [minY, maxY]),
  )
  return { all, border, bounds }
}

const boxAround = (x: readonly number[], y: readonly number[]): Box => ({
  minX: Math.min(...x),
  minY: Math.min(...y),
  maxX: Math.max(...x),
  maxY: Math.max(...y),
})

const distance = (a: Box, b: Box): number =>
  Math.hypot(
    Math.max(0, a.minX - b.maxX, b.minX - a.maxX),
    Math.max(0, a.minY - b.maxY, b.minY - a.maxY),
  )

/**
 * Returns the faults of a layout: copies closer than 6 mm to each other, or closer than 5 mm to the edge of the bed.
 */
export function faultsOf(
  bed: PlateBed,
  copies: readonly ArrangedCopy[],
  silhouetteOfPart: (part: string) => Silhouette,
): readonly string[] {
  const parts = copies.map((copy) => cellsOf(silhouetteOfPart(copy.part), copy))
  const rounding = 1e-6
  const isOutside = ({ minX, minY, maxX, maxY }: Box) => {
    const [x, y] = [Math.max(-minX, maxX), Math.max(-minY, maxY)]
    return bed.shape === 'round'
      ? Math.hypot(x, y) > bed.widthMm / 2 - 5 + rounding
      : x > bed.widthMm / 2 - 5 + rounding || y > bed.depthMm / 2 - 5 + rounding
  }
  const outside = parts.flatMap(({ border }, at) =>
    border.some(isOutside) ? [`copy ${at} is outside`] : [],
  )
  const tooNear = (a: Box, b: Box) => distance(a, b) < 6 - rounding
  const near = parts.flatMap((part, at) =>
    parts.slice(0, at).flatMap((other, before) => {
      if (!tooNear(part.bounds, other.bounds)) return []
      const isNear =
        part.border.some((cell) => other.all.some((taken) => tooNear(cell, taken))) ||
        other.border.some((cell) => part.all.some((taken) => tooNear(cell, taken)))
      return isNear ? [`copies ${before} and ${at} are too near`] : []
    }),
  )
  return [...outside, ...near]
}
