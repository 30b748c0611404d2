// Refusals of print jobs, for operators and the farm's programs.
import { unreachable } from '../../domain/base/result.ts'
import type { FarmFailure, JobAction } from '../../domain/farm/failure.ts'

type Refusal = {
  readonly status: number
  readonly error: string
  readonly headers?: Record<string, string>
}

export function farmRefusal(failure: FarmFailure): Refusal {
  switch (failure.kind) {
    case 'print_job_not_found':
      return { status: 404, error: 'Print job not found' }
    case 'job_lease_lost':
      return conflict(
        'This lease on the job has ended: it ran out, or the job was given to another printer. Nothing was recorded. ' +
          'If parts were printed, an operator can count them on the page /operator/jobs.',
      )
    case 'job_withdrawn':
      return conflict(`This job was withdrawn: ${failure.reason} Nothing was recorded.`)
    case 'job_counts_wrong':
      return {
        status: 400,
        error: `good and scrap must add up to the ${partsText(failure.parts)} of this job.`,
      }
    case 'job_reported_differently':
      return conflict(
        `This job was reported before with other counts. It has ${failure.good} good and ${failure.scrap} scrap; nothing was changed.`,
      )
    case 'job_in_state':
      return conflict(`${appliesTo[failure.action]}; this one is ${failure.state}.`)
    case 'job_changed':
      return conflict(
        `This job has changed since you opened the page; it is ${failure.state} now. Nothing was saved.`,
      )
    case 'job_reprint_too_many':
      return conflict(
        failure.good === 0
          ? 'This job has no good parts that could turn out to be bad.'
          : `This job has ${failure.good} good ${failure.good === 1 ? 'part' : 'parts'}; no more than that can be printed again.`,
      )
    case 'order_not_queueable':
      return conflict(
        `This order is ${failure.status}; only a RECEIVED, ACCEPTED or PRINTING order can be queued to print.`,
      )
    case 'order_not_reprintable':
      return conflict(
        `This order is ${failure.status}; parts of ACCEPTED, PRINTING and PRINTED orders can be printed again here. The order’s page prints parts of a shipped one again.`,
      )
    case 'order_reprint_status':
      return conflict(
        `This order is ${failure.status}; parts are printed again of ACCEPTED, PRINTING, PRINTED, SHIPPED and DELIVERED orders.`,
      )
    case 'order_reprint_parts':
      return conflict(
        failure.printed === 0
          ? `No part of line ${failure.line} is printed yet.`
          : `Line ${failure.line} has ${failure.printed} good ${failure.printed === 1 ? 'part' : 'parts'}; no more than that can be printed again.`,
      )
    case 'order_not_accepted':
      return conflict(
        `This order is ${failure.status}; jobs can be added to ACCEPTED and PRINTING orders. POST /api/farm/orders/{code}/queue accepts it.`,
      )
    case 'order_refunded':
      return conflict('This order was refunded in full; it cannot be queued.')
    case 'too_many_parts':
      return conflict(tooManyParts(failure))
    case 'plate_taken':
      return conflict(`Plate ${failure.plate} of this order has a job already.`)
    case 'print_file_not_found':
      return { status: 404, error: 'This order has no such print file.' }
    case 'print_file_parts':
      return {
        status: 400,
        error: `The file prints ${partsText(failure.fileParts)} and the plate has ${partsText(failure.parts)}; the two must be equal.`,
      }
    case 'plate_own_file_parts':
      return {
        status: 400,
        error:
          `The file of this order is sliced and prints 1 part, and the plate has ${partsText(failure.parts)}. Plan plates of 1 part, ` +
          'or give the fileId of a file that prints as many parts.',
      }
    case 'print_file_unsupported':
      return { status: 415, error: 'Unsupported file. Send a sliced file: .gcode or .gcode.3mf.' }
    case 'print_file_not_sliced':
      return {
        status: 422,
        error: 'This 3MF is a model without g-code. Slice it and send the .gcode or .gcode.3mf.',
      }
    case 'print_file_plates':
      return {
        status: 422,
        error: `This file has ${failure.plates} plates. Send a file of one plate for each job.`,
      }
    case 'print_file_unsafe':
      return { status: 422, error: failure.reason }
    case 'print_code_missing':
      return { status: 400, error: 'code: is required, the code of the order' }
    case 'order_line_unknown':
      return {
        status: 400,
        error: `line: must be a whole number from 1 to ${failure.lines}, the line of the order whose parts are meant`,
      }
    case 'print_parts_invalid':
      return { status: 400, error: 'parts: must be a whole number from 1 to 50' }
    case 'reslice_sliced_file':
      return {
        status: 422,
        error:
          'The file of this order is sliced already; there is no model to slice. POST /api/farm/print-upload takes another sliced file.',
      }
    case 'reslice_settings_wrong':
      return { status: 400, error: `${failure.field}: ${failure.rule}` }
    case 'reslice_failed':
      return resliceFailed(failure)
    default:
      return unreachable(failure)
  }
}

const conflict = (error: string): Refusal => ({ status: 409, error })

const partsText = (parts: number): string => (parts === 1 ? '1 part' : `${parts} parts`)

/** The states that each action applies to. */
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

function resliceFailed(failure: Extract<FarmFailure, { kind: 'reslice_failed' }>): Refusal {
  const { reason, retryAfterSeconds: seconds } = failure
  const error = `The plate could not be sliced. ${reason} The job keeps its file.`
  return seconds === null
    ? { status: 422, error }
    : { status: 503, error, headers: { 'retry-after': String(seconds) } }
}
