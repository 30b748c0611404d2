// Data requests of account owners that an operator carries out, by the account's address. Recorded as operator actions.
import { deleteAccount } from '../accounts/delete-account.ts'
import type { AccountFailure } from '../accounts/failure.ts'
import type { AccountId } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { OperatorDeps } from './ports.ts'

export async function findAccount(
  { accounts }: Pick<OperatorDeps, 'accounts'>,
  sentEmail: string,
): Promise<Result<{ readonly accountId: AccountId; readonly email: string }, AccountFailure>> {
  const email = sentEmail.trim().toLowerCase()
  const accountId = await accounts.findIdByEmail(email)
  return accountId === null ? fail({ kind: 'account_not_found' }) : ok({ accountId, email })
}

/** Exports the account. Records the action before anything is read. */
export async function exportAccountFor(
  deps: Pick<OperatorDeps, 'accounts' | 'operatorActions'>,
  by: string,
  sentEmail: string,
): Promise<Result<AccountId, AccountFailure>> {
  const account = await findAccount(deps, sentEmail)
  if (!account.ok) return account
  const { accountId } = account.value
  await deps.operatorActions.record({ by, kind: 'account_exported', subject: accountId })
  return ok(accountId)
}

/** Deletes the account. The action names the account's id, because its address is deleted. */
export async function deleteAccountFor(
  deps: OperatorDeps,
  by: string,
  sentEmail: string,
): Promise<Result<void, AccountFailure>> {
  const account = await findAccount(deps, sentEmail)
  if (!account.ok) return account
  const { accountId } = account.value
  const deleted = await deleteAccount(deps, accountId)
  if (!deleted.ok) return deleted
  await deps.operatorActions.record({ by, kind: 'account_deleted', subject: accountId })
  return ok(undefined)
}
