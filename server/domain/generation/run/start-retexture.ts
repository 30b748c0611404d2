// Has the engine paint an old model anew: what stage "generating" begins with for a retexture.

import type { Result } from '../../base/result.ts'
import type { EngineTask } from '../engine/engine.ts'
import type { GenerationFailure } from '../request/failure.ts'
import type { GenerationRequest } from '../request/request.ts'
import { create, type EngineDeps } from './ask-engine.ts'
import type { Plan } from './job.ts'
import type { JobLease } from './lease.ts'
import type { GenerationDeps } from './ports.ts'
import { failJob, type StepOutcome } from './step-outcome.ts'

type RetextureDeps = EngineDeps & Pick<GenerationDeps, 'generations' | 'objects' | 'temporaryFiles'>

const gone: GenerationFailure = { kind: 'retexture_unsuitable' }

/** Asks the engine, with the textured original as a local file. */
export async function startRetexture(
  deps: RetextureDeps,
  held: JobLease,
  { plan, request }: { plan: Plan; request: GenerationRequest },
): Promise<Result<EngineTask, StepOutcome>> {
  const { accountId } = held.job
  const earlier = await deps.generations.readFinished(accountId, request.retextureOf ?? '')
  const key = earlier === null ? null : deps.objects.parseUri(earlier.previewUrl)
  const task = earlier?.task ?? null
  if (key === null || task === null) return failJob(gone)
  const path = deps.temporaryFiles.path()
  try {
    const fetched = await deps.objects.fetchToFile(key, path)
    if (fetched === null) return failJob(gone)
    const model = { path, fileName: 'original.glb', ...fetched }
    const patch = { stage: 'generating', plan, engineStartedAt: deps.clock.now() } as const
    return await create(deps, held, patch, (signal) =>
      deps.engines.retexture({ task, prompt: plan.enginePrompt, model }, signal),
    )
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}
