// /operator/floor: every printer as a tile, for wall screens and phones.

import type { FloorPrinter, FloorTask } from '../../../domain/desk/read-floor.ts'
import { isPlateFull } from '../../../domain/farm/printers/printer.ts'
import type { SeenPrinter } from '../../../domain/farm/read/read-printers.ts'
import type { MaterialForecast } from '../../../domain/farm/spools/forecast.ts'
import { ActionForm } from '../../../html/action-form.tsx'
import type { Markup } from '../../../html/markup.ts'
import { Segments } from '../../../html/section.tsx'
import { durationText } from '../../base/duration.ts'
import { count, countOf } from '../../base/figures.ts'
import { StateBadge } from '../../base/state-badge.tsx'
import { filamentText, gramsText } from '../filament/filament-words.tsx'
import { Age } from '../parts/age.tsx'
import { type DeskUser, type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { filamentPath } from '../parts/filament-paths.ts'
import { jobPath, platePicturePath } from '../parts/job-path.ts'
import { hasJobPicture, JobPicture } from '../parts/job-picture.tsx'
import { LiveState } from '../parts/live-state.tsx'
import { momentText } from '../parts/moment.tsx'
import { Progress } from '../parts/progress.tsx'
import { openCommandText, TileTemperatures } from '../printers/printer-control.tsx'
import {
  floorAttentionPath,
  floorPath,
  platesPath,
  printerFormPath,
  printerPath,
  printerPicturePath,
} from '../printers/printer-paths.ts'
import { progressOf } from '../printers/printer-table.tsx'
import { noPrinterText, PrinterBadge, spoolsText } from '../printers/printer-words.tsx'

/** Which printers are shown. */
export const floorFilters = ['all', 'attention'] as const
export type FloorFilter = (typeof floorFilters)[number]

type FloorState = {
  /** All printers of the farm. */
  readonly printers: readonly FloorPrinter[]
  readonly filter: FloorFilter
  readonly now: Date
  readonly user: Pick<DeskUser, 'role'>
}

export type FloorView = DeskView &
  FloorState & {
    readonly user: DeskUser
    /** Materials that run out soon. */
    readonly endingMaterials: readonly MaterialForecast[]
  }

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
        <EndingMaterials {...view} />
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

/** Materials of which a color runs out soon, with the day, in the line of the heading: the tiles need the height. */
function EndingMaterials({ endingMaterials, user: { timeZone } }: FloorView) {
  if (endingMaterials.length === 0) return ''
  return (
    <>
      {endingMaterials.map((material) => (
        <StateBadge state="waiting" label={endingText(material, timeZone)} />
      ))}
      <a href={filamentPath}>Filament</a>
    </>
  )
}

function endingText(
  { material, shortGrams, daysLeft, emptyAt, firstColor }: MaterialForecast,
  timeZone: string,
): string {
  const name = material.toUpperCase()
  if (shortGrams > 0) return `${name} short of ${gramsText(Math.ceil(shortGrams))}`
  if (firstColor === null || emptyAt === null) return name
  const filament = filamentText({ material, color: firstColor })
  return daysLeft === 0
    ? `${filament} used up`
    : `${filament} runs out ${momentText(emptyAt, timeZone, 'day')}`
}

/** Returns the page's stream topic, which depends on the role: viewers' tiles have no buttons. */
export const floorTopic = (role: DeskUser['role'], filter: FloorFilter): string =>
  `floor-${role}-${filter}`

/** Returns the parts that change, by id. */
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
  // A tile that leaves this list moves the tiles behind it, so updates wait while a tile's button is pressed.
  return (
    <div id="floor" {...(filter === 'attention' && { 'data-hold': '' })}>
      {shown.length === 0 ? (
        <p>{printers.length === 0 ? noPrinterText : 'No printer needs attention.'}</p>
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

/** Identifies a printer's tile, so that an update moves the tile instead of replacing it with another printer's. */
const tileId = (name: string): string => `tile-${encodeURIComponent(name)}`

function Tile(props: TileProps) {
  const { printer, seen, task, now } = props
  const command = openCommandText(props, now)
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
          <TileTemperatures page={props} now={now} />
          <Next {...props} />
        </div>
      </div>
      <p class="floor-spools">
        {printer.spools.length === 0 ? `Spools: ${spoolsText(printer)}` : spoolsText(printer)}
      </p>
      {command === '' ? '' : <p class="floor-command">{command}</p>}
      <Task {...props} />
    </li>
  )
}

/** A camera picture that is older shows another part of the print. In ms. */
const freshPictureMs = 10 * 60_000

/** Camera picture of a running print; otherwise the drawing of a shared plate or the picture of the part. */
function Picture({ job, printer, seen, now }: TileProps) {
  const { pictureAt } = printer.desk
  const isRunning = seen.state === 'printing' || seen.state === 'paused'
  const isFresh = pictureAt !== null && now.getTime() - pictureAt.getTime() < freshPictureMs
  if (isRunning && isFresh) {
    const source = printerPicturePath(printer.name, pictureAt)
    return <img class="floor-picture" src={source} alt="" width="56" height="56" />
  }
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

/** Returns the state of a printer without a farm job. */
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
      return printer.detail ?? 'Check the printer'
    case 'offline':
      return 'Check the printer and its program'
    case 'load':
      return loadText(task)
  }
}

const loadText = ({ material, color, plates }: Extract<FloorTask, { kind: 'load' }>): string =>
  `Load ${material.toUpperCase()}${color === null ? '' : ` ${color}`}: ${countOf(plates, 'plate')}`
