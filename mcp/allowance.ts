// Allowances of the caller, and the words of their refusals: never a bare 429, always the seconds to wait.
import type { Caller } from '../server/domain/base/caller.ts'
import type { Result } from '../server/domain/base/result.ts'
import { takeAllowance } from '../server/domain/limits/consume-allowance.ts'
import type { LimitFailure } from '../server/domain/limits/failure.ts'
import { type LimitScope, limits } from '../server/domain/limits/table.ts'
import { type Refused, refused } from './content.ts'
import type { ToolDeps } from './deps.ts'

type LimiterDeps = Pick<ToolDeps, 'rateCounters' | 'production' | 'log'>

/** null = granted. */
export function allowanceRefusal(
  deps: LimiterDeps,
  scope: LimitScope,
  caller: Caller,
): Refused | null | Promise<Refused | null> {
  const taken = takeAllowance(deps, scope, caller)
  if (taken instanceof Promise) return taken.then((result) => refusalOf(result, scope))
  return refusalOf(taken, scope)
}

/** Asked in the tool's order, so a refusal leaves the later ones alone. */
export function toolAllowanceRefusal(
  deps: LimiterDeps,
  scopes: readonly LimitScope[],
  caller: Caller,
): Refused | null | Promise<Refused | null> {
  const [scope, ...rest] = scopes
  if (scope === undefined) return null
  const first = allowanceRefusal(deps, scope, caller)
  if (rest.length === 0) return first
  return Promise.resolve(first).then(
    (refusal) => refusal ?? toolAllowanceRefusal(deps, rest, caller),
  )
}

function refusalOf(result: Result<void, LimitFailure>, scope: LimitScope): Refused | null {
  return result.ok ? null : limitRefusal(result.failure, scope)
}

function limitRefusal(failure: LimitFailure, scope: LimitScope): Refused {
  if (failure.kind === 'limiter_unavailable') return unavailable
  const { limit } = limits[scope]
  return refused(
    `The allowance of ${limit} ${counted[scope] ?? 'calls'} per hour is used up. Wait ${failure.retryAfterSeconds} seconds, then try again. ` +
      'This call did not run and nothing was charged.',
  )
}

/** Also what a caller gets who cannot be told apart from others because the database does not answer. */
export const unavailable = refused(
  'The service cannot count calls at the moment, so this one did not run and nothing was charged. Wait 30 seconds, then try again.',
)

const counted: Partial<Record<LimitScope, string>> = {
  'agent-endpoint': 'requests to this endpoint',
  'agent-reads': 'reading calls',
  'agent-file-fetches': 'calls that download a file',
  'agent-quote-print': 'quotes',
  'agent-credits': 'calls that spend credits',
  'agent-money': 'calls that spend money',
}
