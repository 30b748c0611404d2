// An inspection of a mesh: the received data, the wall thickness, and the location of faults. The types match
// geometry/outcome.ts.
import type { LengthUnit, MeshFormat } from '../models/format.ts'
import type { MeshReport } from '../models/report.ts'
import type { InspectSettings } from './inspect-settings.ts'
import type { CertainEstimate, GeometryFailure, ProcessReport } from './processing.ts'
import type { SliceSettings } from './slice-settings.ts'

export type FaultKind = 'open_edges' | 'non_manifold_edges' | 'overhangs' | 'thin_walls' | 'outside'

type Triple = readonly [number, number, number]

/** A connected region of a fault: a point on the surface, its outward direction and the size of the region. */
export type FaultPlace = {
  readonly at: Triple
  readonly normal: Triple
  readonly radiusMm: number
  /** This region's share of the whole fault, 0 to 1. */
  readonly share: number
}

export type MeshFault = {
  readonly kind: FaultKind
  /** Number of edges for open and non-manifold edges; number of triangles for other faults. */
  readonly count: number
  /** Area of the triangles; null for edges. */
  readonly areaMm2: number | null
  /** Number of connected regions. `places` lists the 20 largest. */
  readonly regions: number
  readonly places: readonly FaultPlace[]
}

/** A connected region of thin wall: its thinnest point on the surface. */
export type ThinPlace = {
  readonly at: Triple
  readonly thicknessMm: number
  readonly areaMm2: number
}

export type WallReport = {
  /** null if nothing is thin enough to be measured. */
  readonly minWallMm: number | null
  /** Walls below this thickness are thin. */
  readonly limitMm: number
  /** Thicker walls are not measured. */
  readonly maxMeasuredMm: number
  /** False if points were skipped because the surface is too intricate. There may be more thin places. */
  readonly complete: boolean
  /** At most 20, largest first. */
  readonly thin: readonly ThinPlace[]
}

/** The surface of a file before any repair. */
export type ReceivedMesh = {
  readonly triangles: number
  readonly boundaryEdges: number
  readonly nonManifoldEdges: number
  readonly components: number
  readonly watertight: boolean
  /** Negative if the surface faces inward; null if it encloses no volume. */
  readonly volumeCm3: number | null
}

/** Repairs made in the measured copy. */
export type Repairs = {
  readonly weldedVertices: number
  readonly removedDegenerates: number
  readonly removedDuplicates: number
  /** Triangles without a shared edge. */
  readonly removedLoose: number
  readonly flippedFaces: number
  readonly filledHoles: number
  readonly remainingBoundaryEdges: number
}

export type PictureRequest = {
  readonly sizePx: number
  readonly view: 'iso' | 'front' | 'top'
  readonly faults: boolean
  /** `#rrggbb`; transparent if absent. */
  readonly background?: string
}

export type InspectRequest = {
  readonly source: { readonly path: string }
  readonly format: MeshFormat
  readonly units?: LengthUnit
  readonly settings: InspectSettings
  readonly outputs?: {
    readonly mesh: boolean
    readonly picture?: PictureRequest
    /**
     * Whether to estimate the print as well, or to judge it like `process`. Much cheaper than a separate job for the
     * same file.
     */
    readonly estimate?: SliceSettings
    readonly verdict?: boolean
  }
  readonly signal?: AbortSignal
}

export type InspectOutcome =
  | {
      readonly kind: 'inspected'
      readonly report: MeshReport & { readonly repaired: Repairs }
      readonly received: ReceivedMesh
      readonly faults: readonly MeshFault[]
      readonly walls: WallReport
      /** A PNG. */
      readonly picture: Uint8Array | null
      /** Set if requested. */
      readonly estimate?: CertainEstimate
      readonly verdict?: ProcessReport
    }
  | GeometryFailure
