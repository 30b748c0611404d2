// The account's customer at the card processor: what its card and every payment of its orders hang on.

import type { AccountId } from '../base/caller.ts'
import type { AccountDeps } from './ports.ts'

/**
 * One customer per account, made when it is first needed. Two that race may both create one at the processor; the first
 * one linked is used by both. Throws ProcessorUnavailable.
 */
export async function ensureCustomer(
  deps: Pick<AccountDeps, 'accounts' | 'payments'>,
  accountId: AccountId,
): Promise<string> {
  const account = await deps.accounts.read(accountId)
  if (account === null) throw new Error(`account ${accountId} vanished`)
  if (account.customerId !== null) return account.customerId
  const created = await deps.payments.createCustomer(accountId, account.email)
  return await deps.accounts.linkCustomer(accountId, created)
}
