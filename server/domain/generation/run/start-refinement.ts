// Starts the stage "generating" of a refinement: the engine gets a picture of the draft.

import type { GenerationJobId } from '../../base/ids/generation-job.ts'
import type { Result } from '../../base/result.ts'
import { admitAlways, modelPicture, pictureType } from '../../measurement/model-picture.ts'
import type { EngineTask } from '../engine/engine.ts'
import type { GenerationFailure } from '../request/failure.ts'
import type { GenerationRequest } from '../request/request.ts'
import { startEngine } from './ask-engine.ts'
import type { Plan } from './job.ts'
import type { JobLease } from './lease.ts'
import type { GenerationDeps } from './ports.ts'
import { failedStep, retryLater, type StepStop } from './step-stop.ts'

const unsuitable: GenerationFailure = { kind: 'refine_unsuitable' }

/** The picture that engines expect: large, on a plain background. */
const picture = { sizePx: 1024, background: '#ffffff' } as const
/**
 * Delay before another attempt while storage or the geometry core is unreachable. The job's lifetime limits the
 * attempts.
 */
const drawAgainMs = 5_000

type Refinement = {
  readonly plan: Plan
  readonly request: GenerationRequest
  readonly draftId: GenerationJobId
}

/** Creates the engine's task from a picture of the draft. */
export async function startRefinement(
  deps: GenerationDeps,
  lease: JobLease,
  { plan, request, draftId }: Refinement,
): Promise<Result<EngineTask, StepStop>> {
  const { accountId } = lease.job
  const draft = await deps.generations.readFinished(accountId, draftId)
  const model = draft === null ? null : await deps.models.findOwned(accountId, draft.modelUrl)
  // The draft was deleted in the meantime.
  if (model === null) return failedStep(unsuitable)
  const drawn = await modelPicture(deps, { ...model, ...picture }, admitAlways)
  if (!drawn.ok) {
    return drawn.failure.kind === 'picture_none' ? failedStep(unsuitable) : retryLater(drawAgainMs)
  }
  const file = await deps.temporaryFiles.write(drawn.value)
  try {
    const image = { ...file, fileName: 'draft.png', mimeType: pictureType } as const
    return await startEngine(deps, lease, { plan, work: { request, images: [image] } })
  } finally {
    await deps.temporaryFiles.remove(file.path)
  }
}
