// Estimates the progress and remaining time of a job for the waiting user, from the vendor's report or the usual
// duration.

import type { JobStage, JobStatus } from './job-status.ts'

/** Facts about an unfinished job. */
export type JobPace = {
  /** Last percentage from the vendor; null = it reports none. */
  readonly percent: number | null
  /**
   * Number of jobs ahead: in the service's queue while the job is queued, then in the vendor's; null = none, or
   * unknown.
   */
  readonly ahead: number | null
  /** When the engine was called. */
  readonly engineStartedAt: Date | null
  /** The estimated total duration. */
  readonly estimatedSeconds: number | null
  /** Whether a vendor has its task or a create call is in progress. */
  readonly isAtEngine: boolean
}

export const noPace: JobPace = {
  percent: null,
  ahead: null,
  engineStartedAt: null,
  estimatedSeconds: null,
  isAtEngine: false,
}

/** Time for downloading, repairing and measuring. */
const afterEngineSeconds = 10
/** A lower vendor percentage is too inaccurate to infer the speed. */
const leastPercent = 10
const stepSeconds = 5

type PacedJob = JobPace & { readonly status: JobStatus; readonly stage: JobStage | null }

/**
 * Returns the seconds until the job is done, in steps of 5; null while it is queued, and if it takes longer than
 * usual.
 */
export function secondsLeft(job: PacedJob, now: Date): number | null {
  const { status, stage, percent, engineStartedAt, estimatedSeconds } = job
  if (status !== 'running') return null
  if (stage !== 'generating' && stage !== 'enhancing' && stage !== null) return afterEngineSeconds
  const elapsed = engineStartedAt === null ? 0 : (now.getTime() - engineStartedAt.getTime()) / 1000
  const measured =
    percent === null || percent < leastPercent ? null : (elapsed * (100 - percent)) / percent
  const left = measured ?? (estimatedSeconds === null ? null : estimatedSeconds - elapsed)
  if (left === null || left < 0) return null
  return Math.ceil((left + afterEngineSeconds) / stepSeconds) * stepSeconds
}
