// Spending limits (decisions.md 69): how much programs may charge to an account's saved card per UTC day, in total and
// by the API key. Payments on a payment page are not limited, but they are included in the spending after they are
// paid.

import type { AccountCaller, Credential } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { AccountFailure } from './failure.ts'
import type { AccountDeps } from './ports.ts'
import type { Spending, SpendingLimits } from './spending-limits.ts'

export type SpendingScope = 'account' | 'api_key'

export type ReachedLimit = {
  readonly scope: SpendingScope
  readonly limitCents: number
  /** Remainder of today's limit, at least 0. */
  readonly leftCents: number
}

/** $1,000,000. */
export const maxSpendingLimitCents = 100_000_000

/** Returns the limit that a charge of this amount would exceed, the API key's first; null if it exceeds none. */
export function limitExceededBy(
  spending: Spending,
  charge: { readonly credential: Credential; readonly cents: number },
): ReachedLimit | null {
  const { limits, accountCents, apiKeyCents } = spending
  const ofKey =
    charge.credential === 'api_key' ? [['api_key', limits.apiKeyCents, apiKeyCents] as const] : []
  for (const [scope, limitCents, spentCents] of [
    ...ofKey,
    ['account', limits.accountCents, accountCents] as const,
  ]) {
    if (limitCents !== null && spentCents + charge.cents > limitCents) {
      return { scope, limitCents, leftCents: Math.max(0, limitCents - spentCents) }
    }
  }
  return null
}

export async function readSpending(
  { accounts }: Pick<AccountDeps, 'accounts'>,
  { accountId }: Pick<AccountCaller, 'accountId'>,
): Promise<Spending> {
  return await accounts.readSpending(accountId)
}

/** Replaces both limits. They apply to every order that is written afterwards. */
export async function setSpendingLimits(
  { accounts, log }: Pick<AccountDeps, 'accounts' | 'log'>,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  limits: SpendingLimits,
): Promise<Result<Spending, AccountFailure>> {
  const allowed = [limits.accountCents, limits.apiKeyCents].every(isLimit)
  if (!allowed) return fail({ kind: 'spending_limit_invalid' })
  await accounts.setSpendingLimits(accountId, limits)
  log.info('account.spending_limits_set', { accountId, ...limits })
  return ok(await accounts.readSpending(accountId))
}

/** Whether the value is a valid limit. 0 blocks all charges. */
export const isLimit = (cents: number | null): boolean =>
  cents === null || (Number.isInteger(cents) && cents >= 0 && cents <= maxSpendingLimitCents)
