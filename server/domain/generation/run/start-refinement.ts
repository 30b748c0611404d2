// Starts stage "generating" of a refinement: the engine gets a picture of the draft.

import { generationJobIdOf } from '../../base/generation-job.ts'
import type { Result } from '../../base/result.ts'
import { admitAlways, modelPicture, pictureType } from '../../measurement/model-picture.ts'
import type { EngineTask } from '../engine/engine.ts'
import type { GenerationFailure } from '../request/failure.ts'
import type { GenerationRequest } from '../request/request.ts'
import { startEngine } from './ask-engine.ts'
import type { Plan } from './job.ts'
import type { JobLease } from './lease.ts'
import type { GenerationDeps } from './ports.ts'
import { failJob, retryLater, type StepOutcome } from './step-outcome.ts'

const unsuitable: GenerationFailure = { kind: 'refine_unsuitable' }

/** The picture that engines expect: large, on a plain ground. */
const picture = { sizePx: 1024, background: '#ffffff' } as const
/** The pause before another drawing while storage or the geometry core cannot be reached; the job's own time is the limit. */
const drawAgainMs = 5_000

/** Creates the engine's task from a picture of the draft. */
export async function startRefinement(
  deps: GenerationDeps,
  lease: JobLease,
  { plan, request }: { plan: Plan; request: GenerationRequest },
): Promise<Result<EngineTask, StepOutcome>> {
  const { accountId } = lease.job
  const draft = await deps.generations.readFinished(
    accountId,
    generationJobIdOf(request.refineOf ?? ''),
  )
  const model = draft === null ? null : await deps.models.findOwned(accountId, draft.modelUrl)
  // The draft was deleted meanwhile.
  if (model === null) return failJob(unsuitable)
  const drawn = await modelPicture(deps, { ...model, ...picture }, admitAlways)
  if (!drawn.ok) {
    return drawn.failure.kind === 'picture_none' ? failJob(unsuitable) : retryLater(drawAgainMs)
  }
  const file = await deps.temporaryFiles.write(drawn.value)
  try {
    const image = { ...file, fileName: 'draft.png', mimeType: pictureType } as const
    return await startEngine(deps, lease, { plan, work: { request, images: [image] } })
  } finally {
    await deps.temporaryFiles.remove(file.path)
  }
}
