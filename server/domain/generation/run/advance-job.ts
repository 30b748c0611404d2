// Takes a generation job through its stages: enhancing, generating, downloading, repairing, measuring. The job's row
// records the progress, so that another process can continue it.

import { fail, ok, type Result } from '../../base/result.ts'
import type { StoredModel } from '../../models/ports.ts'
import type { EngineTask } from '../engine/engine.ts'
import { refinementCredits } from '../request/credit-cost.ts'
import { withParsedBody } from '../request/parsed-body.ts'
import { readRequest } from '../request/read-request.ts'
import type { GenerationRequest, RequestWithImages } from '../request/request.ts'
import { admitAndCharge } from './admit-and-charge.ts'
import {
  awaitEngine,
  type EngineResult,
  fallBack,
  noteLeftover,
  startEngine,
} from './ask-engine.ts'
import { interrupted, type LeasedGenerationJob, type Plan } from './job.ts'
import { type JobLease, LeaseLost } from './lease.ts'
import { makePlan, sizeOfRequest } from './make-plan.ts'
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
import { failedStep, retryLater, type StepStop } from './step-stop.ts'
import { withPictures } from './with-stored-image.ts'

/**
 * Continues the job from its current stage and completes it. `knownRequest` is the request if the caller has it; null
 * = read it from the job. Throws LeaseLost.
 */
export async function advanceJob(
  deps: GenerationDeps,
  lease: JobLease,
  knownRequest: RequestWithImages | null,
): Promise<Result<GenerationResult, StepStop>> {
  // The outcome of the create call is unknown, and a second call could be billed again.
  if (lease.job.createInFlight) {
    const { task } = lease.job
    const vendor = task?.source ?? null
    await noteLeftover(deps, lease, { vendor, taskId: null, why: 'interrupted' })
    const before = task === null ? null : await fallBack(deps, lease, task)
    if (before === null) return failedStep(interrupted)
  }
  if (lease.job.task === null) {
    const started = await withWork(deps, lease.job, knownRequest, (work) =>
      startTask(deps, lease, work),
    )
    if (!started.ok) return started
  }
  const { task, request, plan } = lease.job
  if (task === null || request === null || plan === null) return failedStep(interrupted)
  const engine = await awaitEngine(deps, lease, task)
  if (!engine.ok) return engine
  const made = await makeResult(deps, lease, { engine: engine.value, request, plan })
  if (!made.ok) return made
  await complete(deps, lease, request, made.value)
  return ok(made.value.result)
}

async function startTask(
  deps: GenerationDeps,
  lease: JobLease,
  work: RequestWithImages,
): Promise<Result<void, StepStop>> {
  const admitted = await admitAndCharge(deps, lease, work)
  if (!admitted.ok) return admitted
  // A job that waited for capacity at a vendor already has a plan.
  const plan = lease.job.plan ?? (await makePlan(deps, lease, work))
  const { request } = work
  const started =
    request.refineOf !== undefined
      ? await startRefinement(deps, lease, { plan, request, draftId: request.refineOf })
      : request.retextureOf === null
        ? await startEngine(deps, lease, { plan, work })
        : await startRetexture(deps, lease, { plan, request })
  return started.ok ? ok(undefined) : started
}

type MadeResult = {
  readonly result: GenerationResult
  /** The credits to refund. */
  readonly creditsBack: number
}

async function makeResult(
  deps: GenerationDeps,
  lease: JobLease,
  { engine, request, plan }: { engine: EngineResult; request: GenerationRequest; plan: Plan },
): Promise<Result<MadeResult, StepStop>> {
  const original = await downloadModel(deps, lease, engine)
  if (!original.ok) {
    // A refined model that cannot be downloaded is treated as a failed refinement.
    const isOver = original.failure.kind === 'failed'
    const before = isOver ? await fallBack(deps, lease, engine.task) : null
    return before === null ? original : retryLater(0)
  }
  const file = original.value
  try {
    const size = plan.size ?? sizeOfRequest(request, null)
    const repair = await repairModel(deps, lease, { file, options: request.options, size })
    if (!repair.ok) return repair
    const repaired = repair.value
    const { taskId } = engine.task
    const moderated = await moderateResult(deps, lease, { file, repaired, plan, taskId })
    if (!moderated.ok) return moderated
    const withheld = moderated.value
    const models: StoredModel[] = []
    const keep = (model: StoredModel) =>
      withheld === null ? deps.models.add(lease.job.accountId, model) : void models.push(model)
    const files = await storeGeneratedFiles(deps, lease, { engine, original: file, repaired, keep })
    if (!files.ok) return files
    const failure = withheld === null ? null : failureOfWithheld(withheld, files.value)
    // A result that could not be stored was not delivered.
    if (failure !== null && !files.value.persisted) return failedStep(failure)
    const { task } = engine
    const charged = lease.job.creditsCharged ?? 0
    const back = withheld === null ? creditsBack(charged, task, files.value) : charged
    const parts = { request, plan, size, task, repaired, files: files.value, creditsBack: back }
    const result = await measureResult(deps, lease, parts)
    if (withheld === null || failure === null) return ok({ result, creditsBack: back })
    return failedStep(failure, { ...withheld, result, models, prompt: request.prompt })
  } finally {
    await deps.temporaryFiles.remove(file.path)
  }
}

/** Returns the credits to refund: undelivered work is not charged (decisions.md 68). */
function creditsBack(charged: number, task: EngineTask, { persisted }: GeneratedFiles): number {
  if (!persisted) return charged
  const isUnrefined = task.isPartial === true || task.lacksRefinement === true
  return isUnrefined ? Math.min(charged, refinementCredits) : 0
}

async function complete(
  deps: GenerationDeps,
  { job: { id, leaseId } }: JobLease,
  { prompt }: GenerationRequest,
  { result, creditsBack: back }: MadeResult,
): Promise<void> {
  const generation = { prompt, fileName: generatedFileName, format: 'glb' as const }
  const end = { result, generation, now: deps.clock.now(), creditsBack: back }
  const completed = await deps.generationJobs.complete(id, leaseId, end)
  if (!completed) throw new LeaseLost(`job ${id}`)
}

/**
 * Calls `use` with the known request, the request in the stored body, or, for a text request, the request in the job's
 * row.
 */
async function withWork(
  deps: GenerationDeps,
  { id, accountId, request, contentType }: LeasedGenerationJob,
  knownRequest: RequestWithImages | null,
  use: (work: RequestWithImages) => Promise<Result<void, StepStop>>,
): Promise<Result<void, StepStop>> {
  if (knownRequest !== null) return await use(knownRequest)
  if (contentType === null) {
    const isComplete =
      request?.inputMode === 'text' || request?.retextureOf != null || request?.refineOf != null
    return isComplete ? await use({ request, images: [] }) : failedStep(interrupted)
  }
  const path = deps.temporaryFiles.path()
  try {
    if (!(await deps.generationJobs.fetchBody(id, path))) return failedStep(interrupted)
    const body = { contentType, source: { path } }
    return await withParsedBody(deps, body, async (parsed) => {
      const done = await withPictures(deps, accountId, parsed, async (whole) => {
        const read = readRequest(whole)
        // The wrapper distinguishes the outcome of the work from a refused picture.
        if (!read.ok) return fail(read.failure)
        // Uses the charged request from the row: a draft's request differs from the body of its set.
        return ok(await use({ ...read.value, request: request ?? read.value.request }))
      })
      return done.ok ? done.value : failedStep(done.failure)
    })
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}
