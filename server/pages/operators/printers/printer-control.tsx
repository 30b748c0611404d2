// What a printer shows at the desk: its picture, temperatures and progress, and the commands that operators send to it.

import { isOffline } from '../../../domain/farm/printers/printer.ts'
import {
  type CommandAction,
  type CommandState,
  commandActions,
  commandStateOf,
  commandText,
  type Heater,
  heaters,
  isCommandOpen,
  outcomeText,
  type PrinterCommand,
  type Temperature,
} from '../../../domain/farm/printers/printer-desk.ts'
import type { SeenPrinter } from '../../../domain/farm/read/read-printers.ts'
import { Hidden } from '../../../html/form-fields.tsx'
import type { Markup } from '../../../html/markup.ts'
import { Section } from '../../../html/section.tsx'
import { durationText } from '../../base/duration.ts'
import { type State, StateBadge } from '../../base/state-badge.tsx'
import { Age } from '../parts/age.tsx'
import type { DeskUser } from '../parts/desk-page.tsx'
import { Progress } from '../parts/progress.tsx'
import { printerFormPath, printerPicturePath } from './printer-paths.ts'
import { progressOf } from './printer-table.tsx'
import { PrinterBadge } from './printer-words.tsx'

export type ControlView = {
  readonly page: SeenPrinter
  readonly user: Pick<DeskUser, 'role'>
  readonly now: Date
}

/** Returns the page's stream topic, which depends on the role: viewers see no buttons. */
export const printerTopic = ({ page, user }: Pick<ControlView, 'page' | 'user'>): string =>
  `printer-${user.role} ${page.printer.name}`

/** Returns the parts that change, by id. */
export const printerFragments = (view: ControlView): Readonly<Record<string, Markup>> => ({
  'printer-state': <PrinterStateBadge {...view} />,
  'printer-control': <PrinterControl {...view} />,
})

export const PrinterStateBadge = ({ page }: Pick<ControlView, 'page'>) => (
  <span id="printer-state">
    <PrinterBadge seen={page.seen} />
  </span>
)

export function PrinterControl(view: ControlView) {
  const { page, user, now } = view
  const { desk } = page.printer
  const isOperator = user.role === 'operator'
  return (
    <div id="printer-control">
      <Section id="control" title="Control">
        <div class="printer-control">
          <Picture {...view} />
          <div>
            <p class="printer-now">
              <PrinterBadge seen={page.seen} />
              <Progress progress={progressOf(page)} />
              <span>{remainingText(page)}</span>
            </p>
            <Temperatures {...view} />
            {desk.command === null ? '' : <LastCommand command={desk.command} now={now} />}
            {isOperator ? <Commands {...view} /> : ''}
            <Missing {...view} />
          </div>
        </div>
      </Section>
    </div>
  )
}

function remainingText({ job, printer }: SeenPrinter): string {
  const seconds = job === null ? printer.remainingSeconds : job.remainingSeconds
  return seconds === null ? '' : `${durationText(seconds)} left`
}

function Picture({ page: { printer }, now }: ControlView) {
  const { pictureAt } = printer.desk
  if (pictureAt === null) return ''
  return (
    <figure class="printer-picture">
      <img
        src={printerPicturePath(printer.name, pictureAt)}
        alt={`${printer.name} as its camera sees it`}
        width="320"
      />
      <figcaption>
        {'Picture from '}
        <Age since={pictureAt} now={now} />
        {' ago'}
      </figcaption>
    </figure>
  )
}

const heaterNames: Readonly<Record<Heater, string>> = {
  nozzle: 'Nozzle',
  bed: 'Bed',
  chamber: 'Chamber',
}

/** { actual: 214.6, target: 215 } -> "215 of 215 °C"; without a target "215 °C". */
const temperatureText = ({ actual, target }: Temperature): string =>
  target === null || target === 0
    ? `${Math.round(actual)} °C`
    : `${Math.round(actual)} of ${Math.round(target)} °C`

/** Such as "Nozzle 215 of 215 °C, bed 60 of 60 °C". '' if none are known. */
function temperaturesText({ printer }: SeenPrinter): string {
  const { temperatures } = printer.desk
  const read = heaters.flatMap((heater) => {
    const temperature = temperatures?.[heater] ?? null
    return temperature === null ? [] : [`${heaterNames[heater]} ${temperatureText(temperature)}`]
  })
  return read
    .map((text, index) => (index === 0 ? text : text.toLowerCase().replace('°c', '°C')))
    .join(', ')
}

function Temperatures({ page, now }: ControlView) {
  const { reportedAt } = page.printer.desk
  const text = temperaturesText(page)
  if (text === '' || reportedAt === null) return ''
  return (
    <p>
      {`${text}, `}
      <Age since={reportedAt} now={now} />
      {' ago'}
    </p>
  )
}

/** Temperatures on a tile of the floor. '' while the printer is silent, because they are then of no use. */
export function TileTemperatures({ page, now }: Pick<ControlView, 'page' | 'now'>) {
  const { temperatures, reportedAt } = page.printer.desk
  if (temperatures === null || reportedAt === null || isOffline(page.printer, now)) return ''
  const read = [temperatures.nozzle, temperatures.bed].flatMap((temperature) =>
    temperature === null ? [] : [`${Math.round(temperature.actual)}°`],
  )
  if (read.length === 0) return ''
  return (
    <p class="floor-heat">
      {`${read.join(' / ')} `}
      <span class="muted">
        <Age since={reportedAt} now={now} />
        {' ago'}
      </span>
    </p>
  )
}

export const commandNames: Readonly<Record<CommandAction, string>> = {
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel',
}

const commandStates: Readonly<Record<CommandState, readonly [State, string]>> = {
  requested: ['waiting', 'Requested'],
  taken: ['running', 'In progress'],
  done: ['done', 'Done'],
  failed: ['broken', 'Failed'],
  lapsed: ['broken', 'Not carried out'],
  unreported: ['broken', 'Not confirmed'],
}

function LastCommand({ command, now }: { command: PrinterCommand; now: Date }) {
  const state = commandStateOf(command, now)
  const [mark, label] = commandStates[state]
  return (
    <p class="printer-command">
      {`${commandNames[command.action]} `}
      <StateBadge state={mark} label={label} />
      {' by '}
      {command.by}
      {', '}
      <Age since={command.endedAt ?? command.requestedAt} now={now} />
      {` ago. ${detailOf(command, state)}`}
    </p>
  )
}

function detailOf({ reason }: PrinterCommand, state: CommandState): string {
  switch (state) {
    case 'requested':
      return `The printer’s program has not taken it yet. It lapses ${commandText} after the request.`
    case 'taken':
      return 'The printer’s program carries it out.'
    case 'done':
      return ''
    case 'failed':
      return reason ?? ''
    case 'lapsed':
      return `No program took it within ${commandText}. Check that the printer’s program runs.`
    case 'unreported':
      return `The printer’s program took it and reported no outcome within ${outcomeText}. Check the printer.`
  }
}

/** State of an open command for a tile, such as "Pause: requested". '' without one. */
export function openCommandText({ printer }: SeenPrinter, now: Date): string {
  const { command } = printer.desk
  if (command === null || !isCommandOpen(command, now)) return ''
  const [, label] = commandStates[commandStateOf(command, now)]
  return `${commandNames[command.action]}: ${label.toLowerCase()}`
}

/** Commands that suit the printer's state. */
function offeredCommands({ printer, seen, job }: SeenPrinter, now: Date): readonly CommandAction[] {
  const { controls, command } = printer.desk
  const isOpen = command !== null && isCommandOpen(command, now)
  if (controls === null || isOpen || isOffline(printer, now) || job?.id !== printer.jobId) return []
  const suits: Readonly<Record<CommandAction, boolean>> = {
    pause: printer.reported === 'printing',
    resume: printer.reported === 'paused',
    cancel: printer.reported === 'printing' || printer.reported === 'paused',
  }
  return seen.state === 'offline'
    ? []
    : commandActions.filter((action) => suits[action] && controls.includes(action))
}

function Commands({ page, now }: ControlView) {
  const actions = offeredCommands(page, now)
  if (actions.length === 0) return ''
  const { name, jobId, desk } = page.printer
  return (
    <div class="actions">
      {actions.map((action) => (
        <form method="post" action={printerFormPath(name, 'command')} class="inline">
          <Hidden name="action" value={action} />
          <Hidden name="job" value={jobId ?? ''} />
          <Hidden name="command" value={String(desk.command?.version ?? 0)} />
          <button type="submit" class={action === 'cancel' ? 'danger' : undefined}>
            {action === 'cancel' ? 'Cancel…' : commandNames[action]}
          </button>
        </form>
      ))}
    </div>
  )
}

/** Why buttons, temperatures or the picture are absent. */
function Missing({ page, now }: ControlView) {
  const { printer, job } = page
  const { desk, reported } = printer
  const isRunning = reported === 'printing' || reported === 'paused'
  const texts: string[] = []
  if (desk.controls === null) {
    texts.push('Its program takes no commands from the desk. Use the controls of the printer.')
  } else if (isOffline(printer, now)) {
    texts.push('It is offline, so the desk cannot control it.')
  } else if (isRunning && job?.id !== printer.jobId) {
    texts.push('Its print is not a job of the farm, so the desk cannot control it.')
  }
  const groups = Map.groupBy(desk.missing, ({ reason }) => reason)
  for (const [reason, features] of groups) {
    texts.push(`No ${features.map(({ feature }) => feature).join(', ')}: ${reason}`)
  }
  return texts.map((text) => <p class="muted">{text}</p>)
}
