// What operators do with printers: load spools, tag them, take them out of work, clear their plates, remove them.
import type { PrintJobId } from '../base/print-job-id.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { changeJob } from './change-job.ts'
import type { FarmFailure } from './failure.ts'
import type { JobCounts, PrintJob } from './jobs/job.ts'
import type { ScrapReason } from './jobs/scrap-reason.ts'
import type { FarmDeps } from './ports.ts'
import type { PrinterFailure } from './printers/failure.ts'
import type { PrinterChange } from './printers/ports.ts'
import { isPlateFull, type Printer } from './printers/printer.ts'

type Deps = Pick<FarmDeps, 'printers' | 'printJobs' | 'log' | 'meter'>

export async function changePrinter(
  { printers, log }: Pick<Deps, 'printers' | 'log'>,
  name: string,
  change: PrinterChange,
): Promise<Result<Printer, PrinterFailure>> {
  const changed = await printers.change(name, change)
  if (changed.ok) {
    log.info('farm.printer_changed', { printer: name, action: change.action, by: change.by })
  }
  return changed
}

export type Clearing = {
  /** The operator, or the printer whose program says it. */
  readonly by: string
  /** Bad parts of the job on the plate; the rest are good. Counts nothing where its job has ended. */
  readonly scrap: number
  /** The counts of each job of a plate that several jobs share. */
  readonly jobs?: readonly JobCounts[] | undefined
  readonly scrapReason?: ScrapReason | undefined
  /** The job that the operator saw on the plate; undefined = whichever it is. */
  readonly jobId?: PrintJobId | null
}

/** The job that was counted; null where it had ended. */
export type ClearResult = { readonly job: PrintJob | null }

/** A person took the parts off the plate: its job is counted, and the printer gets the next one. */
export async function clearPlate(
  deps: Deps,
  name: string,
  { by, scrap, jobs, scrapReason, jobId }: Clearing,
): Promise<Result<ClearResult, FarmFailure>> {
  const printer = await deps.printers.read(name)
  if (printer === null) return fail({ kind: 'printer_not_found' })
  if (!isPlateFull(printer)) return fail({ kind: 'printer_plate_not_full' })
  if (jobId !== undefined && jobId !== printer.jobId) return fail({ kind: 'printer_plate_changed' })
  const job = await jobOnPlate(deps, printer)
  if (job === null) {
    const isCleared = await deps.printers.clear(name, printer.jobId, by)
    return isCleared ? ok({ job: null }) : fail({ kind: 'printer_plate_changed' })
  }
  const { id, version } = job
  const finished = await changeJob(deps, by, {
    id,
    version,
    action: 'finish',
    scrap,
    ...(jobs && { jobs }),
    scrapReason,
  })
  return finished.ok ? ok({ job: finished.value.job }) : finished
}

/** The job whose parts are on the plate, while it is still this printer's; null when it was counted, cancelled or given to another. */
export async function jobOnPlate(
  { printJobs }: Pick<Deps, 'printJobs'>,
  printer: Pick<Printer, 'name' | 'jobId' | 'reported' | 'clearedAt'>,
): Promise<PrintJob | null> {
  if (printer.jobId === null || !isPlateFull(printer)) return null
  const job = await printJobs.read(printer.jobId)
  if (job?.printer !== printer.name) return null
  if (isOnPrinter(job)) return job
  // Others of a shared plate are printed also after the job that leads was cancelled.
  const other = job.plateJobs.find(isOnPrinter)
  return other === undefined ? null : await printJobs.read(other.jobId)
}

const isOnPrinter = ({ state }: Pick<PrintJob, 'state'>): boolean =>
  state === 'claimed' || state === 'printing'

export async function removePrinter(
  { printers, log }: Pick<Deps, 'printers' | 'log'>,
  name: string,
  by: string,
): Promise<Result<null, PrinterFailure>> {
  const removed = await printers.remove(name, by)
  if (removed.ok) log.info('farm.printer_removed', { printer: name, by })
  return removed
}
