// Slices of plates in the rows of jobs, and conditions that several statements share.

import { sql } from 'kysely'
import type { PrintFileId } from '../../domain/base/ids/print-file-id.ts'
import type { PrintJobId } from '../../domain/base/ids/print-job-id.ts'
import { fullCentihours } from '../../domain/base/time/centihours.ts'
import type { PrintFile } from '../../domain/farm/jobs/job.ts'
import { lateMinutes } from '../../domain/notifications/kinds.ts'
import { isOlderThan } from '../core/transactions/leases.ts'
import { isOfPlate, isOrderPrintable } from './job-rows.ts'

const isSliced = (job: 'job' | 'print_jobs') => sql<boolean>`exists (
  select from plate_slices made where ${isOfPlate('made', job)} and made.state = 'sliced')`

/** Whether printers get the slice for their profile. `job` is the alias of a job's row. */
export const isSlicedByModel = isSliced('job')

/** Jobs without a slice, and jobs with a slice that needs an operator. Applies to rows of `print_jobs`. */
export const isUnsliced = sql<boolean>`(print_jobs.file_kind = 'model' and (not ${isSliced('print_jobs')}
  or exists (select from plate_slices where ${isOfPlate('plate_slices', 'print_jobs')} and ${needsOperator()})))`

/** Whether a row of `plate_slices` needs an operator: it failed, or its plate fits no bed of the farm. */
export function needsOperator() {
  return sql<boolean>`(plate_slices.state = 'failed' or (plate_slices.state = 'unfit'
  and not exists (select from plate_slices other where other.job_id = plate_slices.job_id
    and (other.state <> 'unfit' or other.profile < plate_slices.profile))))`
}

/** After this many days without slices, the farm is treated as having no slicer. */
const sliceDays = 30

/**
 * Returns one row of `since` and `detail` while plates wait for their first slice, and no row otherwise. Farms whose printers take models
 * slice on the printer, so nothing is reported for them, nor for a farm that has not sliced a plate for a month.
 */
export const waitingSlices = sql`
  select min(job.created_at) as since, count(*) || ' plates are not sliced' as detail from print_jobs job
  where job.state = 'queued' and job.file_kind = 'model' and ${isOrderPrintable} and ${isOlderThan('job.created_at', lateMinutes * 60)}
    and not ${isSlicedByModel} and not exists (select from plate_slices slice where ${isOfPlate('slice', 'job')} and slice.state = 'failed')
    and not exists (select from printers where 'model' = any(file_kinds) and maintenance_since is null)
    and exists (select from print_files where source = 'slice' and created_at > now() - make_interval(days => ${sliceDays}))
  having count(*) > 0`

/** Machine time of a job that prints the file. */
export const hoursOfJob = ({ seconds }: Pick<PrintFile, 'seconds'>) =>
  seconds === null ? {} : { centihours: fullCentihours(seconds) }

/** The row of a stored slice. */
export const sliceRow = (
  jobId: PrintJobId,
  { id, profile }: { readonly id: PrintFileId; readonly profile: string },
) => ({
  job_id: jobId,
  profile,
  state: 'sliced' as const,
  attempts: 1,
  due_at: sql<Date>`now()`,
  print_file_id: id,
})

/** Text for the history, for example “SVC-ABC234-plate-1.gcode for Original Prusa MK4S”. */
export const sliceText = ({ model, profile }: Pick<PrintFile, 'model' | 'profile'>): string =>
  profile === null || profile === '' ? model.fileName : `${model.fileName} for ${profile}`
