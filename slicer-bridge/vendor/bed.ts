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
  if (outline.length < 3 || heightMm === null || !outline.every((point) => point !== null))
    return null
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

/** Whether a box of this size, in the middle of the bed, lies on it, as it is or turned by 90 degrees. */
export const fitsOn = (bed: Bed, [x, y, z]: readonly [number, number, number]): boolean =>
  z <= bed.heightMm && (lies(bed, x, y) || lies(bed, y, x))

/** How many copies of a part lie on a plate, and whether each is turned by 90 degrees; no copies where it does not fit. */
export type Places = { readonly copies: number; readonly isTurned: boolean }

/** The slicer leaves 6 mm between two parts. */
const gapMm = 10
/** Around the plate of several parts, where some printers cannot print. */
const marginMm = 5

/** In rows and columns of the part's bounding box. Of a round bed, its inscribed square. One part may take the whole bed. */
export function placesOn(bed: Bed, [x, y, z]: readonly [number, number, number]): Places {
  if (z > bed.heightMm) return { copies: 0, isTurned: false }
  const [width, depth] = usable(bed)
  const grid = (partX: number, partY: number) => fitting(width, partX) * fitting(depth, partY)
  const [straight, turned] = [grid(x, y), grid(y, x)]
  if (Math.max(straight, turned) > 0) {
    return turned > straight
      ? { copies: turned, isTurned: true }
      : { copies: straight, isTurned: false }
  }
  if (lies(bed, x, y)) return { copies: 1, isTurned: false }
  return { copies: lies(bed, y, x) ? 1 : 0, isTurned: true }
}

const fitting = (plateMm: number, partMm: number): number =>
  Math.max(0, Math.floor((plateMm - 2 * marginMm + gapMm) / (partMm + gapMm)))

/** Width and depth of the rectangle that plates of several parts fill. */
function usable({ outline }: Bed): readonly [number, number] {
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
const lies = ({ outline, center }: Bed, width: number, depth: number): boolean =>
  [-1, 1].every((left) =>
    [-1, 1].every((front) =>
      isWithin(outline, [center[0] + (left * width) / 2, center[1] + (front * depth) / 2]),
    ),
  )

/** Within a convex outline or on it, whichever way its points run. */
export function isWithin(outline: readonly Point[], [x, y]: Point): boolean {
  const sides = outline.map(([x0, y0], index) => {
    const [x1, y1] = outline[(index + 1) % outline.length] as Point
    return (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
  })
  // A thousandth of a square millimeter: rounding of the polygon's points.
  return sides.every((side) => side >= -1e-3) || sides.every((side) => side <= 1e-3)
}
