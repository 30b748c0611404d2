// A part as the quote page describes it: what was measured, and what an inspection marked. The shapes are those of the geometry
// core's inspection.
import type { Measurement } from '../../domain/models/report.ts'

export type FaultKind = 'open_edges' | 'non_manifold_edges' | 'overhangs' | 'thin_walls' | 'outside'

export type PartFault = {
  readonly kind: FaultKind
  readonly count: number
  readonly regions: number
  readonly places: readonly unknown[]
}

export type Inspection = {
  readonly faults: readonly PartFault[]
  /** null = nothing was thin enough to be measured. */
  readonly minWallMm: number | null
  readonly wallLimitMm: number
  /** Thicker walls are not measured. */
  readonly maxMeasuredMm: number
}

export type Part = {
  readonly measurement: Measurement
  /** null for a sliced file. */
  readonly inspection: Inspection | null
}
