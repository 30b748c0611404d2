// Refusals of printers, as facts. The texts are in server/http/refusals/printers.ts.

export type PrinterFailure =
  | { readonly kind: 'printer_not_found' }
  | { readonly kind: 'printer_name_invalid' }
  /** Another operator changed it after this one opened the page. */
  | { readonly kind: 'printer_changed' }
  /** Nothing is on the plate, or it has not finished. */
  | { readonly kind: 'printer_plate_not_full' }
  /** The plate has another job than the one that the operator saw. */
  | { readonly kind: 'printer_plate_changed' }
  /** It was heard of within two minutes, and would be added again. */
  | { readonly kind: 'printer_still_heard' }
