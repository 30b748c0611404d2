// Counted filament: spools, their movements, and the filament of plates that are being printed.

import type { ColumnType, Generated } from 'kysely'
import type { PrintJobId } from '../../domain/base/ids/print-job-id.ts'
import type { PrintLease } from '../../domain/base/ids/print-lease.ts'
import type { Material } from '../../domain/catalog/options.ts'
import type { MovementKind } from '../../domain/farm/spools/spool.ts'
import type { Created } from './columns.ts'

export type SpoolsTable = {
  /** Written on the spool. */
  id: ColumnType<number, never, never>
  material: Material
  color: string
  /** Filament of the full spool. */
  full_grams: number
  /** Weight of the spool without filament; null means not known. */
  empty_grams: number | null
  price_cents: number | null
  lot: string | null
  /** Null means on the shelf. */
  printer: string | null
  slot: number | null
  opened_at: Date | null
  emptied_at: Date | null
  /** Incremented by operators' changes. */
  version: Generated<number>
  /** The form that added it. */
  run_id: string | null
  created_by: string
  created_at: Created
}

export type SpoolMovementsTable = {
  id: Generated<number>
  spool_id: number
  kind: MovementKind
  /** Negative for used filament. */
  milligrams: number
  /** Lead job of the plate that was printed. */
  job_id: PrintJobId | null
  by: string
  at: Created
}

/** One row per claim until its end, which a trigger books. */
export type PlateFilamentTable = {
  lease: PrintLease
  /** Lead job of the plate. */
  job_id: PrintJobId
  printer: string
  material: Material
  color: string
  milligrams: number
  /** The part that is already booked. */
  taken_milligrams: Generated<number>
  /** Null means that no counted spool is loaded. */
  spool_id: number | null
}
