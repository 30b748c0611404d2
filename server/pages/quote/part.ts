// A part as the quote page describes it: what was measured, and what an inspection marked.
import type { Fault, WallReport } from '../../domain/measurement/inspection.ts'
import type { Measurement } from '../../domain/models/report.ts'

export type Inspection = { readonly faults: readonly Fault[]; readonly walls: WallReport }

export type Part = {
  readonly measurement: Measurement
  /** null for a sliced file, and when the core gave up. */
  readonly inspection: Inspection | null
  /** The inspection is still to come. */
  readonly isInspecting?: boolean
}
