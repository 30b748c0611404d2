// Table of printers, for the printer page and the print job page.

import { profileText } from '../../../domain/farm/printers/plate-profiles.ts'
import { isPlateFull } from '../../../domain/farm/printers/printer.ts'
import type { SeenPrinter } from '../../../domain/farm/read/read-printers.ts'
import { ActionForm } from '../../../html/action-form.tsx'
import { type Column, DataTable } from '../../../html/data-table.tsx'
import { durationText } from '../../base/duration.ts'
import { Age } from '../parts/age.tsx'
import { forOperators } from '../parts/columns.tsx'
import type { DeskUser } from '../parts/desk-page.tsx'
import { jobPath } from '../parts/job-path.ts'
import { Progress } from '../parts/progress.tsx'
import { printerFormPath, printerPath } from './printer-paths.ts'
import { noPrinterText, PrinterBadge, spoolsText } from './printer-words.tsx'

type TableProps = {
  readonly printers: readonly SeenPrinter[]
  readonly user: Pick<DeskUser, 'role'>
  readonly now: Date
}

export function PrinterTable({ printers, user, now }: TableProps) {
  return (
    <DataTable
      id="printers-table"
      caption="Printers and their jobs"
      columns={columnsOf(user, now)}
      rows={printers}
      empty={noPrinterText}
    />
  )
}

const columnsOf = (user: Pick<DeskUser, 'role'>, now: Date): readonly Column<SeenPrinter>[] => [
  {
    label: 'Printer',
    cell: ({ printer: { name } }) => <a href={printerPath(name)}>{name}</a>,
  },
  { label: 'State', cell: ({ seen }) => <PrinterBadge seen={seen} /> },
  { label: 'Since', kind: 'number', cell: ({ seen }) => <Age since={seen.since} now={now} /> },
  {
    label: 'Last contact',
    kind: 'number',
    cell: ({ printer }) => <Age since={printer.lastHeardAt} now={now} />,
  },
  { label: 'Job', cell: (work) => <JobLink {...work} /> },
  {
    label: 'Progress',
    kind: 'number',
    cell: (work) => <Progress progress={progressOf(work)} />,
  },
  { label: 'Time left', kind: 'number', text: remainingText },
  { label: 'Done today', text: doneText },
  ...forOperators<SeenPrinter>(user, { label: 'Action', cell: (work) => <Clear {...work} /> }),
  { label: 'Loaded', kind: 'rest', text: ({ printer }) => spoolsText(printer) },
  { label: 'Sliced for', text: ({ printer }) => profileText(printer.profile) },
]

const JobLink = ({ job }: SeenPrinter) =>
  job === null ? (
    <span>none</span>
  ) : (
    <a href={jobPath(job.id)}>{`${job.orderCode}, plate ${job.plate}`}</a>
  )

/** Returns the progress of the printer's job, or of a print that does not belong to the farm. */
export const progressOf = ({ job, printer }: SeenPrinter): number | null =>
  job === null ? printer.progress : job.progress

function remainingText({ job, printer }: SeenPrinter): string {
  const seconds = job === null ? printer.remainingSeconds : job.remainingSeconds
  return seconds === null ? '' : durationText(seconds)
}

const doneText = ({ jobsToday, goodToday, scrapToday }: SeenPrinter): string =>
  jobsToday === 0 ? 'none' : `${jobsToday}: ${goodToday} good, ${scrapToday} scrap`

/** Clears the plate with one click if all parts are good. Scrap is counted on the printer's page. */
function Clear({ printer }: SeenPrinter) {
  const { name, jobId, reportedSince } = printer
  if (!isPlateFull(printer)) return <span></span>
  return (
    <span class="actions">
      <ActionForm
        action={printerFormPath(name, 'plate')}
        fields={{ job: jobId ?? '', since: reportedSince.toISOString(), scrap: '0', list: '1' }}
        label="All good"
        about={`clear the plate of ${name}`}
      />
      <a href={`${printerPath(name)}#plate`}>
        Some bad<span class="visually-hidden">{` on the plate of ${name}`}</span>
      </a>
    </span>
  )
}
