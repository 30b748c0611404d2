// Ports of generation: jobs under a lease, credits, logs, and ownership of the results.

import type { AccountDeps } from '../../accounts/ports.ts'
import type { AccountId } from '../../base/caller.ts'
import type { GenerationJobId, GenerationLease } from '../../base/generation-job.ts'
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
  JobStage,
  LeasedJob,
  ListedGeneration,
  LiveStatus,
  Plan,
} from './job.ts'
import type { GenerationResult } from './result.ts'
import type { WithheldResult, WithheldResults } from './withheld.ts'

export type NewJob = {
  readonly id: GenerationJobId
  readonly accountId: AccountId
  readonly createdAt: Date
} & (
  | { readonly body: RawBody; readonly request: null; readonly leaseId: null }
  /** Leased to the process that creates the job; nothing is queued. Without a lease it is queued, for a request without pictures. */
  | {
      readonly body: null
      readonly request: GenerationRequest
      readonly leaseId: GenerationLease | null
    }
)

/** A job that is paid for when it is queued: one draft of a set, or a refinement. */
export type PaidJob = {
  readonly id: GenerationJobId
  readonly request: GenerationRequest
  readonly credits: number
  /** null = the request is complete without pictures. */
  readonly body: RawBody | null
  /** `place` from 1. */
  readonly draftOf?: { readonly setId: string; readonly place: number }
  /** The draft that it refines. */
  readonly refines?: GenerationJobId
}

export type AddedJobs =
  | { readonly kind: 'added' }
  /** The draft has a refinement that has not failed. */
  | { readonly kind: 'refined'; readonly jobId: GenerationJobId }
  /** An earlier run of the same request has added them; all of them, in the order of their places, also those that were deleted. */
  | { readonly kind: 'repeated'; readonly jobIds: readonly GenerationJobId[] }
  | { readonly kind: 'insufficient'; readonly available: number }
  | { readonly kind: 'in_debt'; readonly owedCents: number }

/** How a generation belongs to drafts. */
export type DraftLinks = {
  /** The set that it is a draft of. */
  readonly setId: string | null
  /** The draft that it refines; null for any other, and once that was deleted. */
  readonly refines: GenerationJobId | null
  /** The set of that draft. */
  readonly refinesSetId: string | null
  /** Its refined model, unless that failed or was deleted. */
  readonly refinedId: GenerationJobId | null
}

/** The progress of a step; written only while the lease is valid. */
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

/** What a job costs, and its request as the engine gets it. */
export type JobCharge = { credits: number; request: GenerationRequest }

/** How a job ends that made a model. */
export type CompletedJob = {
  result: GenerationResult
  generation: NewGeneration
  now: Date
  /** Credits that go back: those of a step that failed, or all for a model that was not stored; 0 by default. */
  creditsBack?: number
}

/** How a job ends that made none for its account. */
export type FailedJob = {
  failure: GenerationFailure
  now: Date
  /** The model that it made, which operators decide about. */
  withheld?: WithheldResult
}

/** Functions that take a lease id return false when the lease is lost: another process has the job, or it has ended. */
export type GenerationJobs = {
  /** One transaction: the job, its body, and the background task that runs it. Nothing where a job has that id, also a deleted one. */
  readonly add: (job: NewJob) => Promise<void>
  /** One transaction, all or nothing: the jobs, what they cost, their bodies, and the background tasks that run them. */
  readonly addPaid: (added: {
    readonly accountId: AccountId
    readonly createdAt: Date
    readonly jobs: readonly PaidJob[]
  }) => Promise<AddedJobs>
  /** The drafts of the account's set in their order; empty for an unknown set. */
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
  /** null = another process has the lease, or the job has ended. */
  readonly claim: (
    id: GenerationJobId,
    leaseId: GenerationLease,
    now: Date,
  ) => Promise<LeasedJob | null>
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
  /** Counts a run that ended in an exception. Returns the count. */
  readonly recordCrash: (id: GenerationJobId, leaseId: GenerationLease) => Promise<number>
  /** Charges the credits, once for each job and never below zero, and stores the request. */
  readonly charge: (
    id: GenerationJobId,
    leaseId: GenerationLease,
    charge: JobCharge,
  ) => Promise<ChargeResult>
  /** One transaction: writes the result and the history row, and deletes the body. */
  readonly complete: (
    id: GenerationJobId,
    leaseId: GenerationLease,
    end: CompletedJob,
  ) => Promise<boolean>
  /** Ends the job in error and refunds its credits. `leaseId` null = regardless of the lease. */
  readonly fail: (
    id: GenerationJobId,
    leaseId: GenerationLease | null,
    end: FailedJob,
  ) => Promise<boolean>
  /** Copies the stored body to a local file; false when there is none. */
  readonly fetchBody: (id: GenerationJobId, path: string) => Promise<boolean>
  /** Copies that of an ended job of the account which made no model; its content type, or null when none is kept. */
  readonly fetchKeptBody: (
    accountId: AccountId,
    id: GenerationJobId,
    path: string,
  ) => Promise<string | null>
  readonly hasKeptBody: (accountId: AccountId, id: GenerationJobId) => Promise<boolean>
  readonly read: (id: GenerationJobId) => Promise<GenerationJob | null>
  /** The account's newest job that is queued or running and was created after `since`. */
  readonly readActive: (
    accountId: AccountId,
    since: Date,
  ) => Promise<{ id: GenerationJobId; status: LiveStatus; createdAt: Date } | null>
  /** The account's jobs of any status, newest first, from the place `offset` on. */
  readonly listRecent: (
    accountId: AccountId,
    limit: number,
    offset?: number,
  ) => Promise<readonly ListedGeneration[]>
  /** One job of the account in the form of the list; null for an unknown id and for another account's job. */
  readonly readListed: (
    accountId: AccountId,
    id: GenerationJobId,
  ) => Promise<ListedGeneration | null>
  /** Progress of the jobs with these ids, whatever their account. */
  readonly progress: (
    ids: readonly GenerationJobId[],
  ) => Promise<ReadonlyMap<GenerationJobId, JobProgress>>
  readonly countOwned: (accountId: AccountId) => Promise<number>
  /** Live jobs whose task runs at this vendor. */
  readonly countAtVendor: (source: string) => Promise<number>
  readonly cancel: CancelJob
  /** Requeues the jobs of dead processes. Returns how many. */
  readonly requeueAbandoned: () => Promise<number>
  /** Ids of queued or running jobs created before the given time. */
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

/** A finished generation of an account, as retexturing needs it. */
export type FinishedGeneration = {
  readonly id: GenerationJobId
  readonly task: EngineTask | null
  readonly request: GenerationRequest
  readonly modelUrl: string
  readonly previewUrl: string
  /** Its longest side, mm; 0 for a file that could not be read. */
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

/** A picture that was made for an account. */
export type StoredImage = {
  readonly uri: string
  /** What it was made from. */
  readonly prompt: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly mimeType: ImageType
  /** Pixels. */
  readonly width: number
  readonly height: number
}

export type StoredImages = {
  /** Changes nothing when the account has the same picture already. */
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

/** One PNG with PNGs of the same size, `sizePx` wide and high. */
export type JoinPictures = (pictures: readonly Uint8Array[], sizePx: number) => Promise<Uint8Array>

/** How an attempt to cancel a job ended. `credits`: what it was charged, and has got back. */
export type CancelOutcome =
  | { readonly kind: 'cancelled'; readonly credits: number }
  | { readonly kind: 'at_engine' | 'ended' | 'not_found' }

/** One transaction, against the worker that may be starting the job: either it is cancelled, or the engine is asked. */
export type CancelJob = (
  accountId: AccountId,
  id: GenerationJobId,
  now: Date,
) => Promise<CancelOutcome>

export type ListedImage = StoredImage & { readonly createdAt: Date }

/**
 * A deletion by an operator, logged with the name and the reason. Orders keep the file only until they are done, and what was taken out of
 * the gallery stays banned from it.
 */
export type OperatorDeletion = { readonly by: string; readonly reason: string }

export type OwnWork = {
  /**
   * One transaction: the generation or upload, its model, its entry in the gallery, its words and logs. `running`: it has not ended.
   * `taken_down`: an operator took it out of the gallery, and the record of that stays.
   */
  readonly deleteGeneration: (
    accountId: AccountId,
    id: string,
    operator?: OperatorDeletion,
  ) => Promise<'deleted' | 'running' | 'taken_down' | 'not_found'>
  /** False when the account has no such picture. */
  readonly deleteImage: (
    accountId: AccountId,
    uri: string,
    operator?: OperatorDeletion,
  ) => Promise<boolean>
  /** The account whose generation or upload it is; null when no account has it, or it was deleted. */
  readonly ownerOf: (id: string) => Promise<AccountId | null>
}
