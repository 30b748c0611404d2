// Refusals of print jobs, for operators and farm programs.
import { quantityRange } from '../../domain/catalog/options.ts'
import { onePlateAdvice } from '../../domain/errors/sentences.ts'
import type { FarmFailure, JobAction } from '../../domain/farm/failure.ts'
import type { PrinterFailure } from '../../domain/farm/printers/failure.ts'
import type { SpoolFailure } from '../../domain/farm/spools/failure.ts'
import { type Refusals, retryAfter } from './refusal.ts'

export const farmRefusals: Refusals<Exclude<FarmFailure, PrinterFailure | SpoolFailure>> = {
  print_job_not_found: [404, 'Print job not found'],
  job_lease_lost: [
    409,
    'This lease on the job has ended: it ran out, or the job was given to another printer. Nothing was recorded. ' +
      'If parts were printed, an operator can count them on the page /operator/jobs.',
  ],
  job_withdrawn: ({ reason }) => [409, `This job was withdrawn: ${reason} Nothing was recorded.`],
  job_counts_wrong: ({ parts }) => [
    400,
    `good and scrap must add up to the ${partsText(parts)} of this job.`,
  ],
  plate_counts_needed: ({ jobs }) => [
    400,
    `This plate has parts of several jobs: send the counts of each as jobs: [{jobId, good, scrap}]. Expected are ${jobs
      .map(
        ({ jobId, orderCode, line, parts }) =>
          `${partsText(parts)} of ${lineText(orderCode, line)} (${jobId})`,
      )
      .join(', ')}.`,
  ],
  job_reported_differently: ({ good, scrap }) => [
    409,
    `This job was reported before with other counts. It has ${good} good and ${scrap} scrap; nothing was changed.`,
  ],
  job_in_state: ({ action, state }) => [409, `${appliesTo[action]}; this one is ${state}.`],
  job_changed: ({ state }) => [
    409,
    `This job has changed since you opened the page; it is ${state} now. Nothing was saved.`,
  ],
  job_reprint_too_many: ({ good }) => [
    409,
    good === 0
      ? 'This job has no good parts that could turn out to be bad.'
      : `This job has ${partsText(good, 'good ')}; no more than that can be printed again.`,
  ],
  order_not_queueable: ({ status }) => [
    409,
    `This order is ${status}; only a RECEIVED, ACCEPTED or PRINTING order can be queued to print.`,
  ],
  order_not_reprintable: ({ status }) => [
    409,
    `Parts can be reprinted here only while the order is ACCEPTED, PRINTING or PRINTED; this one is ${status}. The order’s page reprints parts of a shipped one.`,
  ],
  order_reprint_status: ({ status }) => [
    409,
    `Parts can be reprinted only while the order is ACCEPTED, PRINTING, PRINTED, SHIPPED or DELIVERED; this one is ${status}.`,
  ],
  order_reprint_parts: ({ printed, line }) => [
    409,
    printed === 0
      ? `No part of line ${line} is printed yet.`
      : `Line ${line} has ${partsText(printed, 'good ')}; no more than that can be printed again.`,
  ],
  order_not_accepted: ({ status }) => [
    409,
    `This order is ${status}; jobs can be added to ACCEPTED and PRINTING orders. POST /api/farm/orders/{code}/queue accepts it.`,
  ],
  order_refunded: [409, 'This order was refunded in full; it cannot be queued.'],
  too_many_parts: (failure) => [409, tooManyParts(failure)],
  plate_taken: ({ plate }) => [409, `Plate ${plate} of this order has a job already.`],
  print_file_not_found: [404, 'This order has no such print file.'],
  order_line_unknown: ({ lines }) => [
    400,
    `line: must be a whole number from 1 to ${lines}, the line of the order whose parts are meant`,
  ],
  print_file_parts: ({ parts, fileParts }) => [
    400,
    `The file prints ${partsText(fileParts)} and the plate has ${partsText(parts)}; the two must be equal.`,
  ],
  plate_own_file_parts: ({ parts }) => [
    400,
    `The file of this order is sliced and prints 1 part, and the plate has ${partsText(parts)}. Plan plates of 1 part, ` +
      'or give the fileId of a file that prints as many parts.',
  ],
  print_file_unsupported: [415, 'Unsupported file. Send a sliced file: .gcode or .gcode.3mf.'],
  print_file_not_sliced: [
    422,
    'This 3MF is a model without g-code. Slice it and send the .gcode or .gcode.3mf.',
  ],
  print_file_plates: ({ plates }) => [422, `This file has ${plates} plates. ${onePlateAdvice}`],
  print_file_unsafe: ({ reason }) => [422, reason],
  print_code_missing: [400, 'code: is required, the code of the order'],
  print_parts_invalid: [
    400,
    `parts: must be a whole number from ${quantityRange.min} to ${quantityRange.max}`,
  ],
  reslice_sliced_file: [
    422,
    'The file of this order is already sliced; there is no model to slice. POST /api/farm/print-upload takes another sliced file.',
  ],
  reslice_settings_wrong: ({ field, rule }) => [400, `${field}: ${rule}`],
  reslice_failed: ({ reason, retryAfterSeconds: seconds }) => {
    const error = `The plate could not be sliced. ${reason} The job keeps its file.`
    return seconds === null ? [422, error] : [503, error, retryAfter(seconds)]
  },
}

const lineText = (code: string, line: number | null): string =>
  line === null ? code : `line ${line} of ${code}`

const partsText = (parts: number, kind = ''): string =>
  `${parts} ${kind}${parts === 1 ? 'part' : 'parts'}`

/** States in which each action is allowed. */
const appliesTo: Readonly<Record<JobAction, string>> = {
  requeue: 'Only a failed, claimed or printing job can be queued again',
  cancel: 'Only a job that has not ended can be cancelled',
  finish: 'Only a job that has not ended can be counted as printed',
  reprint: 'Only a done job can be printed again',
  slice: 'Only a queued or failed job can be sliced',
  file: 'Only a queued or failed job can get another file',
}

function tooManyParts({ quantity, left }: { quantity: number; left: number }): string {
  const all = `This order has ${partsText(quantity)}`
  if (left === 0) return `${all}, and all of them are printed or in jobs already.`
  return `${all}, of which ${left} ${left === 1 ? 'is' : 'are'} neither printed nor in a job. Plan no more than that.`
}
