// Plates shared by jobs of several orders.
import type { PrintJobId } from '../../base/ids/print-job-id.ts'
import { atOnce, type Steps } from '../../base/turns.ts'
import type { ArrangedCopy } from './arrange.ts'
import { type OpenJob, OpenPlate, type PlateBounds } from './open-plate.ts'
import type { PlateBed } from './plate-bed.ts'

export { isOverdue, type OpenJob, type PlateBounds, type Rival } from './open-plate.ts'

export type SharedPlate = {
  /** In claim order, so that the first job leads. A plate with one job is not shared. */
  readonly jobIds: readonly [PrintJobId, ...PrintJobId[]]
  /** The smallest bed that takes the job with which the plate was formed. */
  readonly bed: PlateBed
  readonly seconds: number
  /** `part` is the job's id. */
  readonly copies: readonly ArrangedCopy[]
}

/** Number of jobs that do not fit on a plate before it is treated as full. */
const mostMisses = 6
/** Number of existing plates that are tried for a job. */
const mostPlates = 30

/**
 * Forms plates from open jobs of one class, most urgent first: each begins with the most urgent unplaced job, and
 * takes the following ones as long as they fit and no promised day is missed. Every job that fits a bed is on exactly
 * one plate. `standing`: existing plates, which keep their jobs and can gain unplaced jobs; must not include a plate
 * that lost a job.
 */
export function sharePlates(
  jobs: readonly OpenJob[],
  beds: readonly PlateBed[],
  bounds: PlateBounds,
  standing: readonly SharedPlate[] = [],
): readonly SharedPlate[] {
  const sharing = startSharing(jobs, beds, bounds, standing)
  atOnce(sharing.add(jobs))
  return sharing.plates()
}

/** Places many jobs in steps. Each step places at most one copy on one plate. */
export type Sharing = {
  /** Places the next unplaced jobs: first on existing plates, then on new ones. */
  readonly add: (jobs: readonly OpenJob[]) => Steps<void>
  readonly plates: () => readonly SharedPlate[]
}

/** `jobs`: all jobs to be added and those on existing plates, most urgent first. */
export function startSharing(
  jobs: readonly OpenJob[],
  beds: readonly PlateBed[],
  bounds: PlateBounds,
  standing: readonly SharedPlate[],
): Sharing {
  const plates = openPlates(jobs, bounds, standing)
  const planned = new Set(standing.flatMap(({ jobIds }) => jobIds))
  const smallestFirst = beds.toSorted((a, b) => a.widthMm * a.depthMm - b.widthMm * b.depthMm)
  return {
    *add(more) {
      let left: readonly OpenJob[] = []
      for (const job of more) {
        if (!planned.has(job.id) && !(yield* joins(plates, job))) left = [...left, job]
      }
      for (let lead = left[0]; lead !== undefined; lead = left[0]) {
        const plate = yield* plateOf(lead, smallestFirst, bounds)
        left = left.slice(1)
        if (plate === null) continue
        left = yield* withoutTaken(plate, left)
        plates.push(plate)
      }
    },
    plates: () => plates.flatMap(sharedPlate),
  }
}

function openPlates(
  jobs: readonly OpenJob[],
  bounds: PlateBounds,
  standing: readonly SharedPlate[],
): OpenPlate[] {
  if (standing.length === 0) return []
  const byId = new Map(jobs.map((job) => [job.id, job]))
  return standing.map(({ bed, jobIds, copies }) => {
    const plate = new OpenPlate(bed, bounds)
    plate.keep(
      jobIds.flatMap((id) => byId.get(id) ?? []),
      copies,
    )
    return plate
  })
}

/** Places a job on the first plate with enough space. */
function* joins(plates: readonly OpenPlate[], job: OpenJob): Steps<boolean> {
  let tried = 0
  for (const plate of plates) {
    if (!plate.mayTake(job)) continue
    if (yield* plate.take(job)) return true
    yield
    tried += 1
    if (tried === mostPlates) return false
  }
  return false
}

/** Returns a plate with the smallest bed that takes a job. */
function* plateOf(
  job: OpenJob,
  smallestFirst: readonly PlateBed[],
  bounds: PlateBounds,
): Steps<OpenPlate | null> {
  for (const bed of smallestFirst) {
    const plate = new OpenPlate(bed, bounds)
    const isTaken = plate.mayTake(job) && (yield* plate.take(job))
    yield
    if (isTaken) return plate
  }
  return null
}

/** Fills a plate. Returns the jobs that are not on it. */
function* withoutTaken(plate: OpenPlate, jobs: readonly OpenJob[]): Steps<readonly OpenJob[]> {
  let misses = 0
  const others: OpenJob[] = []
  for (const job of jobs) {
    const isTried = misses < mostMisses && plate.mayTake(job)
    const isTaken = isTried && (yield* plate.take(job))
    if (isTried) yield
    if (isTried && !isTaken) misses += 1
    if (!isTaken) others.push(job)
  }
  return others
}

function sharedPlate({ bed, jobs, copies, seconds }: OpenPlate): readonly SharedPlate[] {
  const ids = jobs.toSorted((one, other) => one.rank - other.rank).map(({ id }) => id)
  const [lead, ...riders] = ids
  return lead === undefined ? [] : [{ jobIds: [lead, ...riders], bed, seconds, copies }]
}
