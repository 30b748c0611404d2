// Refusals of the caller's allowances: a tool result that states the seconds to wait, never a bare 429.
import { retryHintSeconds } from '../server/domain/base/time/retry-hints.ts'
import type { LimitFailure } from '../server/domain/limits/failure.ts'
import { type LimitScope, limits } from '../server/domain/limits/table.ts'
import { refuse, type ToolRefusal } from './content.ts'

/** Returns the tool result for an exhausted allowance, or for a limiter that cannot reach its database. */
export function refuseOverAllowance(failure: LimitFailure, allowance: LimitScope): ToolRefusal {
  if (failure.kind === 'limiter_unavailable') return limiterUnavailable
  const { limit } = limits[allowance]
  return refuse(
    `The allowance of ${limit} ${countedCalls[allowance] ?? 'calls'} per hour is used up. Wait ${failure.retryAfterSeconds} seconds, then try again. ` +
      'This call did not run and nothing was charged.',
    'rate_limited',
  )
}

/** Refusal if there is no limiter, or if the database does not respond and the caller's key cannot be checked. */
export const limiterUnavailable = refuse(
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
