// What is heard of printers: reports of their programs, claims, and heartbeats of jobs.

import { sql } from 'kysely'
import type { PrintJobId } from '../../domain/base/print-job-id.ts'
import type { PrintLease } from '../../domain/base/print-lease.ts'
import type { PrinterReport, PrinterSign } from '../../domain/farm/printers/ports.ts'
import { type Printer, silentSeconds } from '../../domain/farm/printers/printer.ts'
import type { Db, Tx } from '../core/connect.ts'
import { isPlateFull, mustReadPrinter, writeSpools } from './printer-rows.ts'

export async function reportPrinter(
  db: Db,
  name: string,
  { facts, spools, ...report }: PrinterReport,
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
      })
      .where('name', '=', name)
      .returning('spools_by')
      .executeTakeFirstOrThrow()
    if (spools !== undefined && row.spools_by === null) await writeSpools(tx, name, spools)
    return await mustReadPrinter(tx, name)
  })
}

/** Whether a report says that the printer is ready while parts are on its plate: its program has lost its state. */
const forgetsPlate = sql`(excluded.state = 'ready' and printers.state = 'finished' and printers.cleared_at is null)`

/**
 * A full plate stays full until it is cleared or something is printed. A plate that was cleared stays so while the same state of the same
 * job is reported: its program has not asked yet, or repeats itself.
 */
async function writeState(
  tx: Tx,
  name: string,
  report: Omit<PrinterReport, 'facts' | 'spools'>,
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

/** Whether the sign's state counts: its program never reported, or does so no more. A full plate stays full until it is cleared. */
const isSignOfState = sql`(printers.reported_at is null or printers.reported_at < now() - make_interval(secs => ${silentSeconds}::float8))
  and not ${isPlateFull}`

/** What a sign changes of a printer that is known. */
const heard = ({ state, jobId }: PrinterSign) => sql`
  last_heard_at = now(),
  state = case when ${isSignOfState} then ${state} else printers.state end,
  state_since = case when ${isSignOfState} and printers.state <> ${state} then now() else printers.state_since end,
  state_detail = case when ${isSignOfState} then null else printers.state_detail end,
  cleared_at = case when ${isSignOfState} then null else printers.cleared_at end,
  job_id = case when ${isSignOfState} or ${jobId}::uuid is not null then ${jobId}::uuid else printers.job_id end`

export async function noteSign(db: Db, name: string, sign: PrinterSign): Promise<Printer> {
  await sql`
    insert into printers as printers (name, state, job_id) values (${name}, ${sign.state}, ${sign.jobId}::uuid)
    on conflict (name) do update set ${heard(sign)}`.execute(db)
  return await mustReadPrinter(db, name)
}

export async function noteSignOfHolder(
  db: Db,
  { id, lease }: { readonly id: PrintJobId; readonly lease: PrintLease },
  sign: PrinterSign,
): Promise<void> {
  await sql`
    insert into printers as printers (name, state, job_id)
    select printer, ${sign.state}, ${sign.jobId}::uuid from print_jobs where id = ${id} and lease = ${lease} and printer is not null
    on conflict (name) do update set ${heard(sign)}`.execute(db)
}
