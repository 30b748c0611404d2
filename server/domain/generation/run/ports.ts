// Ports of generation: jobs under a lease, credits, logs, and ownership of the results.

import type { AccountDeps } from '../../accounts/ports.ts'
import type { AccountId } from '../../base/caller.ts'
import type { GenerationJobId, GenerationLease } from '../../base/ids/generation-job.ts'
import type { Debts } from '../../gift-cards/debt.ts'
import type { MeasurementDeps } from '../../measurement/ports.ts'
import type { ModelFormat } from '../../models/format.ts'
import type { Engines, EngineTask, ImageType } from '../engine/engine.ts'
import type { Leftovers } from '../engine/engine-health.ts'
import type { LanguageModel } from '../engine/language.ts'
import type { EngineSwitches } from '../engine/switches.ts'
import type { GenerationFailure } from '../request/failure.ts'
import type { GenerationRequest, ParseBody, RawBody } from '../request/request.ts'
import type {
  GenerationJob,
  JobProgress,
  LeasedGenerationJob,
  ListedGeneration,
  Plan,
} from './job.ts'
import type { JobStage, LiveStatus } from './job-status.ts'
import type { GenerationResult } from './result.ts'
import type { WithheldResult, WithheldResults } from './withheld.ts'

export type NewJob = {
  readonly id: GenerationJobId
  readonly accountId: AccountId
  readonly createdAt: Date
} & (
  | { readonly body: RawBody; readonly request: null; readonly leaseId: null }
  /**
   * With a lease: leased to the process that creates the job, and not queued. Without a lease: queued; only for a
   * request without pictures.
   */
  | {
      readonly body: null
      readonly request: GenerationRequest
      readonly leaseId: GenerationLease | null
    }
)

/** A job that is paid when it is queued: one draft of a set, or a refinement. */
export type PaidJob = {
  readonly id: GenerationJobId
  readonly request: GenerationRequest
  readonly credits: number
  /** null = the request is complete without pictures. */
  readonly body: RawBody | null
  /** `place` starts at 1. */
  readonly draftOf?: { readonly setId: string; readonly place: number }
  /** The draft to refine. */
  readonly refines?: GenerationJobId
}

export type AddedJobs =
  | { readonly kind: 'added' }
  /** The draft already has a refinement that has not failed. */
  | { readonly kind: 'refined'; readonly jobId: GenerationJobId }
  /** An earlier run of the same request added the jobs. Includes all of them by place, even deleted ones. */
  | { readonly kind: 'repeated'; readonly jobIds: readonly GenerationJobId[] }
  | { readonly kind: 'insufficient'; readonly available: number }
  | { readonly kind: 'in_debt'; readonly owedCents: number }

/** Relations of a generation to drafts. */
export type DraftLinks = {
  /** The set that contains it as a draft. */
  readonly setId: string | null
  /** The draft that it refines; null if there is none, or if the draft was deleted. */
  readonly refines: GenerationJobId | null
  /** The set of that draft. */
  readonly refinesSetId: string | null
  /** The draft's refined model, unless it failed or was deleted. */
  readonly refinedId: GenerationJobId | null
}

/** The progress of a step. Written only while the lease is valid. */
export type JobPatch = {
  readonly stage?: JobStage
  readonly plan?: Plan
  readonly createInFlight?: boolean
  readonly task?: EngineTask
  readonly engineStartedAt?: Date
  readonly polls?: number
  readonly storeFailedAt?: Date
  readonly lookFailedAt?: Date | null
  readonly percent?: number | null
  readonly engineAhead?: number | null
}

export type NewGeneration = {
  readonly prompt: string
  readonly fileName: string
  readonly format: ModelFormat
}

export type ChargeResult =
  | { readonly kind: 'charged' }
  | { readonly kind: 'insufficient'; readonly available: number }
  | { readonly kind: 'in_debt'; readonly owedCents: number }
  | { readonly kind: 'lease_lost' }

/** The cost of a job, and its request as sent to the engine. */
export type JobCharge = { credits: number; request: GenerationRequest }

/** The end of a job that made a model. */
export type CompletedJob = {
  result: GenerationResult
  generation: NewGeneration
  now: Date
  /** Credits to refund: those of a failed step, or all credits if the model was not stored. Default: 0. */
  creditsBack?: number
}

/** The end of a job that delivered no model. */
export type FailedJob = {
  failure: GenerationFailure
  now: Date
  /** The generated model that operators must review. */
  withheld?: WithheldResult
}

/** Functions with a lease id return false if the lease is lost: another process holds the job, or the job has ended. */
export type GenerationJobs = {
  /**
   * Adds the job, its body, and the background task that runs it in one transaction. Does nothing if a job with this
   * id exists, even a deleted one.
   */
  readonly add: (job: NewJob) => Promise<void>
  /** Adds and charges all jobs with their bodies and background tasks in one transaction, or none. */
  readonly addPaid: (added: {
    readonly accountId: AccountId
    readonly createdAt: Date
    readonly jobs: readonly PaidJob[]
  }) => Promise<AddedJobs>
  /** Returns the drafts of the account's set by place; empty for an unknown set. */
  readonly readDraftSet: (
    accountId: AccountId,
    setId: string,
  ) => Promise<
    readonly (ListedGeneration & {
      readonly place: number
      readonly refinedId: GenerationJobId | null
    })[]
  >
  readonly readDraftLinks: (accountId: AccountId, id: GenerationJobId) => Promise<DraftLinks>
  /** Returns null if another process holds the lease, or the job has ended. */
  readonly claim: (
    id: GenerationJobId,
    leaseId: GenerationLease,
    now: Date,
  ) => Promise<LeasedGenerationJob | null>
  readonly renew: (id: GenerationJobId, leaseId: GenerationLease) => Promise<boolean>
  readonly save: (
    id: GenerationJobId,
    leaseId: GenerationLease,
    patch: JobPatch,
  ) => Promise<boolean>
  /** Releases the lease and schedules the next run. */
  readonly reschedule: (
    id: GenerationJobId,
    leaseId: GenerationLease,
    delayMs: number,
  ) => Promise<boolean>
  /** Records a run that ended with an exception. Returns the number of such runs. */
  readonly recordCrash: (id: GenerationJobId, leaseId: GenerationLease) => Promise<number>
  /** Charges the credits and stores the request. Charges each job once, and never below a balance of zero. */
  readonly charge: (
    id: GenerationJobId,
    leaseId: GenerationLease,
    charge: JobCharge,
  ) => Promise<ChargeResult>
  /** Writes the result and the history row, and deletes the body, in one transaction. */
  readonly complete: (
    id: GenerationJobId,
    leaseId: GenerationLease,
    end: CompletedJob,
  ) => Promise<boolean>
  /** Ends the job with an error and refunds its credits. `leaseId` null = regardless of the lease. */
  readonly fail: (
    id: GenerationJobId,
    leaseId: GenerationLease | null,
    end: FailedJob,
  ) => Promise<boolean>
  /** Copies the stored body to a local file. Returns false if there is none. */
  readonly fetchBody: (id: GenerationJobId, path: string) => Promise<boolean>
  /**
   * Copies the body of an ended job of the account that made no model. Returns its content type; null if no body is
   * kept.
   */
  readonly fetchKeptBody: (
    accountId: AccountId,
    id: GenerationJobId,
    path: string,
  ) => Promise<string | null>
  readonly hasKeptBody: (accountId: AccountId, id: GenerationJobId) => Promise<boolean>
  readonly read: (id: GenerationJobId) => Promise<GenerationJob | null>
  /** Returns the account's newest queued or running job that was created after `since`. */
  readonly readActive: (
    accountId: AccountId,
    since: Date,
  ) => Promise<{ id: GenerationJobId; status: LiveStatus; createdAt: Date } | null>
  /** Returns the account's jobs of any status, newest first, starting at `offset`. */
  readonly listRecent: (
    accountId: AccountId,
    limit: number,
    offset?: number,
  ) => Promise<readonly ListedGeneration[]>
  /** Returns one job of the account in list form; null for an unknown id and for another account's job. */
  readonly readListed: (
    accountId: AccountId,
    id: GenerationJobId,
  ) => Promise<ListedGeneration | null>
  /** Returns the progress of the jobs with these ids, for any account. */
  readonly progress: (
    ids: readonly GenerationJobId[],
  ) => Promise<ReadonlyMap<GenerationJobId, JobProgress>>
  readonly countOwned: (accountId: AccountId) => Promise<number>
  /** Returns the number of unfinished jobs whose task runs at this vendor. */
  readonly countAtVendor: (source: string) => Promise<number>
  readonly cancel: CancelJob
  /** Requeues the jobs of dead processes. Returns how many. */
  readonly requeueAbandoned: () => Promise<number>
  /** Returns ids of queued or running jobs created before the given time. */
  readonly listOrphans: (before: Date, limit: number) => Promise<readonly GenerationJobId[]>
  /** Logs a request to the language model and its response. */
  readonly addLog: (entry: {
    id: string
    jobId: GenerationJobId
    kind: 'prompt' | 'routing' | 'validation'
    model: string
    facts: Readonly<Record<string, unknown>>
  }) => Promise<void>
}

/** A finished generation of an account, with the data for retexturing. */
export type FinishedGeneration = {
  readonly id: GenerationJobId
  readonly task: EngineTask | null
  readonly request: GenerationRequest
  readonly modelUrl: string
  readonly previewUrl: string
  /** Longest side of the model in mm; 0 for an unreadable file. */
  readonly longestMm: number
}

export type Generations = {
  readonly readFinished: (
    accountId: AccountId,
    id: GenerationJobId,
  ) => Promise<FinishedGeneration | null>
  /** Whether this is the URL of a generation of the account, stored or not. */
  readonly ownsUrl: (accountId: AccountId, url: string) => Promise<boolean>
}

export type Credits = { readonly read: (accountId: AccountId) => Promise<number> }

/** A picture made for an account. */
export type StoredImage = {
  readonly uri: string
  readonly prompt: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly mimeType: ImageType
  /** In pixels. */
  readonly width: number
  readonly height: number
}

export type StoredImages = {
  /** Does nothing if the account already has the same picture. */
  readonly add: (accountId: AccountId, image: StoredImage) => Promise<void>
  readonly findOwned: (accountId: AccountId, uri: string) => Promise<StoredImage | null>
  /** Newest first. */
  readonly list: (
    accountId: AccountId,
    limit: number,
    offset: number,
  ) => Promise<readonly ListedImage[]>
  readonly countOwned: (accountId: AccountId) => Promise<number>
}

export type GenerationDeps = AccountDeps &
  MeasurementDeps & {
    readonly engines: Engines
    readonly engineSwitches: EngineSwitches
    readonly leftovers: Leftovers
    readonly ownWork: OwnWork
    readonly withheldResults: WithheldResults
    readonly languageModel: LanguageModel
    readonly generationJobs: GenerationJobs
    readonly generations: Generations
    readonly images: StoredImages
    readonly credits: Credits
    readonly debts: Debts
    readonly parseBody: ParseBody
    readonly joinPictures: JoinPictures
  }

/** Joins PNGs of `sizePx` width and height into one PNG. */
export type JoinPictures = (pictures: readonly Uint8Array[], sizePx: number) => Promise<Uint8Array>

/** Outcome of a cancellation. `credits`: credits that were charged and refunded. */
export type CancelOutcome =
  | { readonly kind: 'cancelled'; readonly credits: number }
  | { readonly kind: 'at_engine' | 'ended' | 'not_found' }

/** Cancels the job in one transaction that excludes the worker: either the job is cancelled, or the engine is called. */
export type CancelJob = (
  accountId: AccountId,
  id: GenerationJobId,
  now: Date,
) => Promise<CancelOutcome>

export type ListedImage = StoredImage & { readonly createdAt: Date }

/**
 * A deletion by an operator, logged with name and reason. Orders keep the file only until they are done, and models
 * taken out of the gallery remain banned from it.
 */
export type OperatorDeletion = { readonly by: string; readonly reason: string }

export type OwnWork = {
  /**
   * Deletes the generation or upload with its model, gallery entry, prompt and logs in one transaction. `running`: it
   * has not ended. `taken_down`: an operator took it out of the gallery, and this record must remain.
   */
  readonly deleteGeneration: (
    accountId: AccountId,
    id: GenerationJobId,
    operator?: OperatorDeletion,
  ) => Promise<'deleted' | 'running' | 'taken_down' | 'not_found'>
  /** Returns false if the account has no such picture. */
  readonly deleteImage: (
    accountId: AccountId,
    uri: string,
    operator?: OperatorDeletion,
  ) => Promise<boolean>
  /** Returns the account that owns the generation or upload; null if no account owns it, or it was deleted. */
  readonly ownerOf: (id: GenerationJobId) => Promise<AccountId | null>
}
