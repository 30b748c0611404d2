// Plates that jobs of several orders share.
import { type ArrangedCopy, arrange } from './arrange.ts'
import type { PlateBed } from './plate-bed.ts'
import type { Silhouette } from './silhouette.ts'

/** A queued job of a class: its parts may lie beside those of every other job of the class. */
export type OpenJob = {
  readonly id: string
  readonly orderId: string
  /** The same object for the same part, since what is computed of it is kept with it. */
  readonly silhouette: Silhouette
  readonly heightMm: number
  readonly copies: number
  /** Machine time of all copies. */
  readonly seconds: number
}

export type PlateBounds = {
  readonly maxSeconds: number
  /** What fails together. */
  readonly maxOrders: number
}

export type SharedPlate = {
  /** In the order of claims, so that the first one leads. A plate of one job is shared by nobody yet. */
  readonly jobIds: readonly [string, ...string[]]
  /** The smallest bed that takes the parts. */
  readonly bed: PlateBed
  readonly seconds: number
  /** `part` is the id of the job. */
  readonly copies: readonly ArrangedCopy[]
}

/**
 * Forms plates from open jobs of one class, most urgent first. Every job that fits a bed is on exactly one plate. `standing`: plates
 * from before, which keep their jobs and may gain those that are on none.
 */
export function sharePlates(
  jobs: readonly OpenJob[],
  beds: readonly PlateBed[],
  bounds: PlateBounds,
  standing: readonly SharedPlate[] = [],
): readonly SharedPlate[] {
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const rank = new Map(jobs.map((job, at) => [job.id, at]))
  const plates = standing.map((plate) => ({
    bed: plate.bed,
    jobs: plate.jobIds.flatMap((id) => byId.get(id) ?? []),
    copies: plate.copies,
  }))
  const planned = new Set(standing.flatMap(({ jobIds }) => jobIds))
  const smallestFirst = beds.toSorted((a, b) => a.widthMm * a.depthMm - b.widthMm * b.depthMm)
  for (const job of jobs) {
    if (planned.has(job.id)) continue
    const plate = plates.find((open) => {
      const together = [...open.jobs, job]
      if (job.heightMm > open.bed.heightMm || !isWithin(bounds, together)) return false
      const copies = arrange(open.bed, together)
      if (copies === null) return false
      open.jobs = together
      open.copies = copies
      return true
    })
    if (plate !== undefined) continue
    for (const bed of smallestFirst) {
      const copies = job.heightMm <= bed.heightMm ? arrange(bed, [job]) : null
      if (copies === null) continue
      plates.push({ bed, jobs: [job], copies })
      break
    }
  }
  return plates.flatMap(({ bed, jobs: onIt, copies }) => {
    const [lead, ...riders] = onIt
      .map(({ id }) => id)
      .toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0))
    if (lead === undefined) return []
    return [{ jobIds: [lead, ...riders], bed, seconds: secondsOf(onIt), copies }]
  })
}

const secondsOf = (jobs: readonly OpenJob[]): number =>
  jobs.reduce((sum, { seconds }) => sum + seconds, 0)

const isWithin = ({ maxSeconds, maxOrders }: PlateBounds, jobs: readonly OpenJob[]): boolean =>
  secondsOf(jobs) <= maxSeconds && new Set(jobs.map(({ orderId }) => orderId)).size <= maxOrders
