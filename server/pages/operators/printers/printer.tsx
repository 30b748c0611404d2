// /operator/printers/{name}: one printer with its current work, and the forms with which operators change it.

import { maxReasonCharacters } from '../../../domain/base/text/text-lengths.ts'
import type { PrintJob } from '../../../domain/farm/jobs/job.ts'
import { farmBed, profileText } from '../../../domain/farm/printers/plate-profiles.ts'
import { isPlateFull, isSilent, type Printer } from '../../../domain/farm/printers/printer.ts'
import type { PrinterPage } from '../../../domain/farm/read/read-printers.ts'
import { type FieldErrors, Hidden, TextField } from '../../../html/form-fields.tsx'
import type { Child } from '../../../html/markup.ts'
import { Section } from '../../../html/section.tsx'
import { countOf } from '../../base/figures.ts'
import { Age } from '../parts/age.tsx'
import { type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { jobPath } from '../parts/job-path.ts'
import { hasJobPicture, JobPicture } from '../parts/job-picture.tsx'
import { LiveState } from '../parts/live-state.tsx'
import { Moment } from '../parts/moment.tsx'
import { countedTogether, PlateCounts, plateJobName } from '../parts/plate-counts.tsx'
import { Progress } from '../parts/progress.tsx'
import { ScrapReasonField } from '../parts/scrap-reason.tsx'
import { PrinterControl, PrinterStateBadge, printerTopic } from './printer-control.tsx'
import { printerFormPath, printersPath } from './printer-paths.ts'
import { progressOf } from './printer-table.tsx'
import { firmwareNames, printerStateWords, spoolsText } from './printer-words.tsx'
import { SpoolsForm, type Typed } from './spools-form.tsx'

export type PrinterView = DeskView & {
  readonly page: PrinterPage
  readonly now: Date
  /** The refused form with its typed values and errors. */
  readonly refused?: { readonly form: PrinterForm; readonly typed: Typed }
  readonly errors?: FieldErrors
}

export type PrinterForm = 'plate' | 'command' | 'spools' | 'tags' | 'maintenance'

export function printerPage(view: PrinterView): Response {
  const { page, user } = view
  const { printer } = page
  return deskScreen({
    ...view,
    tab: 'printers',
    title: printer.name,
    beside: (
      <>
        <PrinterStateBadge page={page} />
        <LiveState page={encodeURIComponent(printerTopic(view))} />
        <a class="end" href={printersPath}>
          All printers
        </a>
      </>
    ),
    body: (
      <div class="printer">
        {isPlateFull(printer) && user.role === 'operator' ? <Plate {...view} /> : ''}
        <PrinterControl {...view} />
        <Facts {...view} />
        {user.role === 'operator' ? <Forms {...view} /> : ''}
      </div>
    ),
  })
}

/** Returns the errors and entries of the refused form. */
function afterRefusal({ refused, errors = {} }: PrinterView, form: PrinterForm) {
  return refused?.form === form
    ? { typed: refused.typed, errors }
    : { typed: undefined, errors: {} }
}

/** Plate section, first on the page for operators at the printer: a single button if all parts are good. */
function Plate(view: PrinterView) {
  const { printer, plate } = view.page
  const { typed, errors } = afterRefusal(view, 'plate')
  return (
    <section id="plate" class="panel clear-plate" aria-labelledby="clear-plate">
      <h2 id="clear-plate">Clear the plate</h2>
      <p>{plateText(printer, plate)}</p>
      {plate === null ? '' : <PlateParts plate={plate} />}
      <form method="post" action={printerFormPath(printer.name, 'plate')}>
        <SeenPlate printer={printer} />
        <Hidden name="scrap" value="0" />
        <button type="submit">{plate === null ? 'The plate is clear' : 'Clear: all good'}</button>
      </form>
      {plate === null ? (
        ''
      ) : (
        <details {...(typed !== undefined && { open: true })}>
          <summary>Some parts are bad</summary>
          <BadParts printer={printer} plate={plate} typed={typed} errors={errors} />
        </details>
      )}
    </section>
  )
}

/** Identifies the plate that the form was rendered for. Requests for another plate do not count parts. */
const SeenPlate = ({ printer }: { printer: Printer }) => (
  <>
    <Hidden name="job" value={printer.jobId ?? ''} />
    <Hidden name="since" value={printer.reportedSince.toISOString()} />
  </>
)

function PlateParts({ plate }: { plate: PrintJob }) {
  const shared = countedTogether(plate)
  const jobs = shared.length > 0 ? shared : [plate]
  return (
    <ul class="plate-parts">
      {jobs.map((job) => (
        <li>
          {hasJobPicture(plate) ? <JobPicture {...job} sizePx={64} /> : ''}
          <span>{`${countOf(job.parts, 'part')} of ${plateJobName(job)}`}</span>
        </li>
      ))}
    </ul>
  )
}

type BadPartsProps = {
  readonly printer: Printer
  readonly plate: PrintJob
  readonly typed: Typed | undefined
  readonly errors: FieldErrors
}

function BadParts({ printer, plate, typed, errors }: BadPartsProps) {
  const shared = countedTogether(plate)
  return (
    <form method="post" action={printerFormPath(printer.name, 'plate')}>
      <SeenPlate printer={printer} />
      {shared.length > 0 ? (
        <>
          <Hidden name="scrap" value="0" />
          <PlateCounts jobs={shared} typed={typed ?? {}} errors={errors} />
        </>
      ) : (
        <TextField
          name="scrap"
          label="Bad parts"
          value={typed?.['scrap'] ?? ''}
          hint={`Of ${countOf(plate.parts, 'part')}. They are printed again; nothing is charged.`}
          errors={errors}
          input={{ inputmode: 'numeric', maxlength: 2, autocomplete: 'off', required: true }}
        />
      )}
      <ScrapReasonField typed={typed?.['scrapReason']} errors={errors} />
      <p class="actions">
        <button type="submit">Count and clear</button>
      </p>
    </form>
  )
}

function plateText({ jobId }: Printer, plate: PrintJob | null): Child {
  const shared = plate === null ? [] : countedTogether(plate)
  if (shared.length > 0) {
    return `It has printed a plate of ${countOf(shared.length, 'job')}. It gets the next job when the plate is cleared.`
  }
  if (plate !== null) {
    return (
      <>
        {'It has printed '}
        <a href={jobPath(plate.id)}>{`plate ${plate.plate} of ${plate.orderCode}`}</a>
        {`, ${countOf(plate.parts, 'part')}. It gets the next job when the plate is cleared.`}
      </>
    )
  }
  return jobId === null
    ? 'Something is on its plate. It gets the next job when the plate is cleared.'
    : 'Its job has ended, but something is still on the plate. No parts are counted here. The printer gets its next job once the plate is cleared.'
}

function Facts({ page, user, now }: PrinterView) {
  const { printer, seen, job, jobsToday, goodToday, scrapToday, similarModels } = page
  const { maintenance } = printer
  const detail = printer.unreachable || printer.detail
  const rows: readonly (readonly [label: string, value: Child] | null)[] = [
    [
      'State',
      <>
        {`${printerStateWords[seen.state][1]} since `}
        <Moment at={seen.since} timeZone={user.timeZone} />
        {maintenance === null ? '' : `, by ${maintenance.by}: ${maintenance.note}`}
        {maintenance === null && detail !== null ? `: ${detail}` : ''}
      </>,
    ],
    [
      'Last contact',
      <>
        <Age since={printer.lastHeardAt} now={now} />
        {' ago'}
      </>,
    ],
    [
      'Job',
      job === null ? (
        'none'
      ) : (
        <>
          <a href={jobPath(job.id)}>{`${job.orderCode}, plate ${job.plate}`}</a>{' '}
          <Progress progress={progressOf(page)} />
        </>
      ),
    ],
    ['Loaded', spoolsText(printer)],
    [
      'Done today',
      <a href={`/operator/jobs?${new URLSearchParams({ view: 'done', printer: printer.name })}`}>
        {`${countOf(jobsToday, 'job')}: ${goodToday} good, ${scrapToday} scrap`}
      </a>,
    ],
    ...machineRows(printer),
    ...profileRows(printer, similarModels),
    printer.tags.length === 0 ? null : ['Tags', printer.tags.join(', ')],
  ]
  return (
    <dl class="facts panel">
      {rows.map((row) => row !== null && <Fact label={row[0]} value={row[1]} />)}
    </dl>
  )
}

/** Explains why plates are not sliced with the manufacturer's settings. */
function profileRows(
  { model, profile }: Printer,
  similar: readonly string[] | null,
): readonly (readonly [string, string])[] {
  if (similar !== null) return [['Profile', similarText(similar)]]
  return model === null && profile !== farmBed ? [['Profile', unknownModel]] : []
}

const slowSettings = 'with slow settings that any printer keeps to'
const unknownModel = `Its program reports no model, so plates are sliced for the bed, ${slowSettings}: prints take two to three times as long.`

const similarText = (similar: readonly string[]): string =>
  [
    `The slicer has none of this model and nozzle, so plates are sliced for the bed, ${slowSettings}.`,
    ...(similar.length === 0 ? [] : [`Similar names: ${similar.join('; ')}.`]),
  ].join(' ')

const Fact = ({ label, value }: { label: string; value: Child }) => (
  <>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </>
)

function machineRows(printer: Printer): readonly (readonly [string, string] | null)[] {
  const { model, bedMm, bedOrigin, nozzleDiameter, firmware, fileKinds, profile } = printer
  const origin = bedOrigin === 'center' ? ', origin in the center' : ''
  return [
    model === null ? null : ['Model', model],
    bedMm === null ? null : ['Bed', `${bedMm.join(' x ')} mm${origin}`],
    nozzleDiameter === null ? null : ['Nozzle', `${nozzleDiameter} mm`],
    firmware === null ? null : ['Firmware', firmwareNames[firmware]],
    ['Sliced for', profileText(profile)],
    fileKinds.length === 0 ? null : ['Files', fileKinds.map((kind) => fileWords[kind]).join(', ')],
  ]
}

const fileWords = { gcode: '.gcode', plates: '.gcode.3mf', model: 'models' } as const

function Forms(view: PrinterView) {
  const { printer } = view.page
  return (
    <>
      <Section id="spools" title="Loaded spools">
        <SpoolsForm printer={printer} {...afterRefusal(view, 'spools')} />
      </Section>
      <div class="beside">
        <Section id="maintenance" title="Maintenance">
          <Maintenance {...view} />
        </Section>
        <Section id="tags" title="Tags">
          <Tags {...view} />
        </Section>
      </div>
      {isSilent(printer, view.now) ? <Remove printer={printer} /> : ''}
    </>
  )
}

function Maintenance(view: PrinterView) {
  const { printer } = view.page
  const { typed, errors } = afterRefusal(view, 'maintenance')
  const isOut = printer.maintenance !== null
  return (
    <form method="post" action={printerFormPath(printer.name, 'maintenance')}>
      <Hidden name="version" value={String(printer.version)} />
      <Hidden name="on" value={isOut ? '' : '1'} />
      {isOut ? (
        <p>{`Out of service: ${printer.maintenance?.note}`}</p>
      ) : (
        <TextField
          name="note"
          label="Why it gets no job"
          value={typed?.['note'] ?? ''}
          hint="The current print continues."
          errors={errors}
          input={{ maxlength: maxReasonCharacters, autocomplete: 'off' }}
        />
      )}
      <p class="actions">
        <button type="submit" class={isOut ? undefined : 'quiet'}>
          {isOut ? 'Return to service' : 'Take out of service'}
        </button>
      </p>
    </form>
  )
}

function Tags(view: PrinterView) {
  const { printer } = view.page
  const { typed, errors } = afterRefusal(view, 'tags')
  return (
    <form method="post" action={printerFormPath(printer.name, 'tags')}>
      <Hidden name="version" value={String(printer.version)} />
      <TextField
        name="tags"
        label="Tags"
        value={typed?.['tags'] ?? printer.tags.join(', ')}
        hint="Separated by commas: room, shelf, enclosure."
        errors={errors}
        input={{ maxlength: 400, autocomplete: 'off' }}
      />
      <p class="actions">
        <button type="submit" class="quiet">
          Save the tags
        </button>
      </p>
    </form>
  )
}

function Remove({ printer: { name } }: { printer: Printer }) {
  return (
    <Section id="remove" title="Remove">
      <form method="post" action={printerFormPath(name, 'remove')}>
        <p class="hint">For a printer that is gone. Its jobs and their history stay.</p>
        <p class="actions">
          <button type="submit" class="danger">
            Remove…
          </button>
        </p>
      </form>
    </Section>
  )
}
