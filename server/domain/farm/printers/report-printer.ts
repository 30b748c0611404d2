// Reports from the programs that connect printers: abilities and state, with or without a job.

import type { BaseDeps } from '../../base/ports.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { PrinterFailure } from './failure.ts'
import { readPrinterName } from './name.ts'
import type { PlateProfiles } from './plate-profiles.ts'
import type { PrinterDeps, PrinterReport } from './ports.ts'
import { type Printer, type SeenState, stateOf } from './printer.ts'

type ProfileDeps = PrinterDeps & { readonly plateProfiles: PlateProfiles }

export type ReportedPrinter = { readonly printer: Printer; readonly seen: SeenState }

/** Stores a report. `name`: the printer name from the request path. Adds an unknown printer. */
export async function reportPrinter(
  deps: ProfileDeps & Pick<BaseDeps, 'clock' | 'log'>,
  name: string,
  report: PrinterReport,
): Promise<Result<ReportedPrinter, PrinterFailure>> {
  const known = readPrinterName(name)
  if (known === null) return fail({ kind: 'printer_name_invalid' })
  const { printers, clock, log } = deps
  const printer = await withProfile(deps, await printers.report(known, report))
  if (report.state === 'error') {
    log.warn('farm.printer_error', { printer: known, detail: report.detail })
  }
  return ok({ printer, seen: stateOf(printer, clock.now()) })
}

/** Stores that the program cannot reach the printer: it is offline until its next sign of life. */
export async function reportUnreachable(
  { printers, clock }: PrinterDeps & Pick<BaseDeps, 'clock'>,
  name: string,
  reason: string,
): Promise<Result<ReportedPrinter, PrinterFailure>> {
  const known = readPrinterName(name)
  if (known === null) return fail({ kind: 'printer_name_invalid' })
  const printer = await printers.reportUnreachable(known, reason)
  if (printer === null) return fail({ kind: 'printer_not_found' })
  return ok({ printer, seen: stateOf(printer, clock.now()) })
}

/** Updates the printer's profile, because its model or bed, or the slicer's profiles, may have changed. */
export async function withProfile(
  { printers, plateProfiles }: ProfileDeps,
  printer: Printer,
): Promise<Printer> {
  const { profile, nozzleMm } = plateProfiles.of(printer)
  if (profile === printer.profile && nozzleMm === printer.profileNozzleMm) return printer
  await printers.setProfile(printer.name, { profile, nozzleMm })
  return { ...printer, profile, profileNozzleMm: nozzleMm }
}
