// The jobs that printers have, in files that survive restarts. Each is written to a new file that replaces the old one, so a crash
// leaves one of the two.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Job } from './farm.ts'
import { numberOf, record, textOf } from './http.ts'

/** Each phase is written before its work begins, except `printed`, which is written when the printer has finished. */
export type Phase =
  | 'claimed'
  /** The file may be on the printer. */
  | 'uploading'
  /** The print may have been started. */
  | 'starting'
  | 'printing'
  /** Printed: the plate is to be cleared by a person, at the desk or with `clear`. */
  | 'printed'
  /** The printer has ejected its parts: all are reported as good. */
  | 'cleared'
  /** As `printed`, because the farm refused the counts of the ejected parts: somebody counts them at the desk. */
  | 'uncounted'
  /** The print must be stopped, because the job is not ours any more or has failed; then `reason` is reported, unless it is null. */
  | 'stopping'
  /** The job has ended, and what was printed of it is still on the plate. */
  | 'uncleared'

export type Work = {
  readonly job: Job
  readonly phase: Phase
  /** What is reported as the failure while `stopping`; null = nothing is reported. */
  readonly reason: string | null
  /** Whether the failure while `stopping` is one of the job, and not of the connection to the printer. */
  readonly isAttempt: boolean
  /** Whether something of it may be on the plate. */
  readonly started: boolean
}

export type StateFile = {
  readonly read: (printer: string) => Work | null
  /** null = the printer has no job. */
  readonly write: (printer: string, work: Work | null) => void
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

/** Throws when a file holds no JSON: a person should look at it before that printer starts again. */
export function openState(folder: string): StateFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pathOf = (printer: string) => join(folder, `${encodeURIComponent(printer)}.json`)
  return {
    read: (printer) => {
      const path = pathOf(printer)
      return existsSync(path) ? workOf(record(JSON.parse(readFileSync(path, 'utf8')))) : null
    },
    write: (printer, work) => {
      const path = pathOf(printer)
      if (work === null) return rmSync(path, { force: true })
      writeFileSync(`${path}.new`, `${JSON.stringify(work, null, 2)}\n`, { mode: 0o600 })
      renameSync(`${path}.new`, path)
    },
  }
}

function workOf(stored: Readonly<Record<string, unknown>>): Work | null {
  const phase = phases.find((each) => each === stored['phase'])
  const job = record(stored['job'])
  const id = textOf(job['id'])
  if (phase === undefined || id === '') return null
  const reason = stored['reason']
  return {
    phase,
    reason: typeof reason === 'string' ? reason : null,
    isAttempt: stored['isAttempt'] !== false,
    started: stored['started'] === true,
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
