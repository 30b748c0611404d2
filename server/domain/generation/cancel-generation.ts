// Cancels a generation before an engine was asked for it: the credits go back, once. Afterwards the vendor is paid, whatever comes of it.

import type { AccountCaller } from '../base/caller.ts'
import { generationJobIdOf } from '../base/generation-job.ts'
import type { Clock } from '../base/ports.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isUuid } from '../base/uuid.ts'
import { type GenerationJob, hasEnded } from './run/job.ts'
import type { JobPace } from './run/pace.ts'
import type { CancelJob, CancelOutcome } from './run/ports.ts'

/** Whether no vendor was called yet, also while the job waits for room there. Pages and responses say it; the job's row decides. */
export const canCancel = ({
  status,
  pace,
}: Pick<GenerationJob, 'status'> & { readonly pace: Pick<JobPace, 'isAtEngine'> }): boolean =>
  !hasEnded(status) && !pace.isAtEngine

/** Refusals of cancelling. */
export type CancelFailure =
  | { readonly kind: 'cancel_not_found' }
  /** The engine has been asked. */
  | { readonly kind: 'cancel_too_late' }
  | { readonly kind: 'cancel_ended' }

type CancelDeps = {
  readonly generationJobs: { readonly cancel: CancelJob }
  readonly clock: Clock
}

/** A repeat is answered like the first. */
export async function cancelGeneration(
  { generationJobs, clock }: CancelDeps,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  id: string,
): Promise<Result<{ readonly creditsReturned: number }, CancelFailure>> {
  const outcome: CancelOutcome = isUuid(id)
    ? await generationJobs.cancel(accountId, generationJobIdOf(id), clock.now())
    : { kind: 'not_found' }
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
