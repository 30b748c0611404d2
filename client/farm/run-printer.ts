// One printer's work: claims a job, prints it, waits for the plate to be cleared, reports it. Each step is one call of `step`, which
// may be repeated after a crash at any point.
import type { PrinterConfig } from './config.ts'
import { type Farm, isFinal, isInvalid, type Job, type Progress } from './farm.ts'
import { Refused } from './http.ts'
import type { Printer, PrinterState } from './printer.ts'
import { createReporter, type Reporter } from './report-state.ts'
import type { Phase, StateFile, Work } from './state.ts'

export type PrinterParts = {
  readonly config: PrinterConfig
  readonly printer: Printer
  readonly farm: Farm
  readonly state: StateFile
  readonly heartbeatMs: number
  readonly reportMs: number
  readonly log: (line: string) => void
}

export type PrinterRunner = {
  /** Does what is next, if anything. Throws when the farm or the printer cannot be reached: the same step is repeated later. */
  readonly step: () => Promise<void>
}

/** What the runner remembers between steps. A restart forgets it, and nothing depends on that. */
type Memory = {
  lastBeat: number
  /** Since when the printer is offline; null = it is not. */
  offlineSince: number | null
  /** A file that is not the farm's, whose parts a person took off the plate. */
  clearedFile: string | null
  /** Why the last claim got no job. */
  reason: string | null
}

/** How long the service keeps a claim after its last heartbeat. */
export const claimSeconds = 600
/** A printer that is away for longer gives its job back, in time before the claim ends. */
const giveUpMs = (claimSeconds - 120) * 1000

export function createRunner(given: PrinterParts): PrinterRunner {
  const memory: Memory = { lastBeat: 0, offlineSince: null, clearedFile: null, reason: null }
  const parts = { ...given, printer: reachable(given.printer) }
  const { config, state, farm, log } = parts
  const reporter = createReporter(farm, config, parts.reportMs)
  return {
    step: async () => {
      const work = state.read(config.name)
      const now = await parts.printer.state()
      // Its parts lie on the plate when it has ended, whatever was cleared before.
      if (now.kind === 'printing') memory.clearedFile = null
      if (now.kind !== 'offline') {
        memory.offlineSince = null
      } else if (memory.offlineSince === null) {
        memory.offlineSince = Date.now()
        log(`${config.name}: is offline. ${now.reason}`)
      }
      if (await reportState(parts, reporter, memory, work, now)) return
      if (work === null) return await claimNext(parts, memory, now)
      if (Date.now() - memory.lastBeat >= parts.heartbeatMs) {
        const goesOn = await beat(parts, work)
        memory.lastBeat = Date.now()
        if (!goesOn) return
      }
      const { offlineSince } = memory
      if (offlineSince !== null && Date.now() - offlineSince >= giveUpMs) {
        giveUp(parts, work)
      } else {
        await advance(parts, work)
      }
    },
  }
}

/** A printer whose server does not respond is offline. */
const reachable = (printer: Printer): Printer => ({
  ...printer,
  state: async () => {
    try {
      return await printer.state()
    } catch (error) {
      return { kind: 'offline', reason: messageOf(error) }
    }
  },
})

/** Returns whether the plate was cleared at the desk: its job is counted, and the printer is free. A farm that is away is told later. */
async function reportState(
  { config, state, log }: PrinterParts,
  reporter: Reporter,
  memory: Memory,
  work: Work | null,
  now: PrinterState,
): Promise<boolean> {
  try {
    const isForeign = work === null && !isFree(now, memory) && hasEnded(now)
    const cleared = await reporter.report(work, now, isForeign)
    if (!cleared) return false
  } catch (error) {
    log(`${config.name}: its state could not be reported. ${messageOf(error)}`)
    return false
  }
  if (work !== null) state.write(config.name, null)
  else if ('file' in now) memory.clearedFile = now.file
  log(`${config.name}: its plate was cleared.`)
  return true
}

/** The print may go on without us: it is stopped when the printer is back. */
function giveUp(parts: PrinterParts, work: Work): void {
  if (work.phase !== 'printing' && work.phase !== 'starting') return
  moveFaulty(parts, work, `The printer was not reachable for ${giveUpMs / 60_000} minutes.`)
}

/**
 * Unique for each claim, so that a printer's state always tells which claim it is about: each claim has a lease of its own, while
 * the farm's count of attempts goes back when a job is held or requeued.
 */
export const fileNameOf = ({ orderCode, plate, id, lease, isArchive }: Job): string =>
  `${orderCode}-plate${plate}-${id.slice(0, 8)}-${lease.slice(0, 8)}.gcode${isArchive ? '.3mf' : ''}`

async function claimNext(
  { config, farm, state, log }: PrinterParts,
  memory: Memory,
  now: PrinterState,
): Promise<void> {
  if (!isFree(now, memory)) return
  const { job, reason } = await farm.claim(config)
  if (reason !== null && reason !== memory.reason) log(`${config.name}: gets no job. ${reason}`)
  memory.reason = reason
  if (job === null) return
  const rest = { reason: null, isAttempt: true, started: false }
  state.write(config.name, { job, phase: 'claimed', ...rest })
  log(`${config.name}: claimed plate ${job.plate} of ${job.orderCode}, ${job.parts} parts`)
}

/** After a print of someone else's the plate may be full; after one of ours a person has said that it is not. */
const isFree = (now: PrinterState, { clearedFile }: Memory): boolean =>
  now.kind === 'idle' || (hasEnded(now) && (now.file === clearedFile || ownFile.test(now.file)))

const ownFile = /-plate\d+-[0-9a-f]{8}-[0-9a-f]{8}\.gcode(\.3mf)?$/

const hasEnded = (now: PrinterState) => now.kind === 'complete' || now.kind === 'cancelled'

/** Returns false when the job was taken away; it is being stopped then. A printer that is offline lets its claim run out. */
async function beat(parts: PrinterParts, work: Work): Promise<boolean> {
  const { farm, log, config } = parts
  if (work.phase === 'stopping' || work.phase === 'uncleared') return true
  const progress = await progressOf(parts, work.phase)
  if (progress === null) return true
  try {
    const stop = await farm.heartbeat(work.job, progress)
    if (stop === null) return true
    log(`${config.name}: stops ${work.job.orderCode}. ${stop}`)
  } catch (error) {
    if (!isFinal(error)) throw error
    log(`${config.name}: has lost its claim on ${work.job.orderCode}. ${messageOf(error)}`)
  }
  // What is printed to its end cannot be stopped: it is on the plate, and its job may have been counted.
  move(parts, work, isOnPlate(work.phase) ? 'uncleared' : 'stopping')
  return false
}

/** Printed to its end, and not counted yet. */
const isOnPlate = (phase: Phase): boolean => phase === 'printed' || phase === 'uncounted'

/** null = the printer is offline. */
async function progressOf({ printer }: PrinterParts, phase: Phase): Promise<Progress | null> {
  if (isOnPlate(phase) || phase === 'cleared') {
    return { printing: true, progress: 1, remainingSeconds: 0 }
  }
  const now = await printer.state()
  if (now.kind === 'offline') return null
  if (phase !== 'printing' || now.kind !== 'printing') {
    return { printing: phase === 'printing', progress: null, remainingSeconds: null }
  }
  const { progress, remainingSeconds } = now
  return { printing: true, progress, remainingSeconds }
}

function move({ state, config }: PrinterParts, work: Work, phase: Phase, reason?: string): void {
  const started = work.started || phase === 'starting' || phase === 'printing'
  state.write(config.name, { ...work, phase, started, reason: reason ?? null, isAttempt: true })
}

/** Ends the job for a reason that is none of the job. */
function moveFaulty({ state, config, log }: PrinterParts, work: Work, reason: string): void {
  log(`${config.name}: gives ${work.job.orderCode} back. ${reason}`)
  const change = { phase: 'stopping', started: true, isAttempt: false } as const
  state.write(config.name, { ...work, ...change, reason })
}

async function advance(parts: PrinterParts, work: Work): Promise<void> {
  switch (work.phase) {
    case 'claimed':
    case 'uploading':
      return await uploadFile(parts, work)
    case 'starting':
      return await startPrint(parts, work)
    case 'printing':
      return await watchPrint(parts, work)
    case 'printed':
      // A person says so at the desk or with `clear`, and the next report learns of it.
      if (parts.config.plate === 'auto') move(parts, work, 'cleared')
      return
    case 'cleared':
      return await reportDone(parts, work)
    case 'stopping':
      return await stopPrint(parts, work)
    case 'uncounted':
    case 'uncleared':
      // As `printed`.
      return
  }
}

async function uploadFile(parts: PrinterParts, work: Work): Promise<void> {
  const { job } = work
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = await parts.farm.download(job)
  } catch (error) {
    if (!isFinal(error)) throw error
    return move(parts, work, 'stopping', `The file could not be downloaded: ${messageOf(error)}`)
  }
  move(parts, work, 'uploading')
  const send = () => parts.printer.upload(fileNameOf(job), bytes, job.sha256)
  if (await accepted(parts, work, send)) move(parts, work, 'starting')
}

/** False when the printer refuses the command, which it would do again. Throws when it cannot be reached. */
async function accepted(
  parts: PrinterParts,
  work: Work,
  command: () => Promise<void>,
): Promise<boolean> {
  try {
    await command()
    return true
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const reason = `The printer refused the file: ${messageOf(error)}`
    const change = { phase: 'stopping', started: false, isAttempt: true } as const
    parts.state.write(parts.config.name, { ...work, ...change, reason })
    return false
  }
}

/** A crash after the command leaves the phase at `starting`: the printer's own state decides whether it runs already. */
async function startPrint(parts: PrinterParts, work: Work): Promise<void> {
  const file = fileNameOf(work.job)
  const now = await parts.printer.state()
  if (now.kind === 'offline') return
  const hasStarted = 'file' in now && now.file === file
  if (!hasStarted) {
    if (now.kind === 'error') return moveFaulty(parts, work, now.reason)
    if (now.kind === 'printing') {
      return move(parts, work, 'stopping', `The printer is printing ${now.file}.`)
    }
    if (!(await accepted(parts, work, () => parts.printer.start(file)))) return
    parts.log(`${parts.config.name}: prints ${file}`)
  }
  move(parts, work, 'printing')
}

async function watchPrint(parts: PrinterParts, work: Work): Promise<void> {
  const file = fileNameOf(work.job)
  const now = await parts.printer.state()
  // It may come back; see `giveUp`.
  if (now.kind === 'offline') return
  const isComplete = now.kind === 'complete' || (now.kind === 'error' && now.isComplete)
  if (isComplete && now.file === file) {
    const { config, log } = parts
    const next = config.plate === 'auto' ? '' : ' Clear the plate.'
    log(`${config.name}: has printed ${file}.${next}`)
    return move(parts, work, 'printed')
  }
  if (now.kind === 'printing' && now.file === file) return
  // A person who stops a print leaves its file selected; a restart forgets it, also one that does not succeed.
  if (now.kind === 'idle' || (now.kind === 'error' && now.file === '')) {
    return moveFaulty(parts, work, 'The printer or its server was restarted during the print.')
  }
  const reason = reasonOf(now, file)
  parts.log(`${parts.config.name}: ${file} failed. ${reason}`)
  move(parts, work, 'stopping', reason)
}

/** Why the print of the file ended. */
function reasonOf(now: Exclude<PrinterState, { kind: 'idle' | 'offline' }>, file: string): string {
  if (now.kind === 'error') return now.reason
  if (now.file !== file) return `The printer prints ${now.file} instead.`
  return (now.kind === 'cancelled' && now.reason) || 'The print was stopped at the printer.'
}

async function stopPrint(parts: PrinterParts, work: Work): Promise<void> {
  const now = await parts.printer.state()
  if (now.kind === 'printing' && now.file === fileNameOf(work.job)) {
    return await parts.printer.cancel()
  }
  const isOffline = now.kind === 'offline'
  const { job, reason, isAttempt } = work
  if (reason === null) {
    // What the printer still prints is stopped when it is back.
    if (!isOffline) release(parts, work)
    return
  }
  const send = () => parts.farm.fail(job, reason, isAttempt)
  if (!isOffline) return await report(parts, work, send)
  await sendReport(parts, work, send)
  parts.state.write(parts.config.name, { ...work, reason: null })
}

/** The printer is free, unless something of the job is on its plate. */
function release({ state, config, log }: PrinterParts, work: Work): void {
  state.write(config.name, work.started ? { ...work, phase: 'uncleared' } : null)
  if (!work.started) return
  log(`${config.name}: waits until its plate is cleared.`)
}

const isRefused = (error: unknown): boolean => isFinal(error) || isInvalid(error)

/** The farm recognizes a report that it has recorded already. One that it refuses for good is dropped, with a line in the log. */
async function sendReport(
  { config, log }: PrinterParts,
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
 * All parts are good. A service that was put back to a release from before shared plates knows the claimed job alone, and leaves the others
 * to an operator. What it refuses in any case stays claimed: given back, the plate would be printed again.
 */
async function reportDone(parts: PrinterParts, work: Work): Promise<void> {
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
  parts: PrinterParts,
  work: Work,
  send: () => Promise<void>,
  isDropped = isRefused,
): Promise<void> {
  await sendReport(parts, work, send, isDropped)
  // A plate that was cleared has nothing on it any more.
  release(parts, work.phase === 'cleared' ? { ...work, started: false } : work)
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
