// Removes the second factor of an operator, viewer or customer who lost it. Only another operator can do this: a
// session alone is not sufficient.
import { fail, ok, type Result } from '../base/result.ts'
import type { OperatorFailure } from './failure.ts'
import type { OperatorDeps } from './ports.ts'

/** Returns the account's address unless `resetSecondFactor` would refuse. */
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

/** Removes the factor and ends the sessions of the account. The next sign-in sets up another factor. */
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
