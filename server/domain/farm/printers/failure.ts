// Failures of printers. The texts are in server/http/refusals/printers.ts.

export type PrinterFailure =
  | { readonly kind: 'printer_not_found' }
  | { readonly kind: 'printer_name_invalid' }
  /** Another operator changed the printer after this operator opened the page. */
  | { readonly kind: 'printer_changed' }
  /** The plate is empty, or its print has not finished. */
  | { readonly kind: 'printer_plate_not_full' }
  /** The plate has a different job from the one that the operator saw. */
  | { readonly kind: 'printer_plate_changed' }
  /** The printer was in contact within two minutes and would be added again. */
  | { readonly kind: 'printer_still_heard' }
  /** The printer has another job or state than the operator saw, or is offline. */
  | { readonly kind: 'printer_work_changed' }
  /** Another command was given since the operator opened the page, or is still open. */
  | { readonly kind: 'printer_command_pending' }
  /** The printer or its program cannot carry out the command. */
  | { readonly kind: 'printer_command_unsupported' }
  | { readonly kind: 'printer_command_not_found' }
  /** The command has lapsed, was taken by another program, or its job is no longer on the printer. */
  | { readonly kind: 'printer_command_ended' }
  | { readonly kind: 'printer_picture_unreadable' }
