// The phases of a job that a printer has claimed: sending its file, starting and watching its print, stopping it, and reporting its result.

import { Refused } from '../http.ts'
import type { PrinterState } from '../printer.ts'
import { Unavailable, Unready, unavailableMs } from '../refusals.ts'
import { Damaged, isFinal, isInvalid, type Job } from '../service/farm.ts'
import { discardFile, move, moveFaulty, moveUnknown, release, stop } from './move-work.ts'
import { awaitsStart, isSettled, isUnknown, mayHaveEnded, reasonOf } from './print-evidence.ts'
import {
  fileNameOf,
  giveUpMs,
  messageOf,
  type RunnerContext,
  type RunnerDeps,
} from './runner-deps.ts'
import type { Work } from './state.ts'

export async function advance(parts: RunnerContext, work: Work): Promise<void> {
  switch (work.phase) {
    case 'claimed':
    case 'uploading':
      return await uploadFile(parts, work)
    case 'starting':
      return await startPrint(parts, work)
    case 'printing':
      return await watchPrint(parts, work)
    case 'printed':
      // A user clears the plate at the desk or with `clear`; the response to the next report shows it.
      if (parts.config.plate === 'auto') move(parts, work, 'cleared')
      return
    case 'cleared':
      return await reportDone(parts, work)
    case 'stopping':
      return await stopPrint(parts, work)
    case 'uncounted':
    case 'uncleared':
      // Same as `printed`.
      return
  }
}

async function uploadFile(parts: RunnerContext, work: Work): Promise<void> {
  const { job } = work
  if (parts.printer.hasOwnScreen) {
    // Without a connection the printer has no storage either, which is not caused by the file.
    const now = await parts.printer.state()
    if (now.kind === 'offline') return
    if (now.kind === 'error') {
      return stop(parts, work, { reason: now.reason, started: false, isAttempt: false })
    }
  }
  const { memory, limits, config } = parts
  if (memory.uploaded !== job.lease) {
    if (memory.damaged?.lease === job.lease && Date.now() < memory.damaged.nextAt) return
    // Heartbeats continue while it waits.
    if (limits?.uploads.take(config.name) === false) return
    try {
      if (!(await transferFile(parts, work))) return
      memory.uploaded = job.lease
    } finally {
      limits?.uploads.release(config.name)
    }
  }
  // The file remains on the printer while it waits.
  if (limits?.heating.take(config.name) === false) return
  move(parts, parts.state.read(config.name) ?? work, 'starting')
}

/** Downloads the file and sends it to the printer. Returns whether the printer has it. */
async function transferFile(parts: RunnerContext, work: Work): Promise<boolean> {
  const { job } = work
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = await parts.farm.download(job)
  } catch (error) {
    if (error instanceof Damaged) {
      noteDamaged(parts, work)
    } else if (isFinal(error)) {
      move(parts, work, 'stopping', `The file could not be downloaded: ${messageOf(error)}`)
    } else {
      throw error
    }
    return false
  }
  move(parts, { ...work, sentBytes: bytes.length }, 'uploading')
  const send = () => parts.printer.upload(fileNameOf(job), bytes, job.sha256)
  try {
    const isStored = await sendCommand(parts, work, send)
    parts.memory.uploadFails = null
    return isStored
  } catch (error) {
    if (!hasFailedLong(parts, job)) throw error
    const reason = `The file could not be sent to the printer for ${giveUpMs / 60_000} minutes: ${messageOf(error)}`
    moveFaulty(parts, work, reason, { started: false })
    parts.memory.uploadFails = null
    parts.memory.fault = { reason, until: Date.now() + unavailableMs }
    return false
  }
}

/** How often a file may arrive damaged before its job fails, and the first pause between downloads, which doubles. */
const damagedLimit = 5
const damagedPauseMs = 5_000

function noteDamaged(parts: RunnerContext, work: Work): void {
  const { memory, log, config } = parts
  const { lease } = work.job
  const times = memory.damaged?.lease === lease ? memory.damaged.times + 1 : 1
  log(
    `${config.name}: the file of ${work.job.orderCode} arrived damaged, download ${times} of ${damagedLimit}.`,
  )
  if (times < damagedLimit) {
    const nextAt = Date.now() + damagedPauseMs * 2 ** (times - 1)
    memory.damaged = { lease, times, nextAt }
    return
  }
  memory.damaged = null
  move(parts, work, 'stopping', `The file arrived damaged from the farm ${damagedLimit} times.`)
}

/** Whether the file could not be sent for so long that heartbeats must not keep the claim. */
function hasFailedLong({ memory }: RunnerContext, { lease }: Job): boolean {
  if (memory.uploadFails?.lease !== lease) memory.uploadFails = { lease, since: Date.now() }
  return Date.now() - memory.uploadFails.since >= giveUpMs
}

/**
 * Whether the printer accepted the command. A refused command would be refused again. Throws if the printer cannot be
 * reached.
 */
async function sendCommand(
  parts: RunnerContext,
  work: Work,
  command: () => Promise<void>,
): Promise<boolean> {
  try {
    await command()
    return true
  } catch (error) {
    // A print that the printer refused to start does not run later.
    if (error instanceof Unready) parts.state.write(parts.config.name, work)
    const isAttempt = !(error instanceof Unavailable)
    if (isAttempt && !(error instanceof Refused)) throw error
    const reason = `The printer refused the file: ${messageOf(error)}`
    // Without a way to ask whether it can store files, it is tried again later.
    if (!isAttempt && parts.printer.unavailable === undefined) {
      parts.memory.fault = { reason: messageOf(error), until: Date.now() + unavailableMs }
    }
    stop(parts, work, { reason, started: work.askedAt !== null, isAttempt })
    return false
  }
}

/**
 * Starts the print. A crash after the command leaves the phase at `starting`, and the printer's state then decides
 * whether it is already printing.
 */
async function startPrint(parts: RunnerContext, work: Work): Promise<void> {
  const file = fileNameOf(work.job)
  const now = await parts.printer.state()
  if (now.kind === 'offline') return
  const hasStarted = 'file' in now && now.file === file
  if (hasStarted) return move(parts, work, 'printing')
  if (now.kind === 'error') return moveFaulty(parts, work, now.reason)
  if (mayHaveEnded(work, now)) return moveUnknown(parts, work)
  if (now.kind === 'printing') {
    return moveFaulty(parts, work, `The printer is printing ${now.file}.`)
  }
  let isOther = false
  const compare = async () => {
    isOther = await isReplaced(parts, work)
  }
  if (!(await sendCommand(parts, work, compare)) || isOther) return
  if (parts.printer.hasOwnScreen && work.askedAt === null) {
    parts.state.write(parts.config.name, { ...work, askedAt: Date.now() })
  }
  // A refusal of the first request leaves nothing that may have started.
  if (!(await sendCommand(parts, work, () => parts.printer.start(file)))) return
  parts.log(`${parts.config.name}: prints ${file}`)
  move(parts, parts.state.read(parts.config.name) ?? work, 'printing')
}

/** How often a file is sent again because the printer's copy of it differs. */
const replacedLimit = 2

/** Whether the printer's file is not the one that was sent. It is then sent again. */
async function isReplaced(parts: RunnerContext, work: Work): Promise<boolean> {
  const { memory, log, config, state } = parts
  const { job, sentBytes } = work
  const size = sentBytes === null ? null : await readStoredBytes(parts, fileNameOf(job))
  if (size === null || size === sentBytes) return false
  const times = memory.replaced?.lease === job.lease ? memory.replaced.times : 0
  if (times >= replacedLimit) {
    // A server that does not show its files still refuses a file that it does not have.
    if (size === 0) return false
    const reason = `The printer's copy of the file has ${size} instead of ${sentBytes} bytes.`
    moveFaulty(parts, work, reason, { started: work.askedAt !== null })
    memory.fault = { reason, until: Date.now() + unavailableMs }
    return true
  }
  memory.replaced = { lease: job.lease, times: times + 1 }
  memory.uploaded = null
  log(`${config.name}: sends ${fileNameOf(job)} again, because the printer has another file.`)
  state.write(config.name, { ...work, phase: 'claimed', started: work.askedAt !== null })
  return true
}

/** Returns null if the printer does not state the size. Throws Unavailable if its storage is missing. */
async function readStoredBytes(
  { printer, log, config }: RunnerContext,
  file: string,
): Promise<number | null> {
  try {
    return (await printer.storedBytes?.(file)) ?? null
  } catch (error) {
    if (error instanceof Unavailable) throw error
    log(`${config.name}: the size of ${file} could not be read. ${messageOf(error)}`)
    return null
  }
}

async function watchPrint(parts: RunnerContext, work: Work): Promise<void> {
  const file = fileNameOf(work.job)
  const now = await parts.printer.state()
  // The printer may come back. See `giveUp`.
  if (now.kind === 'offline') return
  if (now.kind === 'printing' && now.file === file) return noteProgress(parts, work, now)
  if (awaitsStart(parts, work, now)) return
  // After the print was observed running, the file and the state in a response belong together.
  const mayBeMixed = parts.printer.hasOwnScreen && work.runsUntil === null
  if (mayBeMixed && !isSettled(parts, work, now)) return
  const isComplete = now.kind === 'complete' || (now.kind === 'error' && now.isComplete)
  if (isComplete && now.file === file) {
    const { config, log } = parts
    const next = config.plate === 'auto' ? '' : ' Clear the plate.'
    log(`${config.name}: has printed ${file}.${next}`)
    move(parts, work, 'printed')
    return await discardFile(parts, work)
  }
  if (isUnknown(parts, work, now, file)) return moveUnknown(parts, work)
  endPrint(parts, work, now)
}

/** Stops a job whose print ended before it was complete. */
function endPrint(
  parts: RunnerContext,
  work: Work,
  now: Exclude<PrinterState, { kind: 'offline' }>,
): void {
  const file = fileNameOf(work.job)
  // A user who stops a print leaves its file selected. A restart clears the file, even if the restart fails.
  if (now.kind === 'idle' || (now.kind === 'error' && now.file === '')) {
    const isKnown = now.kind === 'error' && parts.printer.hasOwnScreen
    const restarted = 'The printer or its server was restarted during the print.'
    moveFaulty(parts, work, isKnown ? now.reason : restarted)
  } else if (now.kind !== 'error' && now.file !== file) {
    moveFaulty(parts, work, 'The printer no longer shows this print.')
  } else {
    const reason = reasonOf(now, file)
    parts.log(`${parts.config.name}: ${file} failed. ${reason}`)
    move(parts, work, 'stopping', reason)
  }
}

/** Records the earliest end of the print: half of the remaining time that the printer reports. */
function noteProgress(
  { printer, state, config }: RunnerDeps,
  work: Work,
  { remainingSeconds }: Extract<PrinterState, { kind: 'printing' }>,
): void {
  if (!printer.hasOwnScreen) return
  const runsUntil = Date.now() + (remainingSeconds ?? 0) * 500
  const isNoted = work.runsUntil !== null && Math.abs(runsUntil - work.runsUntil) < 30_000
  if (!isNoted) state.write(config.name, { ...work, runsUntil })
}

async function stopPrint(parts: RunnerContext, work: Work): Promise<void> {
  const now = await parts.printer.state()
  const file = fileNameOf(work.job)
  if (now.kind === 'printing' && now.file === file) return await parts.printer.cancel(file)
  if (awaitsStart(parts, work, now)) return
  const isOffline = now.kind === 'offline'
  const { job, reason, isAttempt } = work
  if (reason === null) {
    // A print that still runs is stopped when the printer is back.
    if (isOffline) return
    release(parts, work)
    return await discardFile(parts, work)
  }
  const send = () => parts.farm.fail(job, reason, isAttempt)
  if (!isOffline) {
    await report(parts, work, send)
    return await discardFile(parts, work)
  }
  await sendReport(parts, work, send)
  parts.state.write(parts.config.name, { ...work, reason: null })
}

const isRefused = (error: unknown): boolean => isFinal(error) || isInvalid(error)

/**
 * Sends the report. The farm recognizes a report that it has already recorded. A permanently refused report is logged
 * and dropped.
 */
async function sendReport(
  { config, log }: RunnerDeps,
  work: Work,
  send: () => Promise<void>,
  isDropped = isRefused,
): Promise<void> {
  try {
    await send()
    log(`${config.name}: reported plate ${work.job.plate} of ${work.job.orderCode}`)
  } catch (error) {
    if (!isDropped(error)) throw error
    log(`${config.name}: the report on ${work.job.orderCode} was refused. ${messageOf(error)}`)
  }
}

/**
 * Reports all parts as good. A service that was rolled back to a release without shared plates knows only the claimed
 * job, and leaves the others to an operator. A plate whose report is permanently refused stays claimed, because a
 * returned plate would be printed again.
 */
async function reportDone(parts: RunnerDeps, work: Work): Promise<void> {
  const { farm, log, config } = parts
  const { job } = work
  const { orderCode, parts: all, ownParts } = job
  const counts = all === ownParts ? [all] : [all, ownParts]
  for (const good of counts) {
    try {
      return await report(parts, work, () => farm.done(job, { good, scrap: 0 }), isFinal)
    } catch (error) {
      if (!isInvalid(error)) throw error
      log(`${config.name}: the count of ${good} parts was refused. ${messageOf(error)}`)
    }
  }
  log(`${config.name}: keeps its plate of ${orderCode}. Count its parts at the desk.`)
  move(parts, work, 'uncounted')
}

async function report(
  parts: RunnerDeps,
  work: Work,
  send: () => Promise<void>,
  isDropped = isRefused,
): Promise<void> {
  await sendReport(parts, work, send, isDropped)
  // A cleared plate is empty.
  release(parts, work.phase === 'cleared' ? { ...work, started: false } : work)
}
