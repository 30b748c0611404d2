// Starts the stage "generating" of a retexture: the engine gets the original model and a new prompt.

import { parseGenerationJobId } from '../../base/ids/generation-job.ts'
import type { Result } from '../../base/result.ts'
import { fetchStoredModel } from '../../models/fetch-stored-model.ts'
import type { EngineTask } from '../engine/engine.ts'
import type { GenerationFailure } from '../request/failure.ts'
import type { GenerationRequest } from '../request/request.ts'
import { createTask, type EngineDeps } from './ask-engine.ts'
import type { Plan } from './job.ts'
import type { JobLease } from './lease.ts'
import type { GenerationDeps } from './ports.ts'
import { failedStep, type StepStop } from './step-stop.ts'

type RetextureDeps = EngineDeps & Pick<GenerationDeps, 'generations' | 'objects' | 'temporaryFiles'>

const unsuitable: GenerationFailure = { kind: 'retexture_unsuitable' }

/** Creates the engine's task from the textured original. */
export async function startRetexture(
  deps: RetextureDeps,
  lease: JobLease,
  { plan, request }: { plan: Plan; request: GenerationRequest },
): Promise<Result<EngineTask, StepStop>> {
  const { accountId } = lease.job
  const earlierId = parseGenerationJobId(request.retextureOf ?? '')
  const earlier =
    earlierId === null ? null : await deps.generations.readFinished(accountId, earlierId)
  const key = earlier === null ? null : deps.objects.parseUri(earlier.previewUrl)
  const task = earlier?.task ?? null
  if (key === null || task === null) return failedStep(unsuitable)
  const copy = await fetchStoredModel(deps, key)
  if (!copy.ok) {
    // The exception is recorded as a crash of the run, which is then retried.
    if (copy.failure.kind === 'unreachable') throw copy.failure.error
    return failedStep(unsuitable)
  }
  try {
    const model = { ...copy.value, fileName: 'original.glb' }
    const patch = { stage: 'generating', plan, engineStartedAt: deps.clock.now() } as const
    return await createTask(deps, lease, patch, (signal, guard) =>
      deps.engines.retexture({ task, prompt: plan.enginePrompt, model }, signal, guard),
    )
  } finally {
    await deps.temporaryFiles.remove(copy.value.path)
  }
}
