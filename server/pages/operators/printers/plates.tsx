// /operator/plates: every finished plate, cleared in one step. The checkbox excludes a plate that is still on its
// printer.
import type { FullPlate } from '../../../domain/farm/read/read-printers.ts'
import { Choice, type FieldErrors, Hidden, TextField } from '../../../html/form-fields.tsx'
import { countOf } from '../../base/figures.ts'
import { Age } from '../parts/age.tsx'
import { type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { hasJobPicture, JobPicture } from '../parts/job-picture.tsx'
import { countedTogether, plateJobName, scrapFieldOf } from '../parts/plate-counts.tsx'
import { ScrapReasonField } from '../parts/scrap-reason.tsx'
import { platesPath, printerPath, printersPath } from './printer-paths.ts'

export type PlatesView = DeskView & {
  readonly plates: readonly FullPlate[]
  readonly now: Date
  /** Entered values of a refused form, by the names of job fields and of `takeKey`. */
  readonly typed?: Readonly<Record<string, string>>
  /** Plates that were not cleared, each with its error sentence. */
  readonly refused?: readonly { readonly printer: string; readonly text: string }[]
  readonly errors?: FieldErrors
}

/** Maximum number of plates per form. */
export const maxPlates = 100

/** Returns the names of a plate's fields, by its index in the form. */
export const plateFields = (index: number) => ({
  take: `take-${index}`,
  printer: `printer-${index}`,
  job: `job-${index}`,
  since: `since-${index}`,
  /** Ids of the counted jobs. */
  jobs: `jobs-${index}`,
})

/**
 * Returns the key of a plate's entered values. The list may change between requests, so values are stored per plate and
 * not per index.
 */
export const takeKey = (printer: string, jobId: string, since: string): string =>
  ['take', encodeURIComponent(printer), jobId, since].join(' ')

export function platesPage(view: PlatesView): Response {
  const { plates, user } = view
  return deskScreen({
    ...view,
    tab: 'printers',
    title: 'Plates to clear',
    beside: (
      <a class="end" href={printersPath}>
        All printers
      </a>
    ),
    body: (
      <>
        <RefusedPlates {...view} />
        {plates.length === 0 ? (
          <p>No plate waits. One is listed here when its print has ended.</p>
        ) : user.role === 'viewer' ? (
          <ul>
            {plates.map(({ printer }) => (
              <li>{printer.name}</li>
            ))}
          </ul>
        ) : (
          <PlatesForm {...view} />
        )}
      </>
    ),
  })
}

function RefusedPlates({ refused = [] }: PlatesView) {
  if (refused.length === 0) return ''
  return (
    <ul>
      {refused.map(({ printer, text }) => (
        <li>
          <a href={printerPath(printer)}>{printer}</a>
          {`: ${text}`}
        </li>
      ))}
    </ul>
  )
}

function PlatesForm({ plates, now, typed, errors = {} }: PlatesView) {
  return (
    <form class="plates" method="post" action={platesPath}>
      <p>
        Leave out the plates that you did not take off. Parts are good unless you say how many are
        bad.
      </p>
      <ol>
        {plates.map((plate, index) => (
          <PlateItem plate={plate} index={index} now={now} typed={typed} errors={errors} />
        ))}
      </ol>
      <div class="narrow">
        <ScrapReasonField typed={typed?.['scrapReason']} errors={errors} />
      </div>
      <p class="actions">
        <button type="submit">Count and clear the checked plates</button>
      </p>
    </form>
  )
}

type ItemProps = Required<Pick<PlatesView, 'now' | 'errors'>> & {
  readonly typed: PlatesView['typed']
  readonly plate: FullPlate
  readonly index: number
}

function PlateItem({ plate: { printer, plate }, index, now, typed, errors }: ItemProps) {
  const names = plateFields(index)
  const shared = plate === null ? [] : countedTogether(plate)
  const alone = plate === null ? [] : [{ ...plate, jobId: plate.id }]
  const jobs = shared.length > 0 ? shared : alone
  const [jobId, since] = [printer.jobId ?? '', printer.reportedSince.toISOString()]
  const isTaken = typed === undefined || typed[takeKey(printer.name, jobId, since)] === '1'
  return (
    <li class="panel">
      <Hidden name={names.printer} value={printer.name} />
      <Hidden name={names.job} value={jobId} />
      <Hidden name={names.since} value={since} />
      <Hidden name={names.jobs} value={jobs.map(({ jobId: id }) => id).join(' ')} />
      <div class="row apart">
        <Choice
          type="checkbox"
          id={names.take}
          name={names.take}
          value="1"
          label={printer.name}
          checked={isTaken}
        />
        <span class="muted">
          <Age since={printer.reportedSince} now={now} />{' '}
          <a href={printerPath(printer.name)}>Open</a>
        </span>
      </div>
      {jobs.length === 0 ? <p>Nothing is counted: its job has ended.</p> : ''}
      {jobs.map((job) => (
        <div class="plate-job">
          {plate !== null && hasJobPicture(plate) ? <JobPicture {...job} sizePx={64} /> : ''}
          <TextField
            name={scrapFieldOf(job.jobId)}
            label={`Bad parts of ${plateJobName(job)}`}
            value={typed?.[scrapFieldOf(job.jobId)] ?? '0'}
            hint={`Of ${countOf(job.parts, 'part')}.`}
            errors={errors}
            input={{ inputmode: 'numeric', maxlength: 2, autocomplete: 'off' }}
          />
        </div>
      ))}
    </li>
  )
}
