// Queues jobs of forms. Each job counts against a limit when it is created.

import { ok, type Result } from '../../../domain/base/result.ts'
import { queuedRun } from '../../../domain/generation/start-generation.ts'
import type { LimitScope } from '../../../domain/limits/table.ts'
import { withinLimit } from '../../../domain/limits/within-limit.ts'
import type { Failure } from '../../refusals/failure.ts'
import type { GenerationContext } from './generation-context.ts'

type QueuedJob = { readonly jobId: string }

type LimitedJob = {
  readonly scope: LimitScope
  readonly email: string
  readonly runId: string | null
}

/**
 * Queues a job. If an interrupted submission already queued it, returns it without counting against the limit: a
 * refusal would free the form's key, and the next submission would queue and charge a second job.
 */
export async function queueWithinLimit(
  deps: GenerationContext['deps'],
  { scope, email, runId }: LimitedJob,
  queue: () => Promise<Result<QueuedJob, Failure>>,
): Promise<Result<QueuedJob, Failure>> {
  const queued = await queuedRun(deps, runId)
  return queued === null ? await withinLimit(deps, scope, email, queue) : ok(queued)
}
