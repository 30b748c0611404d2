// The geometry core, and what is kept of its measurements.

import type { LengthUnit, ModelFormat, SliceableFormat } from '../models/format.ts'
import type { ModelDeps } from '../models/ports.ts'
import type { Measurement, MeasureOutcome } from '../models/report.ts'
import type {
  EstimateOutcome,
  EstimateRequest,
  ProcessOutcome,
  ProcessRequest,
} from './processing.ts'
import type { SliceSettings } from './slice-settings.ts'

export type MeasureRequest = {
  readonly source: { readonly path: string }
  readonly format: ModelFormat
  readonly units?: LengthUnit
  readonly signal?: AbortSignal
}

export type Geometry = { readonly measure: (request: MeasureRequest) => Promise<MeasureOutcome> }

/** The rest of the geometry core: repair with all that goes with it, and the estimate that needs no slicer. */
export type Meshes = {
  /** Rejects only when aborted or when the file cannot be opened, both of them. */
  readonly process: (request: ProcessRequest) => Promise<ProcessOutcome>
  readonly estimate: (request: EstimateRequest) => Promise<EstimateOutcome>
}

export type MeasurementKey = {
  readonly sha256: string
  readonly format: ModelFormat
  readonly units: LengthUnit | null
}

/** Measurements by content hash, so the same bytes are never measured twice. Refusals are kept as well. */
export type Measurements = {
  readonly read: (
    key: MeasurementKey,
  ) => Promise<Measurement | { kind: 'unreadable'; code: string; message: string } | null>
  readonly save: (
    key: MeasurementKey,
    outcome: Measurement | { kind: 'unreadable'; code: string; message: string },
  ) => Promise<void>
}

/** An estimate that can be kept: a busy core or a slow run says nothing of the model. */
export type CertainEstimate = Extract<EstimateOutcome, { kind: 'estimated' | 'unreadable' }>

export type EstimateKey = {
  readonly sha256: string
  readonly format: SliceableFormat
  readonly units: LengthUnit | null
  readonly settings: SliceSettings
}

/** Estimates by what they were made of; `save` leaves what is there already alone. */
export type PrintEstimates = {
  readonly read: (key: EstimateKey) => Promise<CertainEstimate | null>
  readonly save: (key: EstimateKey, estimate: CertainEstimate) => Promise<void>
}

/** A mesh and how it is to be printed. */
export type ModelRequest = {
  /** The caller's file as a local copy. */
  readonly path: string
  readonly sha256: string
  readonly format: SliceableFormat
  readonly units: LengthUnit | null
  readonly settings: SliceSettings
  readonly signal?: AbortSignal
}

export type MeasurementDeps = ModelDeps & {
  readonly geometry: Geometry
  readonly meshes: Meshes
  readonly measurements: Measurements
  readonly printEstimates: PrintEstimates
}
