// Printers of the farm and the spools that are loaded.

import type { ColumnType, Generated } from 'kysely'
import type { PrintJobId } from '../../domain/base/print-job-id.ts'
import type { Material } from '../../domain/catalog/options.ts'
import type { BedOrigin, Firmware, ReportedState } from '../../domain/farm/printers/printer.ts'
import type { FileKind } from '../../domain/planning/plates.ts'
import type { Created } from './columns.ts'

/** An array, written as one. */
type List<T> = ColumnType<T[], readonly T[] | undefined, readonly T[]>

export type PrintersTable = {
  name: string
  model: string | null
  /** What plates for it are sliced for; empty: the farm's own bed. */
  profile: Generated<string>
  profile_nozzle_mm: number | null
  /** Width, depth and height in mm. */
  bed_mm: ColumnType<number[] | null, readonly number[] | null, readonly number[] | null>
  bed_origin: Generated<BedOrigin>
  nozzle_mm: number | null
  firmware: Firmware | null
  /** Empty: not known. */
  file_kinds: List<FileKind>
  /** Whether its program takes shared plates, as its last claim said. */
  takes_shared: Generated<boolean>
  tags: List<string>
  state: Generated<ReportedState>
  state_detail: string | null
  state_since: Created
  /** 0 to 1. */
  progress: number | null
  remaining_seconds: number | null
  /** The job of its last claim or report. */
  job_id: PrintJobId | null
  /** When the plate of the state finished was cleared. */
  cleared_at: Date | null
  last_heard_at: Created
  /** Null: it was only heard of by claims and heartbeats of jobs. */
  reported_at: Date | null
  maintenance_since: Date | null
  maintenance_note: string | null
  maintenance_by: string | null
  /** The operator who set the spools; null = its program may. */
  spools_by: string | null
  /** Raised by the changes of operators. */
  version: Generated<number>
  created_at: Created
}

export type PrinterSpoolsTable = {
  printer: string
  slot: number
  material: Material
  color: string
  /** Null: not known. */
  grams_left: number | null
}
