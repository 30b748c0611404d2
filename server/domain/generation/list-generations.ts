// An account's generations for its pages: a part of the list, or a single one.

import type { AccountCaller } from '../base/caller.ts'
import { generationJobIdOf } from '../base/generation-job.ts'
import { isUuid } from '../base/uuid.ts'
import type { ListedGeneration } from './run/job.ts'
import { endOrphan, isOrphan } from './run/orphans.ts'
import type { GenerationDeps } from './run/ports.ts'

type ListDeps = Pick<GenerationDeps, 'generationJobs' | 'clock' | 'log'>

/** Newest first, of any status, from the place `offset` on. Ends orphaned jobs first, so that none is shown as running forever. */
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

/** One of them, ended first if it is an orphan; null for an unknown id and for another account's. */
export async function readListedGeneration(
  deps: ListDeps,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  text: string,
): Promise<ListedGeneration | null> {
  if (!isUuid(text)) return null
  const id = generationJobIdOf(text)
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
  /** From 1; the last page when a later one was requested. */
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
