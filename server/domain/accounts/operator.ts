// Operators are the accounts listed in OPERATOR_EMAILS (decisions.md 17).

import type { AccountCaller, Caller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { AccountFailure } from './failure.ts'
import type { AccountDeps } from './ports.ts'

/**
 * The caller as an operator: 401 when nobody is signed in, 403 for anybody else. Only a signed-in person operates: a
 * leaked API key of an operator's account must not move other people's orders.
 */
export function requireOperator(
  deps: Pick<AccountDeps, 'operatorEmails'>,
  caller: Caller | null,
): Result<AccountCaller, AccountFailure> {
  if (caller?.kind !== 'account') return fail({ kind: 'session_required' })
  const operates = caller.credential === 'session' && deps.operatorEmails.has(caller.email)
  return operates ? ok(caller) : fail({ kind: 'operator_required' })
}
