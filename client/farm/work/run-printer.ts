// Work of one printer: claims a job, prints it, waits for the plate to be cleared, and reports the result. Each step is
// one call of `step`, which can be repeated after a crash at any point.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Printer, PrinterState } from '../printer.ts'
import { isFinal, type Progress } from '../service/farm.ts'
import { advance } from './advance-work.ts'
import { readDeskFacts, sendPictureWhenDue } from './desk-facts.ts'
import { freeSlots } from './heating.ts'
import { discardFile, move, moveFaulty } from './move-work.ts'
import { hasEnded, isFree, isSettled } from './print-evidence.ts'
import { createReporter, type Reporter } from './report-state.ts'
import { stepCommand } from './run-commands.ts'
import {
  fileNameOf,
  giveUpMs,
  messageOf,
  type RunnerContext,
  type RunnerDeps,
  type RunnerState,
} from './runner-deps.ts'
import type { Phase, Work } from './state.ts'

export type PrinterRunner = {
  /**
   * Performs the next step, if any. Throws if the farm or the printer cannot be reached, and the same step is then
   * repeated later.
   */
  readonly step: () => Promise<void>
}

export function createRunner(given: RunnerDeps): PrinterRunner {
  const memory: RunnerState = {
    shown: { text: '', times: 0 },
    lastBeat: 0,
    uploadFails: null,
    fault: null,
    offlineSince: null,
    clearedFile: null,
    repeatedFile: null,
    reason: null,
    uploaded: null,
    damaged: null,
    replaced: null,
    isHeatingKnown: false,
    heatingSince: null,
    pictureAt: 0,
    noPicture: null,
  }
  const parts = { ...given, printer: withReachability(given.printer), memory }
  const { config, state, farm } = parts
  const reporter = createReporter(farm, config, parts.reportMs, (now) => readDeskFacts(parts, now))
  return {
    step: async () => {
      const known = state.read(config.name)
      const now = await stateFor(parts, known)
      notice(parts, known, now)
      const { commands } = parts
      const isSent = commands !== undefined && (await stepCommand(parts, commands, known, now))
      const current = state.read(config.name)
      const work = current === null ? null : resumeWork(parts, current, now)
      await freeSlots(parts, work, now)
      sendPictureWhenDue(parts, now)
      if (await reportState(parts, reporter, work, now)) return
      if (work === null) return await claimNext(parts, now)
      if (Date.now() - memory.lastBeat >= parts.heartbeatMs) {
        const goesOn = await beat(parts, work, now)
        memory.lastBeat = Date.now()
        if (!goesOn) return
      }
      const { offlineSince } = memory
      if (offlineSince !== null && Date.now() - offlineSince >= giveUpMs) {
        giveUp(parts, work)
      } else if (!isSent) {
        await whileReporting(parts, reporter, work, () => advance(parts, work))
      }
    },
  }
}

/** Time between looks at a printer while a step takes long, such as the upload of a large file. */
const lookMs = 5_000

/** Performs the step. While it takes long, the printer's state is reported and heartbeats are sent. */
async function whileReporting(
  parts: RunnerContext,
  reporter: Reporter,
  work: Work,
  act: () => Promise<void>,
): Promise<void> {
  const { memory, printer, config, log } = parts
  const ending = new AbortController()
  const { signal } = ending
  const look = async () => {
    const now = await printer.state()
    await reporter.report(work, now, false)
    if (Date.now() - memory.lastBeat < parts.heartbeatMs) return
    const progress = progressOf(now, work.phase)
    if (progress === null) return
    // The next step stops a job that was revoked.
    if ((await parts.farm.heartbeat(work.job, progress)) === null) memory.lastBeat = Date.now()
  }
  const looks = async () => {
    const pauseMs = Math.min(lookMs, parts.reportMs)
    while (await sleep(pauseMs, true, { signal }).catch(() => false)) {
      await look().catch((error: unknown) => log(`${config.name}: ${messageOf(error)}`))
    }
  }
  const looking = looks()
  try {
    await act()
  } finally {
    ending.abort()
    await looking
  }
}

/** Records what the state shows about the connection and the plate. */
function notice({ config, memory, log }: RunnerContext, work: Work | null, now: PrinterState) {
  // The plate will contain the job's parts, regardless of earlier clearing.
  if (now.kind === 'printing') {
    memory.clearedFile = null
    if (work === null) memory.repeatedFile = now.file
  }
  if (now.kind !== 'offline') {
    memory.offlineSince = null
    return
  }
  // Another print without a name may have ended while the printer was offline.
  if (memory.clearedFile === '') memory.clearedFile = null
  if (memory.offlineSince !== null) return
  memory.offlineSince = Date.now()
  log(`${config.name}: is offline. ${now.reason}`)
}

/** Treats a job that seemed to have ended as printing if the printer prints its file. */
function resumeWork(parts: RunnerContext, work: Work, now: PrinterState): Work {
  if (work.phase !== 'uncounted' && work.phase !== 'uncleared') return work
  const isPrinting = now.kind === 'printing' && now.file === fileNameOf(work.job)
  if (!parts.printer.hasOwnScreen || !isPrinting || !isSettled(parts, work, now)) return work
  parts.log(`${parts.config.name}: still prints ${now.file}`)
  move(parts, work, 'printing')
  return parts.state.read(parts.config.name) ?? work
}

/** Wraps a printer so that it is offline if its server does not respond. */
const withReachability = (printer: Printer): Printer => ({
  ...printer,
  state: async () => {
    try {
      return await printer.state()
    } catch (error) {
      return { kind: 'offline', reason: messageOf(error) }
    }
  },
})

/** Returns the printer's state. A free printer that can store no file is reported as faulty, so that it gets no job. */
async function stateFor(
  { printer, memory }: RunnerContext,
  work: Work | null,
): Promise<PrinterState> {
  const now = await printer.state()
  if (work !== null || !isFree(now, memory)) return now
  if (memory.fault !== null && Date.now() >= memory.fault.until) memory.fault = null
  try {
    const reason = memory.fault?.reason ?? (await printer.unavailable?.()) ?? null
    return reason === null ? now : { kind: 'error', file: '', isComplete: false, reason }
  } catch (error) {
    return { kind: 'offline', reason: messageOf(error) }
  }
}

/**
 * Reports the state. Returns whether the plate was cleared at the desk: its job is then counted, and the printer is
 * free. If the farm cannot be reached, the report is repeated later.
 */
async function reportState(
  parts: RunnerContext,
  reporter: Reporter,
  work: Work | null,
  now: PrinterState,
): Promise<boolean> {
  const { config, state, log, memory } = parts
  try {
    const isForeign = work === null && !isFree(now, memory) && hasEnded(now)
    const cleared = await reporter.report(work, now, isForeign)
    if (!cleared) return false
  } catch (error) {
    log(`${config.name}: its state could not be reported. ${messageOf(error)}`)
    return false
  }
  if (work !== null) state.write(config.name, null)
  if (hasEnded(now)) memory.clearedFile = now.file
  memory.repeatedFile = null
  log(`${config.name}: its plate was cleared.`)
  if (work?.phase === 'uncounted') await discardFile(parts, work)
  return true
}

/** Gives up the job. The print may continue unattended, and is stopped when the printer is back. */
function giveUp(parts: RunnerDeps, work: Work): void {
  if (work.phase !== 'printing' && work.phase !== 'starting') return
  moveFaulty(parts, work, `The printer was not reachable for ${giveUpMs / 60_000} minutes.`)
}

async function claimNext(
  { config, farm, state, log, memory }: RunnerContext,
  now: PrinterState,
): Promise<void> {
  if (!isFree(now, memory)) return
  const { job, reason } = await farm.claim(config)
  if (reason !== null && reason !== memory.reason) log(`${config.name}: gets no job. ${reason}`)
  memory.reason = reason
  if (job === null) return
  const seen = { sentBytes: null, askedAt: null, runsUntil: null }
  const rest = { reason: null, isAttempt: true, started: false, ...seen }
  state.write(config.name, { job, phase: 'claimed', ...rest })
  // The next step sends a heartbeat first: until then, the claim counts as one whose response was lost.
  memory.lastBeat = 0
  log(`${config.name}: claimed plate ${job.plate} of ${job.orderCode}, ${job.parts} parts`)
}

/**
 * Sends a heartbeat. Returns false if the job was revoked, in which case it is being stopped. An offline printer lets
 * its claim expire.
 */
async function beat(parts: RunnerDeps, work: Work, now: PrinterState): Promise<boolean> {
  const { farm, log, config } = parts
  const progress = progressOf(now, work.phase)
  if (progress === null) return true
  try {
    const stop = await farm.heartbeat(work.job, progress)
    if (stop === null) return true
    log(`${config.name}: stops ${work.job.orderCode}. ${stop}`)
  } catch (error) {
    if (!isFinal(error)) throw error
    log(`${config.name}: has lost its claim on ${work.job.orderCode}. ${messageOf(error)}`)
  }
  // A finished print cannot be stopped: it is on the plate, and its job may already be counted.
  move(parts, work, isOnPlate(work.phase) ? 'uncleared' : 'stopping')
  return false
}

/** Whether the print has finished but is not counted yet. */
const isOnPlate = (phase: Phase): boolean => phase === 'printed' || phase === 'uncounted'

/** The report of a result ends the claim, which may already have happened if its response was lost. */
const withoutHeartbeat: readonly Phase[] = ['stopping', 'uncleared', 'cleared']

/** Returns null if no heartbeat is due: the printer is offline, or the claim is ending. */
function progressOf(now: PrinterState, phase: Phase): Progress | null {
  if (withoutHeartbeat.includes(phase)) return null
  if (isOnPlate(phase)) {
    return { printing: true, progress: 1, remainingSeconds: 0 }
  }
  if (now.kind === 'offline') return null
  if (phase !== 'printing' || now.kind !== 'printing') {
    return { printing: phase === 'printing', progress: null, remainingSeconds: null }
  }
  const { progress, remainingSeconds } = now
  return { printing: true, progress, remainingSeconds }
}
