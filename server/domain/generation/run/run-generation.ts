// Runs a generation job through its stages: enhancing, generating, downloading, repairing, measuring. The row remembers how far
// it came, so that any process goes on with it; see README.md, "How a job survives".

import { fail, ok, type Result } from '../../base/result.ts'
import { type GenerationFailure, isOperational } from '../request/failure.ts'
import { withParsedBody } from '../request/parsed-body.ts'
import { readRequest } from '../request/read-request.ts'
import type { GenerationRequest, RequestWithImages } from '../request/request.ts'
import { awaitEngine, type EngineResult, startEngine } from './ask-engine.ts'
import { enhance } from './enhance.ts'
import type { LeasedJob, Plan } from './job.ts'
import { type JobLease, LeaseLost, withJobLease } from './lease.ts'
import { measureResult } from './measure-result.ts'
import { endOrphan, isOrphan } from './orphans.ts'
import type { GenerationDeps } from './ports.ts'
import { downloadModel, generatedFileName, repairModel, storeModel } from './repair-model.ts'
import type { GenerationResult } from './result.ts'
import { startRetexture } from './start-retexture.ts'
import { failJob, type StepOutcome } from './step-outcome.ts'

/** Runs of one job that may end in an exception before it is given up. */
const mostBrokenRuns = 3
const brokenDelayMs = 5_000

const interrupted: GenerationFailure = { kind: 'generation_interrupted' }
const broken: GenerationFailure = {
  kind: 'engine_failed',
  message: 'The generation failed on our side. Your credits were refunded; try again.',
}

/** Takes a queued job as far as it goes: to its end, or to the next time that somebody should look at it. */
export async function runQueuedJob(
  deps: GenerationDeps,
  id: string,
  stopping: AbortSignal,
): Promise<void> {
  const job = await deps.generationJobs.claim(id, deps.ids.uuid(), deps.clock.now())
  if (job === null) return
  const run = async (held: JobLease) => {
    try {
      const outcome = await advance(deps, held, null)
      if (outcome.ok) return
      await stop(deps, held, outcome.failure)
    } catch (error) {
      await retryOrFail(deps, held, { error, stopping })
    }
  }
  try {
    await withJobLease(deps, job, stopping, run)
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
  }
}

/**
 * Runs a job that this process has just made to its end. When the lease is lost on the way, somebody else's end is awaited.
 */
export async function runOwnJob(
  deps: GenerationDeps,
  job: LeasedJob,
  work: RequestWithImages,
): Promise<Result<GenerationResult, GenerationFailure>> {
  const never = new AbortController().signal
  try {
    return await withJobLease(deps, job, never, (held) => runToItsEnd(deps, held, work))
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    return await waitForOtherWorker(deps, job.id)
  }
}

/** Throws LeaseLost. */
async function runToItsEnd(
  deps: GenerationDeps,
  held: JobLease,
  work: RequestWithImages,
): Promise<Result<GenerationResult, GenerationFailure>> {
  const { id } = held.job
  let crashCount = 0
  for (;;) {
    try {
      const outcome = await advance(deps, held, work)
      if (outcome.ok) return outcome
      if (outcome.failure.kind === 'over')
        return await failOwnJob(deps, held, outcome.failure.failure)
      await pause(outcome.failure.delayMs)
    } catch (error) {
      if (error instanceof LeaseLost || held.signal.aborted) throw new LeaseLost(`job ${id}`)
      crashCount += 1
      deps.log.error('generation.broke', { id, crashCount, error })
      if (crashCount >= mostBrokenRuns) return await failOwnJob(deps, held, broken)
      await pause(brokenDelayMs)
    }
    held.signal.throwIfAborted()
  }
}

/** The stages, from wherever the job is. */
async function advance(
  deps: GenerationDeps,
  held: JobLease,
  given: RequestWithImages | null,
): Promise<Result<GenerationResult, StepOutcome>> {
  // What was asked of the vendor then is unknown, and asking again could be paid for twice.
  if (held.job.createInFlight) return failJob(interrupted)
  if (held.job.task === null) {
    const started = await withWork(deps, held, given, (work) => askForModel(deps, held, work))
    if (!started.ok) return started
  }
  const { task, request, plan } = held.job
  if (task === null || request === null || plan === null) return failJob(interrupted)
  const engine = await awaitEngine(deps, held, task)
  if (!engine.ok) return engine
  const result = await makeResult(deps, held, { engine: engine.value, request, plan })
  if (!result.ok) return result
  const { prompt } = request
  const generation = { prompt, fileName: generatedFileName, format: 'glb' }
  const end = { result: result.value, generation, now: deps.clock.now() }
  if (!(await deps.generationJobs.complete(held.job.id, held.job.lease, end))) {
    throw new LeaseLost(`job ${held.job.id}`)
  }
  return result
}

async function askForModel(
  deps: GenerationDeps,
  held: JobLease,
  work: RequestWithImages,
): Promise<Result<void, StepOutcome>> {
  const plan = await enhance(deps, held, work)
  if (!plan.ok) return plan
  const started =
    work.request.retextureOf === null
      ? await startEngine(deps, held, { plan: plan.value, work })
      : await startRetexture(deps, held, { plan: plan.value, request: work.request })
  return started.ok ? ok(undefined) : started
}

async function makeResult(
  deps: GenerationDeps,
  held: JobLease,
  made: { engine: EngineResult; request: GenerationRequest; plan: Plan },
): Promise<Result<GenerationResult, StepOutcome>> {
  const { engine, request, plan } = made
  const original = await downloadModel(deps, held, engine)
  if (!original.ok) return original
  try {
    const file = original.value
    const repaired = await repairModel(deps, held, { file, options: request.options })
    if (!repaired.ok) return repaired
    const parts = { engine, original: file, repaired: repaired.value }
    const files = await storeModel(deps, held, parts)
    const { task } = engine
    return ok(
      await measureResult(deps, held, { request, plan, task, repaired: repaired.value, files }),
    )
  } finally {
    await deps.temporaryFiles.remove(original.value.path)
  }
}

/** The request with its pictures: in hand, from the kept body, or, when it is words alone, from the row. */
async function withWork(
  deps: GenerationDeps,
  { job }: JobLease,
  given: RequestWithImages | null,
  use: (work: RequestWithImages) => Promise<Result<void, StepOutcome>>,
): Promise<Result<void, StepOutcome>> {
  if (given !== null) return await use(given)
  const { request, contentType } = job
  if (contentType === null) {
    const isComplete = request?.inputMode === 'text' || request?.retextureOf != null
    return isComplete ? await use({ request, images: [] }) : failJob(interrupted)
  }
  const path = deps.temporaryFiles.path()
  try {
    if (!(await deps.generationJobs.fetchBody(job.id, path))) return failJob(interrupted)
    const body = { contentType, source: { path } }
    return await withParsedBody(deps, body, async (parsed) => {
      const read = readRequest(parsed)
      return read.ok ? await use(read.value) : failJob(read.failure)
    })
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}

async function stop(deps: GenerationDeps, held: JobLease, why: StepOutcome): Promise<void> {
  const { id, lease } = held.job
  if (why.kind === 'wait') await deps.generationJobs.reschedule(id, lease, why.delayMs)
  else await endInError(deps, held, why.failure)
}

/** false = somebody else has the job. */
async function endInError(
  deps: GenerationDeps,
  { job: { id, lease } }: JobLease,
  failure: GenerationFailure,
): Promise<boolean> {
  const ended = await deps.generationJobs.fail(id, lease, { failure, now: deps.clock.now() })
  const facts = { id, reason: failure.kind, failure }
  if (ended && isOperational(failure)) deps.log.warn('generation.failed', facts)
  else if (ended) deps.log.info('generation.refused', facts)
  return ended
}

async function failOwnJob(deps: GenerationDeps, held: JobLease, failure: GenerationFailure) {
  const ended = await endInError(deps, held, failure)
  return ended ? fail(failure) : await waitForOtherWorker(deps, held.job.id)
}

async function retryOrFail(
  deps: GenerationDeps,
  held: JobLease,
  { error, stopping }: { error: unknown; stopping: AbortSignal },
): Promise<void> {
  const { id, lease } = held.job
  if (error instanceof LeaseLost) return
  if (stopping.aborted) {
    await deps.generationJobs.reschedule(id, lease, 0)
    return
  }
  // The lease's own signal: somebody else has the job.
  if (held.signal.aborted) return
  deps.log.error('generation.broke', { id, error })
  const runs = await deps.generationJobs.recordCrash(id, lease)
  if (runs >= mostBrokenRuns) await endInError(deps, held, broken)
  else await deps.generationJobs.reschedule(id, lease, brokenDelayMs)
}

const lookEveryMs = 1_000

/** Whoever has the job ends it; when nobody has, it is ended here once it counts as lost. */
async function waitForOtherWorker(
  deps: GenerationDeps,
  id: string,
): Promise<Result<GenerationResult, GenerationFailure>> {
  for (;;) {
    const job = await deps.generationJobs.read(id)
    if (job === null) return fail(interrupted)
    if (job.result !== null) return ok(job.result)
    if (job.failure !== null) return fail(job.failure)
    if (isOrphan(deps, job)) {
      await endOrphan(deps, id)
      continue
    }
    await pause(lookEveryMs)
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
