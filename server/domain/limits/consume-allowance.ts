// The agent endpoint's allowances: a caller with a key is counted by account, an anonymous one by client address.

import type { Caller } from '../base/caller.ts'
import type { Result } from '../base/result.ts'
import { consumeRateLimit, type RateSlot, returnRateSlot } from './consume-rate-limit.ts'
import type { LimitFailure } from './failure.ts'
import type { LimitDeps } from './ports.ts'
import { type Limit, type LimitScope, limits } from './table.ts'

/** Counts one call of `caller` in `scope`. Never rejects. */
export async function consumeAllowance(
  deps: Pick<LimitDeps, 'rateCounters' | 'production' | 'log'>,
  scope: LimitScope,
  caller: Caller,
): Promise<Result<RateSlot, LimitFailure>> {
  const { subject }: Limit = limits[scope]
  return await consumeRateLimit(deps, scope, subjectOf(caller, subject))
}

/** Gives a counted call back, for one that turned out not to count. Only within the window that counted it. Never rejects. */
export const returnAllowance = (
  deps: Pick<LimitDeps, 'rateCounters' | 'production' | 'log'>,
  scope: LimitScope,
  caller: Caller,
): Promise<void> => returnRateSlot(deps, scope, subjectOf(caller, limits[scope].subject))

function subjectOf(caller: Caller, subject: Limit['subject']): string {
  if (caller.kind === 'anonymous') return `address:${caller.address}`
  return subject === 'account_email' ? caller.email : `account:${caller.accountId}`
}
