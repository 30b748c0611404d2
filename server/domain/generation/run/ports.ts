// What generation keeps: jobs under a lease, the credits they cost, their logs, and who owns what they made.

import type { AccountDeps } from '../../accounts/ports.ts'
import type { AccountId } from '../../base/caller.ts'
import type { MeasurementDeps } from '../../measurement/ports.ts'
import type { Engines, EngineTask } from '../engine/engine.ts'
import type { LanguageModel } from '../engine/language.ts'
import type { GenerationFailure } from '../request/failure.ts'
import type { GenerationRequest, ParseBody, RawBody } from '../request/request.ts'
import type { GenerationJob, JobStage, LeasedJob, ListedGeneration, Plan } from './job.ts'
import type { GenerationResult } from './result.ts'

export type NewJob = {
  readonly id: string
  readonly accountId: AccountId
  readonly createdAt: Date
} & (
  | { readonly body: RawBody; readonly request: null; readonly lease: null }
  /** Taken by the process that makes it; nothing is queued. */
  | { readonly body: null; readonly request: GenerationRequest; readonly lease: string }
)

/** What a step has found out; written only while the lease holds. */
export type JobPatch = {
  readonly stage?: JobStage
  readonly plan?: Plan
  readonly createInFlight?: boolean
  readonly task?: EngineTask
  readonly engineStartedAt?: Date
  readonly polls?: number
}

export type NewGeneration = {
  readonly prompt: string
  readonly fileName: string
  readonly format: string
}

export type ChargeAnswer =
  | { readonly kind: 'charged' }
  | { readonly kind: 'short'; readonly available: number }
  | { readonly kind: 'lost' }

/** Every function with a lease answers false when it no longer holds: somebody else has the job, or it has ended. */
export type GenerationJobs = {
  /** One transaction: the job, its body, and the background run that takes it up. */
  readonly add: (job: NewJob) => Promise<void>
  /** null = somebody else has it, or it has ended. */
  readonly claim: (id: string, lease: string, now: Date) => Promise<LeasedJob | null>
  readonly renew: (id: string, lease: string) => Promise<boolean>
  readonly save: (id: string, lease: string, patch: JobPatch) => Promise<boolean>
  /** Lets go of the job; a background run looks at it again after the delay. */
  readonly reschedule: (id: string, lease: string, delayMs: number) => Promise<boolean>
  /** Counts a run that broke; answers how many did. */
  readonly recordCrash: (id: string, lease: string) => Promise<number>
  /** Takes the credits from the account, once for a job, never below zero; keeps the request with it. */
  readonly charge: (
    id: string,
    lease: string,
    charge: { credits: number; request: GenerationRequest },
  ) => Promise<ChargeAnswer>
  /** The result, the history row and the end of the body, in one transaction. */
  readonly complete: (
    id: string,
    lease: string,
    end: { result: GenerationResult; generation: NewGeneration; now: Date },
  ) => Promise<boolean>
  /** The end in error; gives back what was charged. `lease` null = whoever has it. */
  readonly fail: (
    id: string,
    lease: string | null,
    end: { failure: GenerationFailure; now: Date },
  ) => Promise<boolean>
  /** Copies the kept body to a local file; false = there is none. */
  readonly fetchBody: (id: string, path: string) => Promise<boolean>
  readonly read: (id: string) => Promise<GenerationJob | null>
  /** The newest of the account's that is queued or running and was made after `since`. */
  readonly readActive: (
    accountId: AccountId,
    since: Date,
  ) => Promise<{ id: string; status: 'queued' | 'running'; createdAt: Date } | null>
  /** The newest of the account's, of any status, newest first. */
  readonly listRecent: (accountId: AccountId, limit: number) => Promise<readonly ListedGeneration[]>
  /** Queues again what a dead process was at. */
  readonly requeueAbandoned: () => Promise<number>
  /** Ids of live jobs made before the time given. */
  readonly listOrphans: (before: Date, limit: number) => Promise<readonly string[]>
  /** Keeps what was asked of the language model and what it said; answers the row's id. */
  readonly addLog: (entry: {
    id: string
    jobId: string
    kind: 'prompt' | 'routing' | 'validation'
    model: string
    facts: Readonly<Record<string, unknown>>
  }) => Promise<void>
}

/** A finished generation of an account, as retexturing needs it. */
export type FinishedGeneration = {
  readonly id: string
  readonly task: EngineTask | null
  readonly request: GenerationRequest
  readonly previewUrl: string
}

export type Generations = {
  readonly readFinished: (accountId: AccountId, id: string) => Promise<FinishedGeneration | null>
  /** Whether a generation of the account answers with this address, stored or not. */
  readonly ownsUrl: (accountId: AccountId, url: string) => Promise<boolean>
}

export type Credits = { readonly read: (accountId: AccountId) => Promise<number> }

export type GenerationDeps = AccountDeps &
  MeasurementDeps & {
    readonly engines: Engines
    readonly languageModel: LanguageModel
    readonly generationJobs: GenerationJobs
    readonly generations: Generations
    readonly credits: Credits
    readonly parseBody: ParseBody
  }
