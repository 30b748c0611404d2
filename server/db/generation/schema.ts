// The tables of generation as Kysely sees them.
import type { ColumnType, Generated } from 'kysely'
import type { EngineTask } from '../../domain/generation/engine/engine.ts'
import type { GenerationFailure } from '../../domain/generation/request/failure.ts'
import type { GenerationRequest } from '../../domain/generation/request/request.ts'
import type { JobStage, JobStatus, Plan } from '../../domain/generation/run/job.ts'
import type { GenerationResult } from '../../domain/generation/run/result.ts'

/** jsonb that may be null: written as text. */
type MaybeJson<T> = ColumnType<T | null, string | null, string | null>

export type GenerationJobsTable = {
  id: string
  account_id: string
  status: JobStatus
  stage: JobStage | null
  content_type: string | null
  request: MaybeJson<GenerationRequest>
  plan: MaybeJson<Plan>
  task: MaybeJson<EngineTask>
  creating: Generated<boolean>
  engine_started_at: Date | null
  polls: Generated<number>
  broken_runs: Generated<number>
  credits_charged: number | null
  result: MaybeJson<GenerationResult>
  failure: MaybeJson<GenerationFailure>
  lease: string | null
  leased_until: Date | null
  created_at: Date
  started_at: Date | null
  completed_at: Date | null
}

export type GenerationLogsTable = {
  id: string
  job_id: string
  kind: 'prompt' | 'routing' | 'validation'
  model: string
  facts: ColumnType<Record<string, unknown>, string, string>
  created_at: ColumnType<Date, Date | undefined, Date>
}

export type CreditEntriesTable = {
  id: Generated<number>
  account_id: string
  job_id: string
  kind: 'charge' | 'refund'
  credits: number
  at: ColumnType<Date, Date | undefined, Date>
}
