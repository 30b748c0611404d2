// Issues, rotates, reads and revokes the account's single API key (contract.md 6.2, decisions.md 18). After a rotation,
// the replaced key can stay valid for some hours, so that programs can switch to the new one.

import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { AccountFailure } from './failure.ts'
import type { AccountDeps, ApiKeyRecord } from './ports.ts'
import { createSecret } from './secrets.ts'

export type IssuedApiKey = ApiKeyRecord & {
  /** Returned once and not stored. */
  readonly key: string
}

/** How long a replaced key can stay valid, in hours. */
export const overlapHoursRange = { min: 0, max: 168 }
/** Overlap that the account page offers, in hours. */
export const pageOverlapHours = 24

/**
 * Issues the key or replaces the current one. The replaced key stays valid for `overlapHours` (default: none). A key
 * that was replaced earlier stops working immediately. Fails without a card on file.
 */
export async function issueApiKey(
  deps: Pick<AccountDeps, 'accounts' | 'ids' | 'log'>,
  caller: AccountCaller,
  { overlapHours = 0 }: { readonly overlapHours?: number | undefined } = {},
): Promise<Result<IssuedApiKey, AccountFailure>> {
  const account = await deps.accounts.read(caller.accountId)
  if (!account?.card) return fail({ kind: 'card_required' })
  const { secret, hash, prefix } = await createSecret(deps.ids, 'api_key')
  const record = await deps.accounts.replaceApiKey(caller.accountId, hash, prefix, overlapHours)
  deps.log.info('account.api_key_issued', {
    accountId: caller.accountId,
    prefix,
    ...(record.replaced !== null && { replaced: record.replaced.prefix, overlapHours }),
  })
  return ok({ ...record, key: secret })
}

export async function readApiKey(
  deps: Pick<AccountDeps, 'accounts'>,
  caller: AccountCaller,
): Promise<ApiKeyRecord | null> {
  return deps.accounts.readApiKey(caller.accountId)
}

/** Immediately revokes the key and the key that it replaced. Does nothing without a key. */
export async function revokeApiKey(
  deps: Pick<AccountDeps, 'accounts' | 'log'>,
  caller: AccountCaller,
): Promise<void> {
  await deps.accounts.deleteApiKey(caller.accountId)
  deps.log.info('account.api_key_revoked', { accountId: caller.accountId })
}
