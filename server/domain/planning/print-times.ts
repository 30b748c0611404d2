// The machine time of copies of a part on one plate.
import type { Material } from '../catalog/options.ts'
import { flowMm3PerS } from '../catalog/printing.ts'
import type { Estimated, PlateTime } from '../measurement/processing.ts'
import { printedAs } from '../measurement/supports.ts'

/** The times for at least one number of copies, fewest copies first. */
export type PrintTimes = readonly [PlateTime, ...PlateTime[]]

/**
 * Returns the times of the part as printed, including supports. Estimates are made for PLA: a plate of a slow material
 * takes the time of its flow limit.
 */
export function timesOfEstimate(estimate: Estimated, material: Material): PrintTimes {
  const { filamentCm3, seconds, plates } = printedAs(estimate)
  const flow = flowMm3PerS[material]
  const leastOfCopy = flow === null ? 0 : (1000 * filamentCm3) / flow
  const slowed = (time: PlateTime): PlateTime => ({
    copies: time.copies,
    seconds: Math.max(time.seconds, time.copies * leastOfCopy),
  })
  return [slowed({ copies: 1, seconds }), ...plates.map(slowed)]
}

/** Returns times for copies that take as long together as one after the other. */
export const timesOfPart = (seconds: number): PrintTimes => [{ copies: 1, seconds }]

/**
 * Returns the seconds of a plate. Between two known plates the time per copy is linear in 1 / copies, because a
 * layer's minimum time is shared.
 */
export function plateSeconds(times: PrintTimes, copies: number): number {
  if (copies === 0) return 0
  const next = times.findIndex((known) => known.copies >= copies)
  const above = times[next]
  const below = next < 0 ? times.at(-1) : times[next - 1]
  if (above === undefined || below === undefined) return copies * each(above ?? below ?? times[0])
  const share = (1 / below.copies - 1 / copies) / (1 / below.copies - 1 / above.copies)
  return copies * ((1 - share) * each(below) + share * each(above))
}

const each = ({ copies, seconds }: PlateTime): number => seconds / copies
