// Stage "generating": has the engine make the model. What may cost money at the vendor is never asked for twice: that it is about
// to be asked is written down first, and whoever finds only that note ends the job.

import { ok, type Result } from '../../base/result.ts'
import { abortable, withTimeout } from '../../base/with-timeout.ts'
import type { EngineFailure, EngineStarted, EngineTask } from '../engine/engine.ts'
import { engineRequestOf } from '../request/engine-request.ts'
import type { GenerationFailure } from '../request/failure.ts'
import type { RequestWithImages } from '../request/request.ts'
import type { Plan } from './job.ts'
import { engineTimeoutMs } from './job.ts'
import type { JobLease } from './lease.ts'
import type { GenerationDeps } from './ports.ts'
import { failJob, retryLater, type StepOutcome } from './step-outcome.ts'

export type EngineDeps = Pick<GenerationDeps, 'engines' | 'clock' | 'log'>

/** A vendor's links at the end of its work; `download` reads them anew. */
export type EngineResult = {
  readonly task: EngineTask
  readonly modelUrl: string
  readonly previewUrl: string | null
}

/** For one look, its repeats included. */
const readLimitMs = 60_000
const firstPollMs = 2_000
const longestPollMs = 30_000

/** 2 s, doubling to 30 s, from the second look on. */
export const pollDelayMs = (polls: number): number =>
  Math.min(longestPollMs, firstPollMs * 2 ** Math.min(polls, 10))

export const timedOut: GenerationFailure = {
  kind: 'engine_failed',
  message: 'The 3D engine did not finish within 15 minutes. Your credits were refunded.',
}
const noAnswer: GenerationFailure = {
  kind: 'engine_failed',
  message: 'The 3D engine did not answer. Your credits were refunded; try again.',
}

/** Asks for the model; the job must not have been asked for before. */
export async function startEngine(
  deps: EngineDeps,
  held: JobLease,
  { plan, work }: { plan: Plan; work: RequestWithImages },
): Promise<Result<EngineTask, StepOutcome>> {
  const { enginePrompt: prompt, engine } = plan
  const request = engineRequestOf(work, { prompt, engine })
  const patch = { stage: 'generating', plan, engineStartedAt: deps.clock.now() } as const
  return await create(deps, held, patch, (signal) => deps.engines.start(request, signal))
}

/** One call that may cost money: the note before, the task after. */
export async function create(
  deps: EngineDeps,
  held: JobLease,
  patch: Parameters<JobLease['save']>[0],
  call: (signal: AbortSignal) => Promise<EngineStarted>,
): Promise<Result<EngineTask, StepOutcome>> {
  await held.save({ ...patch, createInFlight: true })
  // Not the lease's signal: an answer that is under way is worth waiting for, whoever has the job by then.
  const signal = AbortSignal.timeout(remainingMs(deps, held))
  const started = await abortable(signal, call(signal)).catch((error) => {
    deps.log.error('engine.create_failed', { id: held.job.id, error })
    return null
  })
  if (started === null) return failJob(noAnswer)
  if (started.kind !== 'started') return failJob(failureOf(started))
  const { task } = started
  await held.save({ task, createInFlight: false, polls: 0 })
  return ok(task)
}

/** Looks whether the engine is done, and goes on with its next step when it has several. */
export async function awaitEngine(
  deps: EngineDeps,
  held: JobLease,
  first: EngineTask,
): Promise<Result<EngineResult, StepOutcome>> {
  let task = first
  for (;;) {
    const looked = await withTimeout(readLimitMs, held.signal, (signal) =>
      deps.engines.read(task, signal),
    )
    // A look that takes too long says nothing about the task.
    const progress = looked ?? ({ kind: 'running', percent: null } as const)
    // Only then: what is done in time and looked at late, by whoever goes on, is done.
    const left = remainingMs(deps, held)
    switch (progress.kind) {
      case 'running': {
        if (left <= 0) return failJob(timedOut)
        const { polls } = held.job
        await held.save({ polls: polls + 1 })
        return retryLater(Math.min(pollDelayMs(polls), left))
      }
      case 'step_done': {
        if (left <= 0) return failJob(timedOut)
        const finished = progress.task
        const next = await create(deps, held, { task: finished }, (signal) =>
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

/** What is left of the engine's 15 minutes. */
export function remainingMs({ clock }: Pick<GenerationDeps, 'clock'>, { job }: JobLease): number {
  const startedAt = job.engineStartedAt ?? clock.now()
  return Math.max(0, startedAt.getTime() + engineTimeoutMs - clock.now().getTime())
}

/** A vendor's content policy answers like our own moderation. */
export const failureOf = ({ kind, message }: EngineFailure): GenerationFailure =>
  kind === 'banned' ? { kind: 'nsfw', reason: message } : { kind: 'engine_failed', message }
