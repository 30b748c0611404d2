// A generation job (contract.md 2.4, states in 3.2): one row, advanced by the process that has its lease.

import type { AccountId } from '../../base/caller.ts'
import type { GenerationJobId, GenerationLease } from '../../base/generation-job.ts'
import type { EngineName, EngineTask } from '../engine/engine.ts'
import type { GenerationFailure } from '../request/failure.ts'
import type { GenerationRequest } from '../request/request.ts'
import type { ModelSize } from '../request/size.ts'
import type { JobPace } from './pace.ts'
import type { Agent, GenerationResult } from './result.ts'

export const jobStages = [
  'enhancing',
  'generating',
  'downloading',
  'repairing',
  'measuring',
] as const
export type JobStage = (typeof jobStages)[number]
/** Statuses of jobs that have not ended. */
export const liveStatuses = ['queued', 'running'] as const
export const jobStatuses = [...liveStatuses, 'done', 'error'] as const
export type LiveStatus = (typeof liveStatuses)[number]
export type JobStatus = (typeof jobStatuses)[number]

export type GenerationJob = {
  readonly id: GenerationJobId
  readonly accountId: AccountId
  /** Lowercased. */
  readonly userEmail: string
  readonly status: JobStatus
  /** Set while it runs. */
  readonly stage: JobStage | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
  /** The charge, which stays when the credits were refunded at the end; null = nothing was charged. */
  readonly creditsCharged: number | null
  /** Set when the job is done. */
  readonly result: GenerationResult | null
  /** Set when the job ended in error. */
  readonly failure: GenerationFailure | null
  readonly pace: JobPace
}

/** The decisions made before the engine is called. */
export type Plan = {
  readonly enginePrompt: string
  /** null = the engine table's default. */
  readonly engine: EngineName | null
  readonly agent: Omit<Agent, 'validationLogId'>
  /** Absent in plans of earlier releases. */
  readonly size?: ModelSize
  /** The vendors' references of the files that were uploaded for it, by vendor. */
  readonly uploads?: Readonly<Record<string, readonly string[]>>
  /** What moderation has said about the model; absent before, and where no server looks at pictures. */
  readonly looked?: {
    /** The engine's task that made it: a job may fall back to the model of an earlier task. */
    readonly taskId: string
    /** null = it may be delivered. */
    readonly withheld: WithholdingReason | null
  }
}

/** `unseen`: it could not be drawn, or the moderation server gave no answer. */
export type WithheldCause = 'refused' | 'unseen'

/** Why a model is kept from its account. */
export type WithholdingReason = { readonly cause: WithheldCause; readonly reason: string }

/** A job that this process alone may advance while it has the lease. */
export type LeasedJob = {
  readonly id: GenerationJobId
  readonly accountId: AccountId
  readonly leaseId: GenerationLease
  readonly createdAt: Date
  /** Content type of the stored body; null = no body is stored, see `request`. */
  readonly contentType: string | null
  readonly request: GenerationRequest | null
  readonly creditsCharged: number | null
  readonly plan: Plan | null
  /** A create call to the vendor was started, and its outcome was not written. */
  readonly createInFlight: boolean
  readonly task: EngineTask | null
  readonly engineStartedAt: Date | null
  /** How often the vendor was polled for the current task. */
  readonly polls: number
  /** When storing the finished model failed first. */
  readonly storeFailedAt: Date | null
  /** When moderation of the finished model failed first. */
  readonly lookFailedAt: Date | null
  /** Runs that ended in an exception. */
  readonly crashCount: number
}

/** An older job that is still queued or running is an orphan (contract.md 9.5). */
export const orphanAfterMs = 30 * 60_000
/** How often callers are advised to ask for a job's progress. */
export const pollSeconds = 5

export const engineTimeoutMs = 15 * 60_000

export type ListedGeneration = Pick<
  GenerationJob,
  'id' | 'status' | 'stage' | 'createdAt' | 'creditsCharged' | 'result' | 'failure' | 'pace'
> & {
  /** null = the body has not been parsed yet. */
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

/** Its charge, less what went back with a result: of a refinement that failed, or of a model that was not stored. */
export const keptCredits = ({
  creditsCharged,
  result,
}: Pick<GenerationJob, 'creditsCharged' | 'result'>): number | null =>
  result?.creditsCharged ?? creditsCharged

/** How far a job is. */
export type JobProgress = Pick<GenerationJob, 'status' | 'stage' | 'pace'>

export const hasEnded = (status: JobStatus): boolean =>
  !liveStatuses.some((live) => live === status)

/** The failure of a job that cannot be continued. */
export const interrupted: GenerationFailure = { kind: 'generation_interrupted' }
