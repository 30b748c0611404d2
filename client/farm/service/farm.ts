// API of the farm: claims, heartbeats, reports and files of print jobs (docs/farm.md).
import type { PrinterConfig } from '../config/config.ts'
import {
  answerMs,
  claimMs,
  maxTextBytes,
  noRedirect,
  numberOf,
  Refused,
  record,
  requestJson,
  textOf,
} from '../http.ts'
import type { Controls, Temperature, Temperatures } from '../printer.ts'
import { readBody, readText } from '../read-body.ts'
import type { FullPlate } from '../work/state.ts'

/** Above every file of a job: the service accepts and slices up to 100 MB. */
const maxFileBytes = 128 << 20

/** Claimed job, in the form that the client stores across restarts. */
export type Job = {
  readonly id: string
  readonly lease: string
  readonly orderCode: string
  readonly plate: number
  /** All parts on the plate, including those of other orders. */
  readonly parts: number
  /** Parts of this job only. */
  readonly ownParts: number
  readonly sha256: string
  /** Whether the file is a .gcode.3mf, which keeps its name. */
  readonly isArchive: boolean
}

/** A job, or why the printer gets none. Both are null if no job fits the printer. */
export type ClaimResponse = { readonly job: Job | null; readonly reason: string | null }

export type StateReport = {
  readonly state: 'ready' | 'printing' | 'paused' | 'finished' | 'error' | 'offline'
  /** Description of the error, or why the printer is offline. */
  readonly detail: string | null
  readonly jobId: string | null
  readonly progress: number | null
  readonly remainingSeconds: number | null
  readonly temperatures?: Temperatures | null
  readonly controls?: Controls
}

/** A counted job. */
export type CountedJob = {
  readonly orderCode: string
  readonly plate: number
  readonly good: number
  readonly scrap: number
}

export type Progress = {
  readonly printing: boolean
  /** From 0 to 1. */
  readonly progress: number | null
  readonly remainingSeconds: number | null
}

export type Farm = {
  readonly claim: (printer: PrinterConfig) => Promise<ClaimResponse>
  /** Reports a state. Returns whether the plate of a reported state `finished` was cleared. */
  readonly report: (printer: PrinterConfig, report: StateReport) => Promise<boolean>
  /** Counts the job on the printer's plate. Returns null if it has already ended. */
  readonly clear: (
    printer: string,
    scrap: number,
    scrapReason: string | undefined,
    /** Plate to clear, or null for the current one. */
    plate: FullPlate | null,
  ) => Promise<CountedJob | null>
  /** Throws Damaged if the file does not have its checksum. */
  readonly download: (job: Job) => Promise<Uint8Array<ArrayBuffer>>
  /** Sends a heartbeat. Returns why the print must stop, or null to continue. */
  readonly heartbeat: (job: Job, progress: Progress) => Promise<string | null>
  readonly done: (job: Job, counts: { good: number; scrap: number }) => Promise<void>
  /** Reports a failure. `isAttempt` is false for a fault that does not concern the job. */
  readonly fail: (job: Job, reason: string, isAttempt: boolean) => Promise<void>
}

/** The file of a job arrived damaged. */
export class Damaged extends Error {
  override readonly name = 'Damaged'
}

/** Whether the farm will refuse the request again because the printer no longer owns the job. */
export const isFinal = (error: unknown): boolean =>
  error instanceof Refused && (error.status === 404 || error.status === 409)

/** Whether the farm will refuse the request again because of its content. */
export const isInvalid = (error: unknown): boolean =>
  error instanceof Refused && error.status === 400

const noReason = 'The printer gave no readable reason.'

/**
 * Returns one line of at most 500 characters, without control characters and unpaired surrogates, which the farm
 * refuses.
 */
export const reasonOf = (text: string): string =>
  text
    .slice(0, 500)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim() || noReason

/** Converts the progress reported by the printer's server to the farm's format. */
function progressOf({
  progress,
  remainingSeconds,
}: Omit<Progress, 'printing'>): Omit<Progress, 'printing'> {
  const within = (value: number, max: number) => Math.min(max, Math.max(0, value))
  return {
    progress: progress === null ? null : within(progress, 1),
    remainingSeconds:
      remainingSeconds === null ? null : within(Math.round(remainingSeconds), maxRemainingSeconds),
  }
}

/** Omits readings that the farm refuses, such as those of a broken sensor. */
function inRange({ nozzle, bed, chamber }: Temperatures): Temperatures {
  const isValid = (degrees: number) => degrees >= -100 && degrees <= 2000
  const of = (read: Temperature | null): Temperature | null => {
    if (read === null || !isValid(read.actual)) return null
    const { actual, target } = read
    return { actual, target: target !== null && isValid(target) ? target : null }
  }
  return { nozzle: of(nozzle), bed: of(bed), chamber: of(chamber) }
}

const maxRemainingSeconds = 10_000_000

const downloadTimeoutMs = 10 * 60_000

/**
 * Connects to the farm. After a report, `onPlate` receives the plate that waits to be cleared, or null for none. It is
 * not called while the service has another state for a full plate, such as maintenance, because `since` does not belong
 * to the plate then.
 */
export function connectFarm(
  { farmUrl, internalKey }: { farmUrl: string; internalKey: string },
  onPlate: (printer: string, plate: FullPlate | null) => void = () => {},
): Farm {
  const headers = { 'x-internal-key': internalKey }
  const send = (method: 'POST' | 'PUT', path: string, body: object, timeoutMs = answerMs) =>
    requestJson(`${farmUrl}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
  const post = (path: string, body: object, timeoutMs = answerMs) =>
    send('POST', path, body, timeoutMs)
  const pathOf = (printer: string) => `/api/farm/printers/${encodeURIComponent(printer)}`
  const reportJob = ({ id, lease }: Job, what: string, body: object) =>
    post(`/api/farm/jobs/${id}/${what}`, { lease, ...body })
  return {
    claim: async ({ name, materials, colors, nozzleDiameters, volumeMm, files }) => {
      const printer = { printer: name, materials, colors, nozzleDiameters, volumeMm, files }
      // A job without its lease, because the response to an earlier claim was lost, is of no use.
      const ability = { ...printer, sharedPlates: true, holdsNone: true }
      const { job, reason } = await post('/api/farm/jobs/claim', ability, claimMs)
      return {
        job: job === null ? null : jobOf(record(job)),
        reason: typeof reason === 'string' ? reason : null,
      }
    },
    report: async (
      printer,
      { detail, progress, remainingSeconds, temperatures, controls, ...report },
    ) => {
      const { cleared, state, since } = await send('PUT', pathOf(printer.name), {
        ...printerFields(printer),
        ...report,
        detail: detail === null ? null : reasonOf(detail),
        ...progressOf({ progress, remainingSeconds }),
        ...(temperatures && { temperatures: inRange(temperatures) }),
        ...(controls !== undefined && { controls }),
      })
      // An offline printer keeps its plate.
      if (report.state === 'offline') return false
      if (report.state !== 'finished' || cleared === true) {
        onPlate(printer.name, null)
      } else if (state === 'finished' && textOf(since) !== '') {
        onPlate(printer.name, { jobId: report.jobId, since: textOf(since) })
      }
      return cleared === true
    },
    clear: async (printer, scrap, scrapReason, fullPlate) => {
      const { job } = await post(`${pathOf(printer)}/clear`, {
        scrap,
        scrapReason,
        ...(fullPlate !== null && { since: fullPlate.since }),
        ...(fullPlate !== null && fullPlate.jobId !== null && { jobId: fullPlate.jobId }),
      })
      if (job === null) return null
      const { orderCode, plate, good, scrap: bad } = record(job)
      const number = (value: unknown) => numberOf(value) ?? 0
      return {
        orderCode: textOf(orderCode),
        plate: number(plate),
        good: number(good),
        scrap: number(bad),
      }
    },
    download: async ({ id, sha256 }) => {
      const signal = AbortSignal.timeout(downloadTimeoutMs)
      const response = await fetch(`${farmUrl}/api/farm/jobs/${id}/file`, {
        headers,
        signal,
        redirect: noRedirect,
      })
      if (!response.ok) {
        throw new Refused(response.status, await readText(response, maxTextBytes))
      }
      const bytes = await readBody(response, maxFileBytes)
      const hash = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
      if (hash !== sha256) throw new Damaged('the file arrived damaged')
      return bytes
    },
    heartbeat: async (job, progress) => {
      const { printing } = progress
      const { stop } = await reportJob(job, 'heartbeat', { printing, ...progressOf(progress) })
      return typeof stop === 'string' ? stop : null
    },
    done: async (job, counts) => {
      await reportJob(job, 'done', counts)
    },
    fail: async (job, reason, attempt) => {
      try {
        await reportJob(job, 'fail', { reason: reasonOf(reason), attempt })
      } catch (error) {
        if (!isInvalid(error)) throw error
        await reportJob(job, 'fail', { reason: noReason, attempt })
      }
    },
  }
}

/** Returns the printer's settings. */
function printerFields(printer: PrinterConfig) {
  const { model, firmware, volumeMm, origin, nozzleDiameters, files, spools } = printer
  return {
    model,
    firmware,
    bedMm: volumeMm === null ? null : { ...volumeMm, origin },
    nozzleDiameter: nozzleDiameters?.length === 1 ? nozzleDiameters[0] : null,
    files,
    spools: spools?.map((spool, index) => ({ slot: index + 1, ...spool })) ?? null,
  }
}

/** Returns the number of parts on a plate that several orders share. */
function partsOf(json: Readonly<Record<string, unknown>>): number {
  const jobs = json['plateJobs']
  const parts = (job: unknown) => numberOf(record(job)['parts']) ?? 0
  return Array.isArray(jobs) ? jobs.reduce((sum, job) => sum + parts(job), 0) : parts(json)
}

function jobOf(json: Readonly<Record<string, unknown>>): Job {
  const file = record(json['file'])
  const job = {
    id: textOf(json['id']),
    lease: textOf(json['lease']),
    orderCode: textOf(json['orderCode']),
    plate: numberOf(json['plate']) ?? 0,
    parts: partsOf(json),
    ownParts: numberOf(json['parts']) ?? 0,
    sha256: textOf(file['sha256']),
    isArchive: json['fileKind'] === 'plates',
  }
  if (job.id === '' || job.lease === '' || job.parts < 1) throw new Error('the claim is incomplete')
  return job
}
