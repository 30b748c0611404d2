// Orphaned jobs: a job that is queued or running for more than 30 minutes ends with an error (contract.md 3.2).

import type { GenerationJobId } from '../../base/ids/generation-job.ts'
import { type GenerationJob, hasEnded, interrupted, orphanAfterMs } from './job.ts'
import type { GenerationDeps } from './ports.ts'

type OrphanDeps = Pick<GenerationDeps, 'generationJobs' | 'clock' | 'log'>

const batchSize = 100

export function isOrphan(
  { clock }: Pick<GenerationDeps, 'clock'>,
  job: Pick<GenerationJob, 'status' | 'createdAt'>,
): boolean {
  const isLive = !hasEnded(job.status)
  return isLive && clock.now().getTime() - job.createdAt.getTime() > orphanAfterMs
}

/** Ends the job with an error and refunds its credits. */
export async function endOrphan(deps: OrphanDeps, id: GenerationJobId): Promise<void> {
  const end = { failure: interrupted, now: deps.clock.now() }
  const ended = await deps.generationJobs.fail(id, null, end)
  if (ended) deps.log.warn('generation.orphan_ended', { id })
}

/** Ends orphans and requeues the jobs of dead processes. Every worker calls it every few seconds. */
export async function recoverStaleJobs(deps: OrphanDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - orphanAfterMs)
  for (const id of await deps.generationJobs.listOrphans(before, batchSize)) {
    await endOrphan(deps, id)
  }
  const requeued = await deps.generationJobs.requeueAbandoned()
  if (requeued > 0) deps.log.warn('generation.requeued', { requeued })
}
