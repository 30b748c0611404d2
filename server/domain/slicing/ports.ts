// What the product asks of the slicer and of the estimate that stands in for it, and what it keeps of their answers.

import type { AccountId } from '../base/caller.ts'
import type { MeasurementDeps, ModelRequest } from '../measurement/ports.ts'
import type { EstimateOutcome } from '../measurement/processing.ts'
import type { LengthUnit } from '../models/format.ts'
import type { OwnedModel, StoredModel } from '../models/ports.ts'

export type PrintMeasurementRequest = ModelRequest & {
  readonly accountId: AccountId
  /**
   * When waiting for a slice ends, by performance.now(); then the estimate stands. What comes before the slice counts, the
   * queue as well. Without it the slicer's own limits hold.
   */
  readonly sliceBy?: number
}

/** Filament and time of one part. Grams = filamentCm3 x density, the caller's doing. */
export type PrintMeasurement = {
  /** `slicer`: a real slice; `geometry`: the instant estimate, when there is no slicer or it gave up. */
  readonly source: 'slicer' | 'geometry'
  readonly filamentCm3: number
  readonly seconds: number
  readonly layers: number
  /** Half-width of the 90 % range, in percent of `filamentCm3`; null for a slice. */
  readonly rangePercent: number | null
  /** True when nothing was sliced or estimated anew. */
  readonly cached: boolean
  readonly warnings: readonly string[]
}

export type Slice = {
  readonly kind: 'sliced'
  readonly filamentCm3: number
  readonly seconds: number
  readonly layers: number
  readonly warnings: readonly { readonly code: string; readonly text: string }[]
}

/** How a slice ends; slicer-bridge's outcomes have these shapes. */
export type SliceOutcome =
  | Slice
  /** The slicer looked at the model and says no, in a sentence for the caller. */
  | { readonly kind: 'refused'; readonly reason: SliceRefusal; readonly message: string }
  | { readonly kind: 'crashed'; readonly reason: string; readonly detail: string }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'queue_full'; readonly retryAfterSeconds: number }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly detail: string }

/**
 * `no_layers` and `nothing_printable` are about the model: the slicer gets a closed copy, so what leaves no layer or no
 * line prints nothing. The other two are about the slicer: the model touches the plate in a point as it lies, or the
 * slicer cannot read the copy.
 */
export type SliceRefusal = 'no_layers' | 'nothing_printable' | 'no_first_layer' | 'unreadable_model'

export type SliceRequest = Omit<PrintMeasurementRequest, 'sliceBy'> & {
  /** Asked once a slice is due, so never for a stored one: what the slice should come to. */
  readonly expect: (
    signal: AbortSignal,
  ) => Promise<Extract<EstimateOutcome, { kind: 'estimated' }> | null>
}

export type Slicer = {
  /** `broken`: one is configured, but it cannot be started. */
  readonly readiness: () => 'ready' | 'not_configured' | 'broken'
  /**
   * Slices a clean copy of the model, or reads the stored slice of the same content at the same settings; equal jobs
   * under way share one run, also between processes. Rejects when aborted.
   */
  readonly slice: (
    request: SliceRequest,
  ) => Promise<{ readonly outcome: SliceOutcome; readonly cached: boolean }>
}

/** contract.md 2.8, as it is kept with the model. */
export type SliceAnalysis = {
  readonly filamentCm3: number
  readonly seconds: number
  readonly layers: number
  readonly sliceScale: 1
  /** ISO 8601. */
  readonly slicedAt: string
}

export type UploadedModel = {
  readonly id: string
  /** What is sliced and ordered. */
  readonly file: StoredModel
  /** The OBJ that `file` was made of; null for every other upload. */
  readonly original: OwnedModel | null
  readonly units: LengthUnit | null
}

/** A generation of an account, an upload included, as slicing needs it. */
export type SliceableGeneration = {
  /** null = it has no model file. */
  readonly modelUri: string | null
  readonly units: LengthUnit | null
  readonly analysis: SliceAnalysis | null
  /** null = the address is none of a stored model that the account may read. */
  readonly model: StoredModel | null
}

export type PrintModels = {
  /** One transaction: the model and its original under the account, and its generation row of mode `upload`. */
  readonly addUpload: (accountId: AccountId, upload: UploadedModel) => Promise<void>
  /** null = not this account's. */
  readonly readForSlicing: (
    accountId: AccountId,
    generationId: string,
  ) => Promise<SliceableGeneration | null>
  /** Answers the analysis that is kept afterwards: the first one stays. */
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
