// Between printers and their rows, with the spools that are loaded.
import { type Selectable, sql } from 'kysely'
import {
  type Maintenance,
  type Printer,
  type Spool,
  silentSeconds,
} from '../../domain/farm/printers/printer.ts'
import type { Db, Tx } from '../core/connect.ts'
import { isOlderThan } from '../core/leases.ts'
import { sizeOf } from '../farm/job-rows.ts'
import { isInService } from '../farm/served-printers.ts'
import type { PrinterSpoolsTable, PrintersTable } from '../schema/printers.ts'

export type PrinterRow = Selectable<PrintersTable>
type SpoolRow = Selectable<PrinterSpoolsTable>

/** Whether the printer was not heard of for so long that it counts as offline. */
export const isSilent = isOlderThan('printers.last_heard_at', silentSeconds)

export const isPlateFull = sql<boolean>`(printers.state = 'finished' and printers.cleared_at is null)`

/** Whether it had a job when it was last heard of, and the plate of that job is not cleared. */
const hasJob = sql<boolean>`(printers.job_id is not null and printers.cleared_at is null)`

/** In work, not heard of, and with a job when it was heard of last. */
export const isLost = sql<boolean>`(${isInService} and ${isSilent} and ${hasJob})`

/** In work and not heard of, without a job. */
export const isOffline = sql<boolean>`(${isInService} and ${isSilent} and not ${hasJob})`

/** The plate that a printer had when it was heard of last. */
export const lostDetail = sql`(select 'plate ' || plate || ' of ' || code
  from print_jobs join orders on orders.id = order_id where print_jobs.id = printers.job_id)`

/** Waits for a person: paused, or with an error. */
export const isStopped = sql<boolean>`(${isInService} and not ${isSilent} and printers.state in ('paused', 'error'))`

/** Waits for a person who takes the parts off, also while the printer is silent. */
export const awaitsClearing = sql<boolean>`(${isInService} and ${isPlateFull})`

export async function readPrinter(db: Db | Tx, name: string): Promise<Printer | null> {
  const [printer] = await readPrinters(db, name)
  return printer ?? null
}

/** The printers in the order of their names. `name`: only this one. */
export async function readPrinters(db: Db | Tx, name?: string): Promise<readonly Printer[]> {
  let rows = db.selectFrom('printers').selectAll().orderBy('name')
  let spools = db.selectFrom('printer_spools').selectAll().orderBy('slot')
  if (name !== undefined) {
    rows = rows.where('name', '=', name)
    spools = spools.where('printer', '=', name)
  }
  const ofPrinter = Map.groupBy(await spools.execute(), ({ printer }) => printer)
  return (await rows.execute()).map((row) => printerOfRow(row, ofPrinter.get(row.name) ?? []))
}

export async function mustReadPrinter(db: Db | Tx, name: string): Promise<Printer> {
  const printer = await readPrinter(db, name)
  if (printer === null) throw new Error(`printer ${name} vanished`)
  return printer
}

function printerOfRow(row: PrinterRow, spools: readonly SpoolRow[]): Printer {
  return {
    name: row.name,
    model: row.model,
    profile: row.profile,
    profileNozzleMm: row.profile_nozzle_mm,
    takesShared: row.takes_shared,
    bedMm: sizeOf(row.bed_mm),
    bedOrigin: row.bed_origin,
    nozzleDiameter: row.nozzle_mm,
    firmware: row.firmware,
    fileKinds: row.file_kinds,
    spools: spools.map(spoolOfRow),
    tags: row.tags,
    reported: row.state,
    detail: row.state_detail,
    reportedSince: row.state_since,
    lastHeardAt: row.last_heard_at,
    jobId: row.job_id,
    progress: row.progress,
    remainingSeconds: row.remaining_seconds,
    clearedAt: row.cleared_at,
    maintenance: maintenanceOf(row),
    version: row.version,
  }
}

const spoolOfRow = ({ slot, material, color, grams_left: gramsLeft }: SpoolRow): Spool => ({
  slot,
  material,
  color,
  gramsLeft,
})

/** The database checks that all three are there or none. */
function maintenanceOf(row: PrinterRow): Maintenance | null {
  const { maintenance_since: since, maintenance_note: note, maintenance_by: by } = row
  return since === null || note === null || by === null ? null : { since, note, by }
}

/** In place of those that were loaded. */
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
