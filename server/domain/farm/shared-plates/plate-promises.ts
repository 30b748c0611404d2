// Constraints of waiting plates from printers and promised days: which plates gain no more jobs, and which jobs may
// have to wait for a plate.

import type { PrintJobId } from '../../base/ids/print-job-id.ts'
import { secondsOfCentihours } from '../../base/time/centihours.ts'
import { isAnyColor, noColor } from '../../catalog/options.ts'
import type { PlateBounds, Rival } from '../../planning/arrange/share-plates.ts'
import type { OpenPlateJob, SharingPrinter } from '../plate-plans.ts'

/** Slack below which a sliced plate is not resliced with more jobs. */
const soonSeconds = 6 * 3600

/** Returns the leading job of a job's plate; the job itself if it is alone. */
export const plateOf = ({ id, leadId }: OpenPlateJob): PrintJobId => leadId ?? id

/** Returns the machine time of waiting plates by leading job. */
function plateTimes(waiting: readonly OpenPlateJob[]): ReadonlyMap<PrintJobId, number> {
  const times = new Map<PrintJobId, number>()
  for (const job of waiting) {
    const seconds = secondsOfCentihours(job.centihours)
    times.set(plateOf(job), (times.get(plateOf(job)) ?? 0) + seconds)
  }
  return times
}

/**
 * Returns plates that gain no more jobs. An idle printer prints an existing slice instead of waiting for a new one;
 * the same applies to a plate with an order that is due soon.
 */
export function closedPlates(
  open: readonly OpenPlateJob[],
  printers: readonly SharingPrinter[],
): ReadonlySet<PrintJobId> {
  const times = plateTimes(open)
  const idle = printers.filter(({ isIdle }) => isIdle)
  const closed = open.filter((job) => {
    const { slicedFor, dueInSeconds } = job
    if (slicedFor.length === 0) return false
    const isTaken = idle.some(
      (printer) => slicedFor.includes(printer.profile) && fitsSpools(printer, job),
    )
    const seconds = times.get(plateOf(job)) ?? 0
    return isTaken || (dueInSeconds !== null && dueInSeconds < seconds + soonSeconds)
  })
  return new Set(closed.map(plateOf))
}

type Printable = Pick<OpenPlateJob, 'material' | 'color' | 'nozzleDiameter'>

const isSameColor = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

/**
 * Whether one of the printer's spools fits the job. The claim has the same rule in SQL
 * (`server/db/farm/job-leases.ts`); a test keeps the two consistent (`test/routes/farm/spool-rule.test.ts`).
 */
export function fitsSpools({ nozzleMm, spools }: SharingPrinter, job: Printable): boolean {
  const { material, color, nozzleDiameter } = job
  if (nozzleMm !== null && nozzleMm !== nozzleDiameter) return false
  if (spools === null) return true
  return spools.some(
    (spool) =>
      spool.material === material && (isAnyColor(color) || isSameColor(color, spool.color)),
  )
}

/** Whether two jobs may wait for the same printer: one printer's current spools fit both, or one spool does. */
function mayMeet(printers: readonly SharingPrinter[], one: Printable, other: Printable): boolean {
  if (one.nozzleDiameter !== other.nozzleDiameter) return false
  const isOfOneSpool =
    one.material === other.material &&
    (isAnyColor(one.color) || isAnyColor(other.color) || isSameColor(one.color, other.color))
  return (
    isOfOneSpool ||
    printers.some((printer) => fitsSpools(printer, one) && fitsSpools(printer, other))
  )
}

/**
 * Returns the jobs that may have to wait for a plate, for a class of jobs and a plate color. Jobs that are late in any
 * case set no limit.
 */
export function createRivals(
  waiting: readonly OpenPlateJob[],
  printers: readonly SharingPrinter[],
): Rivals {
  const times = plateTimes(waiting)
  const promises = waiting
    .flatMap((job, rank) => {
      const { id, dueInSeconds } = job
      const spareSeconds = (dueInSeconds ?? Infinity) - (times.get(plateOf(job)) ?? 0)
      const isKept = spareSeconds >= 0 && spareSeconds < Infinity
      return isKept ? [{ job, rival: { id, rank, spareSeconds } }] : []
    })
    .toSorted((one, other) => one.rival.spareSeconds - other.rival.spareSeconds)
  const rankOf = new Map(waiting.map(({ id }, rank) => [id, rank]))
  const known = new Map<string, readonly Rival[]>()
  const rivalsOf = (plate: Printable): readonly Rival[] => {
    const key = spoolKey(plate)
    const rivals = known.get(key)
    if (rivals !== undefined) return rivals
    const meets = new Map<string, boolean>()
    const isRival = (job: Printable): boolean => {
      const spool = spoolKey(job)
      const does = meets.get(spool) ?? mayMeet(printers, job, plate)
      meets.set(spool, does)
      return does
    }
    const made = promises.filter(({ job }) => isRival(job)).map(({ rival }) => rival)
    known.set(key, made)
    return made
  }
  return ({ material, nozzleDiameter }) => ({
    ofColor: (color) => rivalsOf({ material, nozzleDiameter, color: color ?? noColor }),
    rankOf,
  })
}

const spoolKey = ({ material, color, nozzleDiameter }: Printable): string =>
  `${material} ${nozzleDiameter} ${color.toLowerCase()}`

export type Rivals = (plate: Pick<OpenPlateJob, 'material' | 'nozzleDiameter'>) => ClassRivals

export type ClassRivals = {
  readonly ofColor: PlateBounds['rivals']
  /** Ranks by waiting job id. */
  readonly rankOf: ReadonlyMap<PrintJobId, number>
}
