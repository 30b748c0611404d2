// Failures of print jobs. The texts are in server/http/refusals/farm.ts.
import type { OrderStatus } from '../orders/record/status.ts'
import type { JobState, PlateJob } from './jobs/job.ts'
import type { PrinterFailure } from './printers/failure.ts'
import type { SpoolFailure } from './spools/failure.ts'

export type FarmFailure =
  | PrinterFailure
  | SpoolFailure
  | { readonly kind: 'print_job_not_found' }
  /** The lease expired, or belongs to an earlier claim of the job. */
  | { readonly kind: 'job_lease_lost' }
  /** The order was closed, refunded, or finished in another way. */
  | { readonly kind: 'job_withdrawn'; readonly reason: string }
  | { readonly kind: 'job_counts_wrong'; readonly parts: number }
  /** Per-job counts are missing for a shared plate with good and scrap parts. `jobs`: the expected jobs. */
  | { readonly kind: 'plate_counts_needed'; readonly jobs: readonly PlateJob[] }
  /** The job was already reported as done with different counts. */
  | { readonly kind: 'job_reported_differently'; readonly good: number; readonly scrap: number }
  /** The action does not apply to a job in this state. */
  | { readonly kind: 'job_in_state'; readonly state: JobState; readonly action: JobAction }
  /** The job has changed since the version that the operator saw. */
  | { readonly kind: 'job_changed'; readonly state: JobState }
  | { readonly kind: 'job_reprint_too_many'; readonly good: number }
  | { readonly kind: 'order_not_queueable'; readonly status: OrderStatus }
  | { readonly kind: 'order_not_reprintable'; readonly status: OrderStatus }
  /** Parts can be reprinted from acceptance of an order until it is closed. */
  | { readonly kind: 'order_reprint_status'; readonly status: OrderStatus }
  /** `printed`: good parts of the line so far. */
  | { readonly kind: 'order_reprint_parts'; readonly line: number; readonly printed: number }
  /** Jobs can be added to accepted orders only. */
  | { readonly kind: 'order_not_accepted'; readonly status: OrderStatus }
  | { readonly kind: 'order_refunded' }
  /** `left`: parts that are neither printed nor in a job. */
  | { readonly kind: 'too_many_parts'; readonly quantity: number; readonly left: number }
  | { readonly kind: 'plate_taken'; readonly plate: number }
  | { readonly kind: 'print_file_not_found' }
  /** The order has several lines and none was named, or the line number is too high. */
  | { readonly kind: 'order_line_unknown'; readonly lines: number }
  | { readonly kind: 'print_file_parts'; readonly fileParts: number; readonly parts: number }
  /** The order's file is sliced, and one run of it prints one part. */
  | { readonly kind: 'plate_own_file_parts'; readonly parts: number }
  | { readonly kind: 'print_file_unsupported' }
  | { readonly kind: 'print_file_not_sliced' }
  | { readonly kind: 'print_file_plates'; readonly plates: number }
  /** `reason`: a sentence for operators. */
  | { readonly kind: 'print_file_unsafe'; readonly reason: string }
  | { readonly kind: 'print_code_missing' }
  | { readonly kind: 'print_parts_invalid' }
  /** The order's file is sliced, so there is no mesh to slice. */
  | { readonly kind: 'reslice_sliced_file' }
  | { readonly kind: 'reslice_settings_wrong'; readonly field: string; readonly rule: string }
  /** `unfit`: the plate does not fit the bed. `crash`: the slicer crashed, possibly because of the host. */
  | {
      readonly kind: 'reslice_failed'
      readonly reason: string
      readonly retryAfterSeconds: number | null
      readonly cause?: 'unfit' | 'no_profile' | 'crash'
    }

/** An operator's action on a single job. */
export const jobChanges = ['requeue', 'cancel', 'finish', 'reprint'] as const

export type JobAction = (typeof jobChanges)[number] | 'slice' | 'file'
