// Requests to the geometry core in addition to measuring: repair, and the estimate without a slicer. The types match
// geometry/outcome.ts; the names follow contract.md 2.5.
import type { FileUnit, LengthUnit, MeshFormat } from '../models/format.ts'
import type { Busy } from './failure.ts'
import type { SliceSettings } from './slice-settings.ts'

export type ProcessOptions = {
  readonly smoothing?: 'off' | 'light' | 'strong'
  readonly hollow?: { readonly wallMm: number }
  readonly orient?: boolean
  readonly scaleToPlate?: boolean
  /** The longest side of the result in mm, 0.1 to 10,000; absent = as in the file. */
  readonly longestSideMm?: number
}

export type ProcessRequest = {
  readonly source: { readonly path: string }
  readonly format: MeshFormat
  readonly units?: LengthUnit
  readonly options?: ProcessOptions
  /** Files to write. Default: `stl` only. */
  readonly outputs?: { readonly stl?: boolean; readonly glb?: boolean }
  readonly signal?: AbortSignal
}

/** As in contract.md 2.5, meshRepair. */
export type MeshRepair =
  | { readonly applied: false; readonly summary: string }
  | {
      readonly applied: true
      readonly weldedVertices: number
      readonly removedDegenerates: number
      readonly flippedFaces: number
      readonly filledHoles: number
      readonly remainingBoundaryEdges: number
      readonly scaleApplied: number
      readonly smoothed: boolean
      readonly hollowed: boolean
      readonly reoriented: boolean
      readonly hollowWallMm: number | null
      readonly partCount: number
      readonly notes: readonly string[]
    }

/** As in contract.md 2.5, printability. */
export type Printability = {
  readonly watertight: boolean
  readonly volumeCm3: number
  /** Number of open edges, not rings. */
  readonly holes: number
  readonly nonManifoldEdges: number
  readonly triangles: number
  readonly dimensionsMm: readonly [number, number, number]
  readonly minFeatureMm: number
  readonly featureSizeEstimated: true
  readonly maxOverhangDeg: number
  readonly fitsPlate: boolean
}

/** A sentence, and the position on the processed model that it refers to; null = the complete model. */
export type Remark = {
  readonly code: string
  readonly message: string
  readonly at: readonly [number, number, number] | null
  readonly sizeMm: number | null
}

/** The core's verdict on a mesh, without considering supports. */
export const meshStatuses = ['ready', 'repaired', 'needs-redesign'] as const
export type MeshStatus = (typeof meshStatuses)[number]

/** The verdict on a generated model: the core's, or `supports` if it prints with supports. */
export const printStatuses = ['ready', 'supports', 'repaired', 'needs-redesign'] as const
export type PrintStatus = (typeof printStatuses)[number]

export type ProcessReport = {
  readonly unit: FileUnit
  readonly unitSource: 'file' | 'default' | 'override'
  readonly meshRepair: MeshRepair
  readonly printability: Printability
  readonly printStatus: MeshStatus
  readonly printabilityScore: number
  readonly printDetail: string
  readonly issues: readonly Remark[]
  readonly recommendations: readonly Remark[]
}

export type GeometryFailure =
  | { readonly kind: 'unreadable'; readonly code: string; readonly message: string }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'crashed' }
  | Busy

/** Files are null unless requested. The STL is in mm with Z up; the GLB is in meters with Y up, as glTF requires. */
export type ProcessOutcome =
  | {
      readonly kind: 'processed'
      readonly report: ProcessReport
      readonly stl: Uint8Array | null
      readonly glb: Uint8Array | null
    }
  | GeometryFailure

/** The position of a cut, in the final size of the model and the pose of the file. */
export type Cut =
  | {
      readonly plane: {
        readonly normal: readonly [number, number, number]
        /** Distance from the model's lowest point along the normal. */
        readonly offsetMm: number
      }
    }
  /** Cuts into slabs of equal thickness until each part fits the plate. */
  | { readonly toFit: true }

export type ChangeRequest = {
  readonly source: { readonly path: string }
  readonly format: MeshFormat
  readonly units?: LengthUnit
  /** `orient` reorients each part after a cut. */
  readonly options?: ProcessOptions
  readonly cut?: Cut
  readonly output: 'stl' | 'glb' | '3mf'
  readonly signal?: AbortSignal
}

/** A part in the pose of its file. */
export type ChangedPart = {
  readonly dimensionsMm: readonly [number, number, number]
  readonly volumeCm3: number
  readonly triangles: number
  /** Number of separate bodies. */
  readonly bodies: number
}

/**
 * `report`: the complete model, before cutting. `files`: one per part for STL and GLB; a 3MF is one file with a separate
 * object per part.
 */
export type ChangeOutcome =
  | {
      readonly kind: 'changed'
      readonly report: ProcessReport
      readonly parts: readonly ChangedPart[]
      readonly files: readonly Uint8Array[]
    }
  | GeometryFailure

export type DrawOptions = {
  readonly sizePx: number
  readonly view: 'iso' | 'front' | 'back' | 'left' | 'right' | 'top' | 'bottom'
  /** Color of the part, `#rrggbb`; absent = a neutral gray. */
  readonly color?: string
  /** `#rrggbb`; absent = transparent. */
  readonly background?: string
}

export type DrawRequest = {
  readonly source: { readonly path: string }
  readonly format: MeshFormat
  readonly units?: LengthUnit
  readonly picture: DrawOptions
}

/** A PNG. */
export type DrawOutcome = { readonly kind: 'drawn'; readonly picture: Uint8Array } | GeometryFailure

/** `pose`: reoriented like `process` with `orient`, or as in the file. */
export type SilhouetteRequest = {
  readonly source: { readonly path: string }
  readonly format: MeshFormat
  readonly units?: LengthUnit
  readonly pose: { readonly orient: boolean }
  readonly signal?: AbortSignal
}

/** The silhouette of a part on the plate: rows of 32-cell words, starting at the lowest Y. */
export type SilhouetteOutcome =
  | {
      readonly kind: 'silhouette'
      readonly widthMm: number
      readonly depthMm: number
      readonly cellMm: number
      readonly columns: number
      readonly rows: number
      readonly bits: Uint32Array
    }
  | GeometryFailure

/** Code of an unreadable estimate and of an issue: the file is a mesh, but a printer would print nothing from it. */
export const nothingPrintsCode = 'nothing_prints'

/** Code of an issue: a body is larger than the plate or the build volume. */
export const tooLargeCode = 'too_large'

/** Code of the core's recommendation to print with supports. */
export const supportsCode = 'supports'

export type EstimateRequest = {
  readonly source: { readonly path: string }
  readonly format: MeshFormat
  readonly units?: LengthUnit
  readonly settings: SliceSettings
  readonly signal?: AbortSignal
}

/** `seconds`: time of the complete plate. */
export type PlateTime = { readonly copies: number; readonly seconds: number }

type EstimatedPrint = {
  readonly filamentCm3: number
  readonly seconds: number
  /** Plates with several copies, fewest first. */
  readonly plates: readonly PlateTime[]
  readonly layers: number
  /** Half-width of the 90% range of the filament, in percent. */
  readonly rangePercent: number
}

type Sides = readonly [number, number, number]

export const supportDecisions = ['none', 'turn', 'supports'] as const
export type SupportDecision = (typeof supportDecisions)[number]

/** How an overhanging part is printed, and the filament and time of its supports (decisions.md 46). */
export type SupportPlan = {
  /** `turn`: without supports in a better pose. The other two decisions use the pose of the file. */
  readonly decision: SupportDecision
  /** Area of unsupported layers in the pose of the file. */
  readonly unsupportedMm2: number
  /** Filament and time of the supports in the pose of the file; 0 if none are needed. */
  readonly filamentCm3: number
  readonly seconds: number
  /** The estimate in the better pose; null unless the decision is `turn`. */
  readonly turned: (EstimatedPrint & { readonly dimensionsMm: Sides }) | null
}

/** Filament and time of the repaired body in the pose of the file, without supports. */
export type Estimated = EstimatedPrint & {
  readonly kind: 'estimated'
  readonly supports: SupportPlan
}

export type EstimateOutcome = Estimated | GeometryFailure

/** An estimate that can be cached. A full queue or a timeout says nothing about the model. */
export type CertainEstimate = Extract<EstimateOutcome, { kind: 'estimated' | 'unreadable' }>
