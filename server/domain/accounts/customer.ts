// The account's customer at the card processor, to which its card and all payments belong.

import type { AccountId } from '../base/caller.ts'
import type { AccountDeps } from './ports.ts'

/**
 * Creates the customer on first use. Concurrent requests may both create one at the processor; both then use the one that was
 * linked first. Throws ProcessorUnavailable.
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
