// /operator/jobs/{id}: one print job with its history, and the confirmation before an action on it.

import { centihoursOfSeconds } from '../../../domain/base/time/centihours.ts'
import type { JobPart } from '../../../domain/desk/job-part.ts'
import {
  aloneReasons,
  isRunning,
  type JobEvent,
  type JobEventKind,
  jobStateLabels,
  maxPrintAttempts,
  type PlateJob,
  type PrintJob,
} from '../../../domain/farm/jobs/job.ts'
import { scrapReasonLabels } from '../../../domain/farm/jobs/scrap-reason.ts'
import { profileText } from '../../../domain/farm/printers/plate-profiles.ts'
import type { JobWithHistory } from '../../../domain/farm/reports/change-job.ts'
import type { ProfileSlice } from '../../../domain/farm/slice-ports.ts'
import { restsOnNothing } from '../../../domain/measurement/supports-text.ts'
import { sizesText } from '../../../domain/models/size-text.ts'
import { type Column, DataTable } from '../../../html/data-table.tsx'
import { Choice, type FieldErrors, Hidden, TextField } from '../../../html/form-fields.tsx'
import { Notice, type NoticeKind } from '../../../html/notice.tsx'
import { Section } from '../../../html/section.tsx'
import { durationText } from '../../base/duration.ts'
import { countOf, hours } from '../../base/figures.ts'
import { chosenText, supportsWithReason } from '../../base/supports-line.ts'
import { english } from '../../languages/words.ts'
import { PartPicture } from '../../orders/part-picture.tsx'
import { type DeskUser, deskPage } from '../parts/desk-page.tsx'
import { jobPath } from '../parts/job-path.ts'
import { Moment } from '../parts/moment.tsx'
import { deskPicturePath, orderPath } from '../parts/order-path.ts'
import { MeshFindings } from '../parts/part-facts.tsx'
import { countedTogether, PlateCounts, plateJobName } from '../parts/plate-counts.tsx'
import { ScrapReasonField } from '../parts/scrap-reason.tsx'
import { firmwareNames } from '../printers/printer-words.tsx'
import {
  ActionLinks,
  actionLabel,
  actionsOf,
  fileText,
  type JobAction,
  JobBadge,
  jobSpoolText,
  slicingText,
} from './job-words.tsx'
import { PlatePicture } from './plate-picture.tsx'

export type JobPageView = {
  /** Part on the order line, or null if unknown. */
  readonly part: JobPart | null
  readonly status?: number
  readonly notice?: { readonly kind: NoticeKind; readonly text: string }
  /** Action to confirm, or null for none. */
  readonly asked: JobAction | null
  /** Entries of a form that was not saved. */
  readonly typed?: Readonly<Record<string, string>>
  readonly errors?: FieldErrors
}

export function jobPage(
  { job, history, firmware, slices, supports, plate }: JobWithHistory,
  view: JobPageView,
  user: DeskUser,
): Response {
  const { status = 200, notice, asked } = view
  const isOperator = user.role === 'operator'
  const actions = actionsOf(job, { wasSliced: slices.length > 0 })
  const question = isOperator && asked !== null && actions.includes(asked) ? asked : null
  return deskPage({
    tab: 'jobs',
    user,
    title: `Plate ${job.plate} of ${job.orderCode}`,
    status,
    body: (
      <>
        <p class="eyebrow">
          <a href="/operator/jobs">Print jobs</a>
        </p>
        <div class="page-head">
          <h1>{`Plate ${job.plate} of ${job.orderCode}`}</h1>
          <JobBadge job={job} />
        </div>
        {notice === undefined ? '' : <Notice {...notice} errors={view.errors ?? {}} />}
        {question === null ? (
          isOperator ? (
            <ActionLinks job={job} actions={actions} asButtons />
          ) : (
            ''
          )
        ) : (
          <Question job={job} supports={supports} action={question} view={view} />
        )}
        <div class="job-facts">
          {view.part === null ? '' : <Part {...job} part={view.part} />}
          <Facts job={job} firmware={firmware} supports={supports} timeZone={user.timeZone} />
        </div>
        {job.plateJobs.length === 0 ? (
          ''
        ) : (
          <Section id="plate" title="Plate">
            <PlatePicture jobs={drawnJobs({ plate })} />
            <DataTable
              caption="Jobs that share the plate"
              columns={plateColumns}
              rows={job.plateJobs}
              empty="None."
            />
          </Section>
        )}
        {slices.length === 0 ? (
          ''
        ) : (
          <Section id="slices" title="Slices">
            <DataTable
              caption="Slices of this plate by printer"
              columns={sliceColumns}
              rows={slices}
              empty="None."
            />
          </Section>
        )}
        <Section id="history" title="History">
          <DataTable
            caption="History of this job"
            columns={historyColumns(user.timeZone)}
            rows={history}
            empty="Nothing has happened to this job."
          />
        </Section>
      </>
    ),
  })
}

const drawnJobs = ({ plate }: Pick<JobWithHistory, 'plate'>) =>
  plate.map(({ job: { orderCode, line, state }, place, silhouette }) => {
    const isCancelled = state === 'cancelled'
    return { orderCode, line, place, silhouette, isCancelled }
  })

/** Returns the picture of the job's plate for an `img`. Empty if the plate is not shared. */
export const platePictureFile = (job: Pick<JobWithHistory, 'plate'>) => (
  <PlatePicture jobs={drawnJobs(job)} isFile />
)

type PartProps = Pick<PrintJob, 'orderCode' | 'line'> & { readonly part: JobPart }

/** Shows what an operator checks before the plate is cleared, sliced or printed again. */
function Part({ orderCode, line, part: { fileName, hasPicture, report } }: PartProps) {
  return (
    <section class="panel" aria-label="Part">
      <PartPicture
        words={english}
        code={orderCode}
        line={{ place: line ?? 1, hasPicture }}
        sizePx={128}
        path={deskPicturePath}
      />
      <p>{fileName}</p>
      {report === null ? '' : <p class="hint">{sizesText(report.dimensionsMm)}</p>}
      <MeshFindings report={report} />
    </section>
  )
}

type SupportsProps = Pick<JobWithHistory, 'supports'>

type FactsProps = Pick<JobWithHistory, 'job' | 'firmware' | 'supports'> & { timeZone: string }

function Facts({ job, firmware, supports, timeZone }: FactsProps) {
  const { orderCode, parts, nozzleDiameter, centihours, printedSeconds, good, scrap } = job
  return (
    <dl class="facts panel">
      <dt>Order</dt>
      <dd>
        <a href={orderPath(orderCode)}>{orderCode}</a>
      </dd>
      <dt>Parts</dt>
      <dd>{good === null ? String(parts) : `${parts}: ${good} good, ${scrap} scrap`}</dd>
      <dt>Material</dt>
      <dd>{`${jobSpoolText(job)}, ${nozzleDiameter} mm nozzle`}</dd>
      {supports === null ? (
        ''
      ) : (
        <>
          <dt>Supports</dt>
          <dd>
            {job.chosenSupports === null
              ? supportsWithReason(supports.part, supports.material)
              : chosenText(job.chosenSupports, supports.part)}
          </dd>
        </>
      )}
      <dt>Hours</dt>
      <dd>
        {printedSeconds === null
          ? hours(centihours)
          : `${hours(centihours)} planned, ${hours(centihoursOfSeconds(printedSeconds))} at the printer`}
      </dd>
      <dt>File</dt>
      <dd>
        {fileText[job.fileKind]} <a href={`${jobPath(job.id)}/file`}>Download</a>
        {firmware === null ? (
          ''
        ) : (
          <span class="hint">
            {`For ${firmwareNames[firmware]}. Printers with another firmware do not get it.`}
          </span>
        )}
      </dd>
      {job.slicing === null ? (
        ''
      ) : (
        <>
          <dt>Slicing</dt>
          <dd>{slicingText(job.slicing)}</dd>
        </>
      )}
      {job.printer === null ? '' : <Printer job={job} printer={job.printer} timeZone={timeZone} />}
      {job.reason === null ? (
        ''
      ) : (
        <>
          <dt>Reason</dt>
          <dd>{job.reason}</dd>
        </>
      )}
      {job.aloneReason === null ? (
        ''
      ) : (
        <>
          <dt>Printed alone</dt>
          <dd>{aloneReasons[job.aloneReason]}</dd>
        </>
      )}
      {job.reprintOf === null ? (
        ''
      ) : (
        <>
          <dt>Reprint of</dt>
          <dd>
            <a href={jobPath(job.reprintOf)}>an earlier job</a>
          </dd>
        </>
      )}
    </dl>
  )
}

const plateColumns: readonly Column<PlateJob>[] = [
  {
    label: 'Order',
    cell: (job) => <a href={jobPath(job.jobId)}>{plateJobName(job)}</a>,
  },
  { label: 'Parts', kind: 'number', text: ({ parts }) => String(parts) },
  { label: 'State', text: ({ state }) => jobStateLabels[state] },
]

const sliceColumns: readonly Column<ProfileSlice>[] = [
  { label: 'Printer', text: ({ profile }) => profileText(profile) },
  { label: 'Slice', text: ({ state, reason }) => slicingText({ state, reason }) },
  {
    label: 'Time',
    kind: 'number',
    text: ({ seconds }) => (seconds === null ? '' : durationText(seconds)),
  },
  {
    label: 'Filament',
    kind: 'number',
    text: ({ grams }) => (grams === null ? '' : `${grams.toFixed(1)} g`),
  },
]

type PrinterProps = { job: PrintJob; printer: string; timeZone: string }

function Printer({ job, printer, timeZone }: PrinterProps) {
  return (
    <>
      <dt>Printer</dt>
      <dd>
        <span>{printer}</span>
        {job.leasedUntil === null ? (
          ''
        ) : (
          <>
            , until <Moment at={job.leasedUntil} timeZone={timeZone} /> without a heartbeat
          </>
        )}
      </dd>
    </>
  )
}

type QuestionProps = SupportsProps & { job: PrintJob; action: JobAction; view: JobPageView }

function Question({ job, supports, action, view: { typed = {}, errors = {} } }: QuestionProps) {
  const path = jobPath(job.id)
  return (
    <form class="panel" method="post" action={path}>
      <h2>{questionOf(action, job)}</h2>
      <p>{consequenceOf(action, job)}</p>
      <Hidden name="action" value={action} />
      <Hidden name="version" value={String(job.version)} />
      <Fields job={job} supports={supports} action={action} typed={typed} errors={errors} />
      <p class="row action">
        <button type="submit" class={action === 'cancel' ? 'danger' : undefined}>
          {buttonOf(action, job)}
        </button>
        <a href={path}>Back without changes</a>
      </p>
    </form>
  )
}

function questionOf(action: JobAction, job: PrintJob): string {
  const { fileKind, parts } = job
  switch (action) {
    case 'requeue':
      return 'Queue this job again?'
    case 'cancel':
      return `Cancel the ${countOf(parts, 'part')} of this plate?`
    case 'finish':
      return countedTogether(job).length > 0
        ? 'Count this plate as printed?'
        : 'Count this job as printed?'
    case 'reprint':
      return 'Print parts of this job again?'
    case 'slice':
      return fileKind === 'model' ? 'Slice this plate?' : 'Slice this plate again?'
  }
}

function consequenceOf(action: JobAction, job: PrintJob): string {
  const together = countedTogether(job).length > 0
  const told = isRunning(job.state) ? ' Its printer is told to stop at its next heartbeat.' : ''
  switch (action) {
    case 'requeue':
      return `It gets ${maxPrintAttempts} new attempts.${job.plateJobs.length > 0 ? ' So do the other jobs of its plate.' : ''}${told}`
    case 'cancel':
      if (together) {
        return 'The plate continues for the other orders; these parts count for nothing. Queue the order again to plan them again.'
      }
      return `They will not be printed. Queue the order again to plan them again.${told}`
    case 'finish':
      return `For parts that were printed without the printer’s report. Scrap is queued again; nothing is charged.${told}`
    case 'reprint':
      return 'For parts that turned out to be bad. They are queued again on the same order; nothing is charged.'
    case 'slice':
      return 'The g-code becomes the file of this job. It takes up to a minute. The price of the order does not change.'
  }
}

function buttonOf(action: JobAction, job: PrintJob): string {
  switch (action) {
    case 'cancel':
      return 'Cancel the job'
    case 'reprint':
      return 'Print again'
    case 'slice':
      return `Slice ${countOf(job.parts, 'part')}`
    default:
      return actionLabel(action, job)
  }
}

type FieldsProps = SupportsProps & {
  job: PrintJob
  action: JobAction
  typed: Readonly<Record<string, string>>
  errors: FieldErrors
}

function Fields({ job, supports, action, typed, errors }: FieldsProps) {
  const number = { inputmode: 'decimal', maxlength: 6, autocomplete: 'off' } as const
  const field = (name: string, label: string, value: string, hint: string) => (
    <TextField
      name={name}
      label={label}
      value={typed[name] ?? value}
      hint={hint}
      errors={errors}
      input={number}
    />
  )
  const reason = <ScrapReasonField typed={typed['scrapReason']} errors={errors} />
  switch (action) {
    case 'finish':
      if (countedTogether(job).length > 0) {
        return (
          <>
            <PlateCounts jobs={countedTogether(job)} typed={typed} errors={errors} />
            {reason}
          </>
        )
      }
      return (
        <>
          {field('scrap', 'Scrap', '0', `Of ${countOf(job.parts, 'part')}.`)}
          {reason}
        </>
      )
    case 'reprint':
      return (
        <>
          {field('parts', 'Bad parts', '1', `Of ${job.good ?? 0} good ones.`)}
          {reason}
        </>
      )
    case 'slice':
      return (
        <>
          <div class="columns">
            {field('layerHeight', 'Layer height in mm', '', 'As ordered when empty.')}
            {field('infill', 'Infill in percent', '', 'As ordered when empty.')}
          </div>
          <fieldset class="field">
            <legend>Supports</legend>
            {supportChoices(supports).map(([value, label]) => (
              <Choice
                type="radio"
                id={`supports-${value === '' ? 'decided' : value}`}
                name="supports"
                value={value}
                label={label}
                checked={(typed['supports'] ?? '') === value}
              />
            ))}
          </fieldset>
        </>
      )
    default:
      return ''
  }
}

const supportChoices = (supports: JobWithHistory['supports']) =>
  [
    ['', decidedLabel(supports)],
    ['yes', 'As designed, with supports'],
    ['no', withoutLabel(supports)],
  ] as const

function withoutLabel(supports: JobWithHistory['supports']): string {
  const label = 'As designed, without supports'
  const risk = supports === null ? null : restsOnNothing(supports.part)
  return risk === null ? label : `${label}: ${risk.replace(/[.]$/, '')}`
}

function decidedLabel(supports: JobWithHistory['supports']): string {
  switch (supports?.part.decision) {
    case 'supports':
      return 'As decided: with supports'
    case 'turn':
      return 'As decided: turned, without supports'
    case 'none':
      return 'As decided: without supports'
    case undefined:
      return 'If the part needs them'
  }
}

const eventWords = {
  queued: 'Queued',
  claimed: 'Claimed',
  done: 'Done',
  failed: 'Failed',
  expired: 'Claim ran out',
  released: 'Withdrawn',
  requeued: 'Requeued',
  cancelled: 'Cancelled',
  reprinted: 'Parts printed again',
  sliced: 'Sliced',
  file: 'File uploaded',
} as const satisfies Record<JobEventKind, string>

const detailText = ({ detail, scrapReason }: JobEvent): string =>
  [detail, scrapReason === null ? null : scrapReasonLabels[scrapReason]]
    .filter((text) => text !== null)
    .join(': ')

const historyColumns = (timeZone: string): readonly Column<JobEvent>[] => [
  { label: 'What', text: ({ kind }) => eventWords[kind] },
  { label: 'When', cell: ({ at }) => <Moment at={at} timeZone={timeZone} /> },
  { label: 'Who', text: ({ by }) => by },
  { label: 'Detail', text: detailText },
]
