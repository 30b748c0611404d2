// Known progress of a job, as columns of its row.

import { sql } from 'kysely'
import { hasEnded } from '../../domain/generation/run/job.ts'
import type { JobStatus } from '../../domain/generation/run/job-status.ts'
import { type JobPace, noPace } from '../../domain/generation/run/pace.ts'

/** Whether a vendor was called. The column is written before the call; before that the job can be cancelled. */
export const isAtEngine = sql<boolean>`(generation_jobs.task is not null or generation_jobs.creating)`

/** Columns of the progress. The count comes from the index of live jobs; a finished job has none. */
export const paceColumns = [
  'generation_jobs.percent',
  'generation_jobs.engine_started_at',
  sql<number | null>`case generation_jobs.status when 'queued' then (
      select count(*)::int from generation_jobs earlier where earlier.status = 'queued'
        and (earlier.created_at, earlier.id) < (generation_jobs.created_at, generation_jobs.id))
    when 'running' then generation_jobs.engine_ahead end`.as('ahead'),
  sql<number | null>`(generation_jobs.plan -> 'agent' ->> 'estimatedSeconds')::float8`.as(
    'estimated_seconds',
  ),
  isAtEngine.as('is_at_engine'),
] as const

type Row = {
  readonly status: JobStatus
  readonly percent: number | null
  readonly engine_started_at: Date | null
  readonly ahead: number | null
  readonly estimated_seconds: number | null
  readonly is_at_engine: boolean
}

export const paceOf = ({ status, percent, ahead, ...row }: Row): JobPace =>
  hasEnded(status)
    ? noPace
    : {
        percent,
        ahead,
        engineStartedAt: row.engine_started_at,
        estimatedSeconds: row.estimated_seconds,
        isAtEngine: row.is_at_engine,
      }
