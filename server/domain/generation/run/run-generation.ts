// Runs a generation job under its lease, for the job queue or for a caller who waits for the result. advance-job.ts
// contains the stages; README.md, "How a job survives", describes the recovery.

import { type GenerationJobId, generationLeaseOf } from '../../base/ids/generation-job.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { sleep } from '../../base/time/sleep.ts'
import {
  type GenerationFailure,
  isOperational,
  type StillRunning,
  type WaitFailure,
} from '../request/failure.ts'
import type { RequestWithImages } from '../request/request.ts'
import { advanceJob } from './advance-job.ts'
import { deliveryPatienceMs } from './ask-engine.ts'
import {
  engineTimeoutMs,
  type GenerationJob,
  interrupted,
  type LeasedGenerationJob,
} from './job.ts'
import { type JobLease, LeaseLost, withJobLease } from './lease.ts'
import { endOrphan, isOrphan } from './orphans.ts'
import type { GenerationDeps } from './ports.ts'
import type { GenerationResult } from './result.ts'
import type { StepStop } from './step-stop.ts'

/** Number of runs ended by an exception after which a job fails. */
const maxCrashes = 3
const crashDelayMs = 5_000

const crashed: GenerationFailure = {
  kind: 'engine_failed',
  message: 'The generation failed on our side. Your credits were refunded; try again.',
}

/** Runs a queued job until it ends or must be retried later. Returns immediately if another process holds the lease. */
export async function runQueuedJob(
  deps: GenerationDeps,
  id: GenerationJobId,
  stopping: AbortSignal,
): Promise<void> {
  const leaseId = generationLeaseOf(deps.ids.uuid())
  const job = await deps.generationJobs.claim(id, leaseId, deps.clock.now())
  if (job === null) return
  const run = async (lease: JobLease) => {
    try {
      const outcome = await advanceJob(deps, lease, null)
      if (!outcome.ok) await stop(deps, lease, outcome.failure)
    } catch (error) {
      await retryOrFail(deps, lease, { error, stopping })
    }
  }
  try {
    await withJobLease(deps, job, stopping, run)
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
  }
}

async function stop(deps: GenerationDeps, lease: JobLease, outcome: StepStop): Promise<void> {
  const { id, leaseId } = lease.job
  if (outcome.kind === 'failed') {
    await endInError(deps, lease, outcome)
  } else {
    await deps.generationJobs.reschedule(id, leaseId, outcome.delayMs)
  }
}

async function retryOrFail(
  deps: GenerationDeps,
  lease: JobLease,
  { error, stopping }: { error: unknown; stopping: AbortSignal },
): Promise<void> {
  const { id, leaseId } = lease.job
  if (error instanceof LeaseLost) return
  if (stopping.aborted) {
    await deps.generationJobs.reschedule(id, leaseId, 0)
    return
  }
  // The signal is aborted although the process is not stopping, so another process holds the lease.
  if (lease.signal.aborted) return
  deps.log.error('generation.crashed', { id, error })
  const crashCount = await deps.generationJobs.recordCrash(id, leaseId)
  if (crashCount >= maxCrashes) {
    await endInError(deps, lease, { failure: crashed })
  } else {
    await deps.generationJobs.reschedule(id, leaseId, crashDelayMs)
  }
}

/**
 * Maximum time that a caller waits: the engine's time plus the delivery time. Waiting for capacity does not extend it.
 */
const maxCallMs = engineTimeoutMs + deliveryPatienceMs

/**
 * Runs a job that this process has just created until it ends, or hands it to the queue when the caller's maximum
 * waiting time has passed. If the lease is lost, waits for the process that took over.
 */
export async function runOwnJob(
  deps: GenerationDeps,
  job: LeasedGenerationJob,
  work: RequestWithImages,
): Promise<Result<GenerationResult, WaitFailure>> {
  const never = new AbortController().signal
  try {
    return await withJobLease(deps, job, never, (lease) => runToEnd(deps, lease, work))
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    return await waitForOtherWorker(deps, job.id)
  }
}

/** Throws LeaseLost. */
async function runToEnd(
  deps: GenerationDeps,
  lease: JobLease,
  work: RequestWithImages,
): Promise<Result<GenerationResult, WaitFailure>> {
  const { id } = lease.job
  let crashCount = 0
  for (;;) {
    try {
      const outcome = await advanceJob(deps, lease, work)
      if (outcome.ok) return outcome
      const { failure: stopped } = outcome
      if (stopped.kind === 'failed') return await failOwnJob(deps, lease, stopped)
      if (hasWaited(deps, lease.job, stopped.delayMs)) return await handOver(deps, lease, work)
      await sleep(stopped.delayMs)
    } catch (error) {
      if (error instanceof LeaseLost || lease.signal.aborted) throw new LeaseLost(`job ${id}`)
      crashCount += 1
      deps.log.error('generation.crashed', { id, crashCount, error })
      if (crashCount >= maxCrashes) return await failOwnJob(deps, lease, { failure: crashed })
      await sleep(crashDelayMs)
    }
    lease.signal.throwIfAborted()
  }
}

const hasWaited = (
  { clock }: Pick<GenerationDeps, 'clock'>,
  { createdAt }: Pick<GenerationJob, 'createdAt'>,
  delayMs: number,
): boolean => clock.now().getTime() + delayMs > createdAt.getTime() + maxCallMs

const stillRunning = (jobId: GenerationJobId): StillRunning => ({
  kind: 'generation_continues',
  jobId,
  unfinished: true,
})

const noRoom: GenerationFailure = {
  kind: 'engine_failed',
  message: `The 3D engine had no room within ${maxCallMs / 60_000} minutes. Your credits were refunded; try again.`,
}

/** Hands the job to the queue. Only a create call needs the pictures, which are not stored for a waiting caller. */
async function handOver(
  deps: GenerationDeps,
  lease: JobLease,
  { images }: RequestWithImages,
): Promise<Result<never, WaitFailure>> {
  const { id, leaseId, task } = lease.job
  if (task === null && images.length > 0) {
    await endInError(deps, lease, { failure: noRoom })
    return fail(noRoom)
  }
  if (!(await deps.generationJobs.reschedule(id, leaseId, 0))) throw new LeaseLost(`job ${id}`)
  return fail(stillRunning(id))
}

type Ending = Omit<Extract<StepStop, { kind: 'failed' }>, 'kind'>

async function failOwnJob(deps: GenerationDeps, lease: JobLease, end: Ending) {
  const ended = await endInError(deps, lease, end)
  return ended ? fail(end.failure) : await waitForOtherWorker(deps, lease.job.id)
}

/** Returns false if the lease is lost. */
async function endInError(
  deps: GenerationDeps,
  { job: { id, leaseId } }: JobLease,
  { failure, withheld }: Ending,
): Promise<boolean> {
  const end = { failure, now: deps.clock.now(), ...(withheld && { withheld }) }
  const ended = await deps.generationJobs.fail(id, leaseId, end)
  const facts = { id, reason: failure.kind, failure, isWithheld: withheld !== undefined }
  if (ended && isOperational(failure)) deps.log.warn('generation.failed', facts)
  else if (ended) deps.log.info('generation.refused', facts)
  return ended
}

const pollIntervalMs = 1_000

/** Polls a job that another process runs or ran. Ends the job if it has become orphaned. */
export async function waitForOtherWorker(
  deps: GenerationDeps,
  id: GenerationJobId,
): Promise<Result<GenerationResult, WaitFailure>> {
  for (;;) {
    const job = await deps.generationJobs.read(id)
    if (job === null) return fail(interrupted)
    if (job.result !== null) return ok(job.result)
    if (job.failure !== null) return fail(job.failure)
    if (isOrphan(deps, job)) {
      await endOrphan(deps, id)
    } else if (hasWaited(deps, job, pollIntervalMs)) {
      return fail(stillRunning(id))
    } else {
      await sleep(pollIntervalMs)
    }
  }
}
