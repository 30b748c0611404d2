// The agent endpoint's allowances. A caller with a key is counted by account, an anonymous caller by client address.

import type { Caller } from '../base/caller.ts'
import type { Result } from '../base/result.ts'
import { consumeRateLimit, type RateSlot, returnRateSlot } from './consume-rate-limit.ts'
import type { LimitFailure } from './failure.ts'
import type { LimitDeps } from './ports.ts'
import { type Limit, type LimitScope, limits } from './table.ts'

/** Counts one call of `caller`. Never rejects. */
export async function consumeAllowance(
  deps: Pick<LimitDeps, 'rateCounters' | 'production' | 'log'>,
  allowance: LimitScope,
  caller: Caller,
): Promise<Result<RateSlot, LimitFailure>> {
  const { subject }: Limit = limits[allowance]
  return await consumeRateLimit(deps, allowance, subjectOf(caller, subject))
}

/** Refunds a call that should not be counted, within the same window only. Never rejects. */
export const returnAllowance = (
  deps: Pick<LimitDeps, 'rateCounters' | 'production' | 'log'>,
  allowance: LimitScope,
  caller: Caller,
): Promise<void> => returnRateSlot(deps, allowance, subjectOf(caller, limits[allowance].subject))

function subjectOf(caller: Caller, subject: Limit['subject']): string {
  if (caller.kind === 'anonymous') return `address:${caller.address}`
  return subject === 'account_email' ? caller.email : `account:${caller.accountId}`
}
