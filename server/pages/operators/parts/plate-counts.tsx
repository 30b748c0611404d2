// The counts of a plate that several jobs share: a field for the bad parts of each.
import { type PrintJobId, printJobIdOf } from '../../../domain/base/print-job-id.ts'
import {
  isOpen,
  type JobCounts,
  type PlateJob,
  type PrintJob,
} from '../../../domain/farm/jobs/job.ts'
import { type FieldErrors, Hidden, TextField } from '../../../html/form-fields.tsx'
import { countOf } from '../../base/figures.ts'

export const scrapFieldOf = (jobId: PrintJobId): string => `scrap-${jobId}`

/** Such as `CART-7KQ2ZM, line 2`. */
export const plateJobName = ({ orderCode, line }: Pick<PlateJob, 'orderCode' | 'line'>): string =>
  line === null ? orderCode : `${orderCode}, line ${line}`

/** The jobs of a job's plate that are counted together with it: of a plate that no printer has, none. */
export const countedTogether = ({ state, plateJobs }: PrintJob): readonly PlateJob[] => {
  const isRunning = state === 'claimed' || state === 'printing'
  const expected = plateJobs.filter((job) => isOpen(job.state))
  return isRunning && expected.length > 1 ? expected : []
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

/** The fields of a form that counts a shared plate. */
export const plateCountFields = (field: (name: string) => string): readonly string[] =>
  idsIn(field).map(scrapFieldOf)

/** Null where the form counts one job; else the counts, or what is wrong at which field. */
export function readPlateCounts(
  field: (name: string) => string,
): { readonly jobs: readonly JobCounts[]; readonly wrong: FieldErrors } | null {
  const ids = idsIn(field)
  if (ids.length === 0) return null
  const wrong: Record<string, string> = {}
  const jobs = ids.flatMap((jobId) => {
    const typed = field(scrapFieldOf(jobId)).trim()
    if (/^\d{1,2}$/.test(typed)) return [{ jobId, scrap: Number(typed) }]
    wrong[scrapFieldOf(jobId)] = 'Enter how many parts are bad, 0 for none.'
    return []
  })
  return { jobs, wrong }
}

const maxJobs = 50

const idsIn = (field: (name: string) => string): readonly PrintJobId[] =>
  field('jobs')
    .split(' ')
    .filter((id) => /^[0-9a-f-]{36}$/.test(id))
    .slice(0, maxJobs)
    .map(printJobIdOf)
