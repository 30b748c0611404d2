// Conclusions from a printer's state about a print: whether it has begun or ended, or may have done so.
import type { PrinterState } from '../printer.ts'
import { fileNameOf, type RunnerContext, type RunnerState } from './runner-deps.ts'
import type { Work } from './state.ts'

/** Time after a start request in which a printer with its own screen may not show the print yet. Later, the print may have ended. */
const startMs = 120_000
/** Number of consecutive equal polls that are trusted, because a state and a file in one poll can be from different moments. */
const settledPolls = 3

/**
 * Whether the plate is free. After a print that does not belong to the farm, the plate may be full. After the farm's
 * prints, a user has confirmed that it is cleared.
 */
export const isFree = (now: PrinterState, { clearedFile, repeatedFile }: RunnerState): boolean =>
  now.kind === 'idle' ||
  (hasEnded(now) &&
    (now.file === clearedFile || (ownFile.test(now.file) && now.file !== repeatedFile)))

const ownFile = /-plate\d+-[0-9a-f]{8}-[0-9a-f]{8}\.gcode(\.3mf)?$/

export const hasEnded = (
  now: PrinterState,
): now is Extract<PrinterState, { kind: 'complete' | 'cancelled' }> =>
  now.kind === 'complete' || now.kind === 'cancelled'

/** Whether the last few polls were equal. */
export function isSettled(
  { memory }: RunnerContext,
  { job, phase }: Work,
  now: PrinterState,
): boolean {
  const text = JSON.stringify([job.lease, phase, now.kind, 'file' in now && now.file])
  const times = memory.shown.text === text ? memory.shown.times + 1 : 1
  memory.shown = { text, times }
  return times >= settledPolls
}

/** Whether the print may have been started by a request without a response, and have ended since. */
export function mayHaveEnded({ askedAt }: Work, now: PrinterState): boolean {
  if (askedAt === null) return false
  return (hasEnded(now) && now.file === '') || Date.now() - askedAt > startMs
}

/** Whether the requested print may still appear: it has not yet, and the request was a short time ago. */
export function awaitsStart({ printer }: RunnerContext, work: Work, now: PrinterState): boolean {
  if (!printer.hasOwnScreen || work.askedAt === null || work.runsUntil !== null) return false
  if (now.kind === 'printing' || now.kind === 'error' || now.kind === 'offline') return false
  if ('file' in now && now.file === fileNameOf(work.job)) return false
  return Date.now() - work.askedAt < startMs
}

/** Whether the print may have finished unobserved: its screen was confirmed since, or the printer prints something else. */
export function isUnknown(
  { printer }: RunnerContext,
  work: Work,
  now: PrinterState,
  file: string,
): boolean {
  if (!printer.hasOwnScreen || ('file' in now && now.file === file)) return false
  if (now.kind === 'error' && work.runsUntil === null) return false
  return Date.now() >= (work.runsUntil ?? 0)
}

/** Returns why the print of the file ended. */
export function reasonOf(
  now: Exclude<PrinterState, { kind: 'idle' | 'offline' }>,
  file: string,
): string {
  if (now.kind === 'error') return now.reason
  if (now.file !== file) return `The printer prints ${now.file} instead.`
  return (now.kind === 'cancelled' && now.reason) || 'The print was stopped at the printer.'
}
