// A part on the quote page: its measurement, and the findings of its inspection.
import type { MeshFault, Repairs, WallReport } from '../../../domain/measurement/inspection.ts'
import type { PartSupports } from '../../../domain/measurement/supports.ts'
import type { Measurement } from '../../../domain/models/report.ts'

export type Inspection = {
  readonly faults: readonly MeshFault[]
  readonly walls: WallReport
  readonly report: { readonly repaired: Repairs }
}

export type Part = {
  readonly measurement: Measurement
  /** null for a sliced file, and if the geometry core failed. */
  readonly inspection: Inspection | null
  /** Whether the inspection is still running. */
  readonly isInspecting?: boolean
  /** Supports and orientation. Omitted or null if unknown, for a sliced file, and if the geometry core failed. */
  readonly supports?: PartSupports | null
}
