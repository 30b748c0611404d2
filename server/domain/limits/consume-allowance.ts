// The agent endpoint's allowances: a keyed caller counts by its account, an anonymous one by the address it is seen at.
import type { Caller } from '../base/caller.ts'
import type { Result } from '../base/result.ts'
import { consumeRateLimitNow } from './consume-rate-limit.ts'
import type { LimitFailure } from './failure.ts'
import type { LimitDeps } from './ports.ts'
import { type Limit, type LimitScope, limits } from './table.ts'

/** A promise only where one is needed. */
export function takeAllowance(
  deps: Pick<LimitDeps, 'rateCounters' | 'production' | 'log'>,
  scope: LimitScope,
  caller: Caller,
): Result<void, LimitFailure> | Promise<Result<void, LimitFailure>> {
  const { subject }: Limit = limits[scope]
  return consumeRateLimitNow(deps, scope, subjectOf(caller, subject))
}

function subjectOf(caller: Caller, subject: Limit['subject']): string {
  if (caller.kind === 'anonymous') return `address:${caller.address}`
  return subject === 'account_email' ? caller.email : `account:${caller.accountId}`
}
