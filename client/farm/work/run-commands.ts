// Carries out operators' commands for one printer, each at most once: it is stored before it is sent to the printer, and its outcome is
// read from the printer's state.

import { Refused } from '../http.ts'
import type { Memo, Printer, PrinterState } from '../printer.ts'
import { Unready } from '../refusals.ts'
import type { CommandInbox } from '../service/command-inbox.ts'
import {
  type Command,
  type CommandAction,
  type Desk,
  type Outcome,
  type StoredCommand,
  storedCommandOf,
} from '../service/desk.ts'
import { isFinal, isInvalid, reasonOf } from '../service/farm.ts'
import { move } from './move-work.ts'
import { fileNameOf, messageOf, type RunnerDeps } from './runner-deps.ts'
import type { Phase, Work } from './state.ts'

export type CommandDeps = {
  readonly desk: Pick<Desk, 'take' | 'end'>
  readonly inbox: CommandInbox
  readonly memo: Memo
}

/** How long a printer may take to show that it has carried out a command, in ms. */
const confirmMs = 60_000

/** Reason of a job whose print an operator cancelled at the desk. */
export const cancelledAtDesk = 'The print was cancelled at the desk.'

/** Phases of a job whose print is not started, or runs. */
const controlled: readonly Phase[] = ['claimed', 'uploading', 'starting', 'printing']

/**
 * Performs the next step of the printer's command, if any. Returns whether the printer may be carrying it out, so that the job has to wait
 * for the outcome. A failed step is repeated. Throws only if its file cannot be read.
 */
export async function stepCommand(
  parts: RunnerDeps,
  commands: CommandDeps,
  work: Work | null,
  now: PrinterState,
): Promise<boolean> {
  try {
    await step(parts, commands, work, now)
  } catch (error) {
    parts.log(`${parts.config.name}: its command could not be carried out yet. ${messageOf(error)}`)
  }
  return read(parts, commands)?.phase === 'sent'
}

/** Returns the stored command; null = none. Drops a damaged one. */
function read({ config, log }: RunnerDeps, { memo }: CommandDeps): StoredCommand | null {
  try {
    return storedCommandOf(memo.read())
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    log(`${config.name}: its stored command is not readable, and is dropped. ${messageOf(error)}`)
    memo.write('')
    return null
  }
}

async function step(
  parts: RunnerDeps,
  commands: CommandDeps,
  work: Work | null,
  now: PrinterState,
): Promise<void> {
  const stored = read(parts, commands) ?? (await receive(parts, commands, work))
  if (stored === null) return
  switch (stored.phase) {
    case 'taking':
      return await take(parts, commands, stored, work, now)
    case 'sent':
      return await confirm(parts, commands, stored, work, now)
    case 'ended':
      return await reportEnd(parts, commands, stored)
  }
}

const write = ({ memo }: CommandDeps, command: StoredCommand | null) =>
  memo.write(command === null ? '' : JSON.stringify(command))

async function receive(
  { config }: RunnerDeps,
  commands: CommandDeps,
  work: Work | null,
): Promise<StoredCommand | null> {
  if (work === null) return null
  const command: Command | null = await commands.inbox.next(config.name)
  if (command === null) return null
  const stored: StoredCommand = {
    ...command,
    taker: crypto.randomUUID(),
    phase: 'taking',
    sentAt: 0,
    problem: null,
    outcome: null,
  }
  write(commands, stored)
  return stored
}

async function take(
  parts: RunnerDeps,
  commands: CommandDeps,
  stored: StoredCommand,
  work: Work | null,
  now: PrinterState,
): Promise<void> {
  try {
    await commands.desk.take(stored.id, stored.taker)
  } catch (error) {
    if (!isFinal(error) && !isInvalid(error)) throw error
    parts.log(`${parts.config.name}: does not ${stored.action}. ${messageOf(error)}`)
    return write(commands, null)
  }
  parts.log(`${parts.config.name}: is to ${stored.action}.`)
  const reason = obstacleOf(parts.printer, stored, work, now)
  if (reason !== null) return await end(parts, commands, stored, failFor(reason))
  if (work !== null && stored.action === 'cancel' && work.phase !== 'printing') {
    // Nothing is printing yet, or this is unknown. The steps of the job stop the print.
    move(parts, work, 'stopping', cancelledAtDesk)
    return await end(parts, commands, stored, done)
  }
  if (work === null || isAsWanted(stored.action, now)) {
    return await end(parts, commands, stored, done)
  }
  const sent: StoredCommand = { ...stored, phase: 'sent', sentAt: Date.now() }
  write(commands, sent)
  try {
    await send(parts.printer, stored.action, fileNameOf(work.job))
  } catch (error) {
    if (error instanceof Refused || error instanceof Unready) {
      return await end(parts, commands, sent, failFor(`The printer refused: ${messageOf(error)}`))
    }
    // The printer may have carried it out. Its state shows that.
    write(commands, { ...sent, problem: messageOf(error) })
  }
}

const done: Outcome = { outcome: 'done', reason: null }
const failFor = (reason: string): Outcome => ({ outcome: 'failed', reason: reasonOf(reason) })

/** Why the command must not be sent; null = it may. */
function obstacleOf(
  printer: Printer,
  { action, jobId }: Command,
  work: Work | null,
  now: PrinterState,
): string | null {
  if (work?.job.id !== jobId || !controlled.includes(work.phase)) {
    return 'The printer no longer has this plate.'
  }
  if (now.kind === 'offline') return `The printer cannot be reached. ${now.reason}`
  if (action === 'cancel' && work.phase !== 'printing') return null
  if (work.phase !== 'printing') return 'The print has not started yet.'
  if (!isPrintOf(work, now)) return 'The printer no longer prints this plate.'
  const isAble = action === 'cancel' || printer[action] !== undefined
  return isAble ? null : 'The printer cannot do that.'
}

const isPrintOf = ({ job }: Work, now: PrinterState): boolean =>
  now.kind === 'printing' && now.file === fileNameOf(job)

/** Whether a running print is already in the wanted state. */
const isAsWanted = (action: CommandAction, now: PrinterState): boolean =>
  now.kind === 'printing' && action !== 'cancel' && now.isPaused === (action === 'pause')

async function send(printer: Printer, action: CommandAction, file: string): Promise<void> {
  if (action === 'cancel') return await printer.cancel(file)
  await printer[action]?.(file)
}

const isComplete = (now: PrinterState): boolean =>
  now.kind === 'complete' || (now.kind === 'error' && now.isComplete)

/** Ends the command when the printer's state shows its outcome. The command is never sent again. */
async function confirm(
  parts: RunnerDeps,
  commands: CommandDeps,
  stored: StoredCommand,
  work: Work | null,
  now: PrinterState,
): Promise<void> {
  const outcome = outcomeOf(parts.printer, stored, work, now)
  if (outcome === null) return
  const isCancelled = stored.action === 'cancel' && outcome.outcome === 'done'
  // The job ends as if a person had cancelled at the printer, but with the operator's reason.
  if (isCancelled && work?.job.id === stored.jobId && work.phase === 'printing') {
    move(parts, work, 'stopping', cancelledAtDesk)
  }
  await end(parts, commands, stored, outcome)
}

/** Returns the outcome of a sent command according to the printer's state; null = not known yet. */
function outcomeOf(
  printer: Printer,
  { action, jobId, sentAt, problem }: StoredCommand,
  work: Work | null,
  now: PrinterState,
): Outcome | null {
  const isLate = Date.now() - sentAt >= confirmMs
  const isMine = work?.job.id === jobId
  if (isMine && work.phase === 'printing' && isPrintOf(work, now)) {
    if (isAsWanted(action, now)) return done
    const rest = problem === null ? '' : ` ${problem}`
    return isLate
      ? failFor(`The printer was told to ${action}, but did not within a minute.${rest}`)
      : null
  }
  if (now.kind === 'offline') {
    return isLate
      ? failFor(`It is not known whether the printer did it. ${problem ?? now.reason}`)
      : null
  }
  if (action !== 'cancel' || isComplete(now)) return failFor('The print ended before.')
  const isShown = isMine && now.kind === 'cancelled' && now.file === fileNameOf(work.job)
  // The print may have ended in another way, with its screen confirmed since. The steps of the job determine this.
  return printer.hasOwnScreen && !isShown
    ? failFor('The printer no longer shows this print. It is not known whether it was cancelled.')
    : done
}

async function end(
  parts: RunnerDeps,
  commands: CommandDeps,
  stored: StoredCommand,
  outcome: Outcome,
): Promise<void> {
  const ended: StoredCommand = { ...stored, phase: 'ended', outcome }
  write(commands, ended)
  await reportEnd(parts, commands, ended)
}

async function reportEnd(
  { config, log }: RunnerDeps,
  commands: CommandDeps,
  { id, taker, action, outcome }: StoredCommand,
): Promise<void> {
  const { outcome: word, reason } = outcome ?? failFor('Its outcome is not known.')
  try {
    await commands.desk.end(id, taker, { outcome: word, reason })
  } catch (error) {
    if (!isFinal(error) && !isInvalid(error)) throw error
    log(`${config.name}: the outcome of ${action} was refused. ${messageOf(error)}`)
  }
  write(commands, null)
  log(`${config.name}: ${action} ${word}.${reason === null ? '' : ` ${reason}`}`)
}
