// Makes a high-fidelity model of a draft. The engines cannot continue a draft task, but all of them accept pictures.
// The engine gets a picture of the draft, which preserves its shape (run/start-refinement.ts).

import type { AccountCaller } from '../../base/caller.ts'
import {
  type GenerationJobId,
  generationJobIdOf,
  parseGenerationJobId,
} from '../../base/ids/generation-job.ts'
import { fail, ok, type Result } from '../../base/result.ts'
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
  /** Credits charged; 0 if the refinement already existed. */
  readonly credits: number
  /** Longest side of the draft, which the refined model keeps, in mm. */
  readonly longestMm: number
}

/**
 * Refines a finished and stored draft of the account. A draft has one refined model: another call returns it, unless
 * it failed or was deleted. Order of checks: generation is on, ownership, the draft, the engine, debt, the balance.
 * `runId` is the job's id; an existing job with this id is returned, regardless of its outcome.
 */
export async function refineDraft(
  deps: RefineDeps,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  draftText: string,
  runId: string | null = null,
): Promise<Result<StartedRefinement, GenerationFailure>> {
  if (deps.engines.closed) return fail({ kind: 'generation_off' })
  const draftId = parseGenerationJobId(draftText)
  if (draftId === null) return fail({ kind: 'refine_not_found' })
  const draft = await deps.generations.readFinished(accountId, draftId)
  if (draft === null) return fail(await unfinishedReason(deps, accountId, draftId))
  // An unreadable file has no measured sides and cannot be drawn.
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

/**
 * Returns why the account's draft cannot be refined: it is unfinished or failed. Another account's draft is not found.
 */
async function unfinishedReason(
  { generationJobs }: Pick<GenerationDeps, 'generationJobs'>,
  accountId: AccountCaller['accountId'],
  draftId: GenerationJobId,
): Promise<GenerationFailure> {
  const job = await generationJobs.readListed(accountId, draftId)
  return { kind: job === null ? 'refine_not_found' : 'refine_unsuitable' }
}
