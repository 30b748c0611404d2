// A print job: some parts of an order on one plate.

import type { OrderId } from '../../base/ids/order-id.ts'
import type { PrintFileId } from '../../base/ids/print-file-id.ts'
import type { PrintJobId } from '../../base/ids/print-job-id.ts'
import type { Material } from '../../catalog/options.ts'
import type { StoredModel } from '../../models/ports.ts'
import type { OrderStatus } from '../../orders/record/status.ts'
import type { PlateBed } from '../../planning/arrange/plate-bed.ts'
import type { PrintFileKind } from '../../planning/plates.ts'
import type { ScrapReason } from './scrap-reason.ts'

export type JobState =
  | 'queued'
  | 'claimed' // leased to a printer, which has not started yet
  | 'printing'
  | 'done'
  | 'failed' // every attempt failed: an operator decides
  | 'cancelled'

export const jobStateLabels = {
  queued: 'Queued',
  claimed: 'Claimed',
  printing: 'Printing',
  done: 'Done',
  failed: 'Needs attention',
  cancelled: 'Cancelled',
} as const satisfies Record<JobState, string>

/** States of jobs that a printer has. */
export const runningStates = ['claimed', 'printing'] as const

/** Filters of the list of jobs. */
export const jobViews = {
  queued: ['queued'],
  /** Jobs without G-code. */
  unsliced: ['queued'],
  printing: runningStates,
  attention: ['failed'],
  done: ['done'],
  cancelled: ['cancelled'],
} as const satisfies Record<string, readonly JobState[]>

export type JobView = keyof typeof jobViews

export const isJobView = (word: string): word is JobView => Object.hasOwn(jobViews, word)

/** States of jobs whose parts are still expected. */
export const openStates = ['queued', ...runningStates, 'failed'] as const
/** The open states in which no printer has the job. */
export const waitingStates = ['queued', 'failed'] as const satisfies readonly JobState[]
export const isJobOpen = (state: JobState): boolean => openStates.some((open) => open === state)

export const isRunning = (state: JobState): boolean =>
  runningStates.some((running) => running === state)

export type JobEventKind =
  | 'queued'
  | 'claimed'
  | 'done'
  | 'failed'
  | 'expired'
  | 'released'
  | 'requeued'
  | 'cancelled'
  | 'reprinted'
  | 'sliced'
  | 'file'

/** Maximum length of a failure reason from a printer program, in characters. */
export const maxFailReason = 500

/** An attempt is a claim that produced no parts. After the last attempt the job needs an operator. */
export const maxPrintAttempts = 3

/** Number of claims that can end with a connection fault without being recorded as an attempt. */
export const maxFaults = 10

/** Time without a heartbeat after which a claim expires. Long enough for a restart of the farm's computer. */
export const leaseSeconds = 600

/** Width, depth and height, in mm. */
export type SizeMm = readonly [number, number, number]

/** Why a job no longer shares a plate: the last shared plate could not be printed as planned. */
export const aloneReasons = {
  /** The part would have overlapped another one. */
  misplaced: 'The size of its part differs from the size planned for the plate.',
  /** The job's separate slice shows whether it can be sliced alone. */
  unsliced: 'A plate that it shared could not be sliced.',
} as const

export type AloneReason = keyof typeof aloneReasons

/** State of the worker's slices of a job: `waiting` is retried, `failed` needs an operator. */
export const slicingStates = ['slicing', 'waiting', 'failed'] as const

export type PlateSlicing = {
  readonly state: (typeof slicingStates)[number]
  /** A sentence for operators. */
  readonly reason: string | null
}

export type PrintJob = {
  readonly id: PrintJobId
  readonly orderId: OrderId
  readonly orderCode: string
  /** The order line whose parts it prints; null if the order has one line. */
  readonly line: number | null
  /** The number of the plate within the order, starting at 1. A reprint keeps the number of the original plate. */
  readonly plate: number
  readonly parts: number
  readonly state: JobState
  /** Incremented by every change that operators see. Heartbeats do not increment it. */
  readonly version: number
  readonly material: Material
  readonly color: string
  readonly nozzleDiameter: number
  /** Machine time of all its parts: from its file, otherwise from the estimate of its model. */
  readonly centihours: number
  /** The kind of file that its printer gets: G-code after the worker has sliced its model. */
  readonly fileKind: PrintFileKind
  /** The kind of file that was ordered. */
  readonly orderedKind: PrintFileKind
  /** Unfinished slices; null if there are none, and before the worker has begun. */
  readonly slicing: PlateSlicing | null
  /** null = the order's file. */
  readonly printFileId: PrintFileId | null
  /** Space that the plate needs, in machine coordinates if the file is sliced; null = unknown. */
  readonly sizeMm: SizeMm | null
  readonly priority: number
  readonly dueAt: Date | null
  /** Both are null unless the job is done. */
  readonly good: number | null
  readonly scrap: number | null
  /** Reason of the last failure or cancellation. */
  readonly reason: string | null
  /** The printer that has or last had the job. */
  readonly printer: string | null
  readonly leasedUntil: Date | null
  readonly attempts: number
  /** 0 to 1. */
  readonly progress: number | null
  readonly remainingSeconds: number | null
  readonly heartbeatAt: Date | null
  readonly reprintOf: PrintJobId | null
  readonly createdAt: Date
  readonly claimedAt: Date | null
  readonly finishedAt: Date | null
  /** From the claim until the printer finished; null if no printer reported it. */
  readonly printedSeconds: number | null
  /**
   * Whether an operator had the plate sliced in the pose of its file, with (true) or without (false) supports; null =
   * as decided automatically.
   */
  readonly chosenSupports: boolean | null
  /** The leading job of its shared plate; null if the job leads itself or is alone. */
  readonly leadId: PrintJobId | null
  /** Position of its parts on a shared plate; null if it shares none. */
  readonly place: PlatePlace | null
  /** Why it no longer shares a plate; null = it can share one. */
  readonly aloneReason: AloneReason | null
  /** All jobs of its shared plate, leading job first; empty if it shares none. */
  readonly plateJobs: readonly PlateJob[]
  /** The versions of those jobs as text. Changes whenever one of them changes. */
  readonly plateVersion: string
}

/** A copy of a part on a shared plate: the center of its rotated bounding box, relative to the center of the plate. */
export type PlacedCopy = {
  readonly xMm: number
  readonly yMm: number
  /** Counterclockwise, seen from above. */
  readonly turnDegrees: 0 | 90 | 180 | 270
}

/** Positions of a job's parts on a shared plate. */
export type PlatePlace = {
  readonly copies: readonly PlacedCopy[]
  /** Width and depth of the unrotated part. */
  readonly sizeMm: readonly [number, number]
  /** Printer model or bed for which the plate was laid out. */
  readonly bed: PlateBed
}

/** A job of a shared plate. */
export type PlateJob = {
  readonly jobId: PrintJobId
  readonly orderCode: string
  readonly line: number | null
  readonly parts: number
  readonly state: JobState
}

/** Good and scrap parts of one job. If omitted, `good` is the remainder. */
export type JobCounts = {
  readonly jobId: PrintJobId
  readonly good?: number | undefined
  readonly scrap: number
}

/** An entry in a job's history. */
export type JobEvent = {
  readonly at: Date
  readonly kind: JobEventKind
  /** A printer, an operator's email address, or the process that changed the order. */
  readonly by: string
  readonly detail: string | null
  /** Why parts were scrapped; null = no reason was reported. */
  readonly scrapReason: ScrapReason | null
}

/** A sliced file that prints some parts of an order. */
export type PrintFile = {
  readonly id: PrintFileId
  readonly orderId: OrderId
  /** The order line whose parts it prints; null if the order has one line. */
  readonly line: number | null
  readonly source: 'upload' | 'slice'
  /** Printer model or bed for which it was sliced; null for an uploaded file. */
  readonly profile: string | null
  /** The nozzle for which it was sliced. */
  readonly nozzleMm: number | null
  /** Number of parts printed per run. */
  readonly parts: number
  readonly model: StoredModel & { readonly format: 'gcode' | '3mf' }
  readonly seconds: number | null
  readonly grams: number | null
  readonly sizeMm: SizeMm | null
  /** Whether it also prints parts of other jobs, because it was made for a shared plate. */
  readonly isShared: boolean
  readonly createdBy: string
}

export const kindOfFormat = (format: 'gcode' | '3mf'): PrintFileKind =>
  format === 'gcode' ? 'gcode' : 'plates'

/** `settings`: the settings of a slice, recorded for operators; null for an uploaded file. */
export type NewPrintFile = PrintFile & {
  readonly settings: Readonly<Record<string, unknown>> | null
}

/** A plate to print. Number null = the next free number; file null = the order's file. */
export type NewPlate = {
  /** The order line; null if the order has one line. */
  readonly line: number | null
  readonly parts: number
  readonly plate: number | null
  readonly file: Pick<
    PrintFile,
    'id' | 'model' | 'sizeMm' | 'seconds' | 'profile' | 'nozzleMm'
  > | null
}

/** Statuses of orders whose jobs can be printed. */
export const printableStatuses = ['ACCEPTED', 'PRINTING'] as const satisfies readonly OrderStatus[]

/** Whether jobs of an order with this status can be printed. */
export const isPrintable = (status: OrderStatus): boolean =>
  printableStatuses.some((printable) => printable === status)

/** Returns the log fields of a job. */
export const jobLogFields = ({ id, orderCode }: Pick<PrintJob, 'id' | 'orderCode'>) => ({
  jobId: id,
  code: orderCode,
})
