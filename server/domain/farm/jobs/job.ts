// A print job: some parts of an order on one plate.

import type { OrderId } from '../../base/order-id.ts'
import type { PrintJobId } from '../../base/print-job-id.ts'
import type { Material } from '../../catalog/options.ts'
import type { StoredModel } from '../../models/ports.ts'
import type { OrderStatus } from '../../orders/status.ts'
import type { PlateBed } from '../../planning/arrange/plate-bed.ts'
import type { FileKind } from '../../planning/plates.ts'
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

/** What the list of jobs can be narrowed to. */
export const jobViews = {
  queued: ['queued'],
  /** Those of them without G-code. */
  unsliced: ['queued'],
  printing: ['claimed', 'printing'],
  attention: ['failed'],
  done: ['done'],
  cancelled: ['cancelled'],
} as const satisfies Record<string, readonly JobState[]>

export type JobView = keyof typeof jobViews

export const isJobView = (word: string): word is JobView => Object.hasOwn(jobViews, word)

/** Jobs whose parts are still expected. */
export const openStates = ['queued', 'claimed', 'printing', 'failed'] as const
export const isOpen = (state: JobState): boolean => openStates.some((open) => open === state)

/** A printer has the job. */
export const isRunning = (state: JobState): boolean => state === 'claimed' || state === 'printing'

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

/** Characters of a printer program's reason for a failure. */
export const maxFailReason = 500

/** An attempt is a claim that produced no parts. After the last one the job needs attention. */
export const maxAttempts = 3

/** Claims that end by a fault of the connection are no attempts, so many times. */
export const maxFaults = 10

/** A claim that sends no heartbeat for this long is given up. Long enough for a farm's computer to restart. */
export const leaseSeconds = 600

/** Width, depth and height in mm. */
export type SizeMm = readonly [number, number, number]

/** Why a job shares no plate any more: the plate that it shared last could not be printed as it was laid out. */
export const aloneReasons = {
  /** Its part would have lain on another. */
  misplaced: 'Its part has another size than the one for which a plate was laid out.',
  /** Whether it can be sliced alone is said by its own slice. */
  unsliced: 'A plate that it shared could not be sliced.',
} as const

export type AloneReason = keyof typeof aloneReasons

/** How the worker's slices of a job go: `waiting` tries again, `failed` needs an operator. */
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
  /** The order's line whose parts it prints; null where the order has one. */
  readonly line: number | null
  /** The number of the plate within the order, from 1; a reprint has the number of the plate that it repeats. */
  readonly plate: number
  readonly parts: number
  readonly state: JobState
  /** Raised by every change that operators see; heartbeats do not count. */
  readonly version: number
  readonly material: Material
  readonly color: string
  readonly nozzleDiameter: number
  /** Machine time of all its parts: of its file, else as its model is estimated. */
  readonly centihours: number
  /** What its printer gets: G-code once the worker has sliced its model. */
  readonly fileKind: FileKind
  /** What was ordered. */
  readonly orderedKind: FileKind
  /** The slices that are not done yet; null when there is none, and before the worker has begun. */
  readonly slicing: PlateSlicing | null
  /** null = the order's own file. */
  readonly printFileId: string | null
  /** What the plate needs, in machine coordinates where the file is sliced; null = not known. */
  readonly sizeMm: SizeMm | null
  readonly priority: number
  readonly dueAt: Date | null
  /** Both are null unless the job is done. */
  readonly good: number | null
  readonly scrap: number | null
  /** Why it failed or was cancelled the last time. */
  readonly reason: string | null
  /** The printer that has or had it. */
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
  /** From its claim until its printer had finished; null where no printer reported it. */
  readonly printedSeconds: number | null
  /** Whether an operator had it sliced in the pose of its file with supports, or without them; null = as it was decided. */
  readonly chosenSupports: boolean | null
  /** The job that leads its shared plate; null = leads itself, or is alone. */
  readonly leadId: PrintJobId | null
  /** Where its parts lie on a shared plate; null = it is on none. */
  readonly place: PlatePlace | null
  /** Why it shares no plate any more; null = it may share one. */
  readonly aloneReason: AloneReason | null
  /** All jobs of its shared plate, the one that leads first; empty = it is on none. */
  readonly plateJobs: readonly PlateJob[]
  /** The versions of those jobs: another text after each change of one. */
  readonly plateVersion: string
}

/** A part on a shared plate: the center of its turned bounding box, from the center of the plate. */
export type PlacedCopy = {
  readonly xMm: number
  readonly yMm: number
  /** Counterclockwise, seen from above. */
  readonly turnDegrees: 0 | 90 | 180 | 270
}

/** Where the parts of a job lie on a shared plate. */
export type PlatePlace = {
  readonly copies: readonly PlacedCopy[]
  /** Width and depth of a part that is not turned. */
  readonly sizeMm: readonly [number, number]
  /** What the plate was laid out for. */
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

/** Good and spoiled parts of one job. Left out, `good` is the rest. */
export type JobCounts = {
  readonly jobId: PrintJobId
  readonly good?: number | undefined
  readonly scrap: number
}

/** A line in a job's history. */
export type JobEvent = {
  readonly at: Date
  readonly kind: JobEventKind
  /** A printer, an operator's email address, or the process that changed the order. */
  readonly by: string
  readonly detail: string | null
  /** Why the parts that it made scrap were bad; null = nobody said. */
  readonly scrapReason: ScrapReason | null
}

/** A sliced file that prints some parts of an order. */
export type PrintFile = {
  readonly id: string
  readonly orderId: OrderId
  /** The order's line whose parts it prints; null where the order has one. */
  readonly line: number | null
  readonly source: 'upload' | 'slice'
  /** What it was sliced for; null for an uploaded file. */
  readonly profile: string | null
  /** The nozzle that a slice was made for. */
  readonly nozzleMm: number | null
  /** How many parts one run of it prints. */
  readonly parts: number
  readonly model: StoredModel & { readonly format: 'gcode' | '3mf' }
  readonly seconds: number | null
  readonly grams: number | null
  readonly sizeMm: SizeMm | null
  /** Whether it prints parts of other jobs as well: the shared plate that it was made for. */
  readonly isShared: boolean
  readonly createdBy: string
}

export const kindOfFormat = (format: 'gcode' | '3mf'): FileKind =>
  format === 'gcode' ? 'gcode' : 'plates'

/** `settings`: those of a slice, kept for people; null for an uploaded file. */
export type NewPrintFile = PrintFile & {
  readonly settings: Readonly<Record<string, unknown>> | null
}

/** A plate to be printed: its number, null for the next free one, its parts, and its file, null for the order's own. */
export type NewPlate = {
  /** The order's line; null where the order has one. */
  readonly line: number | null
  readonly parts: number
  readonly plate: number | null
  readonly file: Pick<
    PrintFile,
    'id' | 'model' | 'sizeMm' | 'seconds' | 'profile' | 'nozzleMm'
  > | null
}

/** An order of this status gets jobs printed. */
export const isPrintable = (status: OrderStatus): boolean =>
  status === 'ACCEPTED' || status === 'PRINTING'

/** What log lines say of a job. */
export const factsOf = ({ id, orderCode }: Pick<PrintJob, 'id' | 'orderCode'>) => ({
  jobId: id,
  code: orderCode,
})
