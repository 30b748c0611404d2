// Commands of operators to printers: one row for each printer, the last command.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import type {
  CommandReport,
  CommandRequest,
  OpenCommand,
  PrinterCommands,
  RequestedCommand,
} from '../../domain/farm/printers/command-printer.ts'
import type { PrinterFailure } from '../../domain/farm/printers/failure.ts'
import type { ReportedState } from '../../domain/farm/printers/printer.ts'
import {
  type CommandAction,
  commandSeconds,
  outcomeSeconds,
} from '../../domain/farm/printers/printer-desk.ts'
import type { Db, Tx } from '../core/connect.ts'
import { recordAction } from '../core/record-action.ts'
import { isJobRunning } from '../farm/job-states.ts'
import { commandOfRow } from './printer-desk-columns.ts'
import { isOffline } from './printer-rows.ts'

export const createPrinterCommands = (db: Db): PrinterCommands => ({
  request: (name, request) => requestCommand(db, name, request),
  listOpen: () => listOpen(db),
  take: (id, taker) => takeCommand(db, id, taker),
  end: (id, report) => endCommand(db, id, report),
})

const isUntaken = sql<boolean>`(outcome is null and taken_at is null and expires_at > now())`
const isCarriedOut = sql<boolean>`(outcome is null
  and taken_at > now() - make_interval(secs => ${outcomeSeconds}::float8))`
const isOpen = sql<boolean>`(${isUntaken} or ${isCarriedOut})`

/** Whether the claim for which the command was given still holds. */
const isOfClaim = sql<boolean>`exists (select 1 from print_jobs where print_jobs.id = printer_commands.job_id
  and print_jobs.lease = printer_commands.lease and ${isJobRunning('print_jobs.state')})`

async function requestCommand(
  db: Db,
  name: string,
  request: CommandRequest,
): Promise<Result<RequestedCommand, PrinterFailure>> {
  return await db.transaction().execute(async (tx) => {
    const printer = await tx
      .selectFrom('printers')
      .select(['state', 'controls', 'job_id', isOffline.as('is_offline')])
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirst()
    if (printer === undefined) return fail({ kind: 'printer_not_found' })
    const { action, jobId, by } = request
    if (!printer.controls?.includes(action)) return fail({ kind: 'printer_command_unsupported' })
    const lease = await readLease(tx, name, request)
    if (printer.is_offline || printer.job_id !== jobId || lease === null) {
      return fail({ kind: 'printer_work_changed' })
    }
    const last = await tx
      .selectFrom('printer_commands')
      .selectAll()
      .select(isOpen.as('is_open'))
      .where('printer', '=', name)
      .executeTakeFirst()
    const isSame = last?.action === action && last.lease === lease
    // The button was pressed twice on the same page, perhaps after the command was carried out.
    const isRepeated = isSame && last.outcome === 'done' && last.version === request.version + 1
    if (isRepeated || (isSame && last.is_open)) {
      return ok({ command: commandOfRow(last), isRepeat: true })
    }
    if (last?.is_open) return fail({ kind: 'printer_command_pending' })
    if (!suits(action, printer.state)) return fail({ kind: 'printer_work_changed' })
    if ((last?.version ?? 0) !== request.version) return fail({ kind: 'printer_command_pending' })
    await tx.deleteFrom('printer_commands').where('printer', '=', name).execute()
    const row = await tx
      .insertInto('printer_commands')
      .values({
        printer: name,
        id: randomUUID(),
        version: request.version + 1,
        action,
        job_id: jobId,
        lease,
        requested_by: by,
        expires_at: sql<Date>`now() + make_interval(secs => ${commandSeconds}::float8)`,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAction(tx, { by, kind: 'printer_changed', subject: name, detail: { action } })
    return ok({ command: commandOfRow(row), isRepeat: false })
  })
}

const suits = (action: CommandAction, state: ReportedState): boolean =>
  state === 'paused' ? action !== 'pause' : state === 'printing' && action !== 'resume'

/** Returns the printer's lease on the job, or null for none. */
async function readLease(tx: Tx, name: string, { jobId }: CommandRequest) {
  const job = await tx
    .selectFrom('print_jobs')
    .select('lease')
    .where('id', '=', jobId)
    .where('printer', '=', name)
    .where(isJobRunning())
    .executeTakeFirst()
  return job?.lease ?? null
}

const openColumns = ['id', 'printer', 'action', 'job_id as jobId'] as const

const listOpen = (db: Db): Promise<readonly OpenCommand[]> =>
  db
    .selectFrom('printer_commands')
    .select(openColumns)
    .where(isUntaken)
    .orderBy('requested_at')
    .execute()

const claimEnded = 'The printer no longer had this plate when its program asked for the command.'

async function takeCommand(
  db: Db,
  id: string,
  taker: string,
): Promise<Result<OpenCommand, PrinterFailure>> {
  return await db.transaction().execute(async (tx) => {
    const taken = await tx
      .updateTable('printer_commands')
      .set({ taken_by: taker, taken_at: sql<Date>`coalesce(taken_at, now())` })
      .where('id', '=', id)
      .where(isOfClaim)
      .where(sql<boolean>`(${isUntaken} or (${isCarriedOut} and taken_by = ${taker}::uuid))`)
      .returning(openColumns)
      .executeTakeFirst()
    if (taken !== undefined) return ok(taken)
    const { numUpdatedRows } = await tx
      .updateTable('printer_commands')
      .set({ outcome: 'failed', ended_at: sql<Date>`now()`, reason: claimEnded })
      .where('id', '=', id)
      .where(isUntaken)
      .where(sql<boolean>`not ${isOfClaim}`)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return fail({ kind: 'printer_command_ended' })
    return fail(await refusalOf(tx, id))
  })
}

async function endCommand(
  db: Db,
  id: string,
  { taker, outcome, reason }: CommandReport,
): Promise<Result<OpenCommand, PrinterFailure>> {
  const ended = await db
    .updateTable('printer_commands')
    .set({
      outcome: sql`coalesce(outcome, ${outcome})`,
      reason: sql`case when outcome is null then ${reason} else reason end`,
      ended_at: sql<Date>`coalesce(ended_at, now())`,
    })
    .where('id', '=', id)
    .where('taken_by', '=', taker)
    .returning(openColumns)
    .executeTakeFirst()
  return ended === undefined ? fail(await refusalOf(db, id)) : ok(ended)
}

async function refusalOf(db: Db | Tx, id: string): Promise<PrinterFailure> {
  const row = await db
    .selectFrom('printer_commands')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return { kind: row === undefined ? 'printer_command_not_found' : 'printer_command_ended' }
}
