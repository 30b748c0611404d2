// Refusals of printers, for operators and farm programs.

import { silentText } from '../../domain/base/time/silence.ts'
import type { PrinterFailure } from '../../domain/farm/printers/failure.ts'
import { maxPrinterText } from '../../domain/farm/printers/printer.ts'
import { maxPictureBytes } from '../../domain/farm/printers/printer-desk.ts'
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
  printer_work_changed: [
    409,
    'This printer has another plate or state than when you opened the page, or is offline. No command was sent.',
  ],
  printer_command_pending: [
    409,
    'Another command was given to this printer since you opened the page, or is still being carried out. No command was sent.',
  ],
  printer_command_unsupported: [
    409,
    'The program of this printer does not carry out this command.',
  ],
  printer_command_not_found: [404, 'Command not found'],
  printer_command_ended: [
    409,
    'This command has lapsed, was taken by another program, or its plate has left the printer. Do not carry it out.',
  ],
  printer_picture_unreadable: [
    400,
    `The picture must be a PNG, JPEG or WebP of at most ${maxPictureBytes / 1024} KiB.`,
  ],
  printer_still_heard: [
    409,
    `The program of this printer was in contact within the last ${silentText} and would add it again. Stop its program first.`,
  ],
}
