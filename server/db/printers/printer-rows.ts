// Converts printers to and from rows, with the loaded spools.

import { type Selectable, sql } from 'kysely'
import { mustExist } from '../../domain/base/must-exist.ts'
import { silentSeconds } from '../../domain/base/time/silence.ts'
import type { Maintenance, Printer, Spool } from '../../domain/farm/printers/printer.ts'
import type { Db, Tx } from '../core/connect.ts'
import { isOlderThan } from '../core/transactions/leases.ts'
import { sizeOf } from '../farm/job-rows.ts'
import { leftMilligrams } from '../farm/plate-filament.ts'
import { isInService } from '../farm/served-printers.ts'
import type { PrinterCommandsTable, PrinterSpoolsTable, PrintersTable } from '../schema/printers.ts'
import { deskOfRow } from './printer-desk-columns.ts'

export type PrinterRow = Selectable<PrintersTable>
type SpoolRow = Selectable<PrinterSpoolsTable> & {
  readonly counted_id: number | null
  readonly counted_milligrams: number | null
}
type CommandRow = Selectable<PrinterCommandsTable>
type ShownRow = PrinterRow & { readonly picture_at: Date | null }

/** Whether the last sign of life is so old that the printer is treated as offline. */
export const isSilent = isOlderThan('printers.last_heard_at', silentSeconds)

/** Whether the printer's program has reported since the last sign of life that it cannot reach it. */
const isUnreachable = sql<boolean>`coalesce(printers.unreachable_at > printers.last_heard_at, false)`

/** Whether nothing is known about the printer: it is silent, or its program cannot reach it (`isOffline` of the domain). */
export const isOffline = sql<boolean>`(${isSilent} or ${isUnreachable})`

export const isPlateFull = sql<boolean>`(printers.state = 'finished' and printers.cleared_at is null)`

/** Whether the printer had a job at its last sign of life, and the plate of that job is not cleared. */
const hasJob = sql<boolean>`(printers.job_id is not null and printers.cleared_at is null)`

/** In service but silent, with a job at the last sign of life. */
export const isLost = sql<boolean>`(${isInService} and ${isSilent} and ${hasJob})`

/** In service but silent, without a job. */
export const isSilentWithoutJob = sql<boolean>`(${isInService} and ${isSilent} and not ${hasJob})`

/** The plate of the job that the printer had when it was last heard from. */
export const lostDetail = sql`(select 'plate ' || plate || ' of ' || code
  from print_jobs join orders on orders.id = order_id where print_jobs.id = printers.job_id)`

/** Needs an operator: paused, or with an error. */
export const isStopped = sql<boolean>`(${isInService} and not ${isSilent} and printers.state in ('paused', 'error'))`

/** Needs an operator to remove the parts, even while the printer is silent. */
export const awaitsClearing = sql<boolean>`(${isInService} and ${isPlateFull})`

export async function readPrinter(db: Db | Tx, name: string): Promise<Printer | null> {
  const [printer] = await readPrinters(db, name)
  return printer ?? null
}

/** Reads the printers, sorted by name. With `name`, reads only that printer. */
export async function readPrinters(db: Db | Tx, name?: string): Promise<readonly Printer[]> {
  let rows = db
    .selectFrom('printers')
    .leftJoin('printer_pictures', 'printer_pictures.printer', 'printers.name')
    .selectAll('printers')
    .select('printer_pictures.taken_at as picture_at')
    .orderBy('name')
  let commands = db.selectFrom('printer_commands').selectAll()
  let spools = db
    .selectFrom('printer_spools')
    .leftJoin('spools', (join) =>
      join
        .onRef('spools.printer', '=', 'printer_spools.printer')
        .onRef('spools.slot', '=', 'printer_spools.slot'),
    )
    .selectAll('printer_spools')
    .select(['spools.id as counted_id', leftMilligrams.as('counted_milligrams')])
    .orderBy('printer_spools.slot')
  if (name !== undefined) {
    commands = commands.where('printer', '=', name)
    rows = rows.where('name', '=', name)
    spools = spools.where('printer_spools.printer', '=', name)
  }
  const ofPrinter = Map.groupBy(await spools.execute(), ({ printer }) => printer)
  const last = new Map((await commands.execute()).map((row) => [row.printer, row]))
  return (await rows.execute()).map((row) =>
    printerOfRow(row, ofPrinter.get(row.name) ?? [], last.get(row.name) ?? null),
  )
}

export async function mustReadPrinter(db: Db | Tx, name: string): Promise<Printer> {
  return mustExist(await readPrinter(db, name), `printer ${name}`)
}

function printerOfRow(
  row: ShownRow,
  spools: readonly SpoolRow[],
  command: CommandRow | null,
): Printer {
  return {
    name: row.name,
    model: row.model,
    profile: row.profile,
    profileNozzleMm: row.profile_nozzle_mm,
    acceptsSharedPlates: row.takes_shared,
    bedMm: sizeOf(row.bed_mm),
    bedOrigin: row.bed_origin,
    nozzleDiameter: row.nozzle_mm,
    firmware: row.firmware,
    fileKinds: row.file_kinds,
    spools: spools.map(spoolOfRow),
    areSpoolsCounted: row.spools_counted,
    tags: row.tags,
    reported: row.state,
    detail: row.state_detail,
    reportedSince: row.state_since,
    lastHeardAt: row.last_heard_at,
    unreachable: unreachableOf(row),
    jobId: row.job_id,
    progress: row.progress,
    remainingSeconds: row.remaining_seconds,
    clearedAt: row.cleared_at,
    maintenance: maintenanceOf(row),
    version: row.version,
    desk: deskOfRow(row, command),
  }
}

const unreachableOf = (row: PrinterRow): string | null =>
  row.unreachable_at !== null && row.unreachable_at > row.last_heard_at
    ? (row.unreachable_reason ?? '')
    : null

function spoolOfRow(row: SpoolRow): Spool {
  const { slot, material, color, counted_id: id } = row
  if (id === null) return { slot, material, color, gramsLeft: row.grams_left }
  const gramsLeft = Math.max(0, Math.floor((row.counted_milligrams ?? 0) / 1000))
  return { slot, material, color, gramsLeft, counted: { id, gramsLeft } }
}

/** Returns the maintenance, if any. The database checks that either all three columns are set or none. */
function maintenanceOf(row: PrinterRow): Maintenance | null {
  const { maintenance_since: since, maintenance_note: note, maintenance_by: by } = row
  return since === null || note === null || by === null ? null : { since, note, by }
}

/** Replaces the loaded spools. */
export async function writeSpools(
  tx: Tx,
  printer: string,
  spools: readonly Spool[],
): Promise<void> {
  await tx.deleteFrom('printer_spools').where('printer', '=', printer).execute()
  if (spools.length === 0) return
  await tx
    .insertInto('printer_spools')
    .values(
      spools.map(({ slot, material, color, gramsLeft }) => ({
        printer,
        slot,
        material,
        color,
        grams_left: gramsLeft,
      })),
    )
    .execute()
}
