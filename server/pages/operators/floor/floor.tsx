// /operator/floor: every printer as a tile, for a screen on the wall and for a phone.

import type { FloorPrinter, FloorTask } from '../../../domain/desk/read-floor.ts'
import { isPlateFull } from '../../../domain/farm/printers/printer.ts'
import type { SeenPrinter } from '../../../domain/farm/read-printers.ts'
import { ActionForm } from '../../../html/action-form.tsx'
import type { Markup } from '../../../html/markup.ts'
import { Segments } from '../../../html/section.tsx'
import { durationText } from '../../base/duration.ts'
import { count, countOf } from '../../base/figures.ts'
import { StateBadge } from '../../base/state-badge.tsx'
import { Age } from '../parts/age.tsx'
import { type DeskUser, type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { jobPath, platePicturePath } from '../parts/job-path.ts'
import { hasJobPicture, JobPicture } from '../parts/job-picture.tsx'
import { LiveState } from '../parts/live-state.tsx'
import { Progress } from '../parts/progress.tsx'
import {
  floorAttentionPath,
  floorPath,
  platesPath,
  printerFormPath,
  printerPath,
} from '../printers/printer-paths.ts'
import { progressOf } from '../printers/printer-table.tsx'
import { PrinterBadge, spoolsText } from '../printers/printer-words.tsx'

/** Which printers are shown. */
export const floorFilters = ['all', 'attention'] as const
export type FloorFilter = (typeof floorFilters)[number]

type FloorState = {
  /** All of the farm. */
  readonly printers: readonly FloorPrinter[]
  readonly filter: FloorFilter
  readonly now: Date
  readonly user: Pick<DeskUser, 'role'>
}

export type FloorView = DeskView & FloorState & { readonly user: DeskUser }

export function floorPage(view: FloorView): Response {
  const { user, filter } = view
  return deskScreen({
    ...view,
    tab: 'floor',
    title: 'Floor',
    beside: (
      <>
        <FloorLine {...view} />
        <LiveState page={floorTopic(user.role, filter)} />
        {user.role === 'operator' ? (
          <a class="end" href={platesPath}>
            Clear several plates
          </a>
        ) : (
          ''
        )}
      </>
    ),
    body: <FloorTiles {...view} />,
  })
}

/** The stream of the page: viewers' tiles have no buttons. */
export const floorTopic = (role: DeskUser['role'], filter: FloorFilter): string =>
  `floor-${role}-${filter}`

/** The parts that change, by id. */
export const floorFragments = (view: FloorState): Readonly<Record<string, Markup>> => ({
  'floor-line': <FloorLine {...view} />,
  floor: <FloorTiles {...view} />,
})

const needsPerson = ({ task }: FloorPrinter): boolean => task !== null

function FloorLine({ printers, filter }: FloorState) {
  const waiting = printers.filter(needsPerson).length
  return (
    <div id="floor-line">
      <Segments
        label="Printers"
        segments={[
          { label: `All ${count(printers.length)}`, href: floorPath, isChosen: filter === 'all' },
          {
            label: `Needs attention ${count(waiting)}`,
            href: floorAttentionPath,
            isChosen: filter === 'attention',
          },
        ]}
      />
    </div>
  )
}

function FloorTiles({ printers, filter, now, user }: FloorState) {
  const shown = filter === 'attention' ? printers.filter(needsPerson) : printers
  // Tiles that leave this list move those behind them: not while somebody presses a button of one.
  return (
    <div id="floor" {...(filter === 'attention' && { 'data-hold': '' })}>
      {shown.length === 0 ? (
        <p>
          {printers.length === 0
            ? 'No printer is known. client/farm connects printers to the farm; a printer is added when it reports or claims for the first time.'
            : 'No printer needs attention.'}
        </p>
      ) : (
        <ul class="floor">
          {shown.map((printer) => (
            <Tile {...printer} now={now} isOperator={user.role === 'operator'} />
          ))}
        </ul>
      )}
    </div>
  )
}

type TileProps = FloorPrinter & { readonly now: Date; readonly isOperator: boolean }

/** By it, an update moves the tile of a printer, and turns no tile into that of another. */
const tileId = (name: string): string => `tile-${encodeURIComponent(name)}`

function Tile(props: TileProps) {
  const { printer, seen, task, now } = props
  return (
    <li id={tileId(printer.name)} class={['floor-tile', task?.kind]}>
      <header>
        <h2>
          <a href={printerPath(printer.name)}>{printer.name}</a>
        </h2>
        {seen.state === 'finished' ? (
          <StateBadge state="waiting" label="Clear" />
        ) : (
          <PrinterBadge seen={seen} />
        )}
        {task === null ? '' : <Age since={seen.since} now={now} />}
      </header>
      <div class="floor-plate">
        <Picture {...props} />
        <div>
          <Work {...props} />
          <Next {...props} />
        </div>
      </div>
      <p class="floor-spools">
        {printer.spools.length === 0 ? 'Spools not known' : spoolsText(printer.spools)}
      </p>
      <Task {...props} />
    </li>
  )
}

/** The drawing of a shared plate, else the picture of the part. */
function Picture({ job }: FloorPrinter) {
  if (job === null) return ''
  if (job.plateJobs.length > 0) {
    return <img class="floor-picture" src={platePicturePath(job)} alt="" width="56" height="56" />
  }
  return hasJobPicture(job) ? (
    <JobPicture {...job} sizePx={56} />
  ) : (
    <span class="floor-picture">G-code</span>
  )
}

function Work(props: FloorPrinter) {
  const { job, printer, seen } = props
  const seconds = job === null ? printer.remainingSeconds : job.remainingSeconds
  const isRunning = seen.state === 'printing' || seen.state === 'paused'
  const others = job === null ? 0 : Math.max(0, job.plateJobs.length - 1)
  return (
    <>
      <p>
        {job === null ? (
          idleText(seen.state)
        ) : (
          <a href={jobPath(job.id)}>
            {`${job.orderCode}, plate ${job.plate}${others === 0 ? '' : ` and ${count(others)} more`}`}
          </a>
        )}
      </p>
      {isRunning ? (
        <p class="floor-progress">
          <Progress progress={progressOf(props)} />
          {seconds === null ? '' : <span>{`${durationText(seconds)} left`}</span>}
        </p>
      ) : (
        ''
      )}
    </>
  )
}

/** What a printer without a job of the farm does. */
const idleText = (state: SeenPrinter['seen']['state']): string =>
  state === 'printing' || state === 'paused' || state === 'finished'
    ? 'Another program’s print'
    : 'No job'

function Next({ next }: FloorPrinter) {
  return (
    <p class="muted">
      {next === null ? (
        'Nothing next'
      ) : (
        <>
          Next: <a href={jobPath(next.id)}>{next.orderCode}</a>
          {`, ${countOf(next.parts, 'part')}`}
        </>
      )}
    </p>
  )
}

function Task(props: TileProps) {
  const { printer, task, isOperator } = props
  if (isPlateFull(printer) && isOperator && task?.kind === 'clear') return <Clear {...props} />
  const text = taskText(props)
  return text === '' ? '' : <p class="floor-task">{text}</p>
}

function Clear({ printer, job }: FloorPrinter) {
  const { name, jobId, reportedSince } = printer
  const fields = { job: jobId ?? '', since: reportedSince.toISOString(), scrap: '0', list: 'floor' }
  return (
    <div class="floor-task actions">
      <ActionForm
        action={printerFormPath(name, 'plate')}
        fields={fields}
        label={job === null ? 'Clear' : 'Clear: all good'}
        about={`the plate of ${name}`}
      />
      {job === null ? (
        ''
      ) : (
        <a href={`${printerPath(name)}#plate`}>
          Some bad<span class="visually-hidden">{` on the plate of ${name}`}</span>
        </a>
      )}
    </div>
  )
}

function taskText({ printer, seen, task }: FloorPrinter): string {
  if (seen.state === 'maintenance') return printer.maintenance?.note ?? ''
  if (task === null) return ''
  switch (task.kind) {
    case 'clear':
      return 'Clear the plate'
    case 'attention':
      return printer.detail ?? 'Look at the printer'
    case 'offline':
      return 'Look at the printer and at its program'
    case 'load':
      return loadText(task)
  }
}

const loadText = ({ material, color, plates }: Extract<FloorTask, { kind: 'load' }>): string =>
  `Load ${material.toUpperCase()}${color === null ? '' : ` ${color}`}: ${countOf(plates, 'plate')}`
