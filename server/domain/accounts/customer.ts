// The account's customer at the card processor. Its card and the owner's payments belong to this customer.

import type { AccountId } from '../base/caller.ts'
import type { CustomerId } from '../base/ids/customer-id.ts'
import { mustExist } from '../base/must-exist.ts'
import { CustomerMissing } from '../payments/ports.ts'
import type { AccountDeps, AccountRecord } from './ports.ts'

type CustomerDeps = Pick<AccountDeps, 'accounts' | 'payments' | 'log'>

/**
 * Makes a call for the account's customer and creates the customer on first use. If the processor no longer has the
 * customer (deleted there, or created under another account or mode), replaces it and repeats the call once. The
 * saved card is lost with the former customer. Throws ProcessorUnavailable and ProcessorRefused.
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

/** Concurrent requests can both create a customer at the processor. Both then use the customer that was linked first. */
async function ensureCustomer(deps: CustomerDeps, accountId: AccountId): Promise<CustomerId> {
  const account = await readAccount(deps, accountId)
  if (account.customerId !== null) return account.customerId
  const created = await deps.payments.createCustomer(accountId, account.email)
  return await deps.accounts.linkCustomer(accountId, created)
}

/** Uses the other request's customer if a concurrent request has already replaced it. */
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
  return mustExist(await deps.accounts.read(accountId), `account ${accountId}`)
}
