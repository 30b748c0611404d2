// Lists an account's newest generations for its page.

import type { AccountCaller } from '../base/caller.ts'
import type { ListedGeneration } from './run/job.ts'
import { endOrphan, isOrphan } from './run/orphans.ts'
import type { GenerationDeps } from './run/ports.ts'

/** Newest first, of any status. Ends orphaned jobs first, so that none is shown as running forever. */
export async function listGenerations(
  deps: Pick<GenerationDeps, 'generationJobs' | 'clock' | 'log'>,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  limit: number,
): Promise<readonly ListedGeneration[]> {
  const listed = await deps.generationJobs.listRecent(accountId, limit)
  const orphans = listed.filter((job) => isOrphan(deps, job))
  if (orphans.length === 0) return listed
  for (const { id } of orphans) await endOrphan(deps, id)
  return await deps.generationJobs.listRecent(accountId, limit)
}
