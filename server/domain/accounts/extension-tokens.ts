// Extension tokens: one per connection, each named and revocable on its own (contract.md 6.1, decisions.md 18).

import type { AccountCaller } from '../base/caller.ts'
import { isUuid } from '../base/ids/uuid.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { AccountFailure } from './failure.ts'
import type { AccountDeps, ExtensionTokenRecord } from './ports.ts'
import { createSecret } from './secrets.ts'

/** In characters. */
export const maxTokenNameCharacters = 100
/** Prevents an account from filling the table. */
export const maxTokens = 50

export type CreatedExtensionToken = ExtensionTokenRecord & {
  /** Returned once and not stored. */
  readonly token: string
}

// Invisible characters would make two different names look identical, and PostgreSQL text cannot store NUL.
const controlCharacter = /\p{Cc}/u

export async function createExtensionToken(
  deps: Pick<AccountDeps, 'accounts' | 'ids' | 'log'>,
  caller: AccountCaller,
  input: { readonly name: string },
): Promise<Result<CreatedExtensionToken, AccountFailure>> {
  const name = input.name.trim()
  if (name === '' || [...name].length > maxTokenNameCharacters || controlCharacter.test(name)) {
    return fail({ kind: 'token_name_invalid' })
  }
  const { secret, hash, prefix } = await createSecret(deps.ids, 'extension_token')
  const token = { id: deps.ids.uuid(), hash, prefix, name }
  const record = await deps.accounts.addExtensionToken(caller.accountId, token, maxTokens)
  if (record === null) return fail({ kind: 'too_many_tokens' })
  deps.log.info('account.extension_token_created', { accountId: caller.accountId, id: record.id })
  return ok({ ...record, token: secret })
}

/** Newest first, without secrets. */
export async function listExtensionTokens(
  deps: Pick<AccountDeps, 'accounts'>,
  caller: AccountCaller,
): Promise<readonly ExtensionTokenRecord[]> {
  return deps.accounts.listExtensionTokens(caller.accountId)
}

/** Revokes one token immediately. A token of another account is reported as not found. */
export async function revokeExtensionToken(
  deps: Pick<AccountDeps, 'accounts' | 'log'>,
  caller: AccountCaller,
  id: string,
): Promise<Result<void, AccountFailure>> {
  const revoked =
    isUuid(id.toLowerCase()) && (await deps.accounts.deleteExtensionToken(caller.accountId, id))
  if (!revoked) return fail({ kind: 'token_not_found' })
  deps.log.info('account.extension_token_revoked', { accountId: caller.accountId, id })
  return ok(undefined)
}
