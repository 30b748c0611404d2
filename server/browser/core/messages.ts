// The messages between a page and its worker with the geometry core.
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

/** The addresses that the worker loads before its first task. */
export type CoreFiles = { readonly coreWasm: string; readonly dracoWasm: string }

export type ModelFile = {
  readonly file: Blob
  /** Names the content: the worker keeps the bytes of the file that it read last, and does not read the same one again. */
  readonly key: string
  readonly format: ModelFormat
  readonly units: CallerUnit | null
}

export type MeasureTask = ModelFile & {
  readonly kind: 'measure'
  readonly settings: InspectSettings
  /** 1 = as in the file. */
  readonly scale: number
  /** A part that is scaled or changed, and every OBJ, is converted to an STL, which is what gets measured. */
  readonly changes: PartChanges
}

/** Inspects the file that is printed, after it was measured. */
export type InspectTask = ModelFile & {
  readonly kind: 'inspect'
  readonly settings: InspectSettings
}

/** Where there is no WebGL. */
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
  | ({ readonly kind: 'start' } & CoreFiles)
  | { readonly kind: 'task'; readonly id: number; readonly task: CoreTask }

/** An inspection without its mesh, which follows on its own. */
export type Inspected = Omit<Extract<InspectOutcome, { kind: 'inspected' }>, 'mesh' | 'picture'>

type MeshReport = Extract<MeasureOutcome, { kind: 'mesh' }>['report']

/** The file that is printed, where that is not the one that was chosen. */
export type Converted = { readonly file: Blob; readonly key: string }

/** What the changes of a part did. */
export type Reshaped = ChangesMade & {
  /** The report of the part at its size before the changes. */
  readonly before: MeshReport
}

export type CoreOutcome =
  | {
      readonly kind: 'measured'
      readonly report: MeshReport
      readonly converted: Converted | null
      /** null when no change was requested. */
      readonly reshaped: Reshaped | null
    }
  | { readonly kind: 'sliced'; readonly report: SlicedReport }
  | { readonly kind: 'inspected'; readonly inspected: Inspected }
  /** PNG. */
  | { readonly kind: 'pictured'; readonly picture: Blob }
  | Exclude<EstimateOutcome, { kind: 'busy' }>

/** A part of the surface, for one draw call. */
export type SurfaceChunk = {
  /** Nine numbers a triangle: mm, centered on the plate, which is at z = 0. */
  readonly positions: Float32Array<ArrayBuffer>
  /** Four numbers a corner: the normal, in 1/127, and the fault bits of its triangle. */
  readonly surface: Int8Array<ArrayBuffer>
}

export type Surface = {
  readonly chunks: readonly SurfaceChunk[]
  readonly triangles: number
  readonly sizeMm: readonly [number, number, number]
  /** What was subtracted from the file's coordinates, mm. */
  readonly originMm: readonly [number, number, number]
}

export type FromCore =
  /** The first message of every task. */
  | { readonly kind: 'begun'; readonly id: number }
  /** How much of the file was read, 0 to 1. */
  | { readonly kind: 'reading'; readonly id: number; readonly share: number }
  | { readonly kind: 'outcome'; readonly id: number; readonly outcome: CoreOutcome }
  /** Follows an inspection; null when there is nothing to show. */
  | { readonly kind: 'surface'; readonly id: number; readonly surface: Surface | null }
  /** The last message of every task. `memoryBytes`: of the core, which never gives memory back. */
  | { readonly kind: 'ended'; readonly id: number; readonly memoryBytes: number }
  /** The worker must be replaced. */
  | { readonly kind: 'broken'; readonly id: number | null; readonly reason: string }
