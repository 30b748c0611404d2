// The account's customer at the card processor, to which its card and the payments of its owner belong.

import type { AccountId } from '../base/caller.ts'
import type { CustomerId } from '../base/customer-id.ts'
import { CustomerMissing } from '../payments/ports.ts'
import type { AccountDeps, AccountRecord } from './ports.ts'

type CustomerDeps = Pick<AccountDeps, 'accounts' | 'payments' | 'log'>

/**
 * Makes a call for the account's customer, which is created on first use. A customer that the processor no longer has (deleted
 * there, or of another account or mode) is replaced, once, and the call repeated. The saved card is lost with the former customer. Throws
 * ProcessorUnavailable and ProcessorRefused.
 */
export async function withCustomer<T>(
  deps: CustomerDeps,
  accountId: AccountId,
  call: (customerId: CustomerId) => Promise<T>,
): Promise<T> {
  const customerId = await ensureCustomer(deps, accountId)
  try {
    return await call(customerId)
  } catch (error) {
    if (!(error instanceof CustomerMissing)) throw error
    return await call(await replaceCustomer(deps, accountId, customerId))
  }
}

/** Concurrent requests may both create one at the processor; both then use the one that was linked first. */
async function ensureCustomer(deps: CustomerDeps, accountId: AccountId): Promise<CustomerId> {
  const account = await readAccount(deps, accountId)
  if (account.customerId !== null) return account.customerId
  const created = await deps.payments.createCustomer(accountId, account.email)
  return await deps.accounts.linkCustomer(accountId, created)
}

/** Another request may have replaced it in the meantime: then its customer is used. */
async function replaceCustomer(
  deps: CustomerDeps,
  accountId: AccountId,
  former: CustomerId,
): Promise<CustomerId> {
  const { email } = await readAccount(deps, accountId)
  const created = await deps.payments.createCustomer(accountId, email, former)
  deps.log.warn('account.customer_replaced', { accountId, former })
  return await deps.accounts.replaceCustomer(accountId, { former, created })
}

async function readAccount(deps: CustomerDeps, accountId: AccountId): Promise<AccountRecord> {
  const account = await deps.accounts.read(accountId)
  if (account === null) throw new Error(`account ${accountId} vanished`)
  return account
}
