// Spends one slot of a rate limit, or says how long to wait.
import type { LimitFailure } from '../failure.ts'
import type { Deps } from '../ports.ts'
import { fail, ok, type Result } from '../result.ts'
import { defaultLimitMessage, type Limit, type LimitScope, limits } from './table.ts'

/** A hostile address or email must not become a row of any size, nor one that PostgreSQL cannot hold. */
const longestSubject = 320
const plainSubject = (subject: string) => subject.slice(0, longestSubject).replaceAll('\0', ' ')

/**
 * Counts one request of `subject` in `scope`. Windows are fixed: the database's clock floored to the window length, so
 * every counter resets at the same moment. A refusal does not count.
 *
 * When the database does not answer, production refuses (service.md: "the limiter fails closed") and everything else
 * lets the request through, so that a laptop without its database still shows the real error behind it.
 */
export async function takeSlot(
  deps: Pick<Deps, 'rateCounters' | 'production' | 'log'>,
  scope: LimitScope,
  subject: string,
): Promise<Result<void, LimitFailure>> {
  const { limit, windowSeconds, message = defaultLimitMessage }: Limit = limits[scope]
  let taken: Awaited<ReturnType<typeof deps.rateCounters.take>>
  try {
    taken = await deps.rateCounters.take(scope, plainSubject(subject), limit, windowSeconds)
  } catch (error) {
    deps.log.error('limits.database_unreachable', { scope, error })
    return deps.production ? fail({ kind: 'limiter_unavailable' }) : ok(undefined)
  }
  if (taken.taken) return ok(undefined)
  return fail({
    kind: 'rate_limited',
    scope,
    message,
    retryAfterSeconds: Math.max(1, taken.retryAfterSeconds),
  })
}
