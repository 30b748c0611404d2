// The geometry core, and the caches of its results.

import type { LengthUnit, MeshFormat, ModelFormat, SliceableFormat } from '../models/format.ts'
import type { ModelDeps } from '../models/ports.ts'
import type { Measurement, MeasureOutcome } from '../models/report.ts'
import type { Drawings } from './drawings.ts'
import type { InspectOutcome, InspectRequest } from './inspection.ts'
import type {
  CertainEstimate,
  ChangeOutcome,
  ChangeRequest,
  DrawOptions,
  DrawOutcome,
  DrawRequest,
  EstimateOutcome,
  EstimateRequest,
  ProcessOutcome,
  ProcessRequest,
  SilhouetteOutcome,
  SilhouetteRequest,
} from './processing.ts'
import type { RunningEstimates } from './running-estimates.ts'
import type { SliceSettings } from './slice-settings.ts'

export type MeasureRequest = {
  readonly source: { readonly path: string }
  readonly format: ModelFormat
  readonly units?: LengthUnit
  /** Also estimates the print of a mesh, or draws it. Much cheaper than a separate job for the same file. */
  readonly estimate?: SliceSettings
  readonly picture?: DrawOptions
  readonly signal?: AbortSignal
}

export type Geometry = {
  /** `estimate` and `picture` are set if they were requested and the file is a measurable mesh. */
  readonly measure: (
    request: MeasureRequest,
  ) => Promise<
    MeasureOutcome & { readonly estimate?: CertainEstimate; readonly picture?: Uint8Array }
  >
}

/** The other functions of the geometry core: repair, the estimate without a slicer, inspection, and pictures. */
export type Meshes = {
  /** Rejects only when aborted or if the file cannot be opened, like `estimate`. */
  readonly process: (request: ProcessRequest) => Promise<ProcessOutcome>
  /** Changes a model and writes its parts as files. Rejects like `estimate`, and for options out of range. */
  readonly change: (request: ChangeRequest) => Promise<ChangeOutcome>
  readonly estimate: (request: EstimateRequest) => Promise<EstimateOutcome>
  readonly inspect: (request: InspectRequest) => Promise<InspectOutcome>
  /** Draws a picture without searching for faults. */
  readonly draw: (request: DrawRequest) => Promise<DrawOutcome>
  /** Returns the area of the plate that a part touches or covers when seen from above. */
  readonly silhouette: (request: SilhouetteRequest) => Promise<SilhouetteOutcome>
}

export type MeasurementKey = {
  readonly sha256: string
  readonly format: ModelFormat
  readonly units: LengthUnit | null
}

/** Measurements by content hash, so that the same bytes are measured only once. Failures are stored as well. */
export type Measurements = {
  readonly read: (
    key: MeasurementKey,
  ) => Promise<Measurement | { kind: 'unreadable'; code: string; message: string } | null>
  readonly save: (
    key: MeasurementKey,
    outcome: Measurement | { kind: 'unreadable'; code: string; message: string },
  ) => Promise<void>
}

export type EstimateKey = {
  readonly sha256: string
  readonly format: MeshFormat
  readonly units: LengthUnit | null
  readonly settings: SliceSettings
}

/** Estimates by content and settings. `save` keeps an existing estimate. */
export type PrintEstimates = {
  readonly read: (key: EstimateKey) => Promise<CertainEstimate | null>
  readonly save: (key: EstimateKey, estimate: CertainEstimate) => Promise<void>
}

/** Measurements that a request has already made. `estimate`: with the request's settings; null if none was made. */
export type KnownModel = {
  readonly measurement: Measurement
  readonly estimate: CertainEstimate | null
}

/** A mesh and its print settings. */
export type ModelRequest = {
  /** A local copy. */
  readonly path: string
  readonly sha256: string
  readonly format: SliceableFormat
  readonly units: LengthUnit | null
  readonly settings: SliceSettings
  /** Used instead of the stored measurement. */
  readonly known?: KnownModel
  readonly signal?: AbortSignal
}

export type MeasurementDeps = ModelDeps & {
  readonly geometry: Geometry
  readonly meshes: Meshes
  readonly drawings: Drawings
  readonly measurements: Measurements
  readonly printEstimates: PrintEstimates
  readonly runningEstimates: RunningEstimates
}
