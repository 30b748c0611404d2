// Print jobs, their files and their history.

import type { ColumnType, Generated } from 'kysely'
import type { OrderId } from '../../domain/base/order-id.ts'
import type { PrintJobId } from '../../domain/base/print-job-id.ts'
import type { PrintLease } from '../../domain/base/print-lease.ts'
import type { SliceLease } from '../../domain/base/slice-lease.ts'
import type { Material } from '../../domain/catalog/options.ts'
import type { AloneReason, JobEventKind, JobState } from '../../domain/farm/jobs/job.ts'
import type { ScrapReason } from '../../domain/farm/jobs/scrap-reason.ts'
import type { PlateSliceState } from '../../domain/farm/ports.ts'
import type { Firmware } from '../../domain/farm/printers/printer.ts'
import type { FileKind } from '../../domain/planning/plates.ts'
import type { Created, JsonOrNull } from './columns.ts'

/** Width, depth and height in mm. */
type SizeMm = ColumnType<number[] | null, readonly number[] | null, readonly number[] | null>

export type PrintFilesTable = {
  id: string
  order_id: OrderId
  /** The order's line; null where it has one. */
  line: number | null
  source: 'upload' | 'slice'
  /** What it was sliced for; null for a file that was uploaded, or sliced before there were profiles. */
  profile: string | null
  /** How many parts one run of it prints. */
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
  /** Settings of a slice; for people, nothing reads them back. */
  settings: JsonOrNull
  created_by: string
  created_at: Created
  /** Whether it prints a shared plate. */
  shared: Generated<boolean>
}

export type PrintJobsTable = {
  id: PrintJobId
  order_id: OrderId
  /** The order's line; null where it has one. */
  line: number | null
  plate: number
  parts: number
  state: Generated<JobState>
  version: Generated<number>
  material: Material
  color: string
  nozzle_diameter: number
  /** Hundredths of an hour for all its parts, by the best that is known: its file, or the estimate of its model. */
  centihours: number
  file_kind: FileKind
  /** The kind of the order's own file. */
  own_kind: FileKind
  /** null = the order's own file. */
  print_file_id: string | null
  size_mm: SizeMm
  /** The firmware that its file names. */
  flavor: Firmware | null
  slice_settings: JsonOrNull
  /** The profile whose slice the last claim got; null = the job's own file. */
  slice_profile: string | null
  /** Those of the order, kept equal by a trigger. */
  priority: Generated<number>
  due_at: Date | null
  good: number | null
  scrap: number | null
  reason: string | null
  printer: string | null
  /** The lease stays after the job has ended, so that a repeated report is recognized. */
  lease: PrintLease | null
  leased_until: Date | null
  attempts: Generated<number>
  /** Claims that ended by faults of the connection since an operator queued it. */
  faults: Generated<number>
  progress: number | null
  remaining_seconds: number | null
  heartbeat_at: Date | null
  reprint_of: PrintJobId | null
  created_by: string
  created_at: Created
  claimed_at: Date | null
  finished_at: Date | null
  /** From its claim until the printer had finished it; null = not printed by a printer that reports. */
  printed_seconds: number | null
  /** The job that leads its plate; null = leads itself, or is alone. */
  lead_id: PrintJobId | null
  /** Where its parts lie on a shared plate; null = it is on none. */
  place: JsonOrNull
  /** The lease under which its shared plate was claimed last. */
  plate_lease: PrintLease | null
  /** Never planned onto a shared plate. */
  alone: Generated<boolean>
  /** Null where a process of an earlier release wrote `alone`. */
  alone_reason: AloneReason | null
}

export type PlateSlicesTable = {
  job_id: PrintJobId
  /** Empty: the farm's own bed. */
  profile: Generated<string>
  state: PlateSliceState
  /** Proves that a process has it, or had it last. */
  lease: SliceLease | null
  /** The slice, once it is kept. */
  print_file_id: string | null
  attempts: number
  /** The end of a process's lease, or of the wait before the next attempt. */
  due_at: Date
  reason: string | null
  /** Whether it prints the whole shared plate that the job leads. */
  shared: Generated<boolean>
}

export type PrintJobEventsTable = {
  id: Generated<number>
  job_id: PrintJobId
  kind: JobEventKind
  by: string
  detail: string | null
  lease: PrintLease | null
  /** Parts that the event made scrap; null = none, or in the detail of an event from before they were kept. */
  scrap: number | null
  scrap_reason: ScrapReason | null
  at: Created
}
