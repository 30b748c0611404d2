// The refusals of the caller's allowances: a tool result that names the seconds to wait, never a bare 429.
import { retryHintSeconds } from '../server/domain/base/retry-hints.ts'
import type { LimitFailure } from '../server/domain/limits/failure.ts'
import { type LimitScope, limits } from '../server/domain/limits/table.ts'
import { type Refusal, refused } from './content.ts'

/** The tool result for a used-up allowance, or for a limiter that cannot reach its database. */
export function limitRefusal(failure: LimitFailure, scope: LimitScope): Refusal {
  if (failure.kind === 'limiter_unavailable') return limiterUnavailable
  const { limit } = limits[scope]
  return refused(
    `The allowance of ${limit} ${countedCalls[scope] ?? 'calls'} per hour is used up. Wait ${failure.retryAfterSeconds} seconds, then try again. ` +
      'This call did not run and nothing was charged.',
    'rate_limited',
  )
}

/** The refusal without a limiter, and of a caller whose key cannot be checked because the database does not respond. */
export const limiterUnavailable = refused(
  `The service cannot count calls at the moment, so this one did not run and nothing was charged. Wait ${retryHintSeconds.agentCounters} seconds, then try again.`,
  'limiter_unavailable',
)

const countedCalls: Partial<Record<LimitScope, string>> = {
  'agent-endpoint': 'requests to this endpoint',
  'agent-reads': 'reading calls',
  'agent-file-fetches': 'calls that download a file',
  'agent-quote-print': 'quotes',
  'agent-credits': 'calls that spend credits',
  'agent-money': 'calls that spend money',
}
