// The port of print jobs and their files, and the combined ports of the farm.

import type { OrderId } from '../base/ids/order-id.ts'
import type { PrintFileId } from '../base/ids/print-file-id.ts'
import type { PrintJobId } from '../base/ids/print-job-id.ts'
import type { PrintLease } from '../base/ids/print-lease.ts'
import type { Result } from '../base/result.ts'
import type { StatusFailure } from '../orders/failure.ts'
import type { OrderDeps } from '../orders/ports.ts'
import type { ReviewFinding } from '../orders/record/file-review.ts'
import type { Order } from '../orders/record/order.ts'
import type { OrderLine } from '../orders/record/order-lines.ts'
import type { PrintFileKind } from '../planning/plates.ts'
import type { PrintTimes } from '../planning/print-times.ts'
import type { SlicingDeps } from '../slicing/ports.ts'
import type { FarmFailure } from './failure.ts'
import type {
  JobCounts,
  JobEvent,
  JobView,
  NewPlate,
  NewPrintFile,
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
import type { PrinterCapabilities } from './printers/ability.ts'
import type { PlateProfiles } from './printers/plate-profiles.ts'
import type { PrinterDeps } from './printers/ports.ts'
import type { Firmware } from './printers/printer.ts'
import type { ShrinkPicture } from './printers/printer-pictures.ts'
import type { ResliceSettings } from './reslice-settings.ts'
import type { PlateSlicer, PlateSlices } from './slice-ports.ts'
import type { SpoolDeps } from './spools/ports.ts'

/** A job that is reserved for a printer. The lease proves the claim; every report includes it. */
export type LeasedJob = {
  readonly job: PrintJob
  readonly lease: PrintLease
}

export type StartedJob = {
  readonly job: PrintJob
  /** Number of orders on the plate that became PRINTING with this claim. */
  readonly firsts: number
  /** The loaded spool if it has too little for the plate; null = enough, or not counted. */
  readonly short: ShortSpool | null
}

/** `not_printable`: its order can no longer be printed, and the job was released. */
export type StartFailure = { readonly kind: 'lease_ended' } | { readonly kind: 'not_printable' }

export type ShortSpool = {
  readonly spoolId: number
  readonly gramsLeft: number
  readonly gramsNeeded: number
}

/** The file of a job and facts about its plate. */
export type FileFacts = {
  readonly kind: PrintFileKind
  readonly sizeMm: SizeMm | null
  /** The firmware named in a sliced file. */
  readonly flavor: Firmware | null
}

/** An order line with facts about its file. `line` is null if the order has one line. */
export type LineWork = Pick<OrderLine, 'options'> & {
  readonly line: number | null
  readonly file: FileFacts
  /** Number of copies that fit on a plate; 0 = unknown. */
  readonly copies: number
  readonly times: PrintTimes
}

/** Parts of a line that are neither printed nor in a job. */
export type PartsLeft = (line: LineWork) => number

/** How to queue an order. `plates` is called within the transaction, when the remaining parts are known. */
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

/** `stop`: why the printer must stop; the lease has then ended. */
export type HeartbeatResult = { readonly leasedUntil: Date | null; readonly stop: string | null }

/** Failures of an order that cannot be queued now. */
export type OrderStandstill = Extract<
  StatusFailure,
  { kind: 'order_unpaid' | 'order_held' | 'order_needs_review' }
>

export type JobFilter = {
  readonly view: JobView
  readonly printer: string | null
  /** The page begins after this job. */
  readonly after: PrintJobId | null
  readonly limit: number
}

export type FarmSummary = {
  readonly queued: { readonly jobs: number; readonly parts: number; readonly hours: number }
  /** Queued jobs that wait for G-code. */
  readonly unsliced: number
  /** Unsliced jobs that need an operator. */
  readonly sliceFailed: number
  readonly running: number
  readonly failed: number
  /** Since midnight in the farm's time zone. */
  readonly doneToday: { readonly jobs: number; readonly good: number; readonly scrap: number }
}

export type JobChangeRequest = JobChange & { readonly by: string; readonly version: number | null }

/** `version`: the job's version that the operator saw; null = not stated. */
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

/** Counts of good and scrap parts, under the lease of the claim. */
export type FinishReport = PlateCounts & { readonly lease: PrintLease }

/** A claim whose file must be reviewed before it is printed. */
export type ClaimToReview = {
  readonly lease: PrintLease
  readonly findings: readonly ReviewFinding[]
}

export type QueueRequest = QueuePlan & {
  readonly by: string
  readonly accept: boolean
  readonly version: number | null
}

/** `isAttempt`: whether the failure is recorded as an attempt. */
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
   * Adds jobs in one transaction and accepts a received order (`accept`). `plates` receives the number of parts of
   * each line that are neither printed nor in a job, and returns the plates to add. `version`: the order's version, if
   * the caller saw it.
   */
  readonly queue: (
    code: string,
    request: QueueRequest,
  ) => Promise<Result<JobsChanged, FarmFailure | OrderStandstill | { kind: 'stale' }> | null>
  /** Queues already printed parts again, in one transaction. */
  readonly reprint: (
    code: string,
    request: OrderReprint,
  ) => Promise<Result<JobsChanged, FarmFailure | OrderStandstill | { kind: 'stale' }> | null>
  /**
   * Leases the next job that the printer can print for `leaseSeconds`; null if there is none. `except`: jobs to skip. A
   * job whose check failed waits for `checkPauseSeconds`.
   */
  readonly lease: (
    ability: PrinterCapabilities,
    except: readonly PrintJobId[],
  ) => Promise<LeasedJob | null>
  /** Starts the job: an accepted order becomes PRINTING. */
  readonly start: (
    id: PrintJobId,
    claim: { readonly lease: PrintLease; readonly printer: string },
  ) => Promise<Result<StartedJob, StartFailure>>
  readonly heartbeat: (
    id: PrintJobId,
    beat: Heartbeat,
  ) => Promise<Result<HeartbeatResult, FarmFailure>>
  /**
   * Finishes a job. Queues scrap again as a separate job. An order whose parts are all good becomes PRINTED.
   * Idempotent.
   */
  readonly finish: (
    id: PrintJobId,
    report: FinishReport,
  ) => Promise<Result<ReportResult, FarmFailure>>
  /**
   * Returns the job to the queue, or marks it as `failed` after the last attempt. With `isAttempt: false`, the claim
   * is not an attempt. Idempotent.
   */
  readonly fail: (id: PrintJobId, report: FailReport) => Promise<Result<FailureResult, FarmFailure>>
  /**
   * Ends a claim whose file must not reach a printer. The job becomes `failed`, regardless of its attempts. Returns
   * false if the lease has ended.
   */
  readonly withhold: (id: PrintJobId, claim: WithheldClaim) => Promise<boolean>
  /**
   * Ends a claim that had no file and returns the job to the queue without recording an attempt. `flavor`: the
   * firmware that its file turned out to require. Returns false if the lease has ended.
   */
  readonly release: (id: PrintJobId, claim: ReleasedClaim) => Promise<boolean>
  /**
   * Ends the claim like `release` and adds the findings to the order's review. The order's jobs wait until an operator
   * has reviewed it. Returns false if the lease has ended; the findings are added nevertheless.
   */
  readonly sendToFileReview: (id: PrintJobId, claim: ClaimToReview) => Promise<boolean>
  /** Releases the claims of the printer that had no heartbeat. */
  readonly releaseUnstarted: (printer: string, reason: string) => Promise<void>
  /** Ends claims with expired leases, as failures. */
  readonly recoverExpired: (limit: number) => Promise<RecoveryCounts>
  /** Applies an operator's change. `version`: the job's version. */
  readonly change: (
    id: PrintJobId,
    change: JobChangeRequest,
  ) => Promise<Result<FinishResult, FarmFailure>>
  readonly read: (id: PrintJobId) => Promise<PrintJob | null>
  /** Returns the existing jobs in unspecified order. */
  readonly readAll: (ids: readonly PrintJobId[]) => Promise<readonly PrintJob[]>
  /** Returns the firmware named in the job's sliced file. Printers with other firmware do not get the job. */
  readonly firmware: (id: PrintJobId) => Promise<Firmware | null>
  /** Oldest first. */
  readonly history: (id: PrintJobId) => Promise<readonly JobEvent[]>
  readonly listByOrder: (orderId: OrderId) => Promise<readonly PrintJob[]>
  /** Returns operators' choices of supports for each job of an order. */
  readonly supportsOfOrder: (orderId: OrderId) => Promise<readonly JobSupports[]>
  /** Returns good parts by order id, for orders with print jobs. */
  readonly goodParts: (orderIds: readonly OrderId[]) => Promise<ReadonlyMap<string, number>>
  /** Returns parts that are printed or in an open job, by order id, for orders with print jobs. */
  readonly plannedParts: (orderIds: readonly OrderId[]) => Promise<ReadonlyMap<string, number>>
  readonly list: (filter: JobFilter) => Promise<readonly PrintJob[]>
  /** `timeZone`: defines the start of the day. */
  readonly summarize: (timeZone: string) => Promise<FarmSummary>
  readonly addFile: (file: NewPrintFile) => Promise<void>
  readonly readFile: (id: PrintFileId) => Promise<PrintFile | null>
  /**
   * Attaches the uploaded file to a queued or failed job, for every printer. `version`: the job's version; null = any.
   */
  readonly attachFile: (
    id: PrintJobId,
    file: PrintFile,
    attachment: FileAttachment,
  ) => Promise<Result<PrintJob, FarmFailure>>
  /**
   * Attaches a slice that an operator made and removes all other slices. The worker makes slices for other profiles
   * with `settings`.
   */
  readonly attachSlice: (
    id: PrintJobId,
    file: PrintFile,
    attachment: SliceAttachment,
  ) => Promise<Result<PrintJob, FarmFailure>>
}

/** `plates`: for parts that were printed without a job. */
export type OrderReprint = QueuePlan & {
  readonly parts: readonly { readonly line: number | null; readonly parts: number }[]
  /** Text for the history: the parts and the reason. */
  readonly detail: string
  readonly scrapReason: ScrapReason | undefined
  readonly by: string
  /** The order's version that the operator saw. */
  readonly version: number
  /** The new ship date; null = unchanged. */
  readonly dueAt: Date | null
}

export type JobChange =
  | { readonly action: 'requeue' }
  | { readonly action: 'cancel' }
  /** Printed without a report from the farm: all parts are good except `scrap`. */
  | {
      readonly action: 'finish'
      readonly scrap: number
      readonly jobs?: readonly JobCounts[]
      readonly scrapReason?: ScrapReason | undefined
    }
  /** Number of parts of a done job that turned out to be bad. */
  | {
      readonly action: 'reprint'
      readonly parts: number
      readonly scrapReason?: ScrapReason | undefined
    }

/** `isRepeat`: the report was already made, and this call changed nothing. */
export type FailureResult = { readonly job: PrintJob; readonly isRepeat: boolean }

/** Number of ended claims, and how many of their jobs failed after the last attempt. */
export type RecoveryCounts = { readonly ended: number; readonly failed: number }

/** `reprint`: the job created for the scrap; the first one if each part has a separate job. */
export type FinishResult = {
  readonly job: PrintJob
  readonly reprint: PrintJob | null
  readonly orderStatus: Order['status']
  /** The order status set by this call; null = unchanged. */
  readonly moved: Order['status'] | null
  /** Whether the report or change was already made, so that this call changed nothing. */
  readonly isRepeat: boolean
  /** The other jobs of its shared plate that ended with it. */
  readonly others: readonly Omit<FinishResult, 'others' | 'isRepeat'>[]
}

/**
 * `freed`: the printer that reported the end of its print; null for a repeat, because the printer may have started
 * another job since.
 */
export type ReportResult = FinishResult & { readonly freed: string | null }

export type FarmDeps = OrderDeps &
  SlicingDeps &
  PrinterDeps &
  SpoolDeps & {
    readonly printJobs: PrintJobs
    readonly plateSlicer: PlateSlicer
    readonly plateSlices: PlateSlices
    readonly plateProfiles: PlateProfiles
    readonly orderPlans: OrderPlans
    readonly platePlans: PlatePlans
    readonly partSilhouettes: PartSilhouettes
    readonly shrinkPicture: ShrinkPicture
    /** Whether jobs of several orders can share plates. */
    readonly sharesPlates: boolean
  }
