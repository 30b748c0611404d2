// Makes four drafts of one request, paid in one step. The user selects one to refine (refine-draft.ts).

import type { AccountCaller } from '../../base/caller.ts'
import { type GenerationJobId, generationJobIdOf } from '../../base/ids/generation-job.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { checkDebt } from '../../gift-cards/debt.ts'
import { checkSwitch } from '../request/check-switch.ts'
import { draftCost, draftRequest, draftsInSet, refinementCost } from '../request/draft-set.ts'
import type { GenerationFailure } from '../request/failure.ts'
import { moderateRequest } from '../request/moderate.ts'
import { readRequest } from '../request/read-request.ts'
import type { ParsedBody, RawBody } from '../request/request.ts'
import type { GenerationDeps, PaidJob } from '../run/ports.ts'
import { withPictures } from '../run/with-stored-image.ts'
import { unpaidRefusal } from './unpaid-refusal.ts'

export type StartedDrafts = {
  readonly setId: string
  /** Ordered by place. */
  readonly jobIds: readonly GenerationJobId[]
  /** Credits charged for all of them. */
  readonly credits: number
  /** Credits for refining one of them. */
  readonly refineCredits: number
}

type DraftDeps = Pick<
  GenerationDeps,
  | 'generationJobs'
  | 'engines'
  | 'engineSwitches'
  | 'debts'
  | 'languageModel'
  | 'images'
  | 'objects'
  | 'temporaryFiles'
  | 'parseBody'
  | 'clock'
  | 'ids'
  | 'log'
>

type DraftsCall = {
  readonly parsed: ParsedBody
  /** The unparsed body, which the runs replay if it has pictures. */
  readonly raw: RawBody
  readonly signal: AbortSignal
  /** Set if `isQueuedSet` returned false for this set. */
  readonly isNew?: true
}

/** Whether an interrupted run under an idempotency key has already queued its set. */
export async function isQueuedSet(
  { generationJobs }: Pick<DraftDeps, 'generationJobs'>,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  runId: string | null,
): Promise<boolean> {
  return runId !== null && (await generationJobs.readDraftSet(accountId, runId)).length > 0
}

/**
 * Starts a set of drafts. Order of checks: generation is on, fields, engine, debt, moderation, balance. Charges and
 * queues all drafts in one transaction. `runId` is the set's id; an existing set with this id is returned.
 */
export async function startDrafts(
  deps: DraftDeps,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  { parsed, raw, signal, isNew }: DraftsCall,
  runId: string | null = null,
): Promise<Result<StartedDrafts, GenerationFailure>> {
  if (deps.engines.closed) return fail({ kind: 'generation_off' })
  return await withPictures(deps, accountId, parsed, async (whole) => {
    const read = readRequest(whole)
    if (!read.ok) return read
    const { request } = read.value
    const setId = runId ?? deps.ids.uuid()
    const credits = draftCost(request)
    const prices = {
      credits: draftsInSet * credits,
      refineCredits: refinementCost(request),
    }
    if (runId !== null && isNew === undefined) {
      const known = await deps.generationJobs.readDraftSet(accountId, setId)
      if (known.length > 0) return ok({ setId, jobIds: known.map(({ id }) => id), ...prices })
    }
    const isOn = await checkSwitch(deps, request.options.engine)
    if (!isOn.ok) return isOn
    const allowed = await checkDebt(deps, accountId)
    if (!allowed.ok) return allowed
    const moderated = await moderateRequest(deps, read.value, signal)
    if (!moderated.ok) return moderated
    const jobs = Array.from(
      { length: draftsInSet },
      (_, place): PaidJob => ({
        id: generationJobIdOf(deps.ids.uuid()),
        request: draftRequest(request, { setId, place }),
        credits,
        body: request.inputMode === 'text' ? null : raw,
        draftOf: { setId, place: place + 1 },
      }),
    )
    const createdAt = deps.clock.now()
    const added = await deps.generationJobs.addPaid({ accountId, createdAt, jobs })
    switch (added.kind) {
      case 'added':
        return ok({ setId, jobIds: jobs.map(({ id }) => id), ...prices })
      // A repeated request for a set whose drafts were all deleted.
      case 'repeated':
        return ok({ setId, jobIds: added.jobIds, ...prices })
      case 'insufficient':
      case 'in_debt':
        return fail(unpaidRefusal(added, prices.credits))
      case 'refined':
        throw new Error('a draft was added as a refinement')
    }
  })
}
