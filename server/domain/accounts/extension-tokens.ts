// Extension tokens: one per connection, named, revoked one by one. contract.md 6, decisions.md 18.

import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isUuid } from '../base/uuid.ts'
import type { AccountFailure } from './failure.ts'
import type { AccountDeps, ExtensionTokenRecord } from './ports.ts'
import { createSecret } from './secrets.ts'

/** In characters. */
export const maxNameCharacters = 100
/** More connections than a person has; a bound, so that no account can fill the table. */
export const maxTokens = 50

export type CreatedExtensionToken = ExtensionTokenRecord & {
  /** The only time that it leaves the service. */
  readonly token: string
}

// Invisible characters would make two tokens look alike on the page, and PostgreSQL text cannot hold NUL.
const controlCharacter = /\p{Cc}/u

export async function createExtensionToken(
  deps: Pick<AccountDeps, 'accounts' | 'ids' | 'log'>,
  caller: AccountCaller,
  input: { readonly name: string },
): Promise<Result<CreatedExtensionToken, AccountFailure>> {
  const name = input.name.trim()
  if (name === '' || [...name].length > maxNameCharacters || controlCharacter.test(name)) {
    return fail({ kind: 'token_name_invalid' })
  }
  const { secret, hash, prefix } = createSecret(deps.ids, 'extension_token')
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

/** Revokes one token at once. Another account's token is not found. */
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
