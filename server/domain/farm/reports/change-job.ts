// Operators' actions on print jobs: read, requeue, cancel, mark as printed, reprint.

import { parsePrintJobId } from '../../base/ids/print-job-id.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { Material } from '../../catalog/options.ts'
import type { PartSupports } from '../../measurement/supports.ts'
import type { OrderFailure } from '../../orders/failure.ts'
import { findOrder } from '../../orders/find-order.ts'
import type { Order } from '../../orders/record/order.ts'
import type { Silhouette } from '../../planning/arrange/silhouette.ts'
import type { FarmFailure } from '../failure.ts'
import type { JobEvent, JobView, PlateJob, PlatePlace, PrintJob } from '../jobs/job.ts'
import { lineOf } from '../line-of.ts'
import { knownSupports } from '../line-supports.ts'
import { isOfSize } from '../part-silhouettes.ts'
import type { FarmDeps, FinishResult, JobChange } from '../ports.ts'
import type { Firmware } from '../printers/printer.ts'
import type { ProfileSlice } from '../slice-ports.ts'
import { countFinished, countStatusChange } from './report-job.ts'

type Deps = Pick<FarmDeps, 'printJobs' | 'log' | 'meter'>

/** Changes a job. `version`: the job's version that the operator saw. */
export async function changeJob(
  { printJobs, log, meter }: Deps,
  operator: string,
  { id: jobId, ...change }: JobChange & { readonly id: string; readonly version: number | null },
): Promise<Result<FinishResult, FarmFailure>> {
  const id = parsePrintJobId(jobId)
  if (id === null) return fail({ kind: 'print_job_not_found' })
  const changed = await printJobs.change(id, { ...change, by: operator })
  if (changed.ok) {
    const { orderCode: code } = changed.value.job
    // A reprint takes parts of a job that was already recorded as done.
    const count = change.action === 'reprint' ? countStatusChange : countFinished
    count(meter, changed.value)
    log.info('farm.job_changed', { jobId: id, code, action: change.action, by: operator })
  }
  return changed
}

export type JobWithHistory = {
  readonly job: PrintJob
  readonly history: readonly JobEvent[]
  /** The firmware named in its sliced file. Printers with other firmware do not get the job. */
  readonly firmware: Firmware | null
  readonly slices: readonly ProfileSlice[]
  /** How its parts are printed; null for an uploaded or customer's sliced file, and without a decision. */
  readonly supports: { readonly part: PartSupports; readonly material: Material } | null
  /** The jobs of its shared plate with their positions; empty if the job is alone. */
  readonly plate: readonly PlacedJob[]
}

type PlacedJob = {
  readonly job: PlateJob
  readonly place: PlatePlace
  /** null if unknown. */
  readonly silhouette: Silhouette | null
}

type JobReads = Pick<
  FarmDeps,
  'printJobs' | 'plateSlices' | 'orders' | 'orderLines' | 'printEstimates' | 'partSilhouettes'
>

export async function readJob(
  deps: JobReads,
  jobId: string,
): Promise<Result<JobWithHistory, FarmFailure>> {
  const { printJobs, plateSlices } = deps
  const id = parsePrintJobId(jobId)
  const job = id === null ? null : await printJobs.read(id)
  if (id === null || job === null) return fail({ kind: 'print_job_not_found' })
  const [history, slices, firmware] = await Promise.all([
    printJobs.history(id),
    plateSlices.list(id),
    printJobs.firmware(id),
  ])
  // An uploaded or customer's sliced file is printed unchanged and has no slices.
  const isChosen = job.printFileId !== null && slices.length === 0
  const supports = isChosen ? null : await supportsOfJob(deps, job)
  return ok({ job, history, firmware, slices, supports, plate: await plateOf(deps, job) })
}

type PlateReads = Omit<JobReads, 'plateSlices'>

/** Returns the jobs of its shared plate with their positions; null if there is no such job. */
export async function readPlate(
  deps: PlateReads,
  jobId: string,
): Promise<readonly PlacedJob[] | null> {
  const id = parsePrintJobId(jobId)
  const job = id === null ? null : await deps.printJobs.read(id)
  return job === null ? null : await plateOf(deps, job)
}

async function plateOf(deps: PlateReads, { plateJobs }: PrintJob): Promise<readonly PlacedJob[]> {
  const jobs = await deps.printJobs.readAll(plateJobs.map(({ jobId }) => jobId))
  const placed = await Promise.all(
    plateJobs.map(({ jobId }) => {
      const job = jobs.find(({ id }) => id === jobId)
      return job === undefined ? null : placedJob(deps, job)
    }),
  )
  return plateJobs.flatMap((job, index) => {
    const found = placed[index] ?? null
    return found === null ? [] : [{ job, ...found }]
  })
}

async function placedJob(deps: PlateReads, job: PrintJob): Promise<Omit<PlacedJob, 'job'> | null> {
  if (job.place === null) return null
  const { place } = job
  const order = await deps.orders.readByCode(job.orderCode)
  if (order === null) return { place, silhouette: null }
  const line = await lineOf(deps, order, job.line)
  const { sha256, format } = line.file
  const supports = await knownSupports(deps, line)
  if (supports === null || format === 'gcode') return { place, silhouette: null }
  const { units } = line.options
  const orient = supports.decision === 'turn'
  const silhouette = await deps.partSilhouettes.read({ sha256, format, units, orient })
  // The silhouette was computed in a pose other than the one on the plate.
  if (silhouette !== null && !isOfSize(silhouette, place.sizeMm)) return { place, silhouette: null }
  return { place, silhouette }
}

async function supportsOfJob(
  deps: JobReads,
  { orderCode, line: place }: PrintJob,
): Promise<JobWithHistory['supports']> {
  const order = await deps.orders.readByCode(orderCode)
  if (order === null) return null
  const line = await lineOf(deps, order, place)
  const part = await knownSupports(deps, line)
  return part === null ? null : { part, material: line.options.material }
}

/** Returns the jobs of an order by plate. */
export async function readOrderJobs(
  deps: Pick<FarmDeps, 'orders' | 'printJobs'>,
  code: string,
): Promise<Result<{ order: Order; jobs: readonly PrintJob[] }, OrderFailure>> {
  const order = await findOrder(deps, code)
  if (order === null) return fail({ kind: 'order_not_found' })
  return ok({ order, jobs: await deps.printJobs.listByOrder(order.id) })
}

export type JobPage = {
  readonly jobs: readonly PrintJob[]
  /** The `after` value of the next page; null on the last page. */
  readonly next: string | null
}

const jobsPerPage = 50

/** Lists jobs: queued jobs in claim order, failed jobs oldest first, ended jobs newest first. */
export async function listJobs(
  { printJobs }: Pick<FarmDeps, 'printJobs'>,
  filter: {
    readonly view: JobView
    readonly printer?: string | undefined
    readonly after?: string | undefined
  },
): Promise<JobPage> {
  const { view, printer = '', after = '' } = filter
  const list = await printJobs.list({
    view,
    printer: printer === '' ? null : printer,
    after: parsePrintJobId(after),
    limit: jobsPerPage + 1,
  })
  const jobs = list.slice(0, jobsPerPage)
  return { jobs, next: list.length > jobsPerPage ? (jobs.at(-1)?.id ?? null) : null }
}
