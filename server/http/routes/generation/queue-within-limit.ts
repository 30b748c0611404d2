// Jobs of forms, which count against a limit when they are made.
import { ok, type Result } from '../../../domain/base/result.ts'
import { queuedRun } from '../../../domain/generation/start-generation.ts'
import type { LimitScope } from '../../../domain/limits/table.ts'
import { withinLimit } from '../../../domain/limits/within-limit.ts'
import type { HttpDeps } from '../../middleware/deps.ts'
import type { Failure } from '../../refusals/failure.ts'

type QueuedJob = { readonly jobId: string }

type LimitedJob = {
  readonly scope: LimitScope
  readonly email: string
  readonly runId: string | null
}

/**
 * A job that an interrupted run of the form has queued is returned without a slot of the limit: a refusal would free the form's key, and
 * the next press would queue and charge a second one.
 */
export async function queueWithinLimit(
  deps: HttpDeps,
  { scope, email, runId }: LimitedJob,
  queue: () => Promise<Result<QueuedJob, Failure>>,
): Promise<Result<QueuedJob, Failure>> {
  const queued = await queuedRun(deps, runId)
  return queued === null ? await withinLimit(deps, scope, email, queue) : ok(queued)
}
