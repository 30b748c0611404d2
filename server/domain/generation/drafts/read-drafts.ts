// Reads a set of drafts, and how a generation belongs to drafts.

import type { AccountCaller } from '../../base/caller.ts'
import type { GenerationJobId } from '../../base/generation-job.ts'
import { isUuid } from '../../base/uuid.ts'
import { isDraft, refinementCost } from '../request/draft-set.ts'
import type { ListedGeneration } from '../run/job.ts'
import { endOrphan, isOrphan } from '../run/orphans.ts'
import type { DraftLinks, GenerationDeps } from '../run/ports.ts'

type ReadDeps = Pick<GenerationDeps, 'generationJobs' | 'clock' | 'log'>
type Owner = Pick<AccountCaller, 'accountId'>

export type DraftInSet = ListedGeneration & {
  /** From 1. */
  readonly place: number
  /** Its refined model, in whatever state but failed; null without one. */
  readonly refinedId: GenerationJobId | null
}

export type DraftSet = {
  readonly id: string
  /** Those that were not deleted, in the order of their places; at least one. */
  readonly drafts: readonly DraftInSet[]
  /** What refining one of them costs. null = their request can no longer be read. */
  readonly refineCredits: number | null
}

/** null for an unknown set and for another account's. Ends orphaned drafts first. */
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
  /** What refining it costs; null for what cannot be refined. */
  readonly refineCredits: number | null
}

/** How one of the account's generations belongs to drafts. */
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

/** Whether it has a stored model that can be read, so that a refinement can follow its shape. */
export const hasShape = ({ result }: Pick<ListedGeneration, 'result'>): boolean =>
  result?.persisted === true && Math.max(...result.printability.dimensionsMm) > 0
