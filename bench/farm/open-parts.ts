// Generates open jobs from a seed, with the shapes of everyday parts, for the bench of plates.

import { orderIdOf } from '../../server/domain/base/ids/order-id.ts'
import { printJobIdOf } from '../../server/domain/base/ids/print-job-id.ts'
import type { OpenJob } from '../../server/domain/planning/arrange/share-plates.ts'
import {
  boxSilhouette,
  cellMm,
  type Silhouette,
} from '../../server/domain/planning/arrange/silhouette.ts'
import type { Random } from '../../testing/seeded-random.ts'

/** A part from above: its sides, and a function that returns whether it covers a point. */
export type Shape = {
  readonly widthMm: number
  readonly depthMm: number
  readonly covers: (xMm: number, yMm: number) => boolean
  /**
   * Corners of the outline, counterclockwise, for packers that take polygons. Holes are omitted.
   */
  readonly outline: readonly (readonly [xMm: number, yMm: number])[]
}

/**
 * Returns a box, disc, triangle, L or U bracket or star of 15 to 150 mm. Small shapes are the most
 * frequent.
 */
export function randomShape(random: Random): Shape {
  const side = () => Math.round(15 + 135 * random() ** 2.5)
  const [width, depth] = [side(), side()]
  const wall = Math.round(Math.min(width, depth) * (0.25 + 0.25 * random()))
  const outlines: (readonly (readonly [number, number])[])[] = [
    [
      [0, 0],
      [width, 0],
      [width, depth],
      [0, depth],
    ],
    ring(24, (angle) => [
      width / 2 + (width / 2) * Math.cos(angle),
      depth / 2 + (depth / 2) * Math.sin(angle),
    ]),
    [
      [0, 0],
      [width, 0],
      [0, depth],
    ],
    [
      [0, 0],
      [width, 0],
      [width, wall],
      [wall, wall],
      [wall, depth],
      [0, depth],
    ],
    [
      [0, 0],
      [width, 0],
      [width, depth],
      [width - wall / 1.3, depth],
      [width - wall / 1.3, wall],
      [wall / 1.3, wall],
      [wall / 1.3, depth],
      [0, depth],
    ],
    ring(10, (angle, at) => {
      const reach = at % 2 === 0 ? 1 : 0.5
      return [
        (width / 2) * (1 + reach * Math.cos(angle)),
        (depth / 2) * (1 + reach * Math.sin(angle)),
      ]
    }),
  ]
  const outline = outlines[Math.floor(random() * outlines.length)] ?? []
  return shapeOf(outline)
}

const ring = (
  corners: number,
  at: (angle: number, index: number) => readonly [number, number],
): readonly (readonly [number, number])[] =>
  Array.from({ length: corners }, (_, index) => at((index * 2 * Math.PI) / corners, index))

/** Returns the outline moved to the origin. */
function shapeOf(points: Shape['outline']): Shape {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, low] = [Math.min(...xs), Math.min(...ys)]
  const outline = points.map(([pointX, pointY]) => [pointX - left, pointY - low] as const)
  const covers = (xMm: number, yMm: number) => isInside(outline, xMm, yMm)
  return { widthMm: Math.max(...xs) - left, depthMm: Math.max(...ys) - low, covers, outline }
}

/** Returns whether a point is inside, by the number of edges to its right. */
function isInside(outline: Shape['outline'], x: number, y: number): boolean {
  let isWithin = false
  outline.forEach(([endX, endY], at) => {
    const [startX, startY] = outline.at(at - 1) ?? [endX, endY]
    if (startY > y === endY > y) return
    if (x < startX + ((y - startY) / (endY - startY)) * (endX - startX)) isWithin = !isWithin
  })
  return isWithin
}

/**
 * Returns the silhouette. A cell is set if a corner, its center or one of nine points in between is
 * covered, or if it is on the outline.
 */
export function silhouetteOf({ widthMm, depthMm, covers, outline }: Shape): Silhouette {
  const { columns, rows } = boxSilhouette(widthMm, depthMm)
  const words = Math.ceil(columns / 32)
  const bits = new Uint32Array(words * rows)
  const set = (column: number, row: number) => {
    const at = Math.min(row, rows - 1) * words
    const cell = Math.min(column, columns - 1)
    bits[at + (cell >>> 5)] = (bits[at + (cell >>> 5)] ?? 0) | (1 << (cell & 31))
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (covers((column + 0.5) * cellMm, (row + 0.5) * cellMm)) set(column, row)
    }
  }
  outline.forEach(([endX, endY], at) => {
    const [startX, startY] = outline.at(at - 1) ?? [endX, endY]
    const steps = Math.ceil(Math.hypot(endX - startX, endY - startY) * 20)
    for (let step = 0; step <= steps; step++) {
      const share = step / Math.max(1, steps)
      const [x, y] = [startX + share * (endX - startX), startY + share * (endY - startY)]
      set(Math.floor(x / cellMm), Math.floor(y / cellMm))
    }
  })
  return { widthMm, depthMm, cellMm, columns, rows, bits }
}

/**
 * Returns jobs of one class with `parts` parts in total: 1 to 4 copies each, of 20 minutes to 10
 * hours. A fifth are second lines of an order.
 */
export function openJobs(random: Random, parts: number): readonly OpenJob[] {
  const jobs: OpenJob[] = []
  let order = 0
  for (let left = parts; left > 0; ) {
    const copies = Math.min(left, random() < 0.7 ? 1 : 2 + Math.floor(random() * 3))
    const shape = randomShape(random)
    const seconds =
      Math.round(1200 + shape.widthMm * shape.depthMm * (0.5 + 1.5 * random())) * copies
    if (random() >= 0.2) order += 1
    jobs.push({
      id: printJobIdOf(`job-${jobs.length}`),
      orderId: orderIdOf(`order-${order}`),
      silhouette: silhouetteOf(shape),
      heightMm: 10 + 90 * random(),
      copies,
      color: null,
      triangles: 1000 * copies,
      rank: jobs.length,
      dueInSeconds: null,
      seconds: Math.min(seconds, 18 * 3600),
    })
    left -= copies
  }
  return jobs
}
