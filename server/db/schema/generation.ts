// Generation jobs, the bodies they replay, their logs, and the ledger of credits.

import type { Generated, GeneratedAlways } from 'kysely'
import type { GenerationJobId, GenerationLease } from '../../domain/base/ids/generation-job.ts'
import type { PurchaseId } from '../../domain/base/ids/purchase-id.ts'
import type { LeftoverReason, TroubleKind } from '../../domain/generation/engine/engine-health.ts'
import type { SwitchName } from '../../domain/generation/engine/switches.ts'
import type { WithheldCause } from '../../domain/generation/run/job.ts'
import type { JobStage, JobStatus } from '../../domain/generation/run/job-status.ts'
import type { Created, Json, JsonOrNull, OwnerId } from './columns.ts'

export type GenerationJobsTable = {
  id: GenerationJobId
  account_id: OwnerId
  status: JobStatus
  stage: JobStage | null
  content_type: string | null
  request: JsonOrNull
  plan: JsonOrNull
  task: JsonOrNull
  /** A create call to the vendor is in flight. */
  creating: Generated<boolean>
  engine_started_at: Date | null
  /** When storing the model first failed. */
  store_failed_at: Generated<Date | null>
  /** When a retry last took the photos of this job. */
  photos_used_at: Generated<Date | null>
  /** When moderation of the finished model first failed. */
  look_failed_at: Generated<Date | null>
  polls: Generated<number>
  /** The vendor's last figure; null if there was none. */
  percent: number | null
  /** Number of tasks that the vendor runs first. */
  engine_ahead: number | null
  broken_runs: Generated<number>
  credits_charged: number | null
  result: JsonOrNull
  failure: JsonOrNull
  lease: GenerationLease | null
  leased_until: Date | null
  created_at: Date
  started_at: Date | null
  completed_at: Date | null
  /** When the owner deleted it. Only what the ledger of credits refers to remains. */
  deleted_at: Date | null
  /** The set of a draft, with the draft's place starting at 1. */
  draft_set: string | null
  draft_place: number | null
  /** The draft that this job refines. */
  refines: GenerationJobId | null
}

/** A finished model that is withheld from its account. */
export type WithheldResultsTable = {
  job_id: GenerationJobId
  account_id: OwnerId
  cause: WithheldCause
  reason: string
  result: Json
  /** Stored files of the generation. */
  models: Json
  prompt: string
  model_uri: string
  preview_uri: string
  created_at: Created
}

export type GenerationBodiesTable = { job_id: GenerationJobId; part: number; bytes: Buffer }

export type GenerationLogsTable = {
  id: string
  job_id: GenerationJobId
  kind: 'prompt' | 'routing' | 'validation'
  model: string
  /** For operators; no code reads it. */
  facts: Json
  created_at: Created
}

export type CreditEntriesTable = {
  id: Generated<number>
  account_id: OwnerId
  /** Null for a purchase, which has `purchase_id`, and for a grant, which has no payment. */
  job_id: GenerationJobId | null
  purchase_id: PurchaseId | null
  kind: 'charge' | 'refund' | 'purchase' | 'grant' | 'reversal' | 'reinstatement'
  credits: number
  /** The refund or dispute that took the payment back, for a reversal or a reinstatement. */
  return_id: string | null
  at: Created
}

export type EngineSpendTable = {
  /** Day in UTC. */
  day: Date
  engine: string
  calls: number
  cents: number
  /** When the day's budget first rejected a call. */
  used_up_at: Date | null
}

export type EngineHealthTable = {
  vendor: string
  trouble: TroubleKind
  since: Date
  seen_at: Date
  /** Until this time, `auto` skips the vendor. */
  left_out_until: Date | null
}

/** Null until the first reading. */
export type VendorBalancesTable = {
  vendor: string
  tried_at: Created
  credits: number | null
  low_below: number | null
  read_at: Date | null
  low_since: Date | null
}

export type VendorLeftoversTable = {
  id: GeneratedAlways<string>
  job_id: GenerationJobId
  vendor: string | null
  task_id: string | null
  why: LeftoverReason
  cancelled: boolean
  at: Created
}

export type EngineSwitchesTable = {
  engine: SwitchName
  is_off: boolean
  reason: string
  by: string
  since: Created
}
