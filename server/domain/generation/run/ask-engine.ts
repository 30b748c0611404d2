// Stage "generating": has the engine make the model. A create call may cost money and is never repeated: `createInFlight` is written
// right before it, after the uploads, and a run that finds it set ends the job. A refusal that created nothing takes it back.

import { ok, type Result } from '../../base/result.ts'
import { abortable, withTimeout } from '../../base/with-timeout.ts'
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
import { failJob, retryLater, type StepOutcome } from './step-outcome.ts'

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

/** Limit for one poll, including its retries. */
export const pollTimeoutMs = 60_000
const firstPollMs = 2_000
/** A model is seen this long after it is ready, at most. */
const maxPollMs = 5_000
/** The pause between two readings of a task that the vendor has not begun with. */
const queuedPollMs = 10_000
/** A job ends by itself that long before it would be an orphan: its task is cancelled, and what is finished is delivered. */
const endsBeforeMs = 60_000
/** How long a job waits for an engine that has no room: what an orphan's time leaves beside the engine's. */
const maxWaitMs = orphanAfterMs - engineTimeoutMs - endsBeforeMs
const cancelTimeoutMs = 10_000
/** How long a finished model is fetched and stored again before it is given up. */
export const deliveryPatienceMs = 5 * 60_000

/** The delay by the number of polls so far: 2 s, 4 s, then 5 s. */
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

/** Creates the engine's task. The job must not have one yet. */
export async function startEngine(
  deps: EngineDeps,
  lease: JobLease,
  { plan, work }: { plan: Plan; work: RequestWithImages },
): Promise<Result<EngineTask, StepOutcome>> {
  const { enginePrompt: prompt, engine } = plan
  const off = await listOff(deps)
  const request = engineRequestOf(work, { prompt, engine, off })
  const patch = { stage: 'generating', plan, engineStartedAt: deps.clock.now() } as const
  return await createTask(deps, lease, patch, (signal, guard) =>
    deps.engines.start(request, signal, guard),
  )
}

/** Makes one create call: `createInFlight` is written right before what may cost money, and the task after it. */
export async function createTask(
  deps: EngineDeps,
  lease: JobLease,
  patch: JobPatch,
  call: (signal: AbortSignal, guard: CreateGuard) => Promise<EngineStarted>,
): Promise<Result<EngineTask, StepOutcome>> {
  await lease.save({ ...patch, createInFlight: false })
  if (remainingMs(deps, lease) <= 0) return failJob(outOfTime(deps, lease))
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
    refused: async () => {
      await write({ createInFlight: false })
      inFlightAt = null
    },
    tasksAt: (source) => deps.generationJobs.countAtVendor(source),
    uploadsAt: (source) => lease.job.plan?.uploads?.[source] ?? null,
    uploaded: async (source, references) => {
      const { plan } = lease.job
      if (plan === null) return
      await write({ plan: { ...plan, uploads: { ...plan.uploads, [source]: references } } })
    },
  }
  // Not the lease's signal: the response identifies a task that may have been paid for, so it is awaited even if the lease is lost.
  const signal = AbortSignal.timeout(remainingMs(deps, lease))
  const started = await abortable(signal, call(signal, guard)).catch((error) => {
    // Without the note no call was made, and without a call nothing was; a later run decides.
    const hasBegun = inFlightAt !== null || signal.aborted
    if (error === unwritten || error instanceof LeaseLost || !hasBegun) throw error
    deps.log.error('engine.create_failed', { id: lease.job.id, error })
    return null
  })
  const isUnclear = started === null || started.kind === 'failed'
  if (isUnclear && inFlightAt !== null) {
    await noteLeftover(deps, lease, { vendor: inFlightAt, taskId: null, why: 'unanswered' })
  }
  if (started === null) return failJob(noResponse)
  if (started.kind === 'busy') return await waitForRoom(deps, lease, started.message)
  if (started.kind !== 'started') return failJob(failureOf(started))
  const { task } = started
  const made = { task, createInFlight: false, polls: 0, percent: null, engineAhead: null }
  await lease.save(made).catch(async (error) => {
    await noteUnwritten(deps, lease, task)
    throw error
  })
  return ok(task)
}

/** The task is known to this run alone, and no other run will look for it: operators get its id. */
async function noteUnwritten(deps: EngineDeps, lease: JobLease, task: EngineTask): Promise<void> {
  const { source: vendor, taskId } = task
  deps.log.error('engine.task_unwritten', { id: lease.job.id, vendor, taskId })
  await noteLeftover(deps, lease, { vendor, taskId, why: 'interrupted' }).catch((error) =>
    deps.log.error('engine.leftover_unwritten', { id: lease.job.id, error }),
  )
}

/** Nothing was created: the job stays in our queue until there is room at the vendor. */
async function waitForRoom(
  { clock }: EngineDeps,
  lease: JobLease,
  message: string,
): Promise<Result<never, StepOutcome>> {
  const { createdAt, polls } = lease.job
  if (clock.now().getTime() - createdAt.getTime() > maxWaitMs) {
    return failJob({ kind: 'engine_failed', message })
  }
  await lease.save({ createInFlight: false, polls: polls + 1 })
  return retryLater(pollDelayMs(polls))
}

/** Polls the engine's task, and starts the next step of an engine that has several. */
export async function awaitEngine(
  deps: EngineDeps,
  lease: JobLease,
  first: EngineTask,
): Promise<Result<EngineResult, StepOutcome>> {
  let task = first
  for (;;) {
    const polled = await withTimeout(pollTimeoutMs, lease.signal, (signal) =>
      deps.engines.read(task, signal),
    )
    // A timed-out poll says nothing about the task.
    const progress: EngineProgress = polled ?? { kind: 'running', percent: null }
    // Checked after the poll, so that a task completed in time counts even when it is polled late.
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
        return await waitForEngine(lease, { progress, isSaid: polled !== null, left })
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
        if (before === null) return failJob(failureOf(progress))
        task = before
      }
    }
  }
}

/** Creates the task of the next step; the finished model before it where that fails or there is no time left for it. */
async function startNext(
  deps: EngineDeps,
  lease: JobLease,
  finished: EngineTask,
): Promise<Result<EngineTask, StepOutcome>> {
  const next = await createTask(deps, lease, { task: finished }, (signal, guard) =>
    deps.engines.next(finished, signal, guard),
  )
  if (next.ok || next.failure.kind === 'retry_later') return next
  const before = await fallBack(deps, lease, finished)
  return before === null ? next : ok(before)
}

/** The finished model before an optional step that failed, the job's task from here on (decisions.md 68); null when there is none. */
export async function fallBack(
  { engines, log }: EngineDeps,
  lease: JobLease,
  task: EngineTask,
): Promise<EngineTask | null> {
  const before = engines.fallback?.(task) ?? null
  if (before === null) return null
  log.warn('generation.step_given_up', { id: lease.job.id, taskId: task.taskId })
  // Another model: nobody has failed to look at it.
  await lease.save({ task: before, createInFlight: false, polls: 0, lookFailedAt: null })
  return before
}

/** For operators: the vendor may bill a task that no job waits for. */
export async function noteLeftover(
  { leftovers }: Pick<EngineDeps, 'leftovers'>,
  { job: { id } }: JobLease,
  left: Pick<Leftover, 'vendor' | 'taskId' | 'why'> & Partial<Pick<Leftover, 'cancelled'>>,
): Promise<void> {
  await leftovers.add({ jobId: id, cancelled: false, ...left })
}

/** At the deadline: the vendor is asked to stop the task, which would be billed for nothing. */
async function giveUp(
  deps: EngineDeps,
  lease: JobLease,
  task: EngineTask,
  trouble: EngineFailure | undefined,
): Promise<Result<never, StepOutcome>> {
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
  return failJob(trouble === undefined ? outOfTime(deps, lease) : failureOf(trouble))
}

type Waiting = {
  readonly progress: Extract<EngineProgress, { kind: 'running' }>
  /** The vendor responded: a poll that timed out says nothing new. */
  readonly isSaid: boolean
  readonly left: number
}

async function waitForEngine(lease: JobLease, { progress, isSaid, left }: Waiting) {
  const { percent, ahead = 0 } = progress
  const { polls } = lease.job
  const said = isSaid ? { percent, engineAhead: ahead > 0 ? ahead : null } : {}
  await lease.save({ polls: polls + 1, ...said })
  return retryLater(Math.min(ahead > 0 ? queuedPollMs : pollDelayMs(polls), left))
}

/**
 * What is left of `engineTimeoutMs`, and of the job's own time, which runs from its creation. A model that is known to be finished is
 * delivered for some minutes longer (decisions.md 68).
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

/** Milliseconds until the job has to end; below 0 afterwards. */
export const lifeLeftMs = (
  { clock }: Pick<GenerationDeps, 'clock'>,
  { job: { createdAt } }: JobLease,
): number => createdAt.getTime() + orphanAfterMs - endsBeforeMs - clock.now().getTime()

const outOfTime = (deps: Pick<GenerationDeps, 'clock'>, lease: JobLease): GenerationFailure =>
  lifeLeftMs(deps, lease) <= 0 ? tooOld : timedOut

/** A refusal by a vendor's content policy is reported like one by our own moderation. */
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
