// The bed of a printer, as its preset describes it.
import { numberOf, type Settings } from './ini.ts'

export type Point = readonly [number, number]

export type Bed = {
  /** The outline in machine coordinates, in mm: a rectangle, or a polygon of many sides for a round bed. */
  readonly outline: readonly Point[]
  /** Where plates are centered. */
  readonly center: Point
  /** Above the bed, in mm. */
  readonly heightMm: number
}

/** Null where the preset describes none. */
export function bedOf(settings: Settings): Bed | null {
  const outline = (settings.get('bed_shape') ?? '').split(',').map(pointOf)
  const heightMm = numberOf(settings, 'max_print_height')
  if (outline.length < 3 || heightMm === null || !outline.every((point) => point !== null)) {
    return null
  }
  const [x, y] = spanOf(outline)
  return { outline, center: [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2], heightMm }
}

function pointOf(written: string): Point | null {
  const [x, y, ...more] = written.trim().split('x').map(Number)
  if (x === undefined || y === undefined || more.length > 0) return null
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null
}

/** The least and the greatest X, and the same of Y, in mm. */
export function spanOf(outline: readonly Point[]): readonly [Point, Point] {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)]
  return [
    [Math.min(...xs), Math.max(...xs)],
    [Math.min(...ys), Math.max(...ys)],
  ]
}

/** Width and depth of the rectangle that plates of several parts fill: of a round bed, its inscribed square. */
export function usable({ outline }: Bed): readonly [number, number] {
  const [[left, right], [front, back]] = spanOf(outline)
  const share = isRound(outline) ? Math.SQRT1_2 : 1
  return [(right - left) * share, (back - front) * share]
}

/** Where vendors' starts wipe the nozzle: in front of the bed, or beside it. */
const purgeMm = 6

/** Whether what was printed stays over the bed, the purge included. */
export function holds(
  { outline, heightMm }: Bed,
  { min, max }: { readonly min: readonly number[]; readonly max: readonly number[] },
): boolean {
  const isOver = (span: Point, axis: 0 | 1) =>
    (min[axis] ?? 0) >= span[0] - purgeMm && (max[axis] ?? 0) <= span[1] + purgeMm
  const [xs, ys] = spanOf(outline)
  return isOver(xs, 0) && isOver(ys, 1) && (max[2] ?? 0) <= heightMm
}

/** A polygon of many sides, as presets describe a circle. */
export const isRound = (outline: readonly Point[]): boolean => outline.length > 8

/** Whether a rectangle of this size lies on the bed when it is centered. */
export const lies = ({ outline, center }: Bed, width: number, depth: number): boolean =>
  [-1, 1].every((left) =>
    [-1, 1].every((front) =>
      isWithin(outline, [center[0] + (left * width) / 2, center[1] + (front * depth) / 2]),
    ),
  )

/** Whether the point is within a convex outline or on it, whichever way its points run. */
export function isWithin(outline: readonly Point[], [x, y]: Point): boolean {
  const sides = outline.map(([x0, y0], index) => {
    const [x1, y1] = outline[(index + 1) % outline.length] as Point
    return (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
  })
  // A thousandth of a square millimeter: rounding of the polygon's points.
  return sides.every((side) => side >= -1e-3) || sides.every((side) => side <= 1e-3)
}
