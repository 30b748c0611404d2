// Requests to the geometry core besides measuring: repair, and the estimate that needs no slicer.
// The shapes are those of geometry/outcome.ts; names follow contract.md 2.5.
import type { FileUnit, LengthUnit, MeshFormat } from '../models/format.ts'
import type { Busy } from './failure.ts'
import type { SliceSettings } from './slice-settings.ts'

export type ProcessOptions = {
  readonly smoothing?: 'off' | 'light' | 'strong'
  readonly hollow?: { readonly wallMm: number }
  readonly orient?: boolean
  readonly scaleToPlate?: boolean
  /** The longest side of the result, 0.1 to 10,000; absent = as in the file. */
  readonly longestSideMm?: number
}

export type ProcessRequest = {
  readonly source: { readonly path: string }
  readonly format: MeshFormat
  readonly units?: LengthUnit
  readonly options?: ProcessOptions
  /** What to write; `stl` alone when omitted. */
  readonly outputs?: { readonly stl?: boolean; readonly glb?: boolean }
  readonly signal?: AbortSignal
}

/** contract.md 2.5, meshRepair. */
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

/** contract.md 2.5, printability. */
export type Printability = {
  readonly watertight: boolean
  readonly volumeCm3: number
  /** Open edges, not rings. */
  readonly holes: number
  readonly nonManifoldEdges: number
  readonly triangles: number
  readonly dimensionsMm: readonly [number, number, number]
  readonly minFeatureMm: number
  readonly featureSizeEstimated: true
  readonly maxOverhangDeg: number
  readonly fitsPlate: boolean
}

/** A sentence, and the position on the processed model that it is about; null when it is about the whole. */
export type Remark = {
  readonly code: string
  readonly message: string
  readonly at: readonly [number, number, number] | null
  readonly sizeMm: number | null
}

/** The verdict of the core on a mesh, without what supports take. */
export const meshStatuses = ['ready', 'repaired', 'needs-redesign'] as const
export type MeshStatus = (typeof meshStatuses)[number]

/** The verdict on a generated model: that of the core, or that it prints with supports. */
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

/** Where a model is cut, in its final size and in the pose of the file. */
export type Cut =
  | {
      readonly plane: {
        readonly normal: readonly [number, number, number]
        /** From the model's lowest point along the normal. */
        readonly offsetMm: number
      }
    }
  /** Into slabs of equal thickness until each part fits the plate. */
  | { readonly toFit: true }

export type ChangeRequest = {
  readonly source: { readonly path: string }
  readonly format: MeshFormat
  readonly units?: LengthUnit
  /** `orient` turns each part after a cut. */
  readonly options?: ProcessOptions
  readonly cut?: Cut
  readonly output: 'stl' | 'glb' | '3mf'
  readonly signal?: AbortSignal
}

/** A part as it lies in its file. */
export type ChangedPart = {
  readonly dimensionsMm: readonly [number, number, number]
  readonly volumeCm3: number
  readonly triangles: number
  /** Bodies that do not touch each other. */
  readonly bodies: number
}

/**
 * `report`: of the whole model, before it is cut. `files`: one for each part in STL or GLB; a 3MF is one file, in which every part is an
 * object of its own.
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
  /** Color of the part, `#rrggbb`; a neutral gray when absent. */
  readonly color?: string
  /** `#rrggbb`; transparent when absent. */
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

/** `pose`: as `process` with `orient` turns it, or as the file has it. */
export type SilhouetteRequest = {
  readonly source: { readonly path: string }
  readonly format: MeshFormat
  readonly units?: LengthUnit
  readonly pose: { readonly orient: boolean }
  readonly signal?: AbortSignal
}

/** The shadow of a part on the plate: rows of words of 32 cells, from the lowest Y on. */
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

/** Code of an unreadable estimate, and of an issue: the file is a mesh, but a printer would print nothing from it. */
export const nothingPrintsCode = 'nothing_prints'

/** Code of the core's recommendation to print with supports. */
export const supportsCode = 'supports'

export type EstimateRequest = {
  readonly source: { readonly path: string }
  readonly format: MeshFormat
  readonly units?: LengthUnit
  readonly settings: SliceSettings
  readonly signal?: AbortSignal
}

/** `seconds`: of the whole plate. */
export type PlateTime = { readonly copies: number; readonly seconds: number }

type EstimatedPrint = {
  readonly filamentCm3: number
  readonly seconds: number
  /** Plates with several copies, fewest first. */
  readonly plates: readonly PlateTime[]
  readonly layers: number
  /** Half-width of the 90 % range of the filament, percent. */
  readonly rangePercent: number
}

type Sides = readonly [number, number, number]

export const supportDecisions = ['none', 'turn', 'supports'] as const
export type SupportDecision = (typeof supportDecisions)[number]

/** How a part is printed where it overhangs, and what that takes (decisions.md 46). */
export type SupportPlan = {
  /** `turn`: without supports in a better pose. The other two are in the pose of the file. */
  readonly decision: SupportDecision
  /** Area of the layers that rest on nothing, in the pose of the file. */
  readonly unsupportedMm2: number
  /** Filament and time that supports take in the pose of the file; 0 where it needs none. */
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

/** An estimate that can be cached: a full queue or a timeout says nothing about the model. */
export type CertainEstimate = Extract<EstimateOutcome, { kind: 'estimated' | 'unreadable' }>
