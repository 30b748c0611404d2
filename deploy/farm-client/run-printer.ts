// One printer's work: claims a job, prints it, waits for the plate to be cleared, reports it. Each step is one call of `step`, which
// may be repeated after a crash at any point.
import type { PrinterConfig } from './config.ts'
import { type Farm, isFinal, isInvalid, type Job, type Progress } from './farm.ts'
import { Refused } from './http.ts'
import type { Printer, PrinterState } from './printer.ts'
import type { Phase, StateFile, Work } from './state.ts'

export type PrinterParts = {
  readonly config: PrinterConfig
  readonly printer: Printer
  readonly farm: Farm
  readonly state: StateFile
  readonly heartbeatMs: number
  readonly log: (line: string) => void
}

export type PrinterRunner = {
  /** Does what is next, if anything. Throws when the farm or the printer cannot be reached: the same step is repeated later. */
  readonly step: () => Promise<void>
}

export function createRunner(parts: PrinterParts): PrinterRunner {
  let lastBeat = 0
  const { config, state } = parts
  return {
    step: async () => {
      const work = state.read(config.name)
      if (work === null) return await claimNext(parts)
      if (Date.now() - lastBeat >= parts.heartbeatMs) {
        const goesOn = await beat(parts, work)
        lastBeat = Date.now()
        if (!goesOn) return
      }
      await advance(parts, work)
    },
  }
}

/**
 * Unique for each claim, so that a printer's state always tells which claim it is about: each claim has a lease of its own, while
 * the farm's count of attempts goes back when a job is held or requeued.
 */
export const fileNameOf = ({ orderCode, plate, id, lease }: Job): string =>
  `${orderCode}-plate${plate}-${id.slice(0, 8)}-${lease.slice(0, 8)}.gcode`

async function claimNext({ config, printer, farm, state, log }: PrinterParts): Promise<void> {
  const now = await printer.state()
  if (!isFree(now)) return
  const job = await farm.claim(config)
  if (job === null) return
  state.write(config.name, { job, phase: 'claimed', scrap: 0, reason: null, started: false })
  log(`${config.name}: claimed plate ${job.plate} of ${job.orderCode}, ${job.parts} parts`)
}

/** After a print of someone else's the plate may be full; after one of ours a person has said that it is not. */
const isFree = (now: PrinterState): boolean =>
  now.kind === 'idle' ||
  ((now.kind === 'complete' || now.kind === 'cancelled') &&
    /-plate\d+-[0-9a-f]{8}-[0-9a-f]{8}\.gcode$/.test(now.file))

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
  move(parts, work, 'stopping')
  return false
}

/** null = the printer is offline. */
async function progressOf({ printer }: PrinterParts, phase: Phase): Promise<Progress | null> {
  if (phase === 'printed' || phase === 'cleared') {
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
  state.write(config.name, { ...work, phase, started, reason: reason ?? null })
}

async function advance(parts: PrinterParts, work: Work): Promise<void> {
  const { job } = work
  switch (work.phase) {
    case 'claimed':
    case 'uploading':
      return await uploadFile(parts, work)
    case 'starting':
      return await startPrint(parts, work)
    case 'printing':
      return await watchPrint(parts, work)
    case 'printed':
      // A person says so; see clear.ts.
      if (parts.config.plate === 'auto') move(parts, work, 'cleared')
      return
    case 'cleared': {
      const scrap = Math.min(work.scrap, job.parts)
      return await report(parts, work, () =>
        parts.farm.done(job, { good: job.parts - scrap, scrap }),
      )
    }
    case 'stopping':
      return await stopPrint(parts, work)
    case 'uncleared':
      // A person says so; see clear.ts.
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
    parts.state.write(parts.config.name, { ...work, phase: 'stopping', started: false, reason })
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
  // It may come back, and its claim lasts for ten minutes without a heartbeat.
  if (now.kind === 'offline') return
  if (now.kind === 'complete' && now.file === file) {
    const { config, log } = parts
    const next = config.plate === 'auto' ? '' : ` Clear the plate, then: clear ${config.name}`
    log(`${config.name}: has printed ${file}.${next}`)
    return move(parts, work, 'printed')
  }
  if (now.kind === 'printing' && now.file === file) return
  const reason =
    now.kind === 'error'
      ? now.reason
      : now.kind === 'idle' || now.file === file
        ? 'The print was stopped at the printer.'
        : `The printer prints ${now.file} instead.`
  parts.log(`${parts.config.name}: ${file} failed. ${reason}`)
  move(parts, work, 'stopping', reason)
}

async function stopPrint(parts: PrinterParts, work: Work): Promise<void> {
  const now = await parts.printer.state()
  if (now.kind === 'printing' && now.file === fileNameOf(work.job))
    return await parts.printer.cancel()
  const { reason } = work
  if (reason === null) return release(parts, work)
  await report(parts, work, () => parts.farm.fail(work.job, reason))
}

/** The printer is free, unless something of the job is on its plate. */
function release({ state, config, log }: PrinterParts, work: Work): void {
  state.write(config.name, work.started ? { ...work, phase: 'uncleared' } : null)
  if (!work.started) return
  log(`${config.name}: waits for its plate. Clear it, then: clear ${config.name}`)
}

/** The farm recognizes a report that it has recorded already. One that it refuses for good is dropped, with a line in the log. */
async function report(parts: PrinterParts, work: Work, send: () => Promise<void>): Promise<void> {
  const { config, log } = parts
  try {
    await send()
    log(`${config.name}: reported plate ${work.job.plate} of ${work.job.orderCode}`)
  } catch (error) {
    if (!isFinal(error) && !isInvalid(error)) throw error
    log(`${config.name}: the report on ${work.job.orderCode} was refused. ${messageOf(error)}`)
  }
  // A plate that was cleared has nothing on it any more.
  release(parts, work.phase === 'cleared' ? { ...work, started: false } : work)
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
