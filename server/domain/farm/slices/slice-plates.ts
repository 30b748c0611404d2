// The worker slices the plates of accepted orders before printers claim them.

import type { PrintJobId } from '../../base/ids/print-job-id.ts'
import type { SliceQueueDeps } from '../deps.ts'
import { aloneReasons, isJobOpen } from '../jobs/job.ts'
import type { FarmDeps } from '../ports.ts'
import { profilesFor, wantedSlices } from '../printers/plate-profiles.ts'
import type { TakenPlate } from '../slice-ports.ts'
import { slicePlate } from './slice-plate.ts'
import { type SharedPlateRefusal, sliceSharedPlate } from './slice-shared-plate.ts'

/** The slicer's name in the job history. */
const slicer = 'slicer'

/** Longer than any slice takes: both profiles with their time limits, plus the wait for a slicer. */
const leaseSeconds = 600

/**
 * Number of attempts after failures, with an increasing delay. Work that only waits for capacity is retried without
 * limit.
 */
const maxSliceAttempts = 5
const waitSeconds = 30

/**
 * Slices one plate for one profile. Returns whether there was one. When the signal aborts, the next process takes the
 * plate.
 */
export async function sliceNextPlate(deps: SliceQueueDeps, signal: AbortSignal): Promise<boolean> {
  if (deps.slicer.readiness() !== 'ready') return false
  const profiles = wantedSlices(await deps.printers.profilesInUse())
  const taken = await deps.plateSlices.take(leaseSeconds, profiles)
  if (taken === null) {
    await deps.plateSlices.dropUnwanted(profiles)
    return false
  }
  try {
    await apply(deps, taken, await slice(deps, taken, signal))
  } catch (error) {
    if (signal.aborted) {
      await deps.plateSlices.tryLater(taken, { seconds: 0, reason: null, isAttempt: false })
    } else {
      deps.log.error('farm.slice_broke', { jobId: taken.jobId, profile: taken.profile, error })
      await apply(deps, taken, { kind: 'broken', reason: 'The service could not slice it.' })
    }
  }
  return true
}

/** `gone`: the job no longer needs a slice, or another process has it. `waits`: the slice could not be attempted. */
type Outcome =
  | { readonly kind: 'kept' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'waits'; readonly reason: string; readonly seconds: number }
  /** `unfit`, `no_profile`: printers of this profile cannot print the plate. */
  | { readonly kind: 'broken' | 'failed' | 'unfit' | 'no_profile'; readonly reason: string }
  | { readonly kind: 'misplaced'; readonly jobIds: readonly PrintJobId[] }

async function slice(
  deps: SliceQueueDeps,
  taken: TakenPlate,
  signal: AbortSignal,
): Promise<Outcome> {
  const { jobId, profile, settings, attempt } = taken
  // Every earlier attempt ended its process.
  if (attempt > maxSliceAttempts) {
    return { kind: 'failed', reason: 'The service crashed while slicing it.' }
  }
  const job = await deps.printJobs.read(jobId)
  if (job === null || !isJobOpen(job.state)) return { kind: 'gone' }
  if (job.plateJobs.length > 0 !== taken.isShared) return { kind: 'gone' }
  const plate = { job, profile, by: slicer, signal }
  const sliced = taken.isShared
    ? await sliceSharedPlate(deps, plate)
    : await slicePlate(deps, { ...plate, settings })
  if (!sliced.ok) return outcomeOf(sliced.failure)
  const { file, laid } = sliced.value
  if (await deps.plateSlices.keep(taken, file, laid)) return { kind: 'kept' }
  deps.log.info('farm.slice_discarded', { jobId, profile })
  return { kind: 'gone' }
}

async function apply(
  deps: Pick<FarmDeps, 'log' | 'platePlans' | 'plateSlices' | 'printJobs' | 'printers'>,
  taken: TakenPlate,
  outcome: Outcome,
): Promise<void> {
  const { plateSlices, log } = deps
  const { jobId, profile, attempt } = taken
  if (outcome.kind === 'kept') return
  if (outcome.kind === 'gone') return await plateSlices.end(taken)
  if (outcome.kind === 'misplaced') return await endMisplaced(deps, taken, outcome.jobIds)
  const { reason } = outcome
  if (outcome.kind === 'unfit') {
    const isKept = await plateSlices.fail(taken, { state: 'unfit', reason })
    if (isKept && taken.isShared) await endWithoutPrinters(deps, taken)
    return
  }
  if (outcome.kind === 'waits') {
    const { seconds } = outcome
    return await plateSlices.tryLater(taken, { seconds, reason, isAttempt: false })
  }
  if (outcome.kind === 'broken' && attempt < maxSliceAttempts) {
    const seconds = waitSeconds * attempt
    return await plateSlices.tryLater(taken, { seconds, reason, isAttempt: true })
  }
  log.warn('farm.slice_failed', { jobId, profile, reason, attempts: attempt })
  const isKept = await plateSlices.fail(taken, { state: 'failed', reason })
  if (!isKept || !taken.isShared) return
  if (outcome.kind === 'no_profile') return await endWithoutPrinters(deps, taken)
  // Each job may be printable alone, and its separate slice reports any problem.
  await deps.platePlans.dissolve(jobId, { jobIds: 'all', reason: 'unsliced' })
}

/** Excludes only the jobs with wrong part sizes from shared plates; the others are planned again. */
async function endMisplaced(
  { plateSlices, platePlans, log }: Pick<FarmDeps, 'plateSlices' | 'platePlans' | 'log'>,
  taken: TakenPlate,
  jobIds: readonly PrintJobId[],
): Promise<void> {
  const { jobId, profile } = taken
  log.warn('farm.part_misplaced', { jobId, profile, jobs: jobIds })
  const reason = aloneReasons.misplaced
  if (!(await plateSlices.fail(taken, { state: 'failed', reason }))) return
  await platePlans.dissolve(jobId, { jobIds, reason: 'misplaced' })
}

/** Dissolves a shared plate if no printer profile can print it. */
async function endWithoutPrinters(
  {
    plateSlices,
    platePlans,
    printers,
    printJobs,
  }: Pick<FarmDeps, 'plateSlices' | 'platePlans' | 'printers' | 'printJobs'>,
  { jobId }: TakenPlate,
): Promise<void> {
  const job = await printJobs.read(jobId)
  if (job === null) return
  const wanted = profilesFor(await printers.profilesInUse(), job.nozzleDiameter)
  const slices = await plateSlices.list(jobId)
  const isExcluded = (profile: string) =>
    slices.some(
      (plateSlice) =>
        plateSlice.profile === profile &&
        (plateSlice.state === 'unfit' || plateSlice.state === 'failed'),
    )
  if (wanted.every(isExcluded)) {
    await platePlans.dissolve(jobId, { jobIds: 'all', reason: 'unsliced' })
  }
}

function outcomeOf(failure: SharedPlateRefusal): Outcome {
  const waits = (reason: string, seconds = waitSeconds) =>
    ({ kind: 'waits', reason, seconds }) as const
  switch (failure.kind) {
    case 'print_job_not_found':
      return { kind: 'gone' }
    case 'part_misplaced':
      return { kind: 'misplaced', jobIds: failure.jobIds }
    case 'reslice_failed': {
      const { reason, retryAfterSeconds, cause } = failure
      if (retryAfterSeconds !== null) return waits(reason, retryAfterSeconds)
      if (cause === 'crash') return { kind: 'broken', reason }
      return { kind: cause ?? 'failed', reason }
    }
    case 'slicer_not_configured':
      return waits('No slicer is configured.')
    case 'measuring_unavailable':
      return waits('The geometry core is busy.', failure.retryAfterSeconds)
    case 'reslice_sliced_file':
      return { kind: 'failed', reason: 'Its file is already sliced.' }
    case 'reslice_settings_wrong':
      return { kind: 'failed', reason: `Its ${failure.field} ${failure.rule}.` }
    case 'mesh_unreadable':
      return failure.isCutOff === true
        ? waits('Its model could not be measured in time.')
        : { kind: 'failed', reason: failure.reason }
    case 'nothing_prints':
      return { kind: 'failed', reason: failure.reason }
    case 'model_too_large':
      return { kind: 'failed', reason: 'It is larger than the largest printer.' }
    default:
      return { kind: 'broken', reason: 'Its model could not be read.' }
  }
}
