// Claims: the most urgent job that a printer can print. Its order becomes PRINTING once its file has been judged.

import { secondsOfCentihours } from '../base/centihours.ts'
import type { PrintJobId } from '../base/print-job-id.ts'
import type { ReviewFinding } from '../orders/file-review.ts'
import type { Order } from '../orders/order.ts'
import type { OrderLine } from '../orders/order-lines.ts'
import { countStatus } from '../orders/work/count-status.ts'
import { describeHandOut, type HandOutDeps, judgeFile } from './hand-out.ts'
import { printerFile, readOrderOf, readOwnFile } from './job-file.ts'
import { factsOf } from './jobs/job.ts'
import { lineOf } from './line-of.ts'
import { knownSupports, type PrintAdvice, printAdvice } from './line-supports.ts'
import type { FarmDeps, LeasedJob } from './ports.ts'
import { abilityOf, type ClaimedAbility, type PrinterAbility } from './printers/ability.ts'
import { type Firmware, type NoJobReason, noJobReason } from './printers/printer.ts'
import { withProfile } from './printers/report-printer.ts'

type Deps = Pick<
  FarmDeps,
  | 'printJobs'
  | 'printers'
  | 'log'
  | 'meter'
  | 'orders'
  | 'orderLines'
  | 'plateProfiles'
  | 'printEstimates'
> &
  HandOutDeps

export type HandedOutJob = LeasedJob & {
  readonly file: JobFile
  readonly note: string | null
  /** null of a sliced file, and of a model for which nothing is decided. */
  readonly advice: PrintAdvice | null
}

/** What a job prints: a file of its own, or that of its order. */
export type JobFile = {
  readonly fileName: string
  readonly sizeBytes: number
  readonly sha256: string
  /** The slicer's time for the whole plate; null when it is not known. */
  readonly seconds: number | null
}

/** Consecutive jobs that turn out not to be printable. */
const maxPassedOver = 20

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
export async function claimJob(deps: Deps, name: string, claim: ClaimedAbility): Promise<Claim> {
  const printer = await deps.printers.noteSign(name, { state: 'ready', jobId: null })
  const takesShared = claim.takesShared ?? false
  if (printer.takesShared !== takesShared) await deps.printers.setTakesShared(name, takesShared)
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
  await deps.printers.noteSign(name, { state: 'printing', jobId: job.job.id })
  return { job }
}

async function claimNext(deps: Deps, ability: PrinterAbility): Promise<HandedOutJob | null> {
  const unreadable: PrintJobId[] = []
  for (let passedOver = 0; passedOver < maxPassedOver; passedOver++) {
    const leased = await deps.printJobs.lease(ability, unreadable)
    if (leased === null) return null
    const { job, lease } = leased
    const judged = await judgeJob(deps, job, ability)
    if (judged.kind === 'printable') {
      const started = await start(deps, leased, ability.printer)
      if (started === null) continue
      const { file, note, advice } = judged
      return { job: started, lease, file, note, advice }
    }
    await endLease(deps, leased, judged)
    if (judged.kind !== 'later') continue
    unreadable.push(job.id)
    if (unreadable.length === maxUnreadable) return null
  }
  return null
}

async function start(
  { printJobs, log, meter }: Deps,
  { job, lease }: LeasedJob,
  printer: string,
): Promise<LeasedJob['job'] | null> {
  const started = await printJobs.start(job.id, { lease, printer })
  if (started === null) return null
  const { firsts } = started
  countStatus(meter, 'PRINTING', { times: firsts })
  log.info('farm.job_claimed', { ...factsOf(job), printer })
  return started.job
}

/** Ends the lease of a job that this printer does not get. */
async function endLease(
  { printJobs, log, meter }: Deps,
  { job, lease }: LeasedJob,
  judged: Exclude<JudgedJob, { kind: 'printable' }>,
): Promise<void> {
  switch (judged.kind) {
    case 'foreign': {
      const reason = 'Its file is for printers of another firmware.'
      await printJobs.release(job.id, { lease, reason, flavor: judged.flavor })
      return
    }
    case 'later':
      await printJobs.release(job.id, { lease, reason: 'Its file cannot be read now.' })
      return
    case 'review': {
      const { findings } = judged
      await printJobs.sendToFileReview(job.id, { lease, findings })
      log.warn('farm.review_needed', { ...factsOf(job), commands: findings.length })
      return
    }
    case 'unsafe': {
      const { reason } = judged
      await printJobs.withhold(job.id, { lease, reason })
      meter.count('print_jobs_total', { outcome: 'failed' })
      log.warn('farm.file_withheld', { ...factsOf(job), reason })
    }
  }
}

type JudgedJob =
  | ({ readonly kind: 'printable' } & Pick<HandedOutJob, 'file' | 'note' | 'advice'>)
  | { readonly kind: 'unsafe'; readonly reason: string }
  /** What the order's review does not list: it is from before its file was judged this way. */
  | { readonly kind: 'review'; readonly findings: readonly ReviewFinding[] }
  | { readonly kind: 'later' }
  /** Its firmware was not known when it was queued. */
  | { readonly kind: 'foreign'; readonly flavor: Firmware }

async function judgeJob(
  deps: Deps,
  job: LeasedJob['job'],
  ability: PrinterAbility,
): Promise<JudgedJob> {
  const { firmware } = ability
  const order = await readOrderOf(deps, job)
  const own = await readOwnFile(deps, job)
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
    const findings = judged.findings
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
  const sliced = job.fileKind === 'model' ? null : secondsOfCentihours(line.price.centihoursPerPart)
  const seconds = own === null ? sliced : own.seconds
  const { fileName } = file.model
  const { note } = order.options
  const advice = job.fileKind === 'model' ? await adviceOf(deps, job, line, ability) : null
  return { kind: 'printable', file: { fileName, sizeBytes, sha256, seconds }, note, advice }
}

async function adviceOf(
  deps: Deps,
  { chosenSupports: chosen }: LeasedJob['job'],
  line: OrderLine,
  { volumeMm }: PrinterAbility,
): Promise<PrintAdvice | null> {
  const supports = await knownSupports(deps, line)
  return supports === null ? null : printAdvice(supports, { chosen, volumeMm })
}

const isListed = ({ fileReview }: Order, { part, plate, line, command }: ReviewFinding): boolean =>
  fileReview?.findings.some(
    (listed) =>
      listed.part === part &&
      listed.plate === plate &&
      listed.line === line &&
      listed.command === command,
  ) ?? false
