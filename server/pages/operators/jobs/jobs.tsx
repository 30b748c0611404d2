// /operator/jobs: current work of the printers, and all print jobs by state.
import { keysOf } from '../../../domain/base/keys-of.ts'
import {
  type JobView,
  jobViews,
  maxPrintAttempts,
  type PrintJob,
} from '../../../domain/farm/jobs/job.ts'
import type { FarmSummary } from '../../../domain/farm/ports.ts'
import type { FarmState } from '../../../domain/farm/read/read-farm.ts'
import type { JobPage } from '../../../domain/farm/reports/change-job.ts'
import { type Column, DataTable } from '../../../html/data-table.tsx'
import { Notice } from '../../../html/notice.tsx'
import { Section, Segments } from '../../../html/section.tsx'
import { countOf, hours } from '../../base/figures.ts'
import { type DeskUser, deskPage } from '../parts/desk-page.tsx'
import { jobPath } from '../parts/job-path.ts'
import { Moment } from '../parts/moment.tsx'
import { orderPath } from '../parts/order-path.ts'
import { Progress } from '../parts/progress.tsx'
import { type TileProps, Tiles } from '../parts/tile.tsx'
import { PrinterTable } from '../printers/printer-table.tsx'
import {
  ActionLinks,
  fileText,
  JobBadge,
  jobSpoolText,
  printerText,
  slicingText,
} from './job-words.tsx'

export type JobsPageView = {
  readonly farm: FarmState
  readonly list: JobPage
  readonly view: JobView
  /** Limits the list to this printer. null shows all. */
  readonly printer: string | null
  readonly now: Date
  /** Ignored address parameters, in sentences. */
  readonly ignored: readonly string[]
  /** Refusal of a form on this page. */
  readonly refused?: { readonly status: number; readonly text: string }
}

export function jobsPage(page: JobsPageView, user: DeskUser): Response {
  const { farm, list, view, printer, now, ignored, refused } = page
  return deskPage({
    tab: 'jobs',
    user,
    ...(refused && { status: refused.status }),
    title: 'Print jobs',
    body: (
      <>
        <div class="page-head">
          <h1>Print jobs</h1>
        </div>
        {refused === undefined ? '' : <Notice kind="error" text={refused.text} />}
        {ignored.map((text) => (
          <Notice kind="warning" text={text} />
        ))}
        <Tiles tiles={tilesOf(farm.summary)} />
        <Section id="printers" title="Printers">
          <PrinterTable printers={farm.printers} user={user} now={now} />
        </Section>
        <Section
          id="list"
          title={printer === null ? 'Jobs' : `Jobs of ${printer}`}
          action={<Views view={view} printer={printer} />}
        >
          {printer === null ? (
            ''
          ) : (
            <p>
              <a href={listPath({ view, printer: null })}>Show the jobs of all printers</a>
            </p>
          )}
          {view === 'unsliced' && farm.summary.sliceFailed > 0 && user.role !== 'viewer' ? (
            <form method="post" action="/operator/jobs/slice" class="actions">
              <button type="submit">{`Slice ${countOf(farm.summary.sliceFailed, 'failed plate')} again`}</button>
            </form>
          ) : (
            ''
          )}
          <DataTable
            caption={viewLabels[view]}
            columns={jobColumns(view, user)}
            rows={list.jobs}
            empty={emptyTexts[view]}
          />
          {list.next === null ? (
            ''
          ) : (
            <p>
              <a class="button quiet" href={listPath({ view, printer, after: list.next })}>
                More jobs
              </a>
            </p>
          )}
        </Section>
      </>
    ),
  })
}

const viewLabels = {
  queued: 'Queued',
  unsliced: 'Not sliced',
  printing: 'On printers',
  attention: 'Needs attention',
  done: 'Done',
  cancelled: 'Cancelled',
} as const satisfies Record<JobView, string>

const emptyTexts = {
  queued: 'No job is waiting for a printer. Queueing an order creates its jobs.',
  unsliced: 'Every queued job has its G-code.',
  printing: 'No printer has a job.',
  attention: 'No job needs attention. Jobs appear here after three failed attempts.',
  done: 'No job is done yet.',
  cancelled: 'No job was cancelled.',
} as const satisfies Record<JobView, string>

function listPath(query: { view: JobView; printer: string | null; after?: string }): string {
  const { view, printer, after } = query
  const search = new URLSearchParams({ view })
  if (printer !== null) search.set('printer', printer)
  if (after !== undefined) search.set('after', after)
  return `/operator/jobs?${search}`
}

function Views({ view, printer: printerName }: { view: JobView; printer: string | null }) {
  const segments = keysOf(jobViews).map((each) => ({
    label: viewLabels[each],
    href: listPath({ view: each, printer: printerName }),
    isChosen: each === view,
  }))
  return <Segments label="State" segments={segments} />
}

function tilesOf({
  queued,
  unsliced,
  sliceFailed,
  running,
  failed,
  doneToday,
}: FarmSummary): TileProps[] {
  const tile = (view: JobView, value: number, hint: string, tileState?: TileProps['state']) => ({
    label: viewLabels[view],
    value: String(value),
    hint,
    href: listPath({ view, printer: null }),
    ...(tileState !== undefined && { state: tileState }),
  })
  const queue = `${countOf(queued.parts, 'part')}, ${hours(Math.round(queued.hours * 100))}`
  return [
    tile('queued', queued.jobs, queue),
    tile(
      'unsliced',
      unsliced,
      sliceFailed > 0 ? `${sliceFailed} cannot be sliced` : 'of the queued jobs',
      sliceFailed > 0 ? 'broken' : unsliced > 0 ? 'waiting' : undefined,
    ),
    tile('printing', running, 'jobs', running > 0 ? 'running' : undefined),
    tile(
      'attention',
      failed,
      `failed ${maxPrintAttempts} times`,
      failed > 0 ? 'broken' : undefined,
    ),
    {
      ...tile('done', doneToday.jobs, `${doneToday.good} good, ${doneToday.scrap} scrap`),
      label: 'Done today',
    },
  ]
}

/** Column of times in the farm's time zone. */
type ZonedColumn = (timeZone: string) => Column<PrintJob>

const order: Column<PrintJob> = {
  label: 'Order',
  cell: ({ orderCode }) => <a href={orderPath(orderCode)}>{orderCode}</a>,
}
const plate: Column<PrintJob> = {
  label: 'Plate',
  cell: (job) => (
    <a href={jobPath(job.id)}>{`${job.plate}${job.reprintOf === null ? '' : ' (reprint)'}`}</a>
  ),
}
const parts: Column<PrintJob> = { label: 'Parts', kind: 'number', text: (job) => String(job.parts) }
const spool: Column<PrintJob> = {
  label: 'Material',
  text: jobSpoolText,
}
const nozzle: Column<PrintJob> = {
  label: 'Nozzle',
  kind: 'number',
  text: ({ nozzleDiameter }) => `${nozzleDiameter} mm`,
}
const machineHours: Column<PrintJob> = {
  label: 'Hours',
  kind: 'number',
  text: ({ centihours }) => hours(centihours),
}
const file: Column<PrintJob> = { label: 'File', text: ({ fileKind }) => fileText[fileKind] }
const slicing: Column<PrintJob> = { label: 'Slicing', text: ({ slicing: at }) => slicingText(at) }
const due: ZonedColumn = (timeZone) => ({
  label: 'Due',
  cell: ({ dueAt }) => (dueAt === null ? '' : <Moment at={dueAt} timeZone={timeZone} />),
})
const printer: Column<PrintJob> = { label: 'Printer', text: printerText }
const reason: Column<PrintJob> = { label: 'Reason', text: (job) => job.reason ?? '' }
const attempts: Column<PrintJob> = {
  label: 'Attempts',
  kind: 'number',
  text: (job) => String(job.attempts),
}
const state: Column<PrintJob> = { label: 'State', cell: (job) => <JobBadge job={job} /> }
const progress: Column<PrintJob> = {
  label: 'Progress',
  kind: 'number',
  cell: (job) => <Progress progress={job.progress} />,
}
const good: Column<PrintJob> = { label: 'Good', kind: 'number', text: (job) => String(job.good) }
const scrap: Column<PrintJob> = { label: 'Scrap', kind: 'number', text: (job) => String(job.scrap) }
const endedColumn: ZonedColumn = (timeZone) => ({
  label: 'Ended',
  cell: ({ finishedAt }) =>
    finishedAt === null ? '' : <Moment at={finishedAt} timeZone={timeZone} />,
})
const actions: Column<PrintJob> = { label: 'Actions', cell: (job) => <ActionLinks job={job} /> }

const shown = {
  queued: [order, plate, parts, spool, nozzle, machineHours, file, due, attempts, reason],
  unsliced: [order, plate, parts, spool, nozzle, machineHours, due, slicing],
  printing: [order, plate, parts, spool, state, printer, progress, machineHours, due],
  attention: [order, plate, parts, spool, printer, reason, attempts, due],
  done: [order, plate, parts, spool, printer, good, scrap, machineHours, endedColumn],
  cancelled: [order, plate, parts, spool, reason, endedColumn],
} as const satisfies Record<JobView, readonly (Column<PrintJob> | ZonedColumn)[]>

function jobColumns(view: JobView, { role, timeZone }: DeskUser): readonly Column<PrintJob>[] {
  const columns = shown[view].map((column) =>
    typeof column === 'function' ? column(timeZone) : column,
  )
  return role === 'viewer' || view === 'cancelled' ? columns : [...columns, actions]
}
