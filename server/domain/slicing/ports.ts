// Ports of slicing: the slicer, and the stored models and slices.

import type { AccountId } from '../base/caller.ts'
import type { MeasurementDeps, ModelRequest } from '../measurement/ports.ts'
import type { Estimated } from '../measurement/processing.ts'
import type { PartSupports } from '../measurement/supports.ts'
import type { LengthUnit } from '../models/format.ts'
import type { StoredModel } from '../models/ports.ts'
import type { MeshReport } from '../models/report.ts'

export type PrintMeasurementRequest = ModelRequest & {
  readonly accountId: AccountId
  /**
   * Deadline for the slice, in the clock of performance.now(), including all preceding work and the queue. After the
   * deadline the estimate is used, or immediately if the slice is predicted to take longer. Without a deadline, only
   * the slicer's limits apply.
   */
  readonly sliceBy?: number
}

/** Filament and time of one part as printed. */
export type PrintMeasurement = {
  /** `slicer`: an actual slice. `geometry`: the estimate, if there is no slice. */
  readonly source: 'slicer' | 'geometry'
  readonly filamentCm3: number
  readonly seconds: number
  readonly layers: number
  /** Half-width of the 90% range, in percent of `filamentCm3`; null for a slice. */
  readonly rangePercent: number | null
  /** Whether the slice or estimate was read from the database. */
  readonly cached: boolean
  /** How the part is printed. The values above apply to this print. */
  readonly supports: PartSupports
  readonly warnings: readonly string[]
}

export type Slice = {
  readonly kind: 'sliced'
  readonly filamentCm3: number
  readonly seconds: number
  readonly layers: number
  readonly warnings: readonly { readonly code: string; readonly text: string }[]
}

/** The outcomes of slicer-bridge. */
export type SliceOutcome =
  | Slice
  /** The slicer cannot slice this model. `message` is for the caller. */
  | { readonly kind: 'refused'; readonly reason: SliceRefusal; readonly message: string }
  | { readonly kind: 'crashed'; readonly reason: string; readonly detail: string }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'queue_full'; readonly retryAfterSeconds: number }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly detail: string }

/**
 * `no_layers` and `nothing_printable` are caused by the model: the slicer gets a closed copy, so a model without a
 * layer or a line prints nothing. The other two are caused by the slicer: the model touches the plate in a single
 * point, or the slicer cannot read the copy.
 */
export type SliceRefusal = 'no_layers' | 'nothing_printable' | 'no_first_layer' | 'unreadable_model'

export type SliceResult = {
  readonly outcome: SliceOutcome
  /** Whether the slice was read from the database. */
  readonly cached: boolean
}

export type SliceRequest = PrintMeasurementRequest & {
  /** Whether the part is laid on the face on which it prints best. Default: false. */
  readonly orient?: boolean
  /** Used to predict the slicer's time. */
  readonly report: MeshReport
  /** The estimate of the same print; null if there is none. */
  readonly expected: Estimated | null
}

export type Slicer = {
  /** Returns a key that changes with the slicer, its profile and the geometry core; null while the slicer is unknown. */
  readonly analysisKey: () => Promise<string | null>
  /** `broken`: a slicer is configured, but cannot be started. */
  readonly readiness: () => 'ready' | 'not_configured' | 'broken'
  /**
   * Slices a clean copy of the model, or reads the stored slice of the same content and settings. Concurrent equal
   * requests share one run, even across processes. Rejects when aborted.
   */
  readonly slice: (request: SliceRequest) => Promise<SliceResult>
  /** Whether the slice of this content and these settings, in the pose of the file, is stored. */
  readonly isStored: (
    request: Pick<SliceRequest, 'sha256' | 'format' | 'units' | 'settings'>,
  ) => Promise<boolean>
}

/** The stored form of contract.md 2.8, kept with the model. */
export type SliceAnalysis = {
  readonly filamentCm3: number
  readonly seconds: number
  readonly layers: number
  readonly sliceScale: 1
  /** ISO 8601. */
  readonly slicedAt: string
  /** The value of `Slicer.analysisKey` when it was made; absent in analyses of earlier releases. */
  readonly key?: string | undefined
}

export type UploadedModel = {
  readonly id: string
  /** The model to slice and order. */
  readonly file: StoredModel
  /** The OBJ from which `file` was made; null for other formats. */
  readonly original: StoredModel | null
  readonly units: LengthUnit | null
  /** How it was made from another model of the account; absent if its owner uploaded the file. */
  readonly change?: ModelChange
}

export type ModelChange = {
  /** Shared by the parts of a cut. */
  readonly changeId: string
  /** Id of the generation or upload that was changed. */
  readonly madeFrom: string
  /** Description of the change: `hollow 2 mm, 120 mm`. */
  readonly words: string
  /** Starts at 1. */
  readonly part: number
  readonly parts: number
}

/** A generation or upload of an account, with the data for slicing. */
export type SliceableGeneration = {
  /** null = it has no model file. */
  readonly modelUri: string | null
  readonly units: LengthUnit | null
  readonly analysis: SliceAnalysis | null
  /** null = `modelUri` is not a stored model that the account can read. */
  readonly model: StoredModel | null
}

export type PrintModels = {
  /**
   * Adds the model and its original with their owner, and a generation row of mode `upload`, in one transaction.
   * Leaves a row with the same id unchanged; `isNew` is then false. `earlierUnit`: the unit that an earlier release
   * assigned to the address without one; null = the format's default.
   */
  readonly addUpload: (
    accountId: AccountId,
    upload: UploadedModel,
  ) => Promise<{ readonly earlierUnit: LengthUnit | null; readonly isNew: boolean }>
  /** Returns null if the account has no such generation. */
  readonly readForSlicing: (
    accountId: AccountId,
    generationId: string,
  ) => Promise<SliceableGeneration | null>
  /** Stores the analysis unless one with the same key exists. Returns the stored one. */
  readonly saveSlice: (
    accountId: AccountId,
    generationId: string,
    analysis: SliceAnalysis,
  ) => Promise<SliceAnalysis>
}

export type SlicingDeps = MeasurementDeps & {
  readonly slicer: Slicer
  readonly printModels: PrintModels
}
