// Ports of the farm: print jobs and their files in the database, and the slicer that makes g-code of a plate.

import type { AccountId } from '../base/caller.ts'
import type { OrderId } from '../base/order-id.ts'
import type { PrintJobId } from '../base/print-job-id.ts'
import type { PrintLease } from '../base/print-lease.ts'
import type { Result } from '../base/result.ts'
import type { SliceLease } from '../base/slice-lease.ts'
import type { Material } from '../catalog/options.ts'
import type { SliceSettings } from '../measurement/slice-settings.ts'
import type { LengthUnit, SliceableFormat } from '../models/format.ts'
import type { MeshReport } from '../models/report.ts'
import type { StatusFailure } from '../orders/failure.ts'
import type { ReviewFinding } from '../orders/file-review.ts'
import type { Order } from '../orders/order.ts'
import type { OrderLine } from '../orders/order-lines.ts'
import type { OrderDeps } from '../orders/ports.ts'
import type { FileKind } from '../planning/plates.ts'
import type { PrintTimes } from '../planning/print-times.ts'
import type { SliceOutcome, SlicingDeps } from '../slicing/ports.ts'
import type { FarmFailure } from './failure.ts'
import type {
  JobCounts,
  JobEvent,
  JobView,
  NewPlate,
  NewPrintFile,
  PlacedCopy,
  PlatePlace,
  PrintFile,
  PrintJob,
  SizeMm,
} from './jobs/job.ts'
import type { ScrapReason } from './jobs/scrap-reason.ts'
import type { JobSupports } from './line-supports.ts'
import type { PartSilhouettes } from './part-silhouettes.ts'
import type { OrderPlans } from './plan-orders.ts'
import type { PlateCounts } from './plate-counts.ts'
import type { PlatePlans } from './plate-plans.ts'
import type { PrinterAbility } from './printers/ability.ts'
import type { PlateProfiles, WantedSlice } from './printers/plate-profiles.ts'
import type { PrinterDeps } from './printers/ports.ts'
import type { Firmware } from './printers/printer.ts'
import type { ResliceSettings } from './reslice-settings.ts'

/** A job that is reserved for a printer. The lease is the claimant's proof; every report names it. */
export type LeasedJob = {
  readonly job: PrintJob
  readonly lease: PrintLease
}

export type StartedJob = {
  readonly job: PrintJob
  /** Orders of the plate that became PRINTING, because it was their first claim. */
  readonly firsts: number
}

/** What a job prints, with what is known about a plate's file. */
export type FileFacts = {
  readonly kind: FileKind
  readonly sizeMm: SizeMm | null
  /** The firmware that a sliced file names. */
  readonly flavor: Firmware | null
}

/** A line of an order, with what is known about its file. `line` is null where the order has one. */
export type LineWork = Pick<OrderLine, 'options'> & {
  readonly line: number | null
  readonly file: FileFacts
  /** How many copies a plate takes; 0 where that is not known. */
  readonly copies: number
  readonly times: PrintTimes
}

/** Parts of a line that are neither printed nor in a job. */
export type PartsLeft = (line: LineWork) => number

/** How an order is queued; `plates` is called within the transaction, when the remaining parts are known. */
export type QueuePlan = {
  readonly lines: readonly LineWork[]
  readonly plates: (left: PartsLeft) => Result<readonly NewPlate[], FarmFailure>
}

/** `order`: the updated order. */
export type JobsChanged = {
  readonly order: Order
  readonly jobs: readonly PrintJob[]
  /** Whether this call accepted the order. */
  readonly isAccepted: boolean
}

export type Heartbeat = {
  readonly lease: PrintLease
  readonly printing: boolean
  readonly progress: number | null
  readonly remainingSeconds: number | null
}

/** `stop`: why the printer must stop; the lease has ended then. */
export type Beat = { readonly leasedUntil: Date | null; readonly stop: string | null }

/** The order may not be queued now. */
export type OrderStandstill = Extract<
  StatusFailure,
  { kind: 'order_unpaid' | 'order_held' | 'order_needs_review' }
>

export type JobFilter = {
  readonly view: JobView
  readonly printer: string | null
  /** Continues after this job. */
  readonly after: PrintJobId | null
  readonly limit: number
}

export type FarmSummary = {
  readonly queued: { readonly jobs: number; readonly parts: number; readonly hours: number }
  /** Queued jobs that wait for g-code. */
  readonly unsliced: number
  /** Those of them that cannot be sliced without an operator. */
  readonly sliceFailed: number
  readonly running: number
  readonly failed: number
  /** Since midnight in the farm's time zone. */
  readonly doneToday: { readonly jobs: number; readonly good: number; readonly scrap: number }
}

export type JobChangeRequest = JobChange & { readonly by: string; readonly version: number | null }

/** `version`: of the job as the operator saw it; null where none was stated. */
export type FileAttachment = {
  readonly by: string
  readonly version: number | null
  readonly flavor: Firmware | null
}

/** The profile and settings that a file was sliced with. */
export type SliceAttachment = {
  readonly by: string
  readonly profile: string
  readonly settings: ResliceSettings
  readonly nozzleDiameter: number
  readonly version: number
}

/** Counts of good and of spoiled parts, under the lease of the claim. */
export type FinishReport = PlateCounts & { readonly lease: PrintLease }

/** A claim whose file has to be reviewed before it is printed. */
export type ClaimToReview = {
  readonly lease: PrintLease
  readonly findings: readonly ReviewFinding[]
}

export type QueueRequest = QueuePlan & {
  readonly by: string
  readonly accept: boolean
  readonly version: number | null
}

/** `isAttempt`: counts against the attempts of the job. */
export type FailReport = {
  readonly lease: PrintLease
  readonly reason: string
  readonly isAttempt: boolean
}

export type WithheldClaim = { readonly lease: PrintLease; readonly reason: string }

export type ReleasedClaim = {
  readonly lease: PrintLease
  readonly reason: string
  readonly flavor?: Firmware
}

export type PrintJobs = {
  /**
   * One transaction: accepts a received order (`accept`), and adds jobs. `plates` gets the number of parts of each line that are neither
   * printed nor in a job, and returns the plates to add. `version`: the order's, when the caller saw it.
   */
  readonly queue: (
    code: string,
    request: QueueRequest,
  ) => Promise<Result<JobsChanged, FarmFailure | OrderStandstill | { kind: 'stale' }> | null>
  /** One transaction: queues parts that were already printed once more. */
  readonly reprint: (
    code: string,
    request: OrderReprint,
  ) => Promise<Result<JobsChanged, FarmFailure | OrderStandstill | { kind: 'stale' }> | null>
  /** Leases the next job that the printer can print for `leaseSeconds`; null when there is none. `except`: jobs that are passed over. */
  readonly lease: (
    ability: PrinterAbility,
    except: readonly PrintJobId[],
  ) => Promise<LeasedJob | null>
  /**
   * The job is handed out: an accepted order becomes PRINTING. null when the lease has ended, or the order may no longer be printed, which
   * releases the job.
   */
  readonly start: (
    id: PrintJobId,
    claim: { readonly lease: PrintLease; readonly printer: string },
  ) => Promise<StartedJob | null>
  readonly heartbeat: (id: PrintJobId, beat: Heartbeat) => Promise<Result<Beat, FarmFailure>>
  /** Scrap is queued again as a job of its own; an order whose parts are all good becomes PRINTED. A repeat changes nothing. */
  readonly finish: (
    id: PrintJobId,
    report: FinishReport,
  ) => Promise<Result<ReportResult, FarmFailure>>
  /** Back to the queue, or `failed` after the last attempt; `isAttempt: false` is not one. A repeat changes nothing. */
  readonly fail: (id: PrintJobId, report: FailReport) => Promise<Result<FailureResult, FarmFailure>>
  /** Ends a claim whose file must not reach a printer: the job is `failed`, whatever its attempts. */
  readonly withhold: (id: PrintJobId, claim: WithheldClaim) => Promise<void>
  /** Ends a claim that had no file: back to the queue, and not an attempt. `flavor`: what its file turned out to be for. */
  readonly release: (id: PrintJobId, claim: ReleasedClaim) => Promise<void>
  /**
   * Ends the claim in the same way; the order has these findings to review, besides those that it has. Its jobs wait until an operator has
   * reviewed it.
   */
  readonly sendToFileReview: (id: PrintJobId, claim: ClaimToReview) => Promise<void>
  /** Ends claims whose lease has run out, as after a failure. */
  readonly recoverExpired: (limit: number) => Promise<RecoveryCounts>
  /** An operator's change. `version` is that of the job. */
  readonly change: (
    id: PrintJobId,
    change: JobChangeRequest,
  ) => Promise<Result<FinishResult, FarmFailure>>
  readonly read: (id: PrintJobId) => Promise<PrintJob | null>
  /** Those that there are, in no order. */
  readonly readAll: (ids: readonly PrintJobId[]) => Promise<readonly PrintJob[]>
  /** The firmware that its sliced file names; printers of another do not get it. */
  readonly firmware: (id: PrintJobId) => Promise<Firmware | null>
  /** Oldest first. */
  readonly history: (id: PrintJobId) => Promise<readonly JobEvent[]>
  readonly listByOrder: (orderId: OrderId) => Promise<readonly PrintJob[]>
  /** What operators chose about supports for each job of an order. */
  readonly supportsOfOrder: (orderId: OrderId) => Promise<readonly JobSupports[]>
  /** Good parts by order id, of those orders that have print jobs. */
  readonly goodParts: (orderIds: readonly OrderId[]) => Promise<ReadonlyMap<string, number>>
  /** Parts that are printed or in an open job, by order id, of those orders that have print jobs. */
  readonly plannedParts: (orderIds: readonly OrderId[]) => Promise<ReadonlyMap<string, number>>
  readonly list: (filter: JobFilter) => Promise<readonly PrintJob[]>
  /** `timeZone`: in which the day begins. */
  readonly summarize: (timeZone: string) => Promise<FarmSummary>
  readonly addFile: (file: NewPrintFile) => Promise<void>
  readonly readFile: (id: string) => Promise<PrintFile | null>
  /** Gives a queued or failed job the uploaded file, for every printer. `version`: the job's; null = any. */
  readonly attachFile: (
    id: PrintJobId,
    file: PrintFile,
    attachment: FileAttachment,
  ) => Promise<Result<PrintJob, FarmFailure>>
  /** Gives it a slice that an operator made, in place of all others. The worker makes those for other profiles with `settings`. */
  readonly attachSlice: (
    id: PrintJobId,
    file: PrintFile,
    attachment: SliceAttachment,
  ) => Promise<Result<PrintJob, FarmFailure>>
}

/** `plates`: for parts that were printed without a job. */
export type OrderReprint = QueuePlan & {
  readonly parts: readonly { readonly line: number | null; readonly parts: number }[]
  /** For the history: the parts and the reason. */
  readonly detail: string
  readonly scrapReason: ScrapReason | undefined
  readonly by: string
  /** The order's, as the operator saw it. */
  readonly version: number
  /** The new ship date; null keeps the order's. */
  readonly dueAt: Date | null
}

export type JobChange =
  | { readonly action: 'requeue' }
  | { readonly action: 'cancel' }
  /** Printed without the farm's report: all its parts are good but `scrap`. */
  | {
      readonly action: 'finish'
      readonly scrap: number
      readonly jobs?: readonly JobCounts[]
      readonly scrapReason?: ScrapReason | undefined
    }
  /** This many parts of a done job turned out to be bad. */
  | {
      readonly action: 'reprint'
      readonly parts: number
      readonly scrapReason?: ScrapReason | undefined
    }

/** `isRepeat`: the report was made before, and this call changed nothing. */
export type FailureResult = { readonly job: PrintJob; readonly isRepeat: boolean }

/** Claims that were ended, and how many of their jobs failed because it was the last attempt. */
export type RecoveryCounts = { readonly ended: number; readonly failed: number }

/** `reprint`: the job that was made of the scrap; the first of them where each part has its own. */
export type FinishResult = {
  readonly job: PrintJob
  readonly reprint: PrintJob | null
  readonly orderStatus: Order['status']
  /** The status that this call gave the order; null = it kept its own. */
  readonly moved: Order['status'] | null
  /** The report or change was made before, and this call changed nothing. */
  readonly isRepeat: boolean
  /** The other jobs of its shared plate that ended with it. */
  readonly others: readonly Omit<FinishResult, 'others' | 'isRepeat'>[]
}

/** `freed`: the printer that reported the end of its print; null of a repeat, since when it may have begun another. */
export type ReportResult = FinishResult & { readonly freed: string | null }

export type PlateRequest = {
  /** A local copy of the mesh. */
  readonly path: string
  readonly sha256: string
  readonly format: SliceableFormat
  readonly units: LengthUnit | null
  readonly settings: SliceSettings
  /** Whether each part is laid on the face on which it prints best. */
  readonly orient: boolean
  /** Measurement of one copy as it is printed, to predict the slicer's time; null = it was not measured. */
  readonly report: MeshReport | null
  readonly copies: number
  readonly material: Material
  readonly profile: string
  /** Whether each part is turned by 90 degrees to fit the bed. */
  readonly isTurned: boolean
  /** For fairness in the slicer's queue. */
  readonly accountId: AccountId
  readonly signal?: AbortSignal
}

export type PlateSlice =
  | {
      readonly kind: 'plate'
      /** The g-code, in the temporary folder. The caller removes it. */
      readonly path: string
      readonly sizeBytes: number
      readonly sha256: string
      /** Totals of the whole plate. */
      readonly filamentCm3: number
      readonly seconds: number
      readonly layers: number
      readonly warnings: readonly string[]
    }
  /** The slicer's profiles do not describe how. `why`: for operators. */
  | { readonly kind: 'no_profile'; readonly why: string }
  | Exclude<SliceOutcome, { kind: 'sliced' }>

/** A part of a shared plate, with the places of its copies. */
export type PlacedPart = Pick<
  PlateRequest,
  'path' | 'sha256' | 'format' | 'units' | 'orient' | 'report'
> & {
  readonly copies: readonly PlacedCopy[]
  /** Width and depth for which it was laid out, before its copies are turned. */
  readonly sizeMm: readonly [number, number]
}

/** Parts of several jobs, printed with the same settings. */
export type SharedPlateRequest = Pick<
  PlateRequest,
  'settings' | 'material' | 'profile' | 'accountId' | 'signal'
> & { readonly parts: readonly PlacedPart[] }

/** `misplaced`: parts that are not as large as they were laid out, by their places in the request; they may lie on others. */
export type SharedPlateSlice =
  | PlateSlice
  | { readonly kind: 'misplaced'; readonly parts: readonly number[] }

/** Slices copies of a mesh into one g-code file, or the parts of a shared plate where they are to lie. */
export type PlateSlicer = {
  readonly slice: (request: PlateRequest) => Promise<PlateSlice>
  readonly sliceShared: (request: SharedPlateRequest) => Promise<SharedPlateSlice>
}

/** A job of a shared plate, and where its parts lie on it. */
export type LaidJob = { readonly id: PrintJobId; readonly place: PlatePlace }

/** A plate that a process slices for one profile, until its lease has lapsed. */
export type TakenPlate = {
  readonly jobId: PrintJobId
  readonly profile: string
  readonly lease: SliceLease
  /** What an operator changed; empty = as ordered. */
  readonly settings: ResliceSettings
  /** From 1. */
  readonly attempt: number
  /** Whether the job leads a shared plate, which is sliced whole. */
  readonly isShared: boolean
}

/** `unfit`: the plate does not fit the bed. */
export type PlateSliceState = 'slicing' | 'waiting' | 'failed' | 'unfit' | 'sliced'

/** A plate's slice for one profile, for operators. */
export type ProfileSlice = {
  readonly profile: string
  readonly state: PlateSliceState
  readonly reason: string | null
  readonly seconds: number | null
  readonly grams: number | null
}

/** What the worker slices by itself. */
export type PlateSlices = {
  /** The next slice that a queued job lacks whose order may be printed; null when there is none. */
  readonly take: (
    leaseSeconds: number,
    wanted: readonly WantedSlice[],
  ) => Promise<TakenPlate | null>
  /** Forgets what is not sliced for profiles that no printer in service has any more. */
  readonly dropUnwanted: (slices: readonly WantedSlice[]) => Promise<void>
  /**
   * Keeps the slice. A job without a file has this one from now on. `laid`: the jobs of a shared plate as they were sliced; empty where the
   * job is alone. False once another process has it, the job needs it no more, or the plate is not what was sliced.
   */
  readonly keep: (taken: TakenPlate, file: PrintFile, laid: readonly LaidJob[]) => Promise<boolean>
  /** The job needs no slice any more. */
  readonly end: (taken: TakenPlate) => Promise<void>
  /** Nothing once another process has it. `isAttempt`: false where the slicer never had the plate. */
  readonly tryLater: (
    taken: TakenPlate,
    later: {
      readonly seconds: number
      readonly reason: string | null
      readonly isAttempt: boolean
    },
  ) => Promise<void>
  /** False once another process has it, or the plate has changed since: nothing is kept then. */
  readonly fail: (
    taken: TakenPlate,
    end: { readonly state: 'failed' | 'unfit'; readonly reason: string },
  ) => Promise<boolean>
  /** The slices of the job, in the order of their profiles. */
  readonly list: (jobId: PrintJobId) => Promise<readonly ProfileSlice[]>
  /** Slices that failed are tried again. Returns how many. */
  readonly retryFailed: () => Promise<number>
}

export type FarmDeps = OrderDeps &
  SlicingDeps &
  PrinterDeps & {
    readonly printJobs: PrintJobs
    readonly plateSlicer: PlateSlicer
    readonly plateSlices: PlateSlices
    readonly plateProfiles: PlateProfiles
    readonly orderPlans: OrderPlans
    readonly platePlans: PlatePlans
    readonly partSilhouettes: PartSilhouettes
    /** Whether plates are shared by jobs of several orders. */
    readonly sharesPlates: boolean
  }
