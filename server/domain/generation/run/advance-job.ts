// Takes a generation job through its stages: enhancing, generating, downloading, repairing, measuring. The job's row records its
// progress, so that another process can continue it.

import { fail, ok, type Result } from '../../base/result.ts'
import type { StoredModel } from '../../models/ports.ts'
import type { EngineTask } from '../engine/engine.ts'
import { refinementCredits } from '../request/credit-cost.ts'
import { withParsedBody } from '../request/parsed-body.ts'
import { readRequest } from '../request/read-request.ts'
import type { GenerationRequest, RequestWithImages } from '../request/request.ts'
import {
  awaitEngine,
  type EngineResult,
  fallBack,
  noteLeftover,
  startEngine,
} from './ask-engine.ts'
import { enhance, sizeOf } from './enhance.ts'
import { interrupted, type LeasedJob, type Plan } from './job.ts'
import { type JobLease, LeaseLost } from './lease.ts'
import { measureResult } from './measure-result.ts'
import { failureOfWithheld, moderateResult } from './moderate-result.ts'
import type { GenerationDeps } from './ports.ts'
import {
  downloadModel,
  generatedFileName,
  repairModel,
  storeGeneratedFiles,
} from './repair-model.ts'
import type { GeneratedFiles, GenerationResult } from './result.ts'
import { startRefinement } from './start-refinement.ts'
import { startRetexture } from './start-retexture.ts'
import { failJob, retryLater, type StepOutcome } from './step-outcome.ts'
import { withPictures } from './with-stored-image.ts'

/**
 * Continues the job from its current stage and completes it. `knownRequest` is the request when the caller has it; null = read it from the
 * job. Throws LeaseLost.
 */
export async function advanceJob(
  deps: GenerationDeps,
  lease: JobLease,
  knownRequest: RequestWithImages | null,
): Promise<Result<GenerationResult, StepOutcome>> {
  // The outcome of the create call is unknown, and a second call could be billed twice.
  if (lease.job.createInFlight) {
    const { task } = lease.job
    const vendor = task?.source ?? null
    await noteLeftover(deps, lease, { vendor, taskId: null, why: 'interrupted' })
    const before = task === null ? null : await fallBack(deps, lease, task)
    if (before === null) return failJob(interrupted)
  }
  if (lease.job.task === null) {
    const started = await withWork(deps, lease.job, knownRequest, (work) =>
      startTask(deps, lease, work),
    )
    if (!started.ok) return started
  }
  const { task, request, plan } = lease.job
  if (task === null || request === null || plan === null) return failJob(interrupted)
  const engine = await awaitEngine(deps, lease, task)
  if (!engine.ok) return engine
  const result = await makeResult(deps, lease, { engine: engine.value, request, plan })
  if (result.ok) await complete(deps, lease, { request, result: result.value })
  return result
}

async function startTask(
  deps: GenerationDeps,
  lease: JobLease,
  work: RequestWithImages,
): Promise<Result<void, StepOutcome>> {
  const plan = await enhance(deps, lease, work)
  if (!plan.ok) return plan
  const { request } = work
  const started =
    request.refineOf !== undefined
      ? await startRefinement(deps, lease, { plan: plan.value, request })
      : request.retextureOf === null
        ? await startEngine(deps, lease, { plan: plan.value, work })
        : await startRetexture(deps, lease, { plan: plan.value, request })
  return started.ok ? ok(undefined) : started
}

async function makeResult(
  deps: GenerationDeps,
  lease: JobLease,
  made: { engine: EngineResult; request: GenerationRequest; plan: Plan },
): Promise<Result<GenerationResult, StepOutcome>> {
  const { engine, request, plan } = made
  const original = await downloadModel(deps, lease, engine)
  if (!original.ok) {
    // A refined model that cannot be fetched is a refinement that failed.
    const isOver = original.failure.kind === 'failed'
    const before = isOver ? await fallBack(deps, lease, engine.task) : null
    return before === null ? original : retryLater(0)
  }
  const file = original.value
  try {
    const size = plan.size ?? sizeOf(request, null)
    const repair = await repairModel(deps, lease, { file, options: request.options, size })
    if (!repair.ok) return repair
    const repaired = repair.value
    const { taskId } = engine.task
    const looked = await moderateResult(deps, lease, { file, repaired, plan, taskId })
    if (!looked.ok) return looked
    const withheld = looked.value
    const models: StoredModel[] = []
    const keep = (model: StoredModel) =>
      withheld === null ? deps.models.add(lease.job.accountId, model) : void models.push(model)
    const files = await storeGeneratedFiles(deps, lease, { engine, original: file, repaired, keep })
    if (!files.ok) return files
    const failure = withheld === null ? null : failureOfWithheld(withheld, files.value)
    // What could not be stored is lost, and nobody has seen it.
    if (failure !== null && !files.value.persisted) return failJob(failure)
    const { task } = engine
    const charged = lease.job.creditsCharged ?? 0
    const back = withheld === null ? creditsBack(charged, task, files.value) : charged
    const parts = { request, plan, size, task, repaired, files: files.value, creditsBack: back }
    const result = await measureResult(deps, lease, parts)
    if (withheld === null || failure === null) return ok(result)
    return failJob(failure, { ...withheld, result, models, prompt: request.prompt })
  } finally {
    await deps.temporaryFiles.remove(file.path)
  }
}

/** What is not delivered is not charged (decisions.md 68). */
function creditsBack(charged: number, task: EngineTask, { persisted }: GeneratedFiles): number {
  if (!persisted) return charged
  const isUnrefined = task.isPartial === true || task.lacksRefinement === true
  return isUnrefined ? Math.min(charged, refinementCredits) : 0
}

async function complete(
  deps: GenerationDeps,
  { job: { id, leaseId, creditsCharged } }: JobLease,
  { request, result }: { request: GenerationRequest; result: GenerationResult },
): Promise<void> {
  const generation = { prompt: request.prompt, fileName: generatedFileName, format: 'glb' as const }
  const charged = creditsCharged ?? 0
  const end = {
    result,
    generation,
    now: deps.clock.now(),
    creditsBack: charged - result.creditsCharged,
  }
  const completed = await deps.generationJobs.complete(id, leaseId, end)
  if (!completed) throw new LeaseLost(`job ${id}`)
}

/** Calls `use` with the request: the known one, the one in the stored body, or, for a text request, the one in the job's row. */
async function withWork(
  deps: GenerationDeps,
  { id, accountId, request, contentType }: LeasedJob,
  knownRequest: RequestWithImages | null,
  use: (work: RequestWithImages) => Promise<Result<void, StepOutcome>>,
): Promise<Result<void, StepOutcome>> {
  if (knownRequest !== null) return await use(knownRequest)
  if (contentType === null) {
    const isComplete =
      request?.inputMode === 'text' || request?.retextureOf != null || request?.refineOf != null
    return isComplete ? await use({ request, images: [] }) : failJob(interrupted)
  }
  const path = deps.temporaryFiles.path()
  try {
    if (!(await deps.generationJobs.fetchBody(id, path))) return failJob(interrupted)
    const body = { contentType, source: { path } }
    return await withParsedBody(deps, body, async (parsed) => {
      const done = await withPictures(deps, accountId, parsed, async (whole) => {
        const read = readRequest(whole)
        // The outcome of the work is a value here, to distinguish it from a refused picture.
        if (!read.ok) return fail(read.failure)
        // A request that was charged is the one in the row: that of a draft differs from the body of its set.
        return ok(await use({ ...read.value, request: request ?? read.value.request }))
      })
      return done.ok ? done.value : failJob(done.failure)
    })
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}
