// Messages between a page and its worker with the geometry core.
import type {
  CallerUnit,
  InspectSettings,
  PictureOptions,
  PrintSettings,
} from '../../../geometry/messages.ts'
import type {
  EstimateOutcome,
  InspectOutcome,
  MeasureOutcome,
  SlicedReport,
} from '../../../geometry/outcome.ts'
import type { ChangesMade, PartChanges } from '../../domain/measurement/part-changes.ts'
import type { ModelFormat } from '../../domain/models/format.ts'

/** URLs of the whole core. */
export type CoreFiles = { readonly coreWasm: string; readonly dracoWasm: string }

export type ModelFile = {
  readonly file: Blob
  /** Identifies the content. The worker keeps the bytes of the last file, and does not read the same file again. */
  readonly key: string
  readonly format: ModelFormat
  readonly units: CallerUnit | null
}

export type MeasureTask = ModelFile & {
  readonly kind: 'measure'
  readonly settings: InspectSettings
  /** 1 keeps the file's size. */
  readonly scale: number
  /** Scaled or changed parts, and every OBJ, are converted to an STL, which is then measured. */
  readonly changes: PartChanges
}

/** Inspects the printed file after it was measured. */
export type InspectTask = ModelFile & {
  readonly kind: 'inspect'
  readonly settings: InspectSettings
}

/** Draws a picture if WebGL is not available. */
export type PictureTask = ModelFile & {
  readonly kind: 'picture'
  readonly settings: InspectSettings
  readonly picture: PictureOptions
}

export type EstimateTask = ModelFile & {
  readonly kind: 'estimate'
  readonly settings: PrintSettings
}

export type CoreTask = MeasureTask | InspectTask | PictureTask | EstimateTask

export type ToCore =
  /** Loads the measuring core. Sent at most once, before `start`. */
  | { readonly kind: 'prepare'; readonly measuringWasm: string }
  /** Loads the whole core. Sent once, before the first task. */
  | ({ readonly kind: 'start' } & CoreFiles)
  | { readonly kind: 'task'; readonly id: number; readonly task: CoreTask }

/** Inspection without its mesh, which follows separately. */
export type Inspected = Omit<Extract<InspectOutcome, { kind: 'inspected' }>, 'mesh' | 'picture'>

type MeshReport = Extract<MeasureOutcome, { kind: 'mesh' }>['report']

/** The printed file, if it differs from the chosen one. */
export type Converted = { readonly file: Blob; readonly key: string }

/** Effects of a part's changes. */
export type Reshaped = ChangesMade & {
  /** Report of the scaled part before its changes. */
  readonly before: MeshReport
}

export type CoreOutcome =
  | {
      readonly kind: 'measured'
      readonly report: MeshReport
      readonly converted: Converted | null
      /** null if no change was requested. */
      readonly reshaped: Reshaped | null
    }
  | { readonly kind: 'sliced'; readonly report: SlicedReport }
  | { readonly kind: 'inspected'; readonly inspected: Inspected }
  /** PNG. */
  | { readonly kind: 'pictured'; readonly picture: Blob }
  | Exclude<EstimateOutcome, { kind: 'busy' }>

/** Part of the surface for a single draw call. */
export type SurfaceChunk = {
  /** Nine numbers per triangle, in millimeters, centered on the plate at z = 0. */
  readonly positions: Float32Array<ArrayBuffer>
  /** Four numbers per corner: the normal in units of 1/127, and the fault bits of its triangle. */
  readonly surface: Int8Array<ArrayBuffer>
}

export type PartSurface = {
  readonly chunks: readonly SurfaceChunk[]
  readonly triangles: number
  readonly sizeMm: readonly [number, number, number]
  /** Offset subtracted from the file's coordinates, in millimeters. */
  readonly originMm: readonly [number, number, number]
}

export type FromCore =
  /** First message of every task, and after `waiting`. The time limit of the task begins. */
  | { readonly kind: 'begun'; readonly id: number }
  /** The measuring core could not measure the file. The task waits for the whole core, without a time limit. */
  | { readonly kind: 'waiting'; readonly id: number }
  /** Share of the file that was read, from 0 to 1. */
  | { readonly kind: 'reading'; readonly id: number; readonly share: number }
  | { readonly kind: 'outcome'; readonly id: number; readonly outcome: CoreOutcome }
  /** Follows an inspection. null if there is nothing to show. */
  | { readonly kind: 'surface'; readonly id: number; readonly surface: PartSurface | null }
  /** Last message of every task. `memoryBytes` is the memory of the core, which never releases any. */
  | { readonly kind: 'ended'; readonly id: number; readonly memoryBytes: number }
  /** The page must replace the worker. */
  | { readonly kind: 'broken'; readonly id: number | null; readonly reason: string }
