// Reads a set of drafts, and the relations of a generation to drafts.

import type { AccountCaller } from '../../base/caller.ts'
import type { GenerationJobId } from '../../base/ids/generation-job.ts'
import { isUuid } from '../../base/ids/uuid.ts'
import { isDraft, refinementCost } from '../request/draft-set.ts'
import type { ListedGeneration } from '../run/job.ts'
import { endOrphan, isOrphan } from '../run/orphans.ts'
import type { DraftLinks, GenerationDeps } from '../run/ports.ts'

type ReadDeps = Pick<GenerationDeps, 'generationJobs' | 'clock' | 'log'>
type Owner = Pick<AccountCaller, 'accountId'>

export type DraftInSet = ListedGeneration & {
  /** Starts at 1. */
  readonly place: number
  /** The draft's refined model in any state except failed; null if there is none. */
  readonly refinedId: GenerationJobId | null
}

export type DraftSet = {
  readonly id: string
  /** Drafts that were not deleted, by place; at least one. */
  readonly drafts: readonly DraftInSet[]
  /** Credits for refining one of them; null = the original request can no longer be read. */
  readonly refineCredits: number | null
}

/** Returns null for an unknown set and for another account's set. Ends orphaned drafts first. */
export async function readDraftSet(
  deps: ReadDeps,
  { accountId }: Owner,
  id: string,
): Promise<DraftSet | null> {
  if (!isUuid(id)) return null
  const read = await deps.generationJobs.readDraftSet(accountId, id)
  const orphans = read.filter((job) => isOrphan(deps, job))
  for (const orphan of orphans) await endOrphan(deps, orphan.id)
  const drafts = orphans.length === 0 ? read : await deps.generationJobs.readDraftSet(accountId, id)
  if (drafts.length === 0) return null
  const request = drafts.find((draft) => draft.request !== null)?.request ?? null
  return { id, drafts, refineCredits: request === null ? null : refinementCost(request) }
}

export type Refinable = DraftLinks & {
  /** Credits for refining it; null if it cannot be refined. */
  readonly refineCredits: number | null
}

/** Reads the relations of one of the account's generations to drafts. */
export async function readDraftLinks(
  { generationJobs }: Pick<GenerationDeps, 'generationJobs'>,
  { accountId }: Owner,
  { id, request, result }: Pick<ListedGeneration, 'id' | 'request' | 'result'>,
): Promise<Refinable> {
  const links = await generationJobs.readDraftLinks(accountId, id)
  const isRefinable = request !== null && isDraft(request) && hasShape({ result })
  const refineCredits = isRefinable ? refinementCost(request) : null
  return { ...links, refineCredits }
}

/** Whether the generation has a readable stored model, so that a refinement can follow its shape. */
export const hasShape = ({ result }: Pick<ListedGeneration, 'result'>): boolean =>
  result?.persisted === true && Math.max(...result.printability.dimensionsMm) > 0
