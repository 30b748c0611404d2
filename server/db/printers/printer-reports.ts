// Signs of life of printers: reports of their programs, claims, and heartbeats of jobs.

import { sql } from 'kysely'
import type { PrintJobId } from '../../domain/base/ids/print-job-id.ts'
import type { PrintLease } from '../../domain/base/ids/print-lease.ts'
import { silentSeconds } from '../../domain/base/time/silence.ts'
import type { PrinterReport, PrinterSign } from '../../domain/farm/printers/ports.ts'
import type { Printer } from '../../domain/farm/printers/printer.ts'
import type { Db, Tx } from '../core/connect.ts'
import { deskColumns } from './printer-desk-columns.ts'
import { isPlateFull, mustReadPrinter, readPrinter, writeSpools } from './printer-rows.ts'

export async function reportPrinter(
  db: Db,
  name: string,
  { facts, spools, desk, ...report }: PrinterReport,
): Promise<Printer> {
  return await db.transaction().execute(async (tx) => {
    await writeState(tx, name, report)
    const { model, bedMm, bedOrigin, nozzleDiameter, firmware, fileKinds } = facts
    const row = await tx
      .updateTable('printers')
      .set({
        ...(model !== undefined && { model }),
        ...(bedMm !== undefined && { bed_mm: bedMm }),
        ...(bedOrigin !== undefined && { bed_origin: bedOrigin }),
        ...(nozzleDiameter !== undefined && { nozzle_mm: nozzleDiameter }),
        ...(firmware !== undefined && { firmware }),
        ...(fileKinds !== undefined && { file_kinds: fileKinds }),
        reported_at: sql`now()`,
        ...deskColumns(desk),
      })
      .where('name', '=', name)
      .returning('spools_by')
      .executeTakeFirstOrThrow()
    if (spools !== undefined && row.spools_by === null) await writeSpools(tx, name, spools)
    return await mustReadPrinter(tx, name)
  })
}

/** Its state, job and plate stay as they were last known. */
export async function reportUnreachable(
  db: Db,
  name: string,
  reason: string,
): Promise<Printer | null> {
  await sql`update printers set unreachable_at = clock_timestamp(), unreachable_reason = ${reason} where name = ${name}`.execute(
    db,
  )
  return await readPrinter(db, name)
}

/** Whether a report says that the printer is ready while parts are on its plate. Its program has then lost its state. */
const forgetsPlate = sql`(excluded.state = 'ready' and printers.state = 'finished' and printers.cleared_at is null)`

/**
 * Writes the state. A full plate stays full until it is cleared or something is printed. A cleared plate stays cleared while the same
 * state of the same job is reported: the program has not polled yet, or repeats its report.
 */
async function writeState(
  tx: Tx,
  name: string,
  report: Omit<PrinterReport, 'facts' | 'spools' | 'desk'>,
): Promise<void> {
  const { state, detail, jobId, progress, remainingSeconds } = report
  await sql`
    insert into printers as printers (name, state, state_detail, job_id, progress, remaining_seconds)
    values (${name}, ${state}, ${detail}, ${jobId}::uuid, ${progress}::float8, ${remainingSeconds}::int)
    on conflict (name) do update set last_heard_at = now(), state = case when ${forgetsPlate} then printers.state else excluded.state end,
      state_detail = excluded.state_detail,
      state_since = case when ${forgetsPlate} or printers.state = excluded.state and (printers.state <> 'finished' or printers.job_id is not distinct from excluded.job_id)
        then printers.state_since else now() end,
      cleared_at = case when excluded.state = 'finished' and printers.job_id is not distinct from excluded.job_id
        then printers.cleared_at end,
      job_id = case when ${forgetsPlate} then printers.job_id else excluded.job_id end, progress = excluded.progress, remaining_seconds = excluded.remaining_seconds`.execute(
    tx,
  )
}

/**
 * Whether the sign of life sets the state. It does if the program never sent a report, or no longer sends any. A full plate stays full
 * until it is cleared. A sign also sets the state for the next job after a cleared plate; otherwise the end of that job would be attributed
 * to the cleared plate.
 */
const isSignOfState = ({ jobId }: PrinterSign) => sql`((printers.reported_at is null
    or printers.reported_at < now() - make_interval(secs => ${silentSeconds}::float8)) and not ${isPlateFull}
  or printers.state = 'finished' and printers.cleared_at is not null and ${jobId}::uuid is distinct from printers.job_id
    and ${jobId}::uuid is not null)`

/** Columns of a known printer that any contact with it changes. */
function contactColumns(sign: PrinterSign) {
  const { state, jobId } = sign
  const counts = isSignOfState(sign)
  return sql`
  last_heard_at = now(),
  state = case when ${counts} then ${state} else printers.state end,
  state_since = case when ${counts} and printers.state <> ${state} then now() else printers.state_since end,
  state_detail = case when ${counts} then null else printers.state_detail end,
  cleared_at = case when ${counts} then null else printers.cleared_at end,
  job_id = case when ${counts} or ${jobId}::uuid is not null then ${jobId}::uuid else printers.job_id end`
}

export async function recordContact(db: Db, name: string, sign: PrinterSign): Promise<Printer> {
  await sql`
    insert into printers as printers (name, state, job_id) values (${name}, ${sign.state}, ${sign.jobId}::uuid)
    on conflict (name) do update set ${contactColumns(sign)}`.execute(db)
  return await mustReadPrinter(db, name)
}

export async function recordContactOfHolder(
  db: Db,
  { id, lease }: { readonly id: PrintJobId; readonly lease: PrintLease },
  sign: PrinterSign,
): Promise<void> {
  await sql`
    insert into printers as printers (name, state, job_id)
    select printer, ${sign.state}, ${sign.jobId}::uuid from print_jobs where id = ${id} and lease = ${lease} and printer is not null
    on conflict (name) do update set ${contactColumns(sign)}`.execute(db)
}
