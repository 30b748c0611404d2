// Stage "generating": the engine makes the model. A create call may cost money and is never repeated. `createInFlight`
// is written immediately before the call, after the uploads, and a run that finds it set ends the job. A refusal that
// created nothing clears it.

import { ok, type Result } from '../../base/result.ts'
import { rejectOnAbort, withTimeout } from '../../base/time/with-timeout.ts'
import type {
  CreateGuard,
  EngineDownload,
  EngineFailure,
  EngineProgress,
  EngineStarted,
  EngineTask,
} from '../engine/engine.ts'
import type { Leftover } from '../engine/engine-health.ts'
import { listOff } from '../engine/switches.ts'
import { engineRequestOf } from '../request/engine-request.ts'
import type { GenerationFailure } from '../request/failure.ts'
import type { RequestWithImages } from '../request/request.ts'
import type { Plan } from './job.ts'
import { engineTimeoutMs, orphanAfterMs } from './job.ts'
import { type JobLease, LeaseLost } from './lease.ts'
import type { GenerationDeps, JobPatch } from './ports.ts'
import { failedStep, retryLater, type StepStop } from './step-stop.ts'

export type EngineDeps = Pick<
  GenerationDeps,
  'engines' | 'engineSwitches' | 'generationJobs' | 'leftovers' | 'clock' | 'log'
>

/** The vendor's links of a completed task; `download` reads them again. */
export type EngineResult = {
  readonly task: EngineTask
  readonly modelUrl: string
  readonly previewUrl: string | null
}

/** Time limit for one poll, including its retries. */
export const pollTimeoutMs = 60_000
const firstPollMs = 2_000
/** Maximum delay between completion of a model and its detection. */
const maxPollMs = 5_000
/** Delay between polls of a task that the vendor has not started. */
const queuedPollMs = 10_000
/** How long before it would be orphaned a job ends. Its task is then cancelled, and a finished result is delivered. */
const endsBeforeMs = 60_000
/** How long a job waits for an engine without capacity: the orphan limit less the engine's time. */
const maxWaitMs = orphanAfterMs - engineTimeoutMs - endsBeforeMs
const cancelTimeoutMs = 10_000
/** How long downloading and storing a finished model is retried. */
export const deliveryPatienceMs = 5 * 60_000

/** Returns the delay by number of polls: 2 s, 4 s, then 5 s. */
export const pollDelayMs = (polls: number): number =>
  Math.min(maxPollMs, firstPollMs * 2 ** Math.min(polls, 10))

const timedOut: GenerationFailure = {
  kind: 'engine_failed',
  message: `The 3D engine did not finish within ${engineTimeoutMs / 60_000} minutes. Your credits were refunded.`,
}
const tooOld: GenerationFailure = {
  kind: 'engine_failed',
  message: `The generation did not finish within ${(orphanAfterMs - endsBeforeMs) / 60_000} minutes. Your credits were refunded.`,
}
const noResponse: GenerationFailure = {
  kind: 'engine_failed',
  message: 'The 3D engine did not answer. Your credits were refunded; try again.',
}

/** Creates the engine's task. The job must not have one. */
export async function startEngine(
  deps: EngineDeps,
  lease: JobLease,
  { plan, work }: { plan: Plan; work: RequestWithImages },
): Promise<Result<EngineTask, StepStop>> {
  const { enginePrompt: prompt, engine } = plan
  const off = await listOff(deps)
  const request = engineRequestOf(work, { prompt, engine, off })
  const patch = { stage: 'generating', plan, engineStartedAt: deps.clock.now() } as const
  return await createTask(deps, lease, patch, (signal, guard) =>
    deps.engines.start(request, signal, guard),
  )
}

/**
 * Makes one create call. Writes `createInFlight` immediately before the step that may cost money, and the task after
 * it.
 */
export async function createTask(
  deps: EngineDeps,
  lease: JobLease,
  patch: JobPatch,
  call: (signal: AbortSignal, guard: CreateGuard) => Promise<EngineStarted>,
): Promise<Result<EngineTask, StepStop>> {
  await lease.save({ ...patch, createInFlight: false })
  if (remainingMs(deps, lease) <= 0) return failedStep(outOfTime(deps, lease))
  let unwritten: unknown = null
  let inFlightAt: string | null = null
  const write = async (changes: JobPatch) => {
    try {
      await lease.save(changes)
    } catch (error) {
      unwritten = error
      throw error
    }
  }
  const guard: CreateGuard = {
    before: async (source) => {
      await write({ createInFlight: true })
      inFlightAt = source
    },
    afterRefusal: async () => {
      await write({ createInFlight: false })
      inFlightAt = null
    },
    tasksAt: (source) => deps.generationJobs.countAtVendor(source),
    uploadsAt: (source) => lease.job.plan?.uploads?.[source] ?? null,
    afterUploads: async (source, references) => {
      const { plan } = lease.job
      if (plan === null) return
      await write({ plan: { ...plan, uploads: { ...plan.uploads, [source]: references } } })
    },
  }
  // Does not use the lease's signal: the response identifies a task that may have been paid for, so it is awaited even
  // if the lease is lost.
  const signal = AbortSignal.timeout(remainingMs(deps, lease))
  const started = await rejectOnAbort(signal, call(signal, guard)).catch((error) => {
    // Without the flag, no call was made and nothing was created, so a later run decides.
    const hasBegun = inFlightAt !== null || signal.aborted
    if (error === unwritten || error instanceof LeaseLost || !hasBegun) throw error
    deps.log.error('engine.create_failed', { id: lease.job.id, error })
    return null
  })
  const isUnclear = started === null || started.kind === 'failed'
  if (isUnclear && inFlightAt !== null) {
    await noteLeftover(deps, lease, { vendor: inFlightAt, taskId: null, why: 'unanswered' })
  }
  if (started === null) return failedStep(noResponse)
  if (started.kind === 'busy') return await waitForRoom(deps, lease, started.message)
  if (started.kind !== 'started') return failedStep(failureOf(started))
  const { task } = started
  const made = { task, createInFlight: false, polls: 0, percent: null, engineAhead: null }
  await lease.save(made).catch(async (error) => {
    await noteUnwritten(deps, lease, task)
    throw error
  })
  return ok(task)
}

/** Reports the task id to operators, because no other run knows the task. */
async function noteUnwritten(deps: EngineDeps, lease: JobLease, task: EngineTask): Promise<void> {
  const { source: vendor, taskId } = task
  deps.log.error('engine.task_unwritten', { id: lease.job.id, vendor, taskId })
  await noteLeftover(deps, lease, { vendor, taskId, why: 'interrupted' }).catch((error) =>
    deps.log.error('engine.leftover_unwritten', { id: lease.job.id, error }),
  )
}

/** Keeps the job in the queue until the vendor has capacity, because nothing was created. */
async function waitForRoom(
  { clock }: EngineDeps,
  lease: JobLease,
  message: string,
): Promise<Result<never, StepStop>> {
  const { createdAt, polls } = lease.job
  if (clock.now().getTime() - createdAt.getTime() > maxWaitMs) {
    return failedStep({ kind: 'engine_failed', message })
  }
  await lease.save({ createInFlight: false, polls: polls + 1 })
  return retryLater(pollDelayMs(polls))
}

/** Polls the engine's task, and starts the next step of a multi-step engine. */
export async function awaitEngine(
  deps: EngineDeps,
  lease: JobLease,
  first: EngineTask,
): Promise<Result<EngineResult, StepStop>> {
  let task = first
  for (;;) {
    const polled = await withTimeout(pollTimeoutMs, lease.signal, (signal) =>
      deps.engines.read(task, signal),
    )
    // A timed-out poll gives no information about the task.
    const progress: EngineProgress = polled ?? { kind: 'running', percent: null }
    // Checked after the poll, so that a task that completed in time is accepted even if it is polled late.
    const left = remainingMs(deps, lease)
    switch (progress.kind) {
      case 'running': {
        if (left <= 0) {
          const givenUp = await giveUp(deps, lease, task, progress.trouble)
          const before = await fallBack(deps, lease, task)
          if (before === null) return givenUp
          task = before
          break
        }
        return await waitForEngine(lease, { progress, isReported: polled !== null, left })
      }
      case 'step_done': {
        const next = await startNext(deps, lease, progress.task)
        if (!next.ok) return next
        task = next.value
        break
      }
      case 'succeeded':
        return ok({ task, modelUrl: progress.modelUrl, previewUrl: progress.previewUrl })
      default: {
        const before = await fallBack(deps, lease, task)
        if (before === null) return failedStep(failureOf(progress))
        task = before
      }
    }
  }
}

/** Creates the task of the next step. Falls back to the finished model before it if that fails or no time remains. */
async function startNext(
  deps: EngineDeps,
  lease: JobLease,
  finished: EngineTask,
): Promise<Result<EngineTask, StepStop>> {
  const next = await createTask(deps, lease, { task: finished }, (signal, guard) =>
    deps.engines.next(finished, signal, guard),
  )
  if (next.ok || next.failure.kind === 'retry_later') return next
  const before = await fallBack(deps, lease, finished)
  return before === null ? next : ok(before)
}

/**
 * Returns the finished model before a failed optional step, which becomes the job's task (decisions.md 68); null if
 * there is none.
 */
export async function fallBack(
  { engines, log }: EngineDeps,
  lease: JobLease,
  task: EngineTask,
): Promise<EngineTask | null> {
  const before = engines.fallback?.(task) ?? null
  if (before === null) return null
  log.warn('generation.step_given_up', { id: lease.job.id, taskId: task.taskId })
  // It is a different model, whose moderation has not failed.
  await lease.save({ task: before, createInFlight: false, polls: 0, lookFailedAt: null })
  return before
}

/** Records a task for operators: the vendor may bill it although no job waits for it. */
export async function noteLeftover(
  { leftovers }: Pick<EngineDeps, 'leftovers'>,
  { job: { id } }: JobLease,
  left: Pick<Leftover, 'vendor' | 'taskId' | 'why'> & Partial<Pick<Leftover, 'cancelled'>>,
): Promise<void> {
  await leftovers.add({ jobId: id, cancelled: false, ...left })
}

/** Ends the job at the deadline and asks the vendor to cancel the task, which would otherwise be billed without use. */
async function giveUp(
  deps: EngineDeps,
  lease: JobLease,
  task: EngineTask,
  trouble: EngineFailure | undefined,
): Promise<Result<never, StepStop>> {
  const { engines, log } = deps
  const cancelled = await withTimeout(
    cancelTimeoutMs,
    lease.signal,
    async (signal) => (await engines.cancel?.(task, signal)) ?? false,
  ).catch(() => false)
  const isStopped = cancelled === true
  const { source: vendor, taskId } = task
  log.warn('engine.task_abandoned', { id: lease.job.id, taskId, cancelled: isStopped })
  await noteLeftover(deps, lease, { vendor, taskId, why: 'deadline', cancelled: isStopped })
  return failedStep(trouble === undefined ? outOfTime(deps, lease) : failureOf(trouble))
}

type Waiting = {
  readonly progress: Extract<EngineProgress, { kind: 'running' }>
  /** Whether the vendor responded. A poll that timed out gives no new information. */
  readonly isReported: boolean
  readonly left: number
}

async function waitForEngine(lease: JobLease, { progress, isReported, left }: Waiting) {
  const { percent, ahead = 0 } = progress
  const { polls } = lease.job
  const reported = isReported ? { percent, engineAhead: ahead > 0 ? ahead : null } : {}
  await lease.save({ polls: polls + 1, ...reported })
  return retryLater(Math.min(ahead > 0 ? queuedPollMs : pollDelayMs(polls), left))
}

/**
 * Returns the remainder of `engineTimeoutMs` and of the job's lifetime since its creation, whichever ends first. A
 * finished model gets some extra minutes for delivery (decisions.md 68).
 */
export function remainingMs(deps: Pick<GenerationDeps, 'clock'>, lease: JobLease): number {
  const { job } = lease
  const now = deps.clock.now().getTime()
  const startedAt = job.engineStartedAt?.getTime() ?? now
  const isMade =
    job.storeFailedAt !== null || job.lookFailedAt !== null || job.task?.isPartial === true
  const limitMs = engineTimeoutMs + (isMade ? deliveryPatienceMs : 0)
  return Math.max(0, Math.min(startedAt + limitMs - now, lifeLeftMs(deps, lease)))
}

/** Returns the milliseconds until the job must end; negative afterwards. */
export const lifeLeftMs = (
  { clock }: Pick<GenerationDeps, 'clock'>,
  { job: { createdAt } }: JobLease,
): number => createdAt.getTime() + orphanAfterMs - endsBeforeMs - clock.now().getTime()

const outOfTime = (deps: Pick<GenerationDeps, 'clock'>, lease: JobLease): GenerationFailure =>
  lifeLeftMs(deps, lease) <= 0 ? tooOld : timedOut

/**
 * Maps an engine failure. A refusal by a vendor's content policy is reported like a refusal by the service's
 * moderation.
 */
export function failureOf({
  kind,
  message,
}: EngineFailure | Extract<EngineDownload, { kind: 'unclear' }>): GenerationFailure {
  switch (kind) {
    case 'banned':
      return { kind: 'nsfw', reason: message }
    case 'budget_used_up':
      return { kind: 'generation_budget_used_up' }
    case 'failed':
    case 'unclear':
      return { kind: 'engine_failed', message }
  }
}
