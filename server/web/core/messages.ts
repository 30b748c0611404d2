// The messages between a page and its worker with the geometry core.
import type {
  CallerUnit,
  Format,
  InspectSettings,
  PrintSettings,
} from '../../../geometry/messages.ts'
import type { EstimateOutcome, InspectOutcome, SlicedReport } from '../../../geometry/outcome.ts'

/** What the worker loads before its first task. */
export type CoreFiles = { readonly coreWasm: string; readonly dracoWasm: string }

export type ModelFile = {
  readonly file: Blob
  readonly format: Format
  readonly units: CallerUnit | null
}

export type InspectTask = ModelFile & {
  readonly kind: 'inspect'
  readonly settings: InspectSettings
  /** 1 = as in the file. Any other size, and an OBJ of any size, is converted to an STL, which is what gets inspected. */
  readonly scale: number
}

export type EstimateTask = ModelFile & {
  readonly kind: 'estimate'
  readonly settings: PrintSettings
}

export type CoreTask = InspectTask | EstimateTask

export type ToCore =
  | ({ readonly kind: 'start' } & CoreFiles)
  | { readonly kind: 'task'; readonly id: number; readonly task: CoreTask }

/** An inspection without its mesh, which follows on its own. */
export type Inspected = Omit<Extract<InspectOutcome, { kind: 'inspected' }>, 'mesh' | 'picture'>

export type CoreOutcome =
  | { readonly kind: 'inspected'; readonly inspected: Inspected; readonly converted: Blob | null }
  | { readonly kind: 'sliced'; readonly report: SlicedReport }
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
  /** How much of the file was read, 0 to 1. */
  | { readonly kind: 'reading'; readonly id: number; readonly share: number }
  | { readonly kind: 'outcome'; readonly id: number; readonly outcome: CoreOutcome }
  /** Follows an inspection; null when there is nothing to show. */
  | { readonly kind: 'surface'; readonly id: number; readonly surface: Surface | null }
  /** The worker must be replaced. */
  | { readonly kind: 'broken'; readonly id: number | null; readonly reason: string }
