// A person took the parts off a plate: its job is counted, and the printer gets the next one. A repeated request counts nothing twice.
import type { PrintJobId } from '../base/print-job-id.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isUuid } from '../base/uuid.ts'
import { changeJob } from './change-job.ts'
import type { FarmFailure } from './failure.ts'
import type { JobCounts, PrintJob } from './jobs/job.ts'
import type { ScrapReason } from './jobs/scrap-reason.ts'
import type { FarmDeps } from './ports.ts'
import { isPlateFull, type Printer } from './printers/printer.ts'

type Deps = Pick<FarmDeps, 'printers' | 'printJobs' | 'log' | 'meter'>

/** The plate that the person saw. */
export type SeenPlate = {
  /** null: of no job of the farm; undefined: whichever is on the plate. */
  readonly jobId?: PrintJobId | null
  /** When its print ended (`Printer.reportedSince`); undefined: whenever. */
  readonly since?: Date | undefined
}

export type Clearing = SeenPlate & {
  /** The operator, or the printer whose program says it. */
  readonly by: string
  /** Bad parts of the job on the plate; the rest are good. Counts nothing where its job has ended. */
  readonly scrap: number
  /** By job, of a plate that several jobs share. */
  readonly jobs?: readonly JobCounts[] | undefined
  readonly scrapReason?: ScrapReason | undefined
}

/** The job that was counted; null where it had ended. */
export type Cleared = {
  readonly job: PrintJob | null
  /** Nothing was changed: an earlier request had cleared the plate with these counts. */
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
  // Two requests at once: the other one may have said the same.
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

/** The plate that the person saw is not there any more: it was cleared before, by this request or another, or never full. */
async function clearedBefore(
  { printJobs }: Pick<Deps, 'printJobs'>,
  printer: Printer,
  { jobId: seenId, since, ...counts }: Clearing,
): Promise<Result<Cleared, FarmFailure>> {
  const gone = fail({
    kind: isPlateFull(printer) ? 'printer_plate_changed' : 'printer_plate_not_full',
  } as const)
  // The moment alone names the plate as well, while the printer has no other.
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

/** Those of the job's plate that this printer printed and that were counted, also where the job that leads was cancelled. */
async function countedJobs(
  printJobs: Pick<Deps['printJobs'], 'read' | 'readAll'>,
  printer: Pick<Printer, 'name'>,
  jobId: PrintJobId,
): Promise<readonly PrintJob[]> {
  const lead = isUuid(jobId) ? await printJobs.read(jobId) : null
  if (lead === null) return []
  const others = lead.plateJobs.filter((job) => job.jobId !== jobId && job.state === 'done')
  const read = await printJobs.readAll(others.map((job) => job.jobId))
  return [lead, ...read].filter((job) => job.state === 'done' && job.printer === printer.name)
}

const scrapOf = ({ scrap, jobs }: Pick<Clearing, 'scrap' | 'jobs'>, id: PrintJobId): number =>
  jobs === undefined ? scrap : (jobs.find(({ jobId }) => jobId === id)?.scrap ?? 0)

/** The job whose parts are on the plate, while it is still this printer's; null when it was counted, cancelled or given to another. */
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

/** The job of its plate that a printer has and whose parts are not counted: `lead`, or another where that one was cancelled or counted. */
export function uncountedJobId(lead: PrintJob): PrintJobId | undefined {
  if (isOnPrinter(lead)) return lead.id
  // Others of a shared plate are printed also after the job that leads was cancelled.
  return lead.plateJobs.find(isOnPrinter)?.jobId
}

const isOnPrinter = ({ state }: Pick<PrintJob, 'state'>): boolean =>
  state === 'claimed' || state === 'printing'

export type NamedClearing = Clearing & { readonly printer: string }

export type ClearedPlates = {
  readonly cleared: number
  /** Plates that had been cleared before with these counts. */
  readonly repeats: number
  readonly refused: readonly { readonly printer: string; readonly failure: FarmFailure }[]
}

/** Several printers, one after the other: one that is refused keeps no other from being cleared. */
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

/** The jobs of which more parts would be bad than they have. */
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
