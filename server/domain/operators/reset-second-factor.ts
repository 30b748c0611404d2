// Removes the second factor of a person who lost it, whether operator, viewer or customer. Only another operator may do it: a session alone
// is not enough.
import { fail, ok, type Result } from '../base/result.ts'
import type { OperatorFailure } from './failure.ts'
import type { OperatorDeps } from './ports.ts'

/** The address of the person, where `resetSecondFactor` would not refuse. */
export async function findSecondFactor(
  { secondFactors }: Pick<OperatorDeps, 'secondFactors'>,
  by: string,
  sentEmail: string,
): Promise<Result<string, OperatorFailure>> {
  const email = sentEmail.trim().toLowerCase()
  if (email === by) return fail({ kind: 'second_factor_own' })
  const [owner] = await secondFactors.listOwners([email])
  return owner?.hasFactor === true ? ok(email) : fail({ kind: 'second_factor_not_found' })
}

/** Ends the sessions of the account as well; the next sign-in sets up another factor. */
export async function resetSecondFactor(
  deps: Pick<OperatorDeps, 'secondFactors' | 'operatorActions' | 'log'>,
  by: string,
  sentEmail: string,
): Promise<Result<void, OperatorFailure>> {
  const email = sentEmail.trim().toLowerCase()
  if (email === by) return fail({ kind: 'second_factor_own' })
  if (!(await deps.secondFactors.reset(email))) return fail({ kind: 'second_factor_not_found' })
  await deps.operatorActions.record({ by, kind: 'second_factor_reset', subject: email })
  deps.log.warn('second_factor.reset', { by, email })
  return ok(undefined)
}
