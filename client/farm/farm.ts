// The farm's API: claims, heartbeats, reports and files of print jobs (docs/operations.md, "Print jobs and the farm").
import type { PrinterConfig } from './config.ts'
import { numberOf, Refused, record, requestJson, textOf } from './http.ts'

/** A claimed job, as the client keeps it across restarts. */
export type Job = {
  readonly id: string
  readonly lease: string
  readonly orderCode: string
  readonly plate: number
  /** All parts of the plate, those of other orders included. */
  readonly parts: number
  /** Those of this job alone. */
  readonly ownParts: number
  readonly sha256: string
  /** A .gcode.3mf, which keeps its name. */
  readonly isArchive: boolean
}

/** A job, or why the printer gets none; both null = none fits it. */
export type Claim = { readonly job: Job | null; readonly reason: string | null }

export type StateReport = {
  readonly state: 'ready' | 'printing' | 'paused' | 'finished' | 'error'
  /** Why it has an error. */
  readonly detail: string | null
  readonly jobId: string | null
  readonly progress: number | null
  readonly remainingSeconds: number | null
}

/** The job that was counted. */
export type CountedJob = {
  readonly orderCode: string
  readonly plate: number
  readonly good: number
  readonly scrap: number
}

export type Progress = {
  readonly printing: boolean
  /** 0 to 1. */
  readonly progress: number | null
  readonly remainingSeconds: number | null
}

export type Farm = {
  readonly claim: (printer: PrinterConfig) => Promise<Claim>
  /** Whether the plate of the reported state `finished` was cleared. */
  readonly report: (printer: PrinterConfig, report: StateReport) => Promise<boolean>
  /** The job on the printer's plate is counted; null where it has ended. */
  readonly clear: (
    printer: string,
    scrap: number,
    scrapReason: string | undefined,
  ) => Promise<CountedJob | null>
  readonly download: (job: Job) => Promise<Uint8Array<ArrayBuffer>>
  /** Why the print must stop; null = go on. */
  readonly heartbeat: (job: Job, progress: Progress) => Promise<string | null>
  readonly done: (job: Job, counts: { good: number; scrap: number }) => Promise<void>
  /** `isAttempt`: false of a fault that says nothing about the job. */
  readonly fail: (job: Job, reason: string, isAttempt: boolean) => Promise<void>
}

/** Whether the farm will refuse the request again: the job is not ours any more. */
export const isFinal = (error: unknown): boolean =>
  error instanceof Refused && (error.status === 404 || error.status === 409)

/** Whether the farm will refuse the request again because of what it says. */
export const isInvalid = (error: unknown): boolean =>
  error instanceof Refused && error.status === 400

const noReason = 'The printer gave no readable reason.'

/** One line of at most 500 characters, without control characters and halves of surrogate pairs, which the farm refuses. */
export const reasonOf = (text: string): string =>
  text
    .slice(0, 500)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim() || noReason

/** As the farm takes it, whatever the printer's server says. */
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

const maxRemainingSeconds = 10_000_000

const downloadTimeoutMs = 10 * 60_000

export function connectFarm({
  farmUrl,
  internalKey,
}: {
  farmUrl: string
  internalKey: string
}): Farm {
  const headers = { 'x-internal-key': internalKey }
  const send = (method: 'POST' | 'PUT', path: string, body: object) =>
    requestJson(`${farmUrl}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const post = (path: string, body: object) => send('POST', path, body)
  const pathOf = (printer: string) => `/api/farm/printers/${encodeURIComponent(printer)}`
  const reportJob = ({ id, lease }: Job, what: string, body: object) =>
    post(`/api/farm/jobs/${id}/${what}`, { lease, ...body })
  return {
    claim: async ({ name, materials, colors, nozzleDiameters, volumeMm, files }) => {
      const printer = { printer: name, materials, colors, nozzleDiameters, volumeMm, files }
      const ability = { ...printer, sharedPlates: true }
      const { job, reason } = await post('/api/farm/jobs/claim', ability)
      return {
        job: job === null ? null : jobOf(record(job)),
        reason: typeof reason === 'string' ? reason : null,
      }
    },
    report: async (printer, { detail, progress, remainingSeconds, ...report }) => {
      const { cleared } = await send('PUT', pathOf(printer.name), {
        ...factsOf(printer),
        ...report,
        detail: detail === null ? null : reasonOf(detail),
        ...progressOf({ progress, remainingSeconds }),
      })
      return cleared === true
    },
    clear: async (printer, scrap, scrapReason) => {
      const { job } = await post(`${pathOf(printer)}/clear`, { scrap, scrapReason })
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
      const response = await fetch(`${farmUrl}/api/farm/jobs/${id}/file`, { headers, signal })
      if (!response.ok) throw new Refused(response.status, await response.text())
      const bytes = new Uint8Array(await response.arrayBuffer())
      const hash = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
      if (hash !== sha256) throw new Error('the file arrived damaged')
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

/** What the settings say about the printer. */
function factsOf(printer: PrinterConfig) {
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

/** Those of a plate that several orders share together. */
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
