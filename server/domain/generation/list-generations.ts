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
  offset = 0,
): Promise<readonly ListedGeneration[]> {
  const listed = await deps.generationJobs.listRecent(accountId, limit, offset)
  const orphans = listed.filter((job) => isOrphan(deps, job))
  if (orphans.length === 0) return listed
  for (const { id } of orphans) await endOrphan(deps, id)
  return await deps.generationJobs.listRecent(accountId, limit, offset)
}

export const generationsPerPage = 25

export type GenerationsPage = {
  /** Newest first. */
  readonly generations: readonly ListedGeneration[]
  readonly total: number
  /** From 1; the last one for a page behind it. */
  readonly page: number
  readonly pages: number
}

export async function listGenerationsPage(
  deps: Pick<GenerationDeps, 'generationJobs' | 'clock' | 'log'>,
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
