// Consumes the caller's allowances and words their refusals: a tool result that names the seconds to wait, never a bare 429.
import type { Caller } from '../server/domain/accounts/caller.ts'
import type { Deps } from '../server/domain/base/ports.ts'
import type { LimitFailure } from '../server/domain/failure.ts'
import { consumeAllowance } from '../server/domain/limits/consume-allowance.ts'
import { type LimitScope, limits } from '../server/domain/limits/table.ts'
import { type Refusal, refused } from './content.ts'

type LimiterDeps = Pick<Deps, 'rateCounters' | 'production' | 'log'>

/** null = granted. Never rejects. */
export async function allowanceRefusal(
  deps: LimiterDeps,
  scope: LimitScope,
  caller: Caller,
): Promise<Refusal | null> {
  const consumed = await consumeAllowance(deps, scope, caller)
  return consumed.ok ? null : limitRefusal(consumed.failure, scope)
}

/** Consumes the scopes in order and stops at the first refusal, so the later ones are not counted. */
export async function toolAllowanceRefusal(
  deps: LimiterDeps,
  scopes: readonly LimitScope[],
  caller: Caller,
): Promise<Refusal | null> {
  for (const scope of scopes) {
    const refusal = await allowanceRefusal(deps, scope, caller)
    if (refusal !== null) return refusal
  }
  return null
}

function limitRefusal(failure: LimitFailure, scope: LimitScope): Refusal {
  if (failure.kind === 'limiter_unavailable') return limiterUnavailable
  const { limit } = limits[scope]
  return refused(
    `The allowance of ${limit} ${countedCalls[scope] ?? 'calls'} per hour is used up. Wait ${failure.retryAfterSeconds} seconds, then try again. ` +
      'This call did not run and nothing was charged.',
  )
}

/** Also the refusal of a caller whose key cannot be checked because the database does not respond. */
export const limiterUnavailable = refused(
  'The service cannot count calls at the moment, so this one did not run and nothing was charged. Wait 30 seconds, then try again.',
)

const countedCalls: Partial<Record<LimitScope, string>> = {
  'agent-endpoint': 'requests to this endpoint',
  'agent-reads': 'reading calls',
  'agent-file-fetches': 'calls that download a file',
  'agent-quote-print': 'quotes',
  'agent-credits': 'calls that spend credits',
  'agent-money': 'calls that spend money',
}
