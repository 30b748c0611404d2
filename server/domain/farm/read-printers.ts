// What operators read of printers: the list, and one of them with what is on its plate.
import { fail, ok, type Result } from '../base/result.ts'
import { jobOnPlate } from './clear-plate.ts'
import type { PrintJob } from './jobs/job.ts'
import type { FarmDeps } from './ports.ts'
import type { PrinterFailure } from './printers/failure.ts'
import type { PrinterWork } from './printers/ports.ts'
import { isPlateFull, type Printer, type SeenState, stateOf } from './printers/printer.ts'

type Deps = Pick<FarmDeps, 'printers' | 'clock'>

export type SeenPrinter = PrinterWork & { readonly seen: SeenState }

/** By name. `timeZone`: the farm's, in which "today" begins. */
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
  /** What its model may be called instead; null where the slicer has a profile of it, or it names none. */
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
  /** The job whose parts are on the plate and not counted; null where it has ended, or was never the farm's. */
  readonly plate: PrintJob | null
}

/** What people have to take off, the plates that wait longest first. */
export async function listFullPlates(
  deps: Deps & Pick<FarmDeps, 'printJobs'>,
  timeZone: string,
): Promise<readonly FullPlate[]> {
  const works = await deps.printers.list(timeZone)
  const full = works.map(({ printer }) => printer).filter(isPlateFull)
  const plates = await Promise.all(full.map((printer) => jobOnPlate(deps, printer)))
  return full
    .map((printer, index) => ({ printer, plate: plates[index] ?? null }))
    .toSorted(
      (one, other) => one.printer.reportedSince.getTime() - other.printer.reportedSince.getTime(),
    )
}
