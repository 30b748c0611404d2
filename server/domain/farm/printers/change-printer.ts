// Operators' actions on printers: load spools, tag them, put printers into maintenance, remove printers.
import type { BaseDeps } from '../../base/ports.ts'
import type { Result } from '../../base/result.ts'
import type { PrinterFailure } from './failure.ts'
import type { PrinterChange, PrinterDeps } from './ports.ts'
import type { Printer } from './printer.ts'

type Deps = PrinterDeps & Pick<BaseDeps, 'log'>

export async function changePrinter(
  { printers, log }: Deps,
  name: string,
  change: PrinterChange,
): Promise<Result<Printer, PrinterFailure>> {
  const changed = await printers.change(name, change)
  if (changed.ok) {
    log.info('farm.printer_changed', { printer: name, action: change.action, by: change.by })
  }
  return changed
}

export async function removePrinter(
  { printers, log }: Deps,
  name: string,
  by: string,
): Promise<Result<null, PrinterFailure>> {
  const removed = await printers.remove(name, by)
  if (removed.ok) log.info('farm.printer_removed', { printer: name, by })
  return removed
}
