// What the farm's programs request and report: claims, heartbeats, the end of a job, and its file.
import { fail, ok, type Result } from '../base/result.ts'
import { isUuid } from '../base/uuid.ts'
import type { StoredFileFailure } from '../models/failure.ts'
import type { ModelFile } from '../models/fetch-stored-model.ts'
import type { Order } from '../orders/order.ts'
import type { ReviewFinding } from '../orders/review.ts'
import type { FarmFailure } from './failure.ts'
import {
  describeHandOut,
  fetchForPrinter,
  type HandOutDeps,
  judgeFile,
  type PrinterFile,
} from './hand-out.ts'
import type { PrintFile, PrintJob } from './job.ts'
import { lineOf } from './line-of.ts'
import type { Beat, ClaimedJob, FarmDeps, Finished, Heartbeat, PrinterAbility } from './ports.ts'
import { abilityOf, type ClaimedAbility } from './printers/ability.ts'
import { type Firmware, type NoJobReason, noJobReason } from './printers/printer.ts'
import { withProfile } from './printers/report-printer.ts'

type Deps = Pick<FarmDeps, 'printJobs' | 'printers' | 'log' | 'meter'>

export type HandedOutJob = ClaimedJob & { readonly file: JobFile; readonly note: string | null }

/** What a job prints: a file of its own, or that of its order. */
export type JobFile = {
  readonly fileName: string
  readonly sizeBytes: number
  readonly sha256: string
  /** The slicer's time for the whole plate; null when it is not known. */
  readonly seconds: number | null
}

type ClaimDeps = Deps & Pick<FarmDeps, 'orders' | 'orderLines' | 'plateProfiles'> & HandOutDeps

/** Consecutive files that must not reach a printer; each withheld job needs an operator. */
const maxWithheld = 20

/** Files that cannot be read now are passed over; after so many, storage or the geometry core is away. */
const maxUnreadable = 3

/** `reason`: why the printer gets no job, whichever wait; null = none fits it. */
export type Claim =
  | { readonly job: HandedOutJob }
  | { readonly job: null; readonly reason: NoJob | null }

export type NoJob = {
  readonly kind: NoJobReason
  /** The note of the maintenance, or why it is paused or has an error. */
  readonly detail: string | null
}

/** The most urgent job that the printer can print and whose file is safe, leased to it. The claim is a sign of the printer. */
export async function claimJob(
  deps: ClaimDeps,
  name: string,
  claim: ClaimedAbility,
): Promise<Claim> {
  const printer = await deps.printers.hear(name, { state: 'ready', jobId: null })
  const kind = noJobReason(printer)
  if (kind !== null) {
    const detail = kind === 'maintenance' ? printer.maintenance?.note : printer.detail
    return { job: null, reason: { kind, detail: detail ?? null } }
  }
  // A claim that says how much it can build says how large the bed is: a plate for the farm's own would leave it.
  const bedMm = printer.bedMm ?? claim.volumeMm ?? null
  const known = await withProfile(deps, { ...printer, bedMm })
  const job = await claimNext(deps, abilityOf({ ...known, bedMm: printer.bedMm }, claim))
  if (job === null) return { job, reason: null }
  await deps.printers.hear(name, { state: 'printing', jobId: job.job.id })
  return { job }
}

async function claimNext(deps: ClaimDeps, ability: PrinterAbility): Promise<HandedOutJob | null> {
  const unreadable: string[] = []
  for (let withheld = 0; withheld < maxWithheld; withheld++) {
    const claimed = await deps.printJobs.claim(ability, unreadable)
    if (claimed === null) return null
    if (claimed.isFirst) deps.meter.count('order_status_changes_total', { status: 'PRINTING' })
    const given = await giveFile(deps, claimed, ability)
    if (given.kind === 'file') {
      const printer = ability.printer
      deps.log.info('farm.job_claimed', { ...factsOf(claimed.job), printer })
      const { file, note } = given
      return { ...claimed, file, note }
    }
    const { job, lease } = claimed
    if (given.kind === 'foreign') {
      const reason = 'Its file is for printers of another firmware.'
      await deps.printJobs.release(job.id, { lease, reason, flavor: given.flavor })
      continue
    }
    if (given.kind === 'later') {
      await deps.printJobs.release(job.id, { lease, reason: 'Its file cannot be read now.' })
      unreadable.push(job.id)
      if (unreadable.length < maxUnreadable) continue
      return null
    }
    if (given.kind === 'review') {
      const { findings } = given
      await deps.printJobs.sendToReview(job.id, { lease, findings })
      deps.log.warn('farm.review_needed', { ...factsOf(job), commands: findings.length })
      continue
    }
    const { reason } = given
    await deps.printJobs.withhold(job.id, { lease, reason })
    deps.meter.count('print_jobs_total', { outcome: 'failed' })
    deps.log.warn('farm.file_withheld', { ...factsOf(job), reason })
  }
  return null
}

type Given =
  | ({ readonly kind: 'file' } & Pick<HandedOutJob, 'file' | 'note'>)
  | { readonly kind: 'unsafe'; readonly reason: string }
  /** What the order's review does not list: it is from before its file was judged this way. */
  | { readonly kind: 'review'; readonly findings: readonly ReviewFinding[] }
  | { readonly kind: 'later' }
  /** Its firmware was not known when it was queued. */
  | { readonly kind: 'foreign'; readonly flavor: Firmware }

async function giveFile(
  deps: ClaimDeps,
  { job }: ClaimedJob,
  { firmware }: PrinterAbility,
): Promise<Given> {
  const order = await readOrder(deps, job)
  const own = await ownFile(deps, job)
  const line = await lineOf(deps, order, job.line)
  const file = printerFile(own, line)
  const judged = await judgeFile(deps, file)
  if (judged.kind !== 'safe') return judged
  const { flavor } = judged
  if (!file.isOwnSlice && flavor !== null && firmware !== null && flavor !== firmware) {
    return { kind: 'foreign', flavor }
  }
  // A file of the farm's own was sliced or chosen by an operator.
  if (own === null) {
    const part = job.line ?? 1
    const findings = judged.review
      .map((finding) => ({ ...finding, part }))
      .filter((finding) => !isListed(order, finding))
    if (findings.length > 0) return { kind: 'review', findings }
  }
  const described = await describeHandOut(deps, file.model, judged.end)
  if (!described.ok) {
    return described.failure.kind === 'model_unreadable'
      ? { kind: 'unsafe', reason: 'The file is gone from storage. Upload another file.' }
      : { kind: 'later' }
  }
  const { sizeBytes, sha256 } = described.value
  const sliced = job.fileKind === 'model' ? null : line.price.hoursHundredthsPerPart * 36
  const seconds = own === null ? sliced : own.seconds
  const { fileName } = file.model
  return { kind: 'file', file: { fileName, sizeBytes, sha256, seconds }, note: order.options.note }
}

const isListed = ({ review }: Order, { part, plate, line, command }: ReviewFinding): boolean =>
  review?.findings.some(
    (listed) =>
      listed.part === part &&
      listed.plate === plate &&
      listed.line === line &&
      listed.command === command,
  ) ?? false

const printerFile = (
  own: PrintFile | null,
  { file, options }: Pick<Order, 'file' | 'options'>,
): PrinterFile => ({
  model: own?.model ?? file,
  isOwnSlice: own?.source === 'slice',
  material: options.material,
})

const factsOf = ({ id, orderCode }: PrintJob) => ({ jobId: id, code: orderCode })

export async function heartbeat(
  { printJobs, printers, log }: Pick<Deps, 'printJobs' | 'printers' | 'log'>,
  id: string,
  beat: Heartbeat,
): Promise<Result<Beat, FarmFailure>> {
  if (!isUuid(id)) return notFound
  const { lease } = beat
  await printers.hearOfJob({ id, lease }, { state: 'printing', jobId: id })
  const heartbeatResult = await printJobs.heartbeat(id, beat)
  if (heartbeatResult.ok && heartbeatResult.value.stop !== null) {
    log.info('farm.job_stopped', { jobId: id, reason: heartbeatResult.value.stop })
  }
  return heartbeatResult
}

/** `scrap` is the rest of the job's parts unless given. */
export async function finishJob(
  { printJobs, printers, log, meter }: Deps,
  id: string,
  report: { readonly lease: string; readonly good: number; readonly scrap: number | null },
): Promise<Result<Finished, FarmFailure>> {
  const job = isUuid(id) ? await printJobs.read(id) : null
  if (job === null) return notFound
  const { lease, good } = report
  const scrap = report.scrap ?? job.parts - good
  if (scrap < 0 || good + scrap !== job.parts) {
    return fail({ kind: 'job_counts_wrong', parts: job.parts })
  }
  await printers.hearOfJob({ id, lease }, { state: 'ready', jobId: null })
  const finished = await printJobs.finish(id, { lease, good, scrap })
  if (finished.ok) {
    const { orderStatus, reprint } = finished.value
    countFinished(meter, finished.value)
    log.info('farm.job_done', { ...factsOf(job), good, scrap, reprint: reprint?.id, orderStatus })
  }
  return finished
}

/** Each job once: when it is done or was cancelled. */
export function countFinished(meter: FarmDeps['meter'], finished: Finished): void {
  const { job, isRepeat } = finished
  if (isRepeat) return
  countMoved(meter, finished)
  if (job.state === 'done' || job.state === 'cancelled') {
    meter.count('print_jobs_total', { outcome: job.state })
  }
}

/** The order's new status. No job moves an order back to a status before its payment. */
export function countMoved(meter: FarmDeps['meter'], { moved }: Pick<Finished, 'moved'>): void {
  if (moved !== null && moved !== 'PENDING_PAYMENT') {
    meter.count('order_status_changes_total', { status: moved })
  }
}

export async function failJob(
  { printJobs, printers, log, meter }: Deps,
  id: string,
  report: { readonly lease: string; readonly reason: string; readonly isAttempt: boolean },
): Promise<Result<PrintJob, FarmFailure>> {
  if (!isUuid(id)) return notFound
  await printers.hearOfJob({ id, lease: report.lease }, { state: 'ready', jobId: null })
  const failed = await printJobs.fail(id, report)
  if (!failed.ok) return failed
  const { job, isRepeat } = failed.value
  if (!isRepeat) {
    const { state, attempts } = job
    if (state === 'failed') meter.count('print_jobs_total', { outcome: 'failed' })
    log.warn('farm.job_failed', { ...factsOf(job), state, attempts, reason: report.reason })
  }
  return ok(job)
}

/** The file that the job prints, as a printer may get it: a local copy that the caller removes. */
export async function fetchJobFile(
  deps: Pick<FarmDeps, 'printJobs' | 'orders' | 'orderLines'> & HandOutDeps,
  id: string,
): Promise<Result<ModelFile, FarmFailure | StoredFileFailure>> {
  const job = isUuid(id) ? await deps.printJobs.read(id) : null
  if (job === null) return notFound
  const own = await ownFile(deps, job)
  const line = await lineOf(deps, await readOrder(deps, job), job.line)
  return await fetchForPrinter(deps, printerFile(own, line))
}

/** Claims whose printer is silent go back to the queue. Run by the worker. */
export async function recoverExpiredJobs({
  printJobs,
  log,
  meter,
}: Pick<Deps, 'printJobs' | 'log' | 'meter'>): Promise<void> {
  const { ended, failed } = await printJobs.recoverExpired(recoveredAtOnce)
  if (failed > 0) meter.count('print_jobs_total', { outcome: 'failed' }, failed)
  if (ended > 0) log.warn('farm.jobs_recovered', { jobs: ended, failed })
}

const recoveredAtOnce = 50

const notFound = fail({ kind: 'print_job_not_found' } as const)

async function ownFile(
  { printJobs }: Pick<FarmDeps, 'printJobs'>,
  { printFileId }: PrintJob,
): Promise<PrintFile | null> {
  return printFileId === null ? null : await printJobs.readFile(printFileId)
}

async function readOrder({ orders }: Pick<FarmDeps, 'orders'>, { orderCode }: PrintJob) {
  const order = await orders.readByCode(orderCode)
  if (order === null) throw new Error(`order ${orderCode} of a print job vanished`)
  return order
}
