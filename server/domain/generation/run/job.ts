// A generation job: contract.md 2.4 and its states. One row, taken forward by whichever process holds its lease.
import type { AccountId } from '../../base/caller.ts'
import type { EngineName, EngineTask } from '../engine/engine.ts'
import type { GenerationFailure } from '../request/failure.ts'
import type { GenerationRequest } from '../request/request.ts'
import type { Agent, GenerationResult } from './result.ts'

export const jobStages = [
  'enhancing',
  'generating',
  'downloading',
  'repairing',
  'measuring',
] as const
export type JobStage = (typeof jobStages)[number]
export type JobStatus = 'queued' | 'running' | 'done' | 'error'

export type GenerationJob = {
  readonly id: string
  readonly accountId: AccountId
  /** Lowercased. */
  readonly userEmail: string
  readonly status: JobStatus
  /** Set while it runs. */
  readonly stage: JobStage | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
  /** What was taken for it, also when it was given back at the end; null = nothing was. */
  readonly creditsCharged: number | null
  /** Set when it is done. */
  readonly result: GenerationResult | null
  /** Set when it ended in error. */
  readonly failure: GenerationFailure | null
}

/** What was decided before the engine was called. */
export type Plan = {
  readonly enginePrompt: string
  /** null = the engine table's default. */
  readonly engine: EngineName | null
  readonly agent: Omit<Agent, 'validationLogId'>
}

/** A job that this process alone may take forward, as long as it keeps the lease. */
export type LeasedJob = {
  readonly id: string
  readonly accountId: AccountId
  readonly lease: string
  /** null = no body is kept: see `request`. */
  readonly contentType: string | null
  readonly request: GenerationRequest | null
  readonly creditsCharged: number | null
  readonly plan: Plan | null
  /** The vendor was about to be asked to make something, and whether it did was not written down any more. */
  readonly createInFlight: boolean
  readonly task: EngineTask | null
  readonly engineStartedAt: Date | null
  /** How often the engine was asked for its present task. */
  readonly polls: number
  /** Runs that ended in an exception. */
  readonly crashCount: number
}

/** contract.md 9.5: an older job that still is queued or running is lost. */
export const orphanAfterMs = 30 * 60_000
export const engineTimeoutMs = 15 * 60_000

export type ListedGeneration = Pick<
  GenerationJob,
  'id' | 'status' | 'stage' | 'createdAt' | 'creditsCharged' | 'result' | 'failure'
> & {
  /** null = the body has not been read yet. */
  readonly request: Pick<GenerationRequest, 'prompt' | 'mode' | 'inputMode' | 'retextureOf'> | null
}
