// A part on the quote page: its measurement, and what an inspection marked.
import type { Fault, Repairs, WallReport } from '../../domain/measurement/inspection.ts'
import type { PartSupports } from '../../domain/measurement/supports.ts'
import type { Measurement } from '../../domain/models/report.ts'

export type Inspection = {
  readonly faults: readonly Fault[]
  readonly walls: WallReport
  readonly report: { readonly repaired: Repairs }
}

export type Part = {
  readonly measurement: Measurement
  /** null for a sliced file, and when the core gave up. */
  readonly inspection: Inspection | null
  /** The inspection has not finished yet. */
  readonly isInspecting?: boolean
  /** How it is printed; left out or null while that is not known, for a sliced file, and when the core gave up. */
  readonly supports?: PartSupports | null
}
