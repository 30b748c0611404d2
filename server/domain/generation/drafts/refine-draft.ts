// A high-fidelity model of a draft. No engine here continues a task that it made as a draft, but all of them make a model from a picture:
// they get a picture of the draft, which keeps its shape (run/start-refinement.ts).

import type { AccountCaller } from '../../base/caller.ts'
import { type GenerationJobId, generationJobIdOf } from '../../base/generation-job.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { isUuid } from '../../base/uuid.ts'
import { checkDebt } from '../../gift-cards/debt.ts'
import { checkSwitch } from '../request/check-switch.ts'
import { isDraft, refinementCost, refinementRequest } from '../request/draft-set.ts'
import type { GenerationFailure } from '../request/failure.ts'
import type { GenerationDeps } from '../run/ports.ts'
import { unpaidRefusal } from './unpaid-refusal.ts'

type RefineDeps = Pick<
  GenerationDeps,
  | 'generationJobs'
  | 'generations'
  | 'objects'
  | 'engines'
  | 'engineSwitches'
  | 'debts'
  | 'clock'
  | 'ids'
>

export type StartedRefinement = {
  readonly jobId: GenerationJobId
  /** What it was charged; 0 for one that was there already. */
  readonly credits: number
  /** The longest side of the draft, which it gets as well. */
  readonly longestMm: number
}

/**
 * Any finished and stored draft of the account may be refined. A draft has one refined model: another call returns the first, unless
 * that failed or was deleted. Order of checks: generation is on, ownership, the draft, the engine, debt, the balance.
 * `runId` is the job's id; one that exists already is returned, whatever became of it.
 */
export async function refineDraft(
  deps: RefineDeps,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  draftText: string,
  runId: string | null = null,
): Promise<Result<StartedRefinement, GenerationFailure>> {
  if (deps.engines.closed) return fail({ kind: 'generation_off' })
  if (!isUuid(draftText)) return fail({ kind: 'refine_not_found' })
  const draftId = generationJobIdOf(draftText)
  const draft = await deps.generations.readFinished(accountId, draftId)
  if (draft === null) return fail(await unfinishedReason(deps, accountId, draftId))
  // A file that could not be read has no sides, and cannot be drawn.
  const isReadable = draft.longestMm > 0
  const isStored = deps.objects.parseUri(draft.modelUrl) !== null
  if (!isDraft(draft.request) || !isStored || !isReadable) {
    return fail({ kind: 'refine_unsuitable' })
  }
  const { longestMm } = draft
  const earlier = runId === null ? null : await deps.generationJobs.read(generationJobIdOf(runId))
  if (earlier !== null) {
    return ok({ jobId: earlier.id, credits: earlier.creditsCharged ?? 0, longestMm })
  }
  const isOn = await checkSwitch(deps, draft.request.options.engine)
  if (!isOn.ok) return isOn
  const allowed = await checkDebt(deps, accountId)
  if (!allowed.ok) return allowed
  const id = generationJobIdOf(runId ?? deps.ids.uuid())
  const credits = refinementCost(draft.request)
  const request = refinementRequest(draft.request, { draftId, longestMm })
  const added = await deps.generationJobs.addPaid({
    accountId,
    createdAt: deps.clock.now(),
    jobs: [{ id, request, credits, body: null, refines: draftId }],
  })
  switch (added.kind) {
    case 'added':
    case 'repeated':
      return ok({ jobId: id, credits, longestMm })
    case 'refined':
      return ok({ jobId: added.jobId, credits: 0, longestMm })
    case 'insufficient':
    case 'in_debt':
      return fail(unpaidRefusal(added, credits))
  }
}

/** A draft that has not ended, or failed, is known; another account's is not. */
async function unfinishedReason(
  { generationJobs }: Pick<GenerationDeps, 'generationJobs'>,
  accountId: AccountCaller['accountId'],
  draftId: GenerationJobId,
): Promise<GenerationFailure> {
  const job = await generationJobs.readListed(accountId, draftId)
  return { kind: job === null ? 'refine_not_found' : 'refine_unsuitable' }
}
