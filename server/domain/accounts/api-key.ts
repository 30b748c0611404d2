// The account's one API key: issue or rotate, read, revoke (contract.md 6.2, decisions.md 18).

import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { AccountFailure } from './failure.ts'
import type { AccountDeps, ApiKeyRecord } from './ports.ts'
import { createSecret } from './secrets.ts'

export type IssuedApiKey = ApiKeyRecord & {
  /** Returned once and not stored. */
  readonly key: string
}

/** Issues the key, or replaces the existing one, which stops working at once. Refused without a card on file. */
export async function issueApiKey(
  deps: Pick<AccountDeps, 'accounts' | 'ids' | 'log'>,
  caller: AccountCaller,
): Promise<Result<IssuedApiKey, AccountFailure>> {
  const account = await deps.accounts.read(caller.accountId)
  if (!account?.card) return fail({ kind: 'card_required' })
  const { secret, hash, prefix } = await createSecret(deps.ids, 'api_key')
  const record = await deps.accounts.replaceApiKey(caller.accountId, hash, prefix)
  deps.log.info('account.api_key_issued', { accountId: caller.accountId, prefix })
  return ok({ ...record, key: secret })
}

export async function readApiKey(
  deps: Pick<AccountDeps, 'accounts'>,
  caller: AccountCaller,
): Promise<ApiKeyRecord | null> {
  return deps.accounts.readApiKey(caller.accountId)
}

/** Revokes the key at once. Without a key nothing happens. */
export async function revokeApiKey(
  deps: Pick<AccountDeps, 'accounts' | 'log'>,
  caller: AccountCaller,
): Promise<void> {
  await deps.accounts.deleteApiKey(caller.accountId)
  deps.log.info('account.api_key_revoked', { accountId: caller.accountId })
}
