// Print jobs, their files and their history.

import type { ColumnType, Generated } from 'kysely'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { PrintFileId } from '../../domain/base/ids/print-file-id.ts'
import type { PrintJobId } from '../../domain/base/ids/print-job-id.ts'
import type { PrintLease } from '../../domain/base/ids/print-lease.ts'
import type { SliceLease } from '../../domain/base/ids/slice-lease.ts'
import type { Material } from '../../domain/catalog/options.ts'
import type { AloneReason, JobEventKind, JobState } from '../../domain/farm/jobs/job.ts'
import type { ScrapReason } from '../../domain/farm/jobs/scrap-reason.ts'
import type { Firmware } from '../../domain/farm/printers/printer.ts'
import type { PlateSliceState } from '../../domain/farm/slice-ports.ts'
import type { PrintFileKind } from '../../domain/planning/plates.ts'
import type { Created, JsonOrNull } from './columns.ts'

/** Width, depth and height, in mm. */
type SizeMm = ColumnType<number[] | null, readonly number[] | null, readonly number[] | null>

export type PrintFilesTable = {
  id: PrintFileId
  order_id: OrderId
  /** The order's line; null for an order with one line. */
  line: number | null
  source: 'upload' | 'slice'
  /** Target of the slice; null for an uploaded file, or one sliced before there were profiles. */
  profile: string | null
  /** Number of parts that one run prints. */
  parts: number
  uri: string
  file_name: string
  sha256: string
  /** bigint, parsed as a number (core/connect.ts). */
  size_bytes: number
  format: 'gcode' | '3mf'
  seconds: number | null
  grams: number | null
  size_mm: SizeMm
  /** Settings of a slice, for operators. No code reads them. */
  settings: JsonOrNull
  created_by: string
  created_at: Created
  /** Whether the file prints a shared plate. */
  shared: Generated<boolean>
}

export type PrintJobsTable = {
  id: PrintJobId
  order_id: OrderId
  /** The order's line; null for an order with one line. */
  line: number | null
  plate: number
  parts: number
  state: Generated<JobState>
  version: Generated<number>
  material: Material
  color: string
  nozzle_diameter: number
  /** Hundredths of an hour for all parts, from the best source known: the file, or the estimate of the model. */
  centihours: number
  file_kind: PrintFileKind
  /** Kind of the order's own file. */
  own_kind: PrintFileKind
  /** Null means the order's own file. */
  print_file_id: PrintFileId | null
  size_mm: SizeMm
  /** Firmware that the file names. */
  flavor: Firmware | null
  slice_settings: JsonOrNull
  /** Profile whose slice the last claim got; null means the job's own file. */
  slice_profile: string | null
  /** Values of the order, kept equal by a trigger. */
  priority: Generated<number>
  due_at: Date | null
  good: number | null
  scrap: number | null
  reason: string | null
  printer: string | null
  /** The lease remains after the job is finished, so that a repeated report is recognized. */
  lease: PrintLease | null
  leased_until: Date | null
  attempts: Generated<number>
  /** Number of claims that ended by connection faults since an operator queued the job. */
  faults: Generated<number>
  progress: number | null
  remaining_seconds: number | null
  heartbeat_at: Date | null
  reprint_of: PrintJobId | null
  created_by: string
  created_at: Created
  claimed_at: Date | null
  finished_at: Date | null
  /** Seconds from the claim until the printer finished; null means not printed by a printer that reports. */
  printed_seconds: number | null
  /** The job that leads the plate; null if the job leads or is alone. */
  lead_id: PrintJobId | null
  /** Positions of the parts on a shared plate; null if the job is on none. */
  place: JsonOrNull
  /** Lease under which the shared plate was last claimed. */
  plate_lease: PrintLease | null
  /** Whether the job is never planned onto a shared plate. */
  alone: Generated<boolean>
  /** Null if a process of an earlier release wrote `alone`. */
  alone_reason: AloneReason | null
}

export type PlateSlicesTable = {
  job_id: PrintJobId
  /** Empty means the farm's bed. */
  profile: Generated<string>
  state: PlateSliceState
  /** Proves which process slices, or last sliced, the plate. */
  lease: SliceLease | null
  /** The slice, once it is stored. */
  print_file_id: PrintFileId | null
  attempts: number
  /** End of a process's lease, or of the wait before the next attempt. */
  due_at: Date
  reason: string | null
  /** Whether the slice prints the whole shared plate that the job leads. */
  shared: Generated<boolean>
}

export type PrintJobEventsTable = {
  id: Generated<number>
  job_id: PrintJobId
  kind: JobEventKind
  by: string
  detail: string | null
  lease: PrintLease | null
  /** Parts that the event made scrap. Null means none, or that an older event has the number in its detail. */
  scrap: number | null
  scrap_reason: ScrapReason | null
  at: Created
}
