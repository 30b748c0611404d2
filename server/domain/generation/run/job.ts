// A generation job (contract.md 2.4, states in 3.2): one row, advanced by the process that holds its lease.

import type { AccountId } from '../../base/caller.ts'
import type { GenerationJobId, GenerationLease } from '../../base/ids/generation-job.ts'
import type { EngineName, EngineTask } from '../engine/engine.ts'
import type { GenerationFailure } from '../request/failure.ts'
import type { GenerationRequest } from '../request/request.ts'
import type { ModelSize } from '../request/size.ts'
import { type JobStage, type JobStatus, liveStatuses } from './job-status.ts'
import type { JobPace } from './pace.ts'
import type { Agent, GenerationResult } from './result.ts'

export type GenerationJob = {
  readonly id: GenerationJobId
  readonly accountId: AccountId
  /** Lowercased. */
  readonly userEmail: string
  readonly status: JobStatus
  /** Set while the job runs. */
  readonly stage: JobStage | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
  /** The charge, which remains set after a refund; null = nothing was charged. */
  readonly creditsCharged: number | null
  /** Set when the job is done. */
  readonly result: GenerationResult | null
  /** Set when the job ended in error. */
  readonly failure: GenerationFailure | null
  readonly pace: JobPace
}

/** Decisions made before the engine is called. */
export type Plan = {
  readonly enginePrompt: string
  /** null = the engine table's default. */
  readonly engine: EngineName | null
  readonly agent: Omit<Agent, 'validationLogId'>
  /** Absent in plans of earlier releases. */
  readonly size?: ModelSize
  /** The vendors' references of uploaded files, by vendor. */
  readonly uploads?: Readonly<Record<string, readonly string[]>>
  /** Moderation verdict on the model; absent before moderation, and if no server moderates pictures. The name is stored. */
  readonly looked?: {
    /** The engine task that made the model. A job can fall back to the model of an earlier task. */
    readonly taskId: string
    /** null = it can be delivered. */
    readonly withheld: WithholdingReason | null
  }
}

/** `unseen`: the model could not be drawn, or the moderation server returned no verdict. */
export type WithheldCause = 'refused' | 'unseen'

/** Why a model is withheld from its account. */
export type WithholdingReason = { readonly cause: WithheldCause; readonly reason: string }

/** A job that only this process can advance while it holds the lease. */
export type LeasedGenerationJob = {
  readonly id: GenerationJobId
  readonly accountId: AccountId
  readonly leaseId: GenerationLease
  readonly createdAt: Date
  /** Content type of the stored body; null = no body is stored, see `request`. */
  readonly contentType: string | null
  readonly request: GenerationRequest | null
  readonly creditsCharged: number | null
  readonly plan: Plan | null
  /** Whether a create call was started without a recorded outcome. */
  readonly createInFlight: boolean
  readonly task: EngineTask | null
  readonly engineStartedAt: Date | null
  /** Number of polls of the current task. */
  readonly polls: number
  /** When storing the finished model first failed. */
  readonly storeFailedAt: Date | null
  /** When moderating the finished model first failed. */
  readonly lookFailedAt: Date | null
  /** Number of runs that ended with an exception. */
  readonly crashCount: number
}

/** An older job that is still queued or running is orphaned (contract.md 9.5). */
export const orphanAfterMs = 30 * 60_000
/** Recommended polling interval for callers. */
export const pollSeconds = 5

export const engineTimeoutMs = 15 * 60_000

export type ListedGeneration = Pick<
  GenerationJob,
  'id' | 'status' | 'stage' | 'createdAt' | 'creditsCharged' | 'result' | 'failure' | 'pace'
> & {
  /** null = the body has not been parsed. */
  readonly request: Pick<
    GenerationRequest,
    | 'prompt'
    | 'hasPrompt'
    | 'mode'
    | 'inputMode'
    | 'retextureOf'
    | 'refineOf'
    | 'refineWith'
    | 'ownSeed'
    | 'style'
    | 'options'
  > | null
}

/**
 * Returns the job's charge, less the partial refund of its result: for a failed refinement or a model that was not
 * stored.
 */
export const keptCredits = ({
  creditsCharged,
  result,
}: Pick<GenerationJob, 'creditsCharged' | 'result'>): number | null =>
  result?.creditsCharged ?? creditsCharged

/** The progress of a job. */
export type JobProgress = Pick<GenerationJob, 'status' | 'stage' | 'pace'>

export const hasEnded = (status: JobStatus): boolean =>
  !liveStatuses.some((live) => live === status)

/** The failure of a job that cannot be continued. */
export const interrupted: GenerationFailure = { kind: 'generation_interrupted' }
