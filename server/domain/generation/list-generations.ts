// Lists an account's generations for its pages, or reads a single one.

import type { AccountCaller } from '../base/caller.ts'
import { parseGenerationJobId } from '../base/ids/generation-job.ts'
import type { ListedGeneration } from './run/job.ts'
import { endOrphan, isOrphan } from './run/orphans.ts'
import type { GenerationDeps } from './run/ports.ts'

type ListDeps = Pick<GenerationDeps, 'generationJobs' | 'clock' | 'log'>

/**
 * Returns generations of any status, newest first, starting at `offset`. Ends orphaned jobs first, so that no job is
 * shown as running forever.
 */
export async function listGenerations(
  deps: ListDeps,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  limit: number,
  offset = 0,
): Promise<readonly ListedGeneration[]> {
  const listed = await deps.generationJobs.listRecent(accountId, limit, offset)
  const orphans = listed.filter((job) => isOrphan(deps, job))
  if (orphans.length === 0) return listed
  for (const { id } of orphans) await endOrphan(deps, id)
  return await deps.generationJobs.listRecent(accountId, limit, offset)
}

/**
 * Returns a generation after ending it if it is orphaned; null for an unknown id and for another account's generation.
 */
export async function readListedGeneration(
  deps: ListDeps,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  text: string,
): Promise<ListedGeneration | null> {
  const id = parseGenerationJobId(text)
  if (id === null) return null
  const listed = await deps.generationJobs.readListed(accountId, id)
  if (listed === null || !isOrphan(deps, listed)) return listed
  await endOrphan(deps, id)
  return await deps.generationJobs.readListed(accountId, id)
}

export const generationsPerPage = 25

export type GenerationsPage = {
  /** Newest first. */
  readonly generations: readonly ListedGeneration[]
  readonly total: number
  /** Starts at 1. A request beyond the last page returns the last page. */
  readonly page: number
  readonly pages: number
}

export async function listGenerationsPage(
  deps: ListDeps,
  caller: Pick<AccountCaller, 'accountId'>,
  page: number,
): Promise<GenerationsPage> {
  const total = await deps.generationJobs.countOwned(caller.accountId)
  const pages = Math.max(1, Math.ceil(total / generationsPerPage))
  const shown = Math.min(Math.max(1, page), pages)
  const offset = (shown - 1) * generationsPerPage
  const generations = await listGenerations(deps, caller, generationsPerPage, offset)
  return { generations, total, page: shown, pages }
}
