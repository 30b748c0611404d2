// Refusals of printers, for operators and the farm's programs.
import type { PrinterFailure } from '../../domain/farm/printers/failure.ts'
import { maxPrinterText, silentText } from '../../domain/farm/printers/printer.ts'
import type { Refusals } from './refusal.ts'

export const printerRefusals: Refusals<PrinterFailure> = {
  printer_not_found: [404, 'Printer not found'],
  printer_name_invalid: [
    400,
    `The name of a printer has 1 to ${maxPrinterText} characters on one line, and is neither "." nor "..".`,
  ],
  printer_changed: [409, 'This printer has changed since you opened the page. Nothing was saved.'],
  printer_plate_not_full: [
    409,
    'This printer has no finished print on its plate. Nothing was counted.',
  ],
  printer_plate_changed: [
    409,
    'The plate has changed since you opened the page. Nothing was counted.',
  ],
  printer_still_heard: [
    409,
    `The program of this printer was in contact within the last ${silentText} and would add it again. Stop its program first.`,
  ],
}
