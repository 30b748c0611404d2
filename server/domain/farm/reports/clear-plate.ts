// Clears a plate from which a person removed the parts: counts its job and makes the printer available. A repeated
// request counts nothing again.
import { type PrintJobId, parsePrintJobId } from '../../base/ids/print-job-id.ts'
import { isUuid } from '../../base/ids/uuid.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { FarmFailure } from '../failure.ts'
import { isRunning, type JobCounts, type PrintJob } from '../jobs/job.ts'
import type { ScrapReason } from '../jobs/scrap-reason.ts'
import type { FarmDeps } from '../ports.ts'
import { isPlateFull, type Printer } from '../printers/printer.ts'
import { changeJob } from './change-job.ts'

type Deps = Pick<FarmDeps, 'printers' | 'printJobs' | 'log' | 'meter'>

/** The plate that the person saw. */
export type SeenPlate = {
  /** null: a print that is not a job of the farm. undefined: any job on the plate. */
  readonly jobId?: string | null
  /** When its print ended (`Printer.reportedSince`); undefined: any time. */
  readonly since?: Date | undefined
}

export type Clearing = SeenPlate & {
  /** The operator, or the printer whose program reported it. */
  readonly by: string
  /** Bad parts of the job on the plate; the rest are good. Ignored if the job has ended. */
  readonly scrap: number
  /** Counts per job of a shared plate. */
  readonly jobs?: readonly JobCounts[] | undefined
  readonly scrapReason?: ScrapReason | undefined
}

/** The counted job; null if it had already ended. */
export type Cleared = {
  readonly job: PrintJob | null
  /** An earlier request had already cleared the plate with these counts, so nothing was changed. */
  readonly isRepeat: boolean
}

export async function clearPlate(
  deps: Deps,
  name: string,
  clearing: Clearing,
): Promise<Result<Cleared, FarmFailure>> {
  const printer = await deps.printers.read(name)
  if (printer === null) return fail({ kind: 'printer_not_found' })
  if (!isPlateFull(printer) || !isSeen(printer, clearing)) {
    return await clearedBefore(deps, printer, clearing)
  }
  const cleared = await clearFull(deps, printer, clearing)
  if (cleared.ok || !isOvertaken(cleared.failure)) return cleared
  // A concurrent request may have reported the same.
  const after = await deps.printers.read(name)
  const before = after === null ? null : await clearedBefore(deps, after, clearing)
  return before?.ok || before?.failure.kind === 'job_reported_differently' ? before : cleared
}

const isSeen = (printer: Pick<Printer, 'jobId' | 'reportedSince'>, seen: SeenPlate): boolean =>
  (seen.jobId === undefined || seen.jobId === printer.jobId) && isSince(printer, seen)

const isSince = ({ reportedSince }: Pick<Printer, 'reportedSince'>, { since }: SeenPlate) =>
  since === undefined || since.getTime() === reportedSince.getTime()

const isOvertaken = ({ kind }: FarmFailure): boolean =>
  kind === 'job_changed' || kind === 'job_in_state' || kind === 'printer_plate_changed'

async function clearFull(
  deps: Deps,
  printer: Printer,
  { by, scrap, jobs, scrapReason }: Clearing,
): Promise<Result<Cleared, FarmFailure>> {
  const job = await jobOnPlate(deps, printer)
  if (job === null) {
    const isCleared = await deps.printers.clear(printer.name, printer.jobId, by)
    return isCleared ? ok({ job: null, isRepeat: false }) : fail({ kind: 'printer_plate_changed' })
  }
  const { id, version } = job
  const finished = await changeJob(deps, by, {
    id,
    version,
    action: 'finish',
    scrap,
    ...(jobs && { jobs }),
    scrapReason,
  })
  return finished.ok ? ok({ job: finished.value.job, isRepeat: false }) : finished
}

/** Handles a plate that is no longer there: this or another request already cleared it, or it was never full. */
async function clearedBefore(
  { printJobs }: Pick<Deps, 'printJobs'>,
  printer: Printer,
  { jobId: seenId, since, ...counts }: Clearing,
): Promise<Result<Cleared, FarmFailure>> {
  const gone = fail({
    kind: isPlateFull(printer) ? 'printer_plate_changed' : 'printer_plate_not_full',
  } as const)
  // Without a job id, the time identifies the plate as long as the printer has no other plate.
  const isNamed = since !== undefined && isSince(printer, { since })
  const jobId = seenId === undefined && isNamed ? printer.jobId : seenId
  if (jobId === undefined) return gone
  const counted = jobId === null ? [] : await countedJobs(printJobs, printer, jobId)
  const [job] = counted
  if (job !== undefined) {
    const other = counted.find(
      ({ id, scrap: reportedScrap }) => (reportedScrap ?? 0) !== scrapOf(counts, id),
    )
    if (other === undefined) return ok({ job, isRepeat: true })
    const { good, scrap } = other
    return fail({ kind: 'job_reported_differently', good: good ?? 0, scrap: scrap ?? 0 })
  }
  const isSame = printer.jobId === jobId && isSince(printer, { since })
  return isSame && printer.reported === 'finished' && printer.clearedAt !== null
    ? ok({ job: null, isRepeat: true })
    : gone
}

/** Returns the counted jobs of the plate that this printer printed, including plates whose leading job was cancelled. */
async function countedJobs(
  printJobs: Pick<Deps['printJobs'], 'read' | 'readAll'>,
  printer: Pick<Printer, 'name'>,
  sentId: string,
): Promise<readonly PrintJob[]> {
  const jobId = parsePrintJobId(sentId)
  const lead = jobId === null ? null : await printJobs.read(jobId)
  if (lead === null) return []
  const others = lead.plateJobs.filter((job) => job.jobId !== jobId && job.state === 'done')
  const read = await printJobs.readAll(others.map((job) => job.jobId))
  return [lead, ...read].filter((job) => job.state === 'done' && job.printer === printer.name)
}

const scrapOf = ({ scrap, jobs }: Pick<Clearing, 'scrap' | 'jobs'>, id: PrintJobId): number =>
  jobs === undefined ? scrap : (jobs.find(({ jobId }) => jobId === id)?.scrap ?? 0)

/**
 * Returns the job whose parts are on the plate while this printer holds it; null after it was counted, cancelled or
 * given to another printer.
 */
export async function jobOnPlate(
  { printJobs }: Pick<Deps, 'printJobs'>,
  printer: Pick<Printer, 'name' | 'jobId' | 'reported' | 'clearedAt'>,
): Promise<PrintJob | null> {
  if (printer.jobId === null || !isPlateFull(printer)) return null
  const job = await printJobs.read(printer.jobId)
  if (job?.printer !== printer.name) return null
  const uncounted = uncountedJobId(job)
  if (uncounted === undefined) return null
  return uncounted === job.id ? job : await printJobs.read(uncounted)
}

/**
 * Returns the uncounted job on the printer's plate: `lead`, or another job of the plate if `lead` was cancelled or
 * counted.
 */
export function uncountedJobId(lead: PrintJob): PrintJobId | undefined {
  if (isOnPrinter(lead)) return lead.id
  // The other jobs of a shared plate are printed even if the leading job was cancelled.
  return lead.plateJobs.find(isOnPrinter)?.jobId
}

const isOnPrinter = ({ state }: Pick<PrintJob, 'state'>): boolean => isRunning(state)

export type NamedClearing = Clearing & { readonly printer: string }

export type ClearedPlates = {
  readonly cleared: number
  /** Number of plates that had already been cleared with these counts. */
  readonly repeats: number
  readonly refused: readonly { readonly printer: string; readonly failure: FarmFailure }[]
}

/** Clears several printers sequentially. A refused printer does not prevent the others from being cleared. */
export async function clearPlates(
  deps: Deps,
  clearings: readonly NamedClearing[],
): Promise<ClearedPlates> {
  let cleared = 0
  let repeats = 0
  const refused: { printer: string; failure: FarmFailure }[] = []
  for (const { printer, ...clearing } of clearings) {
    const result = await clearPlate(deps, printer, clearing)
    if (!result.ok) {
      refused.push({ printer, failure: result.failure })
    } else if (result.value.isRepeat) {
      repeats += 1
    } else {
      cleared += 1
    }
  }
  return { cleared, repeats, refused }
}

/** Returns the jobs with more bad parts than parts. */
export async function wrongCounts(
  { printJobs }: Pick<Deps, 'printJobs'>,
  clearings: readonly Pick<Clearing, 'jobs'>[],
): Promise<readonly Pick<PrintJob, 'id' | 'parts'>[]> {
  const counts = clearings.flatMap(({ jobs: jobCounts = [] }) => jobCounts)
  const jobs = await printJobs.readAll(counts.map(({ jobId }) => jobId).filter(isUuid))
  return jobs.filter(({ id, parts }) =>
    counts.some((each) => each.jobId === id && each.scrap > parts),
  )
}
