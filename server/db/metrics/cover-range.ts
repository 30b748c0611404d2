// Selects the stored intervals that make up a time range, the widest that fit, so that five weeks are a few dozen rows per series.
import { minuteMetricHours } from '../../domain/base/time/retention.ts'
import type { TimeRange } from '../../domain/metrics/ports.ts'

const minute = 60
const hour = 3_600
const day = 86_400

export type IntervalSeconds = typeof minute | typeof hour | typeof day
/** Intervals of one width that begin from `from` (inclusive) to `to` (exclusive). */
export type Piece = { readonly seconds: IntervalSeconds; readonly from: Date; readonly to: Date }

/** Widths in which counters and histograms are stored, widest first. */
export const counterWidths = [hour, minute] as const
export const histogramWidths = [day, hour, minute] as const

/**
 * Returns disjoint pieces of these widths, oldest first. No interval crosses the start of a step of `stepSeconds`. The ends of the range
 * are widened to whole minutes, or to whole hours when they are more than two days old. A range that ends now ends with the widest
 * unfinished interval, which holds the counts so far. Steps and intervals are aligned to 1970 in UTC.
 */
export function coverRange(
  range: TimeRange,
  stepSeconds: number,
  widths: readonly IntervalSeconds[],
  now: Date,
): readonly Piece[] {
  const from = range.from.getTime() / 1000
  const nowSeconds = now.getTime() / 1000
  const end = range.to.getTime() / 1000
  if (from >= end) return []
  const minutesFrom = roundDown(nowSeconds - minuteMetricHours * hour, hour)
  const old = widths.filter(
    (width) => width === hour || (width > hour && stepSeconds % width === 0),
  )
  const recent = widths.filter((width) => width === minute || stepSeconds % width === 0)
  const to =
    roundUp(end, minute) > nowSeconds
      ? Math.max(end, roundUp(nowSeconds, recent[0] ?? minute))
      : end
  return [
    ...cover(from, Math.min(to, minutesFrom), old),
    ...cover(Math.max(from, minutesFrom), to, recent),
  ]
}

function cover(from: number, to: number, widths: readonly IntervalSeconds[]): Piece[] {
  const [width, ...finer] = widths
  if (width === undefined || from >= to) return []
  if (finer.length === 0) return [piece(width, roundDown(from, width), roundUp(to, width))]
  const first = roundUp(from, width)
  const last = roundDown(to, width)
  if (first >= last) return cover(from, to, finer)
  return [...cover(from, first, finer), piece(width, first, last), ...cover(last, to, finer)]
}

const roundDown = (seconds: number, width: number) => Math.floor(seconds / width) * width
const roundUp = (seconds: number, width: number) => Math.ceil(seconds / width) * width
const piece = (seconds: IntervalSeconds, from: number, to: number): Piece => ({
  seconds,
  from: new Date(from * 1000),
  to: new Date(to * 1000),
})
