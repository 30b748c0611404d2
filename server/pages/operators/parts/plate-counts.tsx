// Counts of a plate that several jobs share: a field for the scrap of each job.
import type { PrintJobId } from '../../../domain/base/ids/print-job-id.ts'
import {
  isJobOpen,
  isRunning,
  type PlateJob,
  type PrintJob,
} from '../../../domain/farm/jobs/job.ts'
import { type FieldErrors, Hidden, TextField } from '../../../html/form-fields.tsx'
import { countOf } from '../../base/figures.ts'

export const scrapFieldOf = (jobId: PrintJobId): string => `scrap-${jobId}`

/** Such as `CART-7KQ2ZM, line 2`. */
export const plateJobName = ({ orderCode, line }: Pick<PlateJob, 'orderCode' | 'line'>): string =>
  line === null ? orderCode : `${orderCode}, line ${line}`

/** Returns the jobs on the same plate that are counted together with this job. Empty if no printer has the plate. */
export const countedTogether = ({ state, plateJobs }: PrintJob): readonly PlateJob[] => {
  const expected = plateJobs.filter((job) => isJobOpen(job.state))
  return isRunning(state) && expected.length > 1 ? expected : []
}

type Props = {
  readonly jobs: readonly PlateJob[]
  readonly typed: Readonly<Record<string, string>>
  readonly errors: FieldErrors
}

export function PlateCounts({ jobs, typed, errors }: Props) {
  return (
    <>
      <Hidden name="jobs" value={jobs.map(({ jobId }) => jobId).join(' ')} />
      <div class="columns">
        {jobs.map((job) => (
          <TextField
            name={scrapFieldOf(job.jobId)}
            label={`Bad parts of ${plateJobName(job)}`}
            value={typed[scrapFieldOf(job.jobId)] ?? '0'}
            hint={`Of ${countOf(job.parts, 'part')}.`}
            errors={errors}
            input={{ inputmode: 'numeric', maxlength: 2, autocomplete: 'off' }}
          />
        ))}
      </div>
    </>
  )
}
