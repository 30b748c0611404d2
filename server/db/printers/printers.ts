// Printers. Each function is one statement or one transaction.
import { sql } from 'kysely'
import * as v from 'valibot'
import { printerStates } from '../../domain/base/metrics/metric-catalog.ts'
import { jobViews, type PrintJob } from '../../domain/farm/jobs/job.ts'
import type { Printers, PrinterWork } from '../../domain/farm/printers/ports.ts'
import type { PrinterCount } from '../../domain/metrics/ports.ts'
import type { Db } from '../core/connect.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'
import { todayIn } from '../farm/job-lists.ts'
import { jobOfRow, selectJobs } from '../farm/job-rows.ts'
import { isInService, isServed } from '../farm/served-printers.ts'
import { changePrinter, clearPlate, removePrinter } from './printer-changes.ts'
import { createPrinterCommands } from './printer-commands.ts'
import { readPicture, writePicture } from './printer-pictures.ts'
import {
  recordContact,
  recordContactOfHolder,
  reportPrinter,
  reportUnreachable,
} from './printer-reports.ts'
import { isOffline, readPrinter, readPrinters } from './printer-rows.ts'

export function createPrinters(db: Db): Printers {
  return {
    report: (name, report) => reportPrinter(db, name, report),
    reportUnreachable: (name, reason) => reportUnreachable(db, name, reason),
    recordContact: (name, sign) => recordContact(db, name, sign),
    setAcceptsSharedPlates: async (name, acceptsSharedPlates) => {
      await db
        .updateTable('printers')
        .set({ takes_shared: acceptsSharedPlates })
        .where('name', '=', name)
        .execute()
    },
    recordContactOfHolder: (job, sign) => recordContactOfHolder(db, job, sign),
    change: (name, change) => changePrinter(db, name, change),
    clear: (name, jobId, by) => clearPlate(db, name, jobId, by),
    remove: (name, by) => removePrinter(db, name, by),
    commands: createPrinterCommands(db),
    writePicture: (name, jpeg) => writePicture(db, name, jpeg),
    readPicture: (name) => readPicture(db, name),
    setProfile: async (name, { profile, nozzleMm: profileNozzleMm }) => {
      await db
        .updateTable('printers')
        .set({ profile, profile_nozzle_mm: profileNozzleMm })
        .where('name', '=', name)
        .execute()
    },
    profilesInUse: () =>
      db
        .selectFrom('printers')
        .select(['profile', nozzleMm.as('nozzleMm')])
        .distinct()
        .where(isServed)
        .orderBy('profile')
        .execute(),
    read: (name) => readPrinter(db, name),
    list: (timeZone) => listPrinters(db, timeZone),
  }
}

/** Nozzle that the printer's program reports, or otherwise that of its profile. */
const nozzleMm = sql<number | null>`coalesce(nozzle_mm, profile_nozzle_mm)`

async function listPrinters(db: Db, timeZone: string): Promise<readonly PrinterWork[]> {
  const [printers, running, done] = await Promise.all([
    readPrinters(db),
    selectJobs(db)
      .where('print_jobs.state', 'in', jobViews.printing)
      .orderBy('claimed_at')
      // Sorts the lead last within its plate.
      .orderBy(sql`lead_id is null`)
      .execute(),
    readDoneToday(db, timeZone),
  ])
  // Keeps the newest claim of a printer that has several.
  const jobs = new Map<string | null, PrintJob>(running.map((row) => [row.printer, jobOfRow(row)]))
  return printers.map((printer) => ({
    printer,
    job: jobs.get(printer.name) ?? null,
    ...(done.get(printer.name) ?? { jobsToday: 0, goodToday: 0, scrapToday: 0 }),
  }))
}

type DoneToday = Pick<PrinterWork, 'jobsToday' | 'goodToday' | 'scrapToday'>

const doneRow = v.object({
  printer: v.string(),
  jobsToday: wholeNumber,
  goodToday: wholeNumber,
  scrapToday: wholeNumber,
})

async function readDoneToday(db: Db, timeZone: string): Promise<ReadonlyMap<string, DoneToday>> {
  const rows = await readRows(
    db,
    doneRow,
    sql`
    select printer, count(*)::int as "jobsToday", sum(good)::int as "goodToday", sum(scrap)::int as "scrapToday"
    from print_jobs where state = 'done' and finished_at >= ${todayIn(timeZone)} and printer is not null
    group by printer`,
  )
  return new Map(rows.map(({ printer, ...today }) => [printer, today]))
}

/** The state shown to operators (domain/farm/printers/printer.ts, `stateOf`), on the database's clock. */
const seenState = sql`case
  when not ${isInService} then 'maintenance'
  when ${isOffline} then 'offline'
  when state = 'finished' and cleared_at is not null then 'ready'
  else state end`

const countRow = v.object({ state: v.picklist(printerStates), printers: wholeNumber })

/** Counts the printers by state. Omits states without a printer. */
export async function countPrinters(db: Db): Promise<readonly PrinterCount[]> {
  return await readRows(
    db,
    countRow,
    sql`
    select ${seenState} as state, count(*)::int as printers from printers group by 1`,
  )
}
