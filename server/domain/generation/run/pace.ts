// How far a job is and how long it may take, for the person who waits: what the vendor says, else the usual time. An estimate only.

import type { JobStage, JobStatus } from './job.ts'

/** What is known of a job that has not ended. */
export type JobPace = {
  /** The last figure of the vendor; null = it gives none. */
  readonly percent: number | null
  /** Jobs before it: in our queue while it is queued, then in the vendor's; null = none, or not known. */
  readonly ahead: number | null
  /** When the engine was asked. */
  readonly engineStartedAt: Date | null
  /** How long it was thought to take. */
  readonly estimatedSeconds: number | null
  /** A vendor has its task, or is being asked for one. */
  readonly isAtEngine: boolean
}

export const noPace: JobPace = {
  percent: null,
  ahead: null,
  engineStartedAt: null,
  estimatedSeconds: null,
  isAtEngine: false,
}

/** Fetching, repairing and measuring. */
const afterEngineSeconds = 10
/** Below it the vendor's percentage says little about its speed. */
const leastPercent = 10
const stepSeconds = 5

type PacedJob = JobPace & { readonly status: JobStatus; readonly stage: JobStage | null }

/** Seconds until it is done, in steps of 5; null while it is queued, and when it takes longer than usual. */
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
