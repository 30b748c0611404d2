// Generated models that are withheld from their accounts, because moderation refused them or could not check them. An
// operator either delivers a model, which costs no credits because they were refunded when its job ended, or deletes
// it. After `withheldDays` without a decision it is deleted.

import type { AccountId } from '../../base/caller.ts'
import { type GenerationJobId, parseGenerationJobId } from '../../base/ids/generation-job.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { StoredModel } from '../../models/ports.ts'
import type { WithholdingReason } from './job.ts'
import type { GenerationResult } from './result.ts'

/** Result of a job that only operators can see. */
export type WithheldResult = WithholdingReason & {
  /** The result that the account gets if an operator delivers the model. It costs no credits. */
  readonly result: GenerationResult
  /** The model, and the preview if it is a separate file. */
  readonly models: readonly StoredModel[]
  readonly prompt: string
}

/** A withheld model in the desk's list. */
export type ListedWithheld = WithholdingReason & {
  /** Id of its job. */
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
   * Completes the job, assigns its model to the account and sends the owner an email, in one transaction. Logs the
   * operator. Returns false if a decision was already made.
   */
  readonly deliver: (jobId: GenerationJobId, by: string, now: Date) => Promise<boolean>
  /** Keeps the failed job; the sweep removes the files. Logs the operator. */
  readonly remove: (jobId: GenerationJobId, by: string) => Promise<boolean>
}

/** Maximum number of models that the desk lists. */
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
  const jobId = parseGenerationJobId(id)
  const found = jobId === null ? null : await withheldResults.find(jobId)
  return found === null ? fail({ kind: 'withheld_not_found' }) : ok(found)
}

export async function deliverWithheld(
  { withheldResults, clock, log }: Deps,
  by: string,
  id: string,
): Promise<Result<void, WithheldFailure>> {
  const jobId = parseGenerationJobId(id)
  const delivered = jobId !== null && (await withheldResults.deliver(jobId, by, clock.now()))
  if (!delivered) return fail({ kind: 'withheld_not_found' })
  log.info('generation.withheld_delivered', { id, by })
  return ok(undefined)
}

export async function removeWithheld(
  { withheldResults, log }: Deps,
  by: string,
  id: string,
): Promise<Result<void, WithheldFailure>> {
  const jobId = parseGenerationJobId(id)
  const removed = jobId !== null && (await withheldResults.remove(jobId, by))
  if (!removed) return fail({ kind: 'withheld_not_found' })
  log.info('generation.withheld_deleted', { id, by })
  return ok(undefined)
}
