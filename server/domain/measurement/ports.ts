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
  /** Estimates the print of a mesh too, or draws it: much cheaper than another job for the same file. */
  readonly estimate?: SliceSettings
  readonly picture?: DrawOptions
  readonly signal?: AbortSignal
}

export type Geometry = {
  /** `estimate` and `picture` are set where the request asked for them and the file is a mesh that can be measured. */
  readonly measure: (
    request: MeasureRequest,
  ) => Promise<
    MeasureOutcome & { readonly estimate?: CertainEstimate; readonly picture?: Uint8Array }
  >
}

/** The rest of the geometry core: repair, the estimate that needs no slicer, and the inspection and the pictures for people. */
export type Meshes = {
  /** Like `estimate`, rejects only when aborted or when the file cannot be opened. */
  readonly process: (request: ProcessRequest) => Promise<ProcessOutcome>
  /** Changes a model and writes its parts as files. Rejects like `estimate`, and on options out of range. */
  readonly change: (request: ChangeRequest) => Promise<ChangeOutcome>
  readonly estimate: (request: EstimateRequest) => Promise<EstimateOutcome>
  readonly inspect: (request: InspectRequest) => Promise<InspectOutcome>
  /** A picture without faults; they are not searched for. */
  readonly draw: (request: DrawRequest) => Promise<DrawOutcome>
  /** Where a part touches the plate or hides it from above. */
  readonly silhouette: (request: SilhouetteRequest) => Promise<SilhouetteOutcome>
}

export type MeasurementKey = {
  readonly sha256: string
  readonly format: ModelFormat
  readonly units: LengthUnit | null
}

/** Measurements by content hash, so that the same bytes are never measured twice. Refusals are stored as well. */
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

/** Estimates by content and settings. `save` does not replace a stored one. */
export type PrintEstimates = {
  readonly read: (key: EstimateKey) => Promise<CertainEstimate | null>
  readonly save: (key: EstimateKey, estimate: CertainEstimate) => Promise<void>
}

/** What a request has measured already. `estimate`: at the request's settings; null where none was made. */
export type KnownModel = {
  readonly measurement: Measurement
  readonly estimate: CertainEstimate | null
}

/** A mesh and the settings of its print. */
export type ModelRequest = {
  /** A local copy. */
  readonly path: string
  readonly sha256: string
  readonly format: SliceableFormat
  readonly units: LengthUnit | null
  readonly settings: SliceSettings
  /** Replaces the stored measurement. */
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
