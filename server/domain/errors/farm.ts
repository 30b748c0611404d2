// Error codes of print jobs, sliced files and printers, for operators and the farm's programs.
import type { Advice } from './advice.ts'
import { onePlateAdvice } from './sentences.ts'

export const farmErrors = {
  print_job_not_found: ['There is no such job.', 'Take the id from the list of jobs.'],
  print_job_not_running: ['The order is not printing.', 'Read its status.'],
  job_lease_lost: [
    'The lease of the printer on the job has ended. Nothing was recorded.',
    'Stop, and claim the next job. An operator counts parts that were printed.',
  ],
  job_withdrawn: [
    'The job was withdrawn while it printed. Nothing was recorded.',
    'Stop the print, and claim the next job.',
  ],
  job_counts_wrong: [
    'Good and scrap do not add up to the parts of the job.',
    'Count again and send both numbers.',
  ],
  plate_counts_needed: [
    'The plate has parts of several jobs, but only one pair of counts was sent.',
    'Send `jobs` with the counts of each.',
  ],
  job_reported_differently: [
    'The job was already reported with other counts. Nothing was changed.',
    'Read the job. An operator can correct it.',
  ],
  job_in_state: ['The job’s state does not permit the action.', 'Read the job.'],
  job_changed: ['The job has changed since it was read. Nothing was saved.', 'Read it again.'],
  job_reprint_too_many: [
    'The job has fewer good parts than the number to reprint.',
    'Send at most the number in the message.',
  ],
  order_not_queueable: ['The order’s status does not permit queueing.', 'Read its status.'],
  order_not_reprintable: [
    'The order’s status does not permit a reprint from this page.',
    'Use the page of the order.',
  ],
  order_reprint_status: ['The order’s status does not permit a reprint.', 'Read its status.'],
  order_reprint_parts: [
    'The line has fewer printed parts than the number to reprint.',
    'Send at most the number in the message.',
  ],
  order_not_accepted: [
    'Jobs can be added only to orders that are accepted or printing.',
    'Queue the order first.',
  ],
  too_many_parts: [
    'The jobs would print more parts than the order has left.',
    'Plan at most the number in the message.',
  ],
  plate_taken: ['The plate number of the order already has a job.', 'Choose another number.'],
  print_file_not_found: ['The order has no such print file.', 'Upload it first.'],
  print_file_parts: [
    'The number of parts in the file differs from the plate.',
    'Use the same number in both.',
  ],
  plate_own_file_parts: [
    'The sliced file of the order prints one part, and the plate has more.',
    'Plan plates with one part, or name a file that prints that number.',
  ],
  print_file_not_sliced: ['The 3MF contains a model without G-code.', 'Slice it first.'],
  print_file_plates: ['The file has several plates.', onePlateAdvice],
  print_file_unsafe: [
    'The G-code contains a command that no print needs. The message names it.',
    'Slice the model again with the profile of the farm.',
  ],
  reslice_sliced_file: [
    'The file of the order is sliced, so there is no model to slice.',
    'Upload another sliced file.',
  ],
  reslice_failed: [
    'The plate could not be sliced. The job keeps its file.',
    'Correct the problem that the message names. With `Retry-After`, try again after it.',
  ],
  printer_not_found: ['There is no such printer.', 'List the printers.'],
  printer_plate_not_full: [
    'The printer has no finished print on its plate. Nothing was counted.',
    'Read its state.',
  ],
} as const satisfies Readonly<Record<string, Advice>>
