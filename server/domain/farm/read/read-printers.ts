// Printers for operators: the list, and a single printer with the parts on its plate.
import { fail, ok, type Result } from '../../base/result.ts'
import type { PrintJob } from '../jobs/job.ts'
import type { FarmDeps } from '../ports.ts'
import type { PrinterFailure } from '../printers/failure.ts'
import type { PrinterWork } from '../printers/ports.ts'
import { isPlateFull, type Printer, type SeenState, stateOf } from '../printers/printer.ts'
import { jobOnPlate, uncountedJobId } from '../reports/clear-plate.ts'

type Deps = Pick<FarmDeps, 'printers' | 'clock'>

export type SeenPrinter = PrinterWork & { readonly seen: SeenState }

/** Returns the printers by name. `timeZone`: the farm's time zone, which defines "today". */
export async function listPrinters(
  { printers, clock }: Deps,
  timeZone: string,
): Promise<readonly SeenPrinter[]> {
  const works = await printers.list(timeZone)
  const now = clock.now()
  return works.map((work) => ({ ...work, seen: stateOf(work.printer, now) }))
}

export type PrinterPage = SeenPrinter & {
  /** The job whose parts are on the plate and not counted. */
  readonly plate: PrintJob | null
  /** Similar model names; null if the slicer has a profile of the model, or if the printer reports no model. */
  readonly similarModels: readonly string[] | null
}

export async function readPrinter(
  deps: Deps & Pick<FarmDeps, 'printJobs' | 'plateProfiles'>,
  name: string,
  timeZone: string,
): Promise<Result<PrinterPage, PrinterFailure>> {
  const seen = (await listPrinters(deps, timeZone)).find(({ printer }) => printer.name === name)
  if (seen === undefined) return fail({ kind: 'printer_not_found' })
  const { model } = seen.printer
  const isKnown = model === null || deps.plateProfiles.of(seen.printer).isOfModel
  const similarModels = isKnown ? null : deps.plateProfiles.similar(model)
  return ok({ ...seen, plate: await jobOnPlate(deps, seen.printer), similarModels })
}

export type FullPlate = {
  readonly printer: Printer
  /**
   * The job whose parts are on the plate and not counted; null if it has ended, or if the print was not a job of the
   * farm.
   */
  readonly plate: PrintJob | null
}

/** Returns plates that a person must clear, longest wait first, at most `limit`. */
export async function listFullPlates(
  deps: Deps & Pick<FarmDeps, 'printJobs'>,
  timeZone: string,
  limit: number,
): Promise<readonly FullPlate[]> {
  const works = await deps.printers.list(timeZone)
  const full = works
    .filter(({ printer }) => isPlateFull(printer))
    .toSorted(
      (one, other) => one.printer.reportedSince.getTime() - other.printer.reportedSince.getTime(),
    )
    .slice(0, limit)
  const read = await readOthers(deps, full)
  return full.map(({ printer, job }) => {
    const { name, jobId } = printer
    if (job !== null && job.id === jobId) return { printer, plate: job }
    const lead = read.find(({ id }) => id === jobId)
    if (lead?.printer !== name) return { printer, plate: null }
    const uncounted = uncountedJobId(lead)
    const plate = uncounted === job?.id ? job : read.find(({ id }) => id === uncounted)
    return { printer, plate: plate ?? null }
  })
}

/** Reads jobs of full plates other than the claimed jobs, and jobs that were printed with a cancelled job. */
async function readOthers(
  { printJobs }: Pick<FarmDeps, 'printJobs'>,
  full: readonly PrinterWork[],
): Promise<readonly PrintJob[]> {
  const ids = full.flatMap(({ printer: { jobId }, job }) =>
    jobId === null || jobId === job?.id ? [] : [jobId],
  )
  const leads = await printJobs.readAll(ids)
  const known = new Set(full.map(({ job }) => job?.id))
  const riders = leads.flatMap((lead) => {
    const uncounted = uncountedJobId(lead)
    return uncounted === undefined || uncounted === lead.id || known.has(uncounted)
      ? []
      : [uncounted]
  })
  return [...leads, ...(await printJobs.readAll(riders))]
}
