// Cancels a generation before an engine is called, and refunds the credits. After the call the vendor is paid
// regardless of the outcome, so that the generation can no longer be cancelled.

import type { AccountCaller } from '../base/caller.ts'
import { parseGenerationJobId } from '../base/ids/generation-job.ts'
import type { Clock } from '../base/ports.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { type GenerationJob, hasEnded } from './run/job.ts'
import type { JobPace } from './run/pace.ts'
import type { CancelJob, CancelOutcome } from './run/ports.ts'

/**
 * Whether no vendor was called yet, including a job that waits for capacity at the vendor. For pages and responses
 * only; the job's row is authoritative.
 */
export const canCancel = ({
  status,
  pace,
}: Pick<GenerationJob, 'status'> & { readonly pace: Pick<JobPace, 'isAtEngine'> }): boolean =>
  !hasEnded(status) && !pace.isAtEngine

/** Failures of cancellation. */
export type CancelFailure =
  | { readonly kind: 'cancel_not_found' }
  /** The engine was already called. */
  | { readonly kind: 'cancel_too_late' }
  | { readonly kind: 'cancel_ended' }

type CancelDeps = {
  readonly generationJobs: { readonly cancel: CancelJob }
  readonly clock: Clock
}

/** Cancels a generation. A repeated call returns the same response. */
export async function cancelGeneration(
  { generationJobs, clock }: CancelDeps,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  text: string,
): Promise<Result<{ readonly creditsReturned: number }, CancelFailure>> {
  const id = parseGenerationJobId(text)
  const outcome: CancelOutcome =
    id === null ? { kind: 'not_found' } : await generationJobs.cancel(accountId, id, clock.now())
  switch (outcome.kind) {
    case 'cancelled':
      return ok({ creditsReturned: outcome.credits })
    case 'at_engine':
      return fail({ kind: 'cancel_too_late' })
    case 'ended':
      return fail({ kind: 'cancel_ended' })
    case 'not_found':
      return fail({ kind: 'cancel_not_found' })
  }
}
