// Operators are the accounts listed in OPERATOR_EMAILS (decisions.md 17).

import type { AccountCaller, Caller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { AccountFailure } from './failure.ts'
import type { AccountDeps } from './ports.ts'

/** Operators change orders; viewers only read. */
export type OperatorRole = 'operator' | 'viewer'

/**
 * Fails with 401 without a session and 403 for accounts that are no operators. Only sessions count: a leaked API key of an
 * operator's account must not give access to other people's orders.
 */
export function requireOperator(
  deps: Pick<AccountDeps, 'operatorEmails'>,
  caller: Caller | null,
): Result<AccountCaller, AccountFailure> {
  if (caller?.kind !== 'account') return fail({ kind: 'session_required' })
  const operates = caller.credential === 'session' && deps.operatorEmails.has(caller.email)
  return operates ? ok(caller) : fail({ kind: 'operator_required' })
}
