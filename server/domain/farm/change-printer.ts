// What operators do with printers: load spools, tag them, take them out of work, remove them.
import type { Result } from '../base/result.ts'
import type { FarmDeps } from './ports.ts'
import type { PrinterFailure } from './printers/failure.ts'
import type { PrinterChange } from './printers/ports.ts'
import type { Printer } from './printers/printer.ts'

type Deps = Pick<FarmDeps, 'printers' | 'log'>

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
