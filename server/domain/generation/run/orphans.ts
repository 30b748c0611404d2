// Jobs that nobody will finish: contract.md 2.4: queued or running for more than 30 minutes is an error.

import { type GenerationJob, orphanAfterMs } from './job.ts'
import type { GenerationDeps } from './ports.ts'

type OrphanDeps = Pick<GenerationDeps, 'generationJobs' | 'clock' | 'log'>

const atATime = 100

export function isOrphan(
  { clock }: Pick<GenerationDeps, 'clock'>,
  job: Pick<GenerationJob, 'status' | 'createdAt'>,
): boolean {
  const isLive = job.status === 'queued' || job.status === 'running'
  return isLive && clock.now().getTime() - job.createdAt.getTime() > orphanAfterMs
}

/** With the credits given back. */
export async function endOrphan(deps: OrphanDeps, id: string): Promise<void> {
  const failure = { kind: 'generation_interrupted' } as const
  const ended = await deps.generationJobs.fail(id, null, { failure, now: deps.clock.now() })
  if (ended) deps.log.warn('generation.orphan_ended', { id })
}

/** Called by every worker every few seconds: the lost ones end, those of a dead process are queued again. */
export async function recoverStaleJobs(deps: OrphanDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - orphanAfterMs)
  for (const id of await deps.generationJobs.listOrphans(before, atATime)) await endOrphan(deps, id)
  const requeued = await deps.generationJobs.requeueAbandoned()
  if (requeued > 0) deps.log.warn('generation.requeued', { requeued })
}
