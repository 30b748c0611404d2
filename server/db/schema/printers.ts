// Printers of the farm and their loaded spools.

import type { ColumnType, Generated } from 'kysely'
import type { PrintJobId } from '../../domain/base/ids/print-job-id.ts'
import type { PrintLease } from '../../domain/base/ids/print-lease.ts'
import type { Material } from '../../domain/catalog/options.ts'
import type { BedOrigin, Firmware, ReportedState } from '../../domain/farm/printers/printer.ts'
import type {
  CommandAction,
  CommandOutcome,
  DeskFeature,
} from '../../domain/farm/printers/printer-desk.ts'
import type { PrintFileKind } from '../../domain/planning/plates.ts'
import type { Created } from './columns.ts'

/** An array that is written as a whole. */
type List<T> = ColumnType<T[], readonly T[] | undefined, readonly T[]>

export type PrintersTable = {
  name: string
  model: string | null
  /** Target of the printer's slices; empty means the farm's bed. */
  profile: Generated<string>
  profile_nozzle_mm: number | null
  /** Width, depth and height, in mm. */
  bed_mm: ColumnType<number[] | null, readonly number[] | null, readonly number[] | null>
  bed_origin: Generated<BedOrigin>
  nozzle_mm: number | null
  firmware: Firmware | null
  /** Empty means not known. */
  file_kinds: List<PrintFileKind>
  /** Whether the printer's program takes shared plates, according to its last claim. */
  takes_shared: Generated<boolean>
  tags: List<string>
  state: Generated<ReportedState>
  state_detail: string | null
  state_since: Created
  /** From 0 to 1. */
  progress: number | null
  remaining_seconds: number | null
  /** Job of the last claim or report. */
  job_id: PrintJobId | null
  /** When the plate of the `finished` state was cleared. */
  cleared_at: Date | null
  last_heard_at: Created
  /** When its program last reported that it cannot reach the printer, and why. Applies until the next sign of life. */
  unreachable_at: Date | null
  unreachable_reason: string | null
  /** Null means that the only signs of life were claims and heartbeats of jobs. */
  reported_at: Date | null
  maintenance_since: Date | null
  maintenance_note: string | null
  maintenance_by: string | null
  /** Operator who set the spools; null means that the printer's program may set them. */
  spools_by: string | null
  /** Whether a counted spool was loaded since an operator last saved the printer without any spools. */
  spools_counted: Generated<boolean>
  /** Incremented by operators' changes. */
  version: Generated<number>
  /** Null means that the printer's program takes no commands. */
  controls: ColumnType<
    CommandAction[] | null,
    readonly CommandAction[] | null | undefined,
    readonly CommandAction[] | null
  >
  missing_features: List<DeskFeature>
  /** The reason of each missing feature. */
  missing_reasons: List<string>
  /** Actual and target of nozzle, bed and chamber, in degrees Celsius. */
  temperatures: ColumnType<
    (number | null)[] | null,
    readonly (number | null)[] | null | undefined,
    readonly (number | null)[] | null
  >
  created_at: Created
}

/** The last command of each printer. */
export type PrinterCommandsTable = {
  printer: string
  id: string
  version: number
  action: CommandAction
  job_id: PrintJobId
  lease: PrintLease
  requested_by: string
  requested_at: Created
  expires_at: Date
  taken_by: string | null
  taken_at: Date | null
  ended_at: Date | null
  outcome: CommandOutcome | null
  reason: string | null
}

/** The newest picture of each printer. */
export type PrinterPicturesTable = {
  printer: string
  jpeg: Uint8Array
  taken_at: Created
}

export type PrinterSpoolsTable = {
  printer: string
  slot: number
  material: Material
  color: string
  /** Null means not known. */
  grams_left: number | null
}
