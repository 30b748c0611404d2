// Models that were made and kept from their accounts, because moderation refused them or could not look at them. An operator delivers one
// for no credits, which went back when its job ended, or deletes it. After `withheldDays` without a decision it is deleted.

import type { AccountId } from '../../base/caller.ts'
import { type GenerationJobId, generationJobIdOf } from '../../base/generation-job.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { isUuid } from '../../base/uuid.ts'
import type { StoredModel } from '../../models/ports.ts'
import type { WithholdingReason } from './job.ts'
import type { GenerationResult } from './result.ts'

/** What a job has made, for the operators alone. */
export type WithheldResult = WithholdingReason & {
  /** The result that its account gets when an operator delivers it: it cost no credits. */
  readonly result: GenerationResult
  /** The model, and the preview where it is another file. */
  readonly models: readonly StoredModel[]
  readonly prompt: string
}

/** One in the list of the desk. */
export type ListedWithheld = WithholdingReason & {
  /** That of its job. */
  readonly id: GenerationJobId
  readonly accountId: AccountId
  readonly email: string
  readonly prompt: string
  readonly model: StoredModel
  readonly since: Date
}

export type WithheldResults = {
  /** Oldest first. */
  readonly list: (limit: number) => Promise<readonly ListedWithheld[]>
  readonly find: (jobId: GenerationJobId) => Promise<ListedWithheld | null>
  /**
   * One transaction: the job is done, its model is the account's, and its owner gets a mail. Logged with the operator's name. False when it
   * was decided already.
   */
  readonly deliver: (jobId: GenerationJobId, by: string, now: Date) => Promise<boolean>
  /** The job stays as it ended; the files go with the sweep. Logged with the operator's name. */
  readonly remove: (jobId: GenerationJobId, by: string) => Promise<boolean>
}

/** At the desk, at once. */
export const listedWithheld = 100

export type WithheldFailure = { readonly kind: 'withheld_not_found' }

type Deps = {
  readonly withheldResults: WithheldResults
  readonly clock: { readonly now: () => Date }
  readonly log: { readonly info: (event: string, facts: Record<string, unknown>) => void }
}

export async function findWithheld(
  { withheldResults }: Pick<Deps, 'withheldResults'>,
  id: string,
): Promise<Result<ListedWithheld, WithheldFailure>> {
  const found = isUuid(id) ? await withheldResults.find(generationJobIdOf(id)) : null
  return found === null ? fail({ kind: 'withheld_not_found' }) : ok(found)
}

export async function deliverWithheld(
  { withheldResults, clock, log }: Deps,
  by: string,
  id: string,
): Promise<Result<void, WithheldFailure>> {
  const delivered =
    isUuid(id) && (await withheldResults.deliver(generationJobIdOf(id), by, clock.now()))
  if (!delivered) return fail({ kind: 'withheld_not_found' })
  log.info('generation.withheld_delivered', { id, by })
  return ok(undefined)
}

export async function removeWithheld(
  { withheldResults, log }: Deps,
  by: string,
  id: string,
): Promise<Result<void, WithheldFailure>> {
  const removed = isUuid(id) && (await withheldResults.remove(generationJobIdOf(id), by))
  if (!removed) return fail({ kind: 'withheld_not_found' })
  log.info('generation.withheld_deleted', { id, by })
  return ok(undefined)
}
