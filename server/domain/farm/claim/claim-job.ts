// Claims: a printer receives the most urgent job that it can print. The job's order becomes PRINTING after its file
// passes the checks.

import type { PrintJobId } from '../../base/ids/print-job-id.ts'
import { ok, type Result } from '../../base/result.ts'
import { secondsOfCentihours } from '../../base/time/centihours.ts'
import type { ReviewFinding } from '../../orders/record/file-review.ts'
import type { Order } from '../../orders/record/order.ts'
import type { OrderLine } from '../../orders/record/order-lines.ts'
import { countStatus } from '../../orders/status-changes/count-status.ts'
import { jobLogFields } from '../jobs/job.ts'
import { lineOf } from '../line-of.ts'
import { knownSupports, type PrintAdvice, printAdvice } from '../line-supports.ts'
import type { FarmDeps, LeasedJob, StartFailure } from '../ports.ts'
import { abilityOf, type ClaimedAbility, type PrinterCapabilities } from '../printers/ability.ts'
import { type Firmware, type NoJobReason, noJobReason } from '../printers/printer.ts'
import { withProfile } from '../printers/report-printer.ts'
import { checkFailed, claimLost } from './claim-end.ts'
import { describeHandOut, type HandOutDeps, judgeFile } from './hand-out.ts'
import { printerFile, readOrderOf, readOwnFile } from './job-file.ts'

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
  /** null for a sliced file, and for a model without a decision. */
  readonly advice: PrintAdvice | null
}

/** The file of a job, or the file of its order. */
export type JobFile = {
  readonly fileName: string
  readonly sizeBytes: number
  readonly sha256: string
  /** The slicer's time for the whole plate, in seconds; null if unknown. */
  readonly seconds: number | null
}

/** Maximum number of consecutive jobs to skip because their files are not printable or their checks failed. */
const maxPassedOver = 20

/** After this many unreadable files, storage or the geometry core is assumed to be unavailable, and the claim ends. */
const maxUnreadable = 3

/** `reason`: why the printer gets no job; null = it can print, but no waiting job fits it. */
export type JobClaim =
  | { readonly job: HandedOutJob }
  | { readonly job: null; readonly reason: NoJob | null }

export type NoJob = {
  readonly kind: NoJobReason
  /** The maintenance note, or why the printer is paused or has an error. */
  readonly detail: string | null
}

/**
 * Leases the most urgent job that the printer can print and whose file is safe. The claim is also recorded as contact
 * from the printer. `holdsNone`: its program has no job, so the response to an earlier claim without a heartbeat was lost.
 */
export async function claimJob(
  deps: Deps,
  name: string,
  claim: ClaimedAbility,
  { holdsNone }: { readonly holdsNone: boolean } = { holdsNone: false },
): Promise<JobClaim> {
  if (holdsNone) await deps.printJobs.releaseUnstarted(name, claimLost)
  const printer = await deps.printers.recordContact(name, { state: 'ready', jobId: null })
  const acceptsSharedPlates = claim.acceptsSharedPlates ?? false
  if (printer.acceptsSharedPlates !== acceptsSharedPlates) {
    await deps.printers.setAcceptsSharedPlates(name, acceptsSharedPlates)
  }
  const kind = noJobReason(printer)
  if (kind !== null) {
    const detail = kind === 'maintenance' ? printer.maintenance?.note : printer.detail
    return { job: null, reason: { kind, detail: detail ?? null } }
  }
  // The build volume of a claim limits the bed: a plate made for the farm's default bed could be larger.
  const usableBedMm = printer.bedMm ?? claim.volumeMm ?? null
  const { profile, profileNozzleMm } = await withProfile(deps, { ...printer, bedMm: usableBedMm })
  const job = await claimNext(deps, abilityOf({ ...printer, profile, profileNozzleMm }, claim))
  if (job === null) return { job, reason: null }
  await deps.printers.recordContact(name, { state: 'printing', jobId: job.job.id })
  return { job }
}

async function claimNext(deps: Deps, ability: PrinterCapabilities): Promise<HandedOutJob | null> {
  const waiting: PrintJobId[] = []
  let unreadable = 0
  for (let passedOver = 0; passedOver < maxPassedOver; passedOver++) {
    const leased = await deps.printJobs.lease(ability, waiting)
    if (leased === null) return null
    const { job, lease } = leased
    const tried = await tryJob(deps, leased, ability)
    if (tried.kind === 'started') {
      const { file, note, advice } = tried
      return { job: tried.job, lease, file, note, advice }
    }
    if (tried.kind === 'not_printable') continue
    // The program may have given up waiting and claimed again, which puts the first claim back: no program waits for
    // another job.
    if (tried.kind === 'lease_ended' || !(await endLease(deps, leased, tried))) return null
    if (tried.kind === 'unreadable' || tried.kind === 'unchecked') waiting.push(job.id)
    if (tried.kind === 'unreadable') unreadable += 1
    if (unreadable === maxUnreadable) return null
  }
  return null
}

/** Checks and starts the job. An exception, such as for a full disk, is a fault and no failed print. */
async function tryJob(
  deps: Deps,
  leased: LeasedJob,
  ability: PrinterCapabilities,
): Promise<TriedJob> {
  try {
    const judged = await judgeJob(deps, leased.job, ability)
    if (judged.kind !== 'printable') return judged
    const started = await start(deps, leased, ability.printer)
    return started.ok ? { ...judged, kind: 'started', job: started.value } : started.failure
  } catch (error) {
    deps.log.error('farm.claim_failed', { ...jobLogFields(leased.job), error })
    return { kind: 'unchecked' }
  }
}

async function start(
  { printJobs, log, meter }: Deps,
  { job, lease }: LeasedJob,
  printer: string,
): Promise<Result<LeasedJob['job'], StartFailure>> {
  const started = await printJobs.start(job.id, { lease, printer })
  if (!started.ok) return started
  const { firsts, short } = started.value
  countStatus(meter, 'PRINTING', { times: firsts })
  log.info('farm.job_claimed', { ...jobLogFields(job), printer })
  if (short !== null) log.warn('farm.spool_short', { ...jobLogFields(job), printer, ...short })
  return ok(started.value.job)
}

/** Ends the lease of a job that this printer cannot get. Returns false if it had already ended. */
async function endLease(
  { printJobs, log, meter }: Deps,
  { job, lease }: LeasedJob,
  judged: Exclude<TriedJob, { kind: 'started' } | StartFailure>,
): Promise<boolean> {
  switch (judged.kind) {
    case 'other_firmware': {
      const reason = 'Its file is for printers of another firmware.'
      return await printJobs.release(job.id, { lease, reason, flavor: judged.flavor })
    }
    case 'unreadable':
      return await printJobs.release(job.id, {
        lease,
        reason: 'Its file cannot currently be read.',
      })
    case 'unchecked': {
      const report = { lease, reason: checkFailed, isAttempt: false }
      const failed = await printJobs.fail(job.id, report)
      if (!failed.ok || failed.value.isRepeat) return false
      if (failed.value.job.state === 'failed') {
        meter.count('print_jobs_total', { outcome: 'failed' })
      }
      return true
    }
    case 'review': {
      const { findings } = judged
      const isHeld = await printJobs.sendToFileReview(job.id, { lease, findings })
      log.warn('farm.review_needed', { ...jobLogFields(job), commands: findings.length })
      return isHeld
    }
    case 'unsafe': {
      const { reason } = judged
      if (!(await printJobs.withhold(job.id, { lease, reason }))) return false
      meter.count('print_jobs_total', { outcome: 'failed' })
      log.warn('farm.file_withheld', { ...jobLogFields(job), reason })
      return true
    }
  }
}

type TriedJob =
  | Exclude<JudgedJob, { kind: 'printable' }>
  | ({ readonly kind: 'started' } & Pick<HandedOutJob, 'job' | 'file' | 'note' | 'advice'>)
  | StartFailure
  | { readonly kind: 'unchecked' }

type JudgedJob =
  | ({ readonly kind: 'printable' } & Pick<HandedOutJob, 'file' | 'note' | 'advice'>)
  | { readonly kind: 'unsafe'; readonly reason: string }
  /** Findings that are missing in the order's review, because the review is older than the rules. */
  | { readonly kind: 'review'; readonly findings: readonly ReviewFinding[] }
  | { readonly kind: 'unreadable' }
  /** The printer's firmware was unknown when the job was queued. */
  | { readonly kind: 'other_firmware'; readonly flavor: Firmware }

async function judgeJob(
  deps: Deps,
  job: LeasedJob['job'],
  ability: PrinterCapabilities,
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
    return { kind: 'other_firmware', flavor }
  }
  // A file of the farm was sliced or selected by an operator.
  const unlisted = own === null ? unlistedFindings(order, job.line ?? 1, judged.findings) : []
  if (unlisted.length > 0) return { kind: 'review', findings: unlisted }
  const described = await describeHandOut(deps, file.model, judged.end)
  if (!described.ok) {
    return described.failure.kind === 'model_unreadable'
      ? { kind: 'unsafe', reason: 'The file is gone from storage. Upload another file.' }
      : { kind: 'unreadable' }
  }
  const { sizeBytes, sha256 } = described.value
  const isModel = job.fileKind === 'model'
  const sliced = isModel ? null : secondsOfCentihours(line.price.centihoursPerPart)
  const seconds = own === null ? sliced : own.seconds
  const { fileName } = file.model
  const { note } = order.options
  const advice = isModel ? await adviceOf(deps, job, line, ability) : null
  return { kind: 'printable', file: { fileName, sizeBytes, sha256, seconds }, note, advice }
}

/** Returns the findings in the file of this part that the order's review does not list. */
const unlistedFindings = (
  order: Order,
  part: number,
  findings: readonly ReviewFinding[],
): readonly ReviewFinding[] =>
  findings.map((finding) => ({ ...finding, part })).filter((finding) => !isListed(order, finding))

async function adviceOf(
  deps: Deps,
  { chosenSupports: chosen }: LeasedJob['job'],
  line: OrderLine,
  { volumeMm }: PrinterCapabilities,
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
