// The bed of a printer, as its preset describes it.
import { numberOf, type Settings } from './ini.ts'

export type Point = readonly [number, number]

export type Bed = {
  /** Outline in machine coordinates, in mm: a rectangle, or a polygon with many sides for a round bed. */
  readonly outline: readonly Point[]
  /** Point where plates are centered. */
  readonly center: Point
  /** Height above the bed, in mm. */
  readonly heightMm: number
}

/** Returns the bed, or null if the preset describes none. */
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

/** Returns the minimum and the maximum of X and Y, in mm. */
export function spanOf(outline: readonly Point[]): readonly [Point, Point] {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)]
  return [
    [Math.min(...xs), Math.max(...xs)],
    [Math.min(...ys), Math.max(...ys)],
  ]
}

/** Returns width and depth of the rectangle for plates of several parts. For a round bed, it is the inscribed square. */
export function usableArea({ outline }: Bed): readonly [number, number] {
  const [[left, right], [front, back]] = spanOf(outline)
  const share = isRound(outline) ? Math.SQRT1_2 : 1
  return [(right - left) * share, (back - front) * share]
}

/** Distance at which vendors' start code wipes the nozzle, in front of the bed or next to it. */
const purgeMm = 6

/** Whether a print stays over the bed, including the purge. */
export function holds(
  { outline, heightMm }: Bed,
  { min, max }: { readonly min: readonly number[]; readonly max: readonly number[] },
): boolean {
  const isOver = (span: Point, axis: 0 | 1) =>
    (min[axis] ?? 0) >= span[0] - purgeMm && (max[axis] ?? 0) <= span[1] + purgeMm
  const [xs, ys] = spanOf(outline)
  return isOver(xs, 0) && isOver(ys, 1) && (max[2] ?? 0) <= heightMm
}

/** Whether the outline is a polygon with many sides, which is how presets describe a circle. */
export const isRound = (outline: readonly Point[]): boolean => outline.length > 8

/** Whether a centered rectangle of this size fits on the bed. */
export const lies = ({ outline, center }: Bed, width: number, depth: number): boolean =>
  [-1, 1].every((left) =>
    [-1, 1].every((front) =>
      isWithin(outline, [center[0] + (left * width) / 2, center[1] + (front * depth) / 2]),
    ),
  )

/** Whether the point is within or on a convex outline, in either direction of its points. */
export function isWithin(outline: readonly Point[], [x, y]: Point): boolean {
  const sides = outline.map(([x0, y0], index) => {
    const [x1, y1] = outline[(index + 1) % outline.length] ?? [x0, y0]
    return (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
  })
  // A thousandth of a square millimeter, because the polygon's points are rounded.
  return sides.every((side) => side >= -1e-3) || sides.every((side) => side <= 1e-3)
}
