// Slices of plates in rows of jobs, and the conditions that several statements share.

import { sql } from 'kysely'
import { fullCentihours } from '../../domain/base/centihours.ts'
import type { PrintJobId } from '../../domain/base/print-job-id.ts'
import type { PrintFile } from '../../domain/farm/jobs/job.ts'
import { lateMinutes } from '../../domain/notifications/kinds.ts'
import { isOlderThan } from '../core/leases.ts'
import { isOfPlate, isOrderPrintable } from './job-rows.ts'

const isSliced = (job: 'job' | 'print_jobs') => sql<boolean>`exists (
  select from plate_slices made where ${isOfPlate('made', job)} and made.state = 'sliced')`

/** Whether printers get the slice for their own profile. `job`: the alias of a job's row. */
export const isSlicedByModel = isSliced('job')

/** Jobs without a slice, and those with one that an operator has to see to; over rows of `print_jobs`. */
export const isUnsliced = sql<boolean>`(print_jobs.file_kind = 'model' and (not ${isSliced('print_jobs')}
  or exists (select from plate_slices where ${isOfPlate('plate_slices', 'print_jobs')} and ${needsOperator()})))`

/** Whether a row of `plate_slices` waits for an operator: it failed, or its plate fits no bed of the farm. */
export function needsOperator() {
  return sql<boolean>`(plate_slices.state = 'failed' or (plate_slices.state = 'unfit'
  and not exists (select from plate_slices other where other.job_id = plate_slices.job_id
    and (other.state <> 'unfit' or other.profile < plate_slices.profile))))`
}

/** A farm that has sliced nothing for longer has no slicer. */
const sliceDays = 30

/**
 * One row of `since` and `detail` while plates wait for their first slice, and none else. A farm whose printers take models slices by
 * itself, and so does one that has not sliced a plate for a month.
 */
export const waitingSlices = sql`
  select min(job.created_at) as since, count(*) || ' plates are not sliced' as detail from print_jobs job
  where job.state = 'queued' and job.file_kind = 'model' and ${isOrderPrintable} and ${isOlderThan('job.created_at', lateMinutes * 60)}
    and not ${isSlicedByModel} and not exists (select from plate_slices slice where ${isOfPlate('slice', 'job')} and slice.state = 'failed')
    and not exists (select from printers where 'model' = any(file_kinds) and maintenance_since is null)
    and exists (select from print_files where source = 'slice' and created_at > now() - make_interval(days => ${sliceDays}))
  having count(*) > 0`

/** The machine time of a job that prints the file. */
export const hoursOfJob = ({ seconds }: Pick<PrintFile, 'seconds'>) =>
  seconds === null ? {} : { centihours: fullCentihours(seconds) }

/** A slice that is kept. */
export const sliceRow = (
  jobId: PrintJobId,
  { id, profile }: { readonly id: string; readonly profile: string },
) => ({
  job_id: jobId,
  profile,
  state: 'sliced' as const,
  attempts: 1,
  due_at: sql<Date>`now()`,
  print_file_id: id,
})

/** For the history, such as “SVC-ABC234-plate-1.gcode for Original Prusa MK4S”. */
export const sliceText = ({ model, profile }: Pick<PrintFile, 'model' | 'profile'>): string =>
  profile === null || profile === '' ? model.fileName : `${model.fileName} for ${profile}`
