// Operators' changes of printers, and clearing of plates.

import { sql } from 'kysely'
import type { PrintJobId } from '../../domain/base/ids/print-job-id.ts'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import type { PrinterFailure } from '../../domain/farm/printers/failure.ts'
import type { PrinterChange } from '../../domain/farm/printers/ports.ts'
import type { Printer } from '../../domain/farm/printers/printer.ts'
import type { Db, Tx } from '../core/connect.ts'
import { recordAction } from '../core/record-action.ts'
import { nextVersion } from '../farm/job-rows.ts'
import { bookFilament, shelveReplaced } from '../farm/plate-filament.ts'
import {
  isPlateFull,
  isSilent,
  mustReadPrinter,
  type PrinterRow,
  writeSpools,
} from './printer-rows.ts'

export async function changePrinter(
  db: Db,
  name: string,
  change: PrinterChange,
): Promise<Result<Printer, PrinterFailure>> {
  return await db.transaction().execute(async (tx) => {
    if (change.action === 'spools') await bookFilament(tx, { spoolId: null, printer: name })
    const row = await lockPrinter(tx, name)
    if (row === null) return fail({ kind: 'printer_not_found' })
    if (row.version !== change.version) return fail({ kind: 'printer_changed' })
    await tx
      .updateTable('printers')
      .set({ version: nextVersion, ...columnsOf(row, change) })
      .where('name', '=', name)
      .execute()
    if (change.action === 'spools') {
      await writeSpools(tx, name, change.spools)
      await shelveReplaced(tx, name)
    }
    const { by, action } = change
    await recordAction(tx, { by, kind: 'printer_changed', subject: name, detail: { action } })
    return ok(await mustReadPrinter(tx, name))
  })
}

function columnsOf(row: PrinterRow, change: PrinterChange) {
  switch (change.action) {
    case 'spools':
      // Without any spools, the printer takes all materials and colors, as its form states.
      return { spools_by: change.by, ...(change.spools.length === 0 && { spools_counted: false }) }
    case 'tags':
      return { tags: change.tags }
    case 'maintenance':
      return change.note === null
        ? { maintenance_since: null, maintenance_note: null, maintenance_by: null }
        : {
            maintenance_since: row.maintenance_since ?? sql<Date>`now()`,
            maintenance_note: change.note,
            maintenance_by: change.by,
          }
  }
}

async function lockPrinter(tx: Tx, name: string): Promise<PrinterRow | null> {
  const row = await tx
    .selectFrom('printers')
    .selectAll()
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function clearPlate(
  db: Db,
  name: string,
  jobId: PrintJobId | null,
  by: string,
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update printers set cleared_at = now()
      where name = ${name} and job_id is not distinct from ${jobId}::uuid and ${isPlateFull}`.execute(
      tx,
    )
    if (!numAffectedRows) return false
    await recordAction(tx, {
      by,
      kind: 'printer_changed',
      subject: name,
      detail: { action: 'clear' },
    })
    return true
  })
}

export async function removePrinter(
  db: Db,
  name: string,
  by: string,
): Promise<Result<null, PrinterFailure>> {
  return await db.transaction().execute(async (tx) => {
    await bookFilament(tx, { spoolId: null, printer: name })
    const { numAffectedRows } = await sql`
      delete from printers where name = ${name} and ${isSilent}`.execute(tx)
    if (!numAffectedRows) {
      const isKnown = (await lockPrinter(tx, name)) !== null
      return fail({ kind: isKnown ? 'printer_still_heard' : 'printer_not_found' })
    }
    await recordAction(tx, { by, kind: 'printer_removed', subject: name })
    return ok(null)
  })
}
