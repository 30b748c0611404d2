// What plates that wait owe to printers and promises: which of them gain no more jobs, and who may have to wait for one.

import { secondsOfCentihours } from '../../base/centihours.ts'
import type { PrintJobId } from '../../base/print-job-id.ts'
import { noColor } from '../../catalog/options.ts'
import type { PlateBounds, Rival } from '../../planning/arrange/share-plates.ts'
import type { OpenPlateJob, SharingPrinter } from '../plate-plans.ts'

/** Time to spare below which a sliced plate is not sliced again with others. */
const soonSeconds = 6 * 3600

/** The job that leads the plate of a job, or would. */
export const plateOf = ({ id, leadId }: OpenPlateJob): PrintJobId => leadId ?? id

/** Machine time of the plates that wait, by the job that leads. */
function plateTimes(waiting: readonly OpenPlateJob[]): ReadonlyMap<PrintJobId, number> {
  const times = new Map<PrintJobId, number>()
  for (const job of waiting) {
    const seconds = secondsOfCentihours(job.centihours)
    times.set(plateOf(job), (times.get(plateOf(job)) ?? 0) + seconds)
  }
  return times
}

/**
 * Plates that gain nothing. An idle printer prints what is sliced rather than wait for another slice, and so does one of which an order is
 * due soon.
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
      (printer) => slicedFor.includes(printer.profile) && suits(printer, job),
    )
    const seconds = times.get(plateOf(job)) ?? 0
    return isTaken || (dueInSeconds !== null && dueInSeconds < seconds + soonSeconds)
  })
  return new Set(closed.map(plateOf))
}

type Printable = Pick<OpenPlateJob, 'material' | 'color' | 'nozzleDiameter'>

export const isAnyColor = (color: string): boolean => color.toLowerCase() === noColor.toLowerCase()

const isSameColor = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

/**
 * Whether a printer prints from one of its spools what a job needs. The claim has the same rule in SQL (`server/db/farm/job-leases.ts`); a
 * test holds the two together (`test/routes/farm/spool-rule.test.ts`).
 */
export function suits({ nozzleMm, spools }: SharingPrinter, job: Printable): boolean {
  const { material, color, nozzleDiameter } = job
  if (nozzleMm !== null && nozzleMm !== nozzleDiameter) return false
  if (spools === null) return true
  return spools.some(
    (spool) =>
      spool.material === material && (isAnyColor(color) || isSameColor(color, spool.color)),
  )
}

/** Whether two jobs may wait for the same printer: as its spools are now, or one spool does for both. */
function mayMeet(printers: readonly SharingPrinter[], one: Printable, other: Printable): boolean {
  if (one.nozzleDiameter !== other.nozzleDiameter) return false
  const isOfOneSpool =
    one.material === other.material &&
    (isAnyColor(one.color) || isAnyColor(other.color) || isSameColor(one.color, other.color))
  return isOfOneSpool || printers.some((printer) => suits(printer, one) && suits(printer, other))
}

/** For a class of jobs and the color of a plate: who may have to wait for it. What is late anyway bounds nothing. */
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
    const key = spoolText(plate)
    const rivals = known.get(key)
    if (rivals !== undefined) return rivals
    const meets = new Map<string, boolean>()
    const isRival = (job: Printable): boolean => {
      const spool = spoolText(job)
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

const spoolText = ({ material, color, nozzleDiameter }: Printable): string =>
  `${material} ${nozzleDiameter} ${color.toLowerCase()}`

export type Rivals = (plate: Pick<OpenPlateJob, 'material' | 'nozzleDiameter'>) => ClassRivals

export type ClassRivals = {
  readonly ofColor: PlateBounds['rivals']
  /** The ranks by id of a waiting job. */
  readonly rankOf: ReadonlyMap<PrintJobId, number>
}
