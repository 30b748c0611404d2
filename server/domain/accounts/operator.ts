// Roles at the operator desk: operators (OPERATOR_EMAILS) change orders, viewers (VIEWER_EMAILS) only read
// (decisions.md 17).

import type { AccountCaller, Caller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { AccountFailure } from './failure.ts'
import type { AccountDeps } from './ports.ts'

/** Operators change orders; viewers only read. */
export type DeskRole = 'operator' | 'viewer'

/** A signed-in person who may read the desk. */
export type DeskCaller = AccountCaller & { readonly role: DeskRole }

type RoleDeps = Pick<AccountDeps, 'operatorEmails' | 'viewerEmails' | 'isSecondFactorRequired'>

/** Returns the role of a lowercased address; null for customers. An address on both lists is an operator. */
export function roleOf(
  deps: Pick<RoleDeps, 'operatorEmails' | 'viewerEmails'>,
  email: string,
): DeskRole | null {
  if (deps.operatorEmails.has(email)) return 'operator'
  return deps.viewerEmails.has(email) ? 'viewer' : null
}

/**
 * Admits operators and viewers. The kind of failure differs between a missing session and an account without a role. Accepts
 * sessions only: a leaked API key of an operator's account must not give access to other customers' orders.
 */
export function requireViewer(
  deps: RoleDeps,
  caller: Caller | null,
): Result<DeskCaller, AccountFailure> {
  if (caller?.kind !== 'account') return fail({ kind: 'session_required' })
  const role = caller.credential === 'session' ? roleOf(deps, caller.email) : null
  // For non-operators, a session with a pending second factor is treated as no session.
  if (role === null && caller.secondFactor === 'pending') return fail({ kind: 'session_required' })
  if (role === null) return fail({ kind: 'operator_required' })
  const step = missingFactor(deps, caller)
  return step === null ? ok({ ...caller, role }) : fail({ kind: 'second_factor_required', step })
}

/** Admits operators only. Required for every write. */
export function requireOperator(
  deps: RoleDeps,
  caller: Caller | null,
): Result<DeskCaller, AccountFailure> {
  const admitted = requireViewer(deps, caller)
  if (!admitted.ok || admitted.value.role === 'operator') return admitted
  return fail({ kind: 'viewer_read_only' })
}

/** Fails if a second factor is missing. A second factor that is set up must be entered even where none is required. */
function missingFactor(
  { isSecondFactorRequired: secondFactorRequired }: RoleDeps,
  { secondFactor = 'none' }: AccountCaller,
): 'set_up' | 'verify' | null {
  if (secondFactor === 'passed') return null
  if (secondFactor === 'pending') return 'verify'
  return secondFactorRequired ? 'set_up' : null
}
