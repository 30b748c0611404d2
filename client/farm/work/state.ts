// Jobs of the printers, in files that survive restarts. Each write creates a new file that replaces the old one, so a
// crash leaves one of the two intact.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { numberOf, record, textOf } from '../http.ts'
import type { Memo } from '../printer.ts'
import type { Job } from '../service/farm.ts'

/** Each phase is written before its work begins, except `printed`, which is written when the printer has finished. */
export type Phase =
  | 'claimed'
  /** The file may be on the printer. */
  | 'uploading'
  /** The print may have started. */
  | 'starting'
  | 'printing'
  /** Printed. A user has to clear the plate, at the desk or with `clear`. */
  | 'printed'
  /** The printer has ejected its parts. All are reported as good. */
  | 'cleared'
  /**
   * Same as `printed`, but an operator counts the parts even if the printer ejects them: the farm refused the counts, or the end of the
   * print was not seen.
   */
  | 'uncounted'
  /**
   * The print must be stopped, because the printer no longer owns the job or it has failed. Then `reason` is reported,
   * unless it is null.
   */
  | 'stopping'
  /** The job has ended, and its parts are still on the plate. */
  | 'uncleared'

export type Work = {
  readonly job: Job
  readonly phase: Phase
  /** Failure to report in phase `stopping`, or null for none. */
  readonly reason: string | null
  /** Whether the failure in phase `stopping` concerns the job instead of the connection to the printer. */
  readonly isAttempt: boolean
  /** Whether parts of the job may be on the plate. */
  readonly started: boolean
  /** Size of the file that was sent to the printer; null = none was, or by an earlier release. */
  readonly sentBytes: number | null
  /** Time of the first start request, in ms since 1970; null = none, or not recorded for this kind of printer. */
  readonly askedAt: number | null
  /** Time before which its print cannot have ended, in ms since 1970; null = it was not observed printing, or not recorded. */
  readonly runsUntil: number | null
}

export type StateFile = {
  readonly read: (printer: string) => Work | null
  /** null if the printer has no job. */
  readonly write: (printer: string, work: Work | null) => void
}

/** Full plates, for the command `clear`. */
export type PlateFile = {
  /** null if the plate is not full. */
  readonly writePlate: (printer: string, plate: FullPlate | null) => void
}

/** Data that connections to printers store. */
export type MemoFile = {
  readonly memo: (printer: string, what: 'job' | 'certificate' | 'command') => Memo
}

/**
 * Plate that waits to be cleared, as the farm identifies it. With both fields, a repeated clear does not count twice.
 */
export type FullPlate = {
  /** null if no parts of the farm are on it. */
  readonly jobId: string | null
  /** Time at which the farm recorded it as full, in ISO 8601. */
  readonly since: string
}

const phases: readonly Phase[] = [
  'claimed',
  'uploading',
  'starting',
  'printing',
  'printed',
  'cleared',
  'uncounted',
  'stopping',
  'uncleared',
]

/** Opens the state. Throws if a file contains no JSON: a user should check it before that printer starts again. */
export function openState(folder: string): StateFile & PlateFile & MemoFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pathOf = (printer: string) => join(folder, `${encodeURIComponent(printer)}.json`)
  return {
    read: (printer) => workOf(readRecord(pathOf(printer))),
    write: (printer, work) => replace(pathOf(printer), work),
    writePlate: (printer, plate) => replace(platePathOf(folder, printer), plate),
    memo: (printer, what) => {
      // Built like the path of a plate.
      const path = join(folder, `${what} ${encodeURIComponent(printer)}.json`)
      return {
        read: () => textOf(readRecord(path)['text']) || null,
        write: (text) => replace(path, text === '' ? null : { text }),
      }
    },
  }
}

/**
 * Returns null if the plate is not full, or if its file cannot be read: `clear` also runs on machines and for users
 * without a state folder.
 */
export function readPlate(folder: string, printer: string): FullPlate | null {
  try {
    return plateOf(readRecord(platePathOf(folder, printer)))
  } catch {
    return null
  }
}

/** Encoded names contain no spaces, so no printer's job uses this path. */
const platePathOf = (folder: string, printer: string): string =>
  join(folder, `plate ${encodeURIComponent(printer)}.json`)

/** Returns an empty record without a file. */
const readRecord = (path: string): Readonly<Record<string, unknown>> =>
  existsSync(path) ? record(JSON.parse(readFileSync(path, 'utf8'))) : {}

function replace(path: string, value: object | null): void {
  if (value === null) {
    rmSync(path, { force: true })
    return
  }
  writeFileSync(`${path}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

function plateOf({ jobId, since }: Readonly<Record<string, unknown>>): FullPlate | null {
  const text = textOf(since)
  return text === '' ? null : { jobId: textOf(jobId) || null, since: text }
}

function workOf(stored: Readonly<Record<string, unknown>>): Work | null {
  const phase = phases.find((each) => each === stored['phase'])
  if (phase === undefined) return null
  const job = record(stored['job'])
  const id = textOf(job['id'])
  if (id === '') return null
  const reason = stored['reason']
  return {
    phase,
    reason: typeof reason === 'string' ? reason : null,
    isAttempt: stored['isAttempt'] !== false,
    started: stored['started'] === true,
    sentBytes: numberOf(stored['sentBytes']),
    askedAt: numberOf(stored['askedAt']),
    runsUntil: numberOf(stored['runsUntil']),
    job: {
      id,
      lease: textOf(job['lease']),
      orderCode: textOf(job['orderCode']),
      plate: numberOf(job['plate']) ?? 0,
      parts: numberOf(job['parts']) ?? 0,
      ownParts: numberOf(job['ownParts']) ?? numberOf(job['parts']) ?? 0,
      sha256: textOf(job['sha256']),
      isArchive: job['isArchive'] === true,
    },
  }
}
