// Spends one slot of a rate limit, or says how long to wait.

import { fail, ok, type Result } from '../base/result.ts'
import type { LimitFailure } from './failure.ts'
import type { LimitDeps } from './ports.ts'
import { defaultLimitMessage, type Limit, type LimitScope, limits } from './table.ts'

/** A hostile address or email must not become a row of any size, nor one that PostgreSQL cannot hold. */
const longestSubject = 320
const plainSubject = (subject: string) => subject.slice(0, longestSubject).replaceAll('\0', ' ')

/**
 * Counts one request of `subject` in `scope`. Windows are fixed: the database's clock floored to the window length, so
 * every counter resets at the same moment. A refusal does not count.
 *
 * When the database does not answer, production refuses (the limiter fails closed, contract.md 9.3) and everything else
 * lets the request through, so that a laptop without its database still shows the real error behind it.
 */
export async function consumeRateLimit(
  deps: LimiterDeps,
  scope: LimitScope,
  subject: string,
): Promise<Result<void, LimitFailure>> {
  return consumeRateLimitNow(deps, scope, subject)
}

type LimiterDeps = Pick<LimitDeps, 'rateCounters' | 'production' | 'log'>
type Taken = Awaited<ReturnType<LimitDeps['rateCounters']['consume']>>

/** The same, without a promise where the counters need none: each costs the agent endpoint a microsecond. */
export function consumeRateLimitNow(
  deps: LimiterDeps,
  scope: LimitScope,
  subject: string,
): Result<void, LimitFailure> | Promise<Result<void, LimitFailure>> {
  const { limit, windowSeconds }: Limit = limits[scope]
  try {
    const taken = deps.rateCounters.consume(scope, plainSubject(subject), limit, windowSeconds)
    if (!(taken instanceof Promise)) return resultOf(taken, scope)
    return taken.then(
      (answer) => resultOf(answer, scope),
      (error) => unreachable(deps, scope, error),
    )
  } catch (error) {
    return unreachable(deps, scope, error)
  }
}

function unreachable({ log, production }: LimiterDeps, scope: LimitScope, error: unknown) {
  log.error('limits.database_unreachable', { scope, error })
  return production ? fail({ kind: 'limiter_unavailable' } as const) : ok(undefined)
}

function resultOf(taken: Taken, scope: LimitScope): Result<void, LimitFailure> {
  if (taken.allowed) return ok(undefined)
  const { message = defaultLimitMessage }: Limit = limits[scope]
  return fail({
    kind: 'rate_limited',
    scope,
    message,
    retryAfterSeconds: Math.max(1, taken.retryAfterSeconds),
  })
}
