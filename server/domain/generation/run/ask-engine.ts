// Stage "generating": has the engine make the model. A create call may cost money and is never repeated: `createInFlight` is written
// before the call, and a run that finds it set ends the job.

import { ok, type Result } from '../../base/result.ts'
import { abortable, withTimeout } from '../../base/with-timeout.ts'
import type { EngineFailure, EngineProgress, EngineStarted, EngineTask } from '../engine/engine.ts'
import { engineRequestOf } from '../request/engine-request.ts'
import type { GenerationFailure } from '../request/failure.ts'
import type { RequestWithImages } from '../request/request.ts'
import type { Plan } from './job.ts'
import { engineTimeoutMs } from './job.ts'
import type { JobLease } from './lease.ts'
import type { GenerationDeps, JobPatch } from './ports.ts'
import { failJob, retryLater, type StepOutcome } from './step-outcome.ts'

export type EngineDeps = Pick<GenerationDeps, 'engines' | 'clock' | 'log'>

/** The vendor's links of a completed task; `download` reads them again. */
export type EngineResult = {
  readonly task: EngineTask
  readonly modelUrl: string
  readonly previewUrl: string | null
}

/** Limit for one poll, including its retries. */
const pollTimeoutMs = 60_000
const firstPollMs = 2_000
/** A model is seen this long after it is ready, at most. */
const maxPollMs = 5_000
/** While the vendor has not begun with the task. */
const queuedPollMs = 10_000

/** The delay by the number of polls so far: 2 s, then 4 s, then 5 s. */
export const pollDelayMs = (polls: number): number =>
  Math.min(maxPollMs, firstPollMs * 2 ** Math.min(polls, 10))

export const timedOut: GenerationFailure = {
  kind: 'engine_failed',
  message: `The 3D engine did not finish within ${engineTimeoutMs / 60_000} minutes. Your credits were refunded.`,
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
  const request = engineRequestOf(work, { prompt, engine })
  const patch = { stage: 'generating', plan, engineStartedAt: deps.clock.now() } as const
  return await create(deps, lease, patch, (signal) => deps.engines.start(request, signal))
}

/** Makes one create call: writes `createInFlight` before it and the task after it. */
export async function create(
  deps: EngineDeps,
  lease: JobLease,
  patch: JobPatch,
  call: (signal: AbortSignal) => Promise<EngineStarted>,
): Promise<Result<EngineTask, StepOutcome>> {
  await lease.save({ ...patch, createInFlight: true })
  // Not the lease's signal: the response identifies a task that may have been paid for, so it is awaited even if the lease is lost.
  const signal = AbortSignal.timeout(remainingMs(deps, lease))
  const started = await abortable(signal, call(signal)).catch((error) => {
    deps.log.error('engine.create_failed', { id: lease.job.id, error })
    return null
  })
  if (started === null) return failJob(noResponse)
  if (started.kind !== 'started') return failJob(failureOf(started))
  const { task } = started
  await lease.save({ task, createInFlight: false, polls: 0, percent: null, engineAhead: null })
  return ok(task)
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
        if (left <= 0) return failJob(timedOut)
        return await waitForEngine(lease, { progress, isSaid: polled !== null, left })
      }
      case 'step_done': {
        if (left <= 0) return failJob(timedOut)
        const finished = progress.task
        const next = await create(deps, lease, { task: finished }, (signal) =>
          deps.engines.next(finished, signal),
        )
        if (!next.ok) return next
        task = next.value
        break
      }
      case 'succeeded':
        return ok({ task, modelUrl: progress.modelUrl, previewUrl: progress.previewUrl })
      default:
        return failJob(failureOf(progress))
    }
  }
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

/** What is left of `engineTimeoutMs`. */
export function remainingMs({ clock }: Pick<GenerationDeps, 'clock'>, { job }: JobLease): number {
  const startedAt = job.engineStartedAt ?? clock.now()
  return Math.max(0, startedAt.getTime() + engineTimeoutMs - clock.now().getTime())
}

/** A refusal by a vendor's content policy is reported like one by our own moderation. */
export function failureOf({ kind, message }: EngineFailure): GenerationFailure {
  switch (kind) {
    case 'banned':
      return { kind: 'nsfw', reason: message }
    case 'budget_used_up':
      return { kind: 'generation_budget_used_up' }
    case 'failed':
      return { kind: 'engine_failed', message }
  }
}
