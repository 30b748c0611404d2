// An account's newest generations, for its page: what ran, what it cost, and what came of it.
import type { AccountCaller } from '../../accounts/caller.ts'
import type { Deps } from '../../base/ports.ts'
import type { GenerationRequest } from '../request/request.ts'
import type { GenerationJob } from './job.ts'
import { endOrphan, isOrphan } from './orphans.ts'

export type ListedGeneration = Pick<
  GenerationJob,
  'id' | 'status' | 'stage' | 'createdAt' | 'creditsCharged' | 'result' | 'failure'
> & {
  /** null = the body has not been read yet. */
  readonly request: Pick<GenerationRequest, 'prompt' | 'mode' | 'inputMode' | 'retextureOf'> | null
}

/** Newest first, of any status. A lost job is ended first, so that none is shown as running forever. */
export async function listGenerations(
  deps: Pick<Deps, 'generationJobs' | 'clock' | 'log'>,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  limit: number,
): Promise<readonly ListedGeneration[]> {
  const listed = await deps.generationJobs.listRecent(accountId, limit)
  const lost = listed.filter((job) => isOrphan(deps, job))
  if (lost.length === 0) return listed
  for (const { id } of lost) await endOrphan(deps, id)
  return await deps.generationJobs.listRecent(accountId, limit)
}
