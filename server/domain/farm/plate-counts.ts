// Good and scrap parts of a plate. A shared plate is counted per job, unless all parts are good or all are scrap.
import { fail, ok, type Result } from '../base/result.ts'
import type { FarmFailure } from './failure.ts'
import { isJobOpen, type JobCounts, type PlateJob } from './jobs/job.ts'
import type { ScrapReason } from './jobs/scrap-reason.ts'

/** `scrap: null` = the remainder. `jobs`: counts per job of a shared plate; the totals are then ignored. */
export type PlateCounts = {
  readonly good: number
  readonly scrap: number | null
  readonly jobs?: readonly JobCounts[] | undefined
  /** Why parts are scrap; undefined = no reason was reported. */
  readonly scrapReason?: ScrapReason | undefined
}

export type CountedJob = Required<JobCounts> & { readonly good: number }

type Member = Pick<PlateJob, 'jobId' | 'orderCode' | 'line' | 'parts' | 'state'>

/**
 * Returns the counts of each expected job of a plate. `plate`: all jobs that the printer got, including jobs cancelled
 * since. Cancelled jobs are on the plate but not counted.
 */
export function countsByJob(
  plate: readonly Member[],
  { good, scrap, jobs }: PlateCounts,
): Result<readonly CountedJob[], FarmFailure> {
  const expected = plate.filter(({ state }) => isJobOpen(state))
  if (jobs !== undefined) return byJob(plate, expected, jobs)
  const [wanted, another] = expected
  // Without `scrap`, the good parts may all come from one job while the other parts are bad.
  if (wanted !== undefined && another === undefined && (scrap !== null || plate.length === 1)) {
    const { jobId, parts } = wanted
    const rest = scrap ?? parts - good
    if (rest >= 0 && good + rest === parts) return ok([{ jobId, good, scrap: rest }])
  }
  const totals = [partsOf(plate), partsOf(expected)]
  const isTotal = (parts: number) => totals.includes(parts)
  if (scrap === null ? good === partsOf(plate) : scrap === 0 && isTotal(good)) {
    return ok(expected.map(({ jobId, parts }) => ({ jobId, good: parts, scrap: 0 })))
  }
  if (good === 0 && (scrap === null || isTotal(scrap))) {
    return ok(expected.map(({ jobId, parts }) => ({ jobId, good: 0, scrap: parts })))
  }
  return fail(wrongCounts(plate, expected))
}

const wrongCounts = (plate: readonly Member[], expected: readonly Member[]): FarmFailure => {
  const [only, another] = plate
  return only !== undefined && another === undefined
    ? { kind: 'job_counts_wrong', parts: only.parts }
    : { kind: 'plate_counts_needed', jobs: expected }
}

const partsOf = (jobs: readonly Member[]) => jobs.reduce((sum, { parts }) => sum + parts, 0)

/** Requires exactly one entry per expected job. Ignores counts of cancelled jobs. */
function byJob(
  plate: readonly Member[],
  expected: readonly Member[],
  jobs: readonly JobCounts[],
): Result<readonly CountedJob[], FarmFailure> {
  const counts = new Map(jobs.map((count) => [count.jobId, count]))
  const isKnown = jobs.every(({ jobId }) => plate.some((member) => member.jobId === jobId))
  const counted = expected.flatMap(({ jobId, parts }) => {
    const count = counts.get(jobId)
    if (count === undefined) return []
    const { scrap, good = parts - scrap } = count
    return good >= 0 && good + scrap === parts ? [{ jobId, good, scrap }] : []
  })
  return isKnown && counts.size === jobs.length && counted.length === expected.length
    ? ok(counted)
    : fail(wrongCounts(plate, expected))
}
