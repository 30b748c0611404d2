// Accounts of a test service: created directly in the database and the stand-in, so that hundreds are cheap.

import { createAccounts, ensureAccount } from '../../server/db/accounts/accounts.ts'
import type { OpenDatabase } from '../../server/db/core/connect.ts'
import type { Accounts } from '../../server/domain/accounts/ports.ts'
import { createSecret } from '../../server/domain/accounts/secrets.ts'
import type { AccountId } from '../../server/domain/base/caller.ts'
import { type CustomerId, customerIdOf } from '../../server/domain/base/ids/customer-id.ts'
import { paymentMethodIdOf } from '../../server/domain/base/ids/payment-method-id.ts'
import type { Ids } from '../../server/domain/base/ports.ts'
import type { SavedCard } from '../../server/domain/payments/ports.ts'
import { rawPost } from './requests.ts'

export type TestAccountOptions = {
  readonly email?: string
  /** Existing account, such as that of a signed-in person. */
  readonly accountId?: AccountId
  /**
   * Payment method saved on the account: a name of the processor's test mode, by default `pm_card_visa`, or null for
   * no card.
   */
  readonly card?: string | null
  /** Stores the name of the test card without attaching a card, for test cards that can be charged but not saved. */
  readonly unattached?: boolean
}

export type TestAccount = {
  readonly accountId: AccountId
  readonly email: string
  readonly apiKey: string
  readonly customerId: CustomerId | null
  readonly card: SavedCard | null
  /** Equals `{authorization: 'Bearer <key>'}`. */
  readonly headers: { readonly authorization: string }
}

/** A call of the stand-in's API. */
export type StripeCall = (path: string, fields: Record<string, string>) => Promise<unknown>

/** Calls the stand-in's API; throws unless it succeeds. */
export function stripeCaller(baseUrl: string, secretKey: string): StripeCall {
  return async (path, fields) => {
    const headers = { authorization: `Bearer ${secretKey}` }
    const response = await fetch(`${baseUrl}${path}`, rawPost(new URLSearchParams(fields), headers))
    const body: unknown = await response.json()
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(body)}`)
    return body
  }
}

type Parts = {
  readonly database: Pick<OpenDatabase, 'db' | 'pool'>
  readonly ids: Pick<Ids, 'uuid' | 'secretHex'>
  readonly stripe: StripeCall
}

export async function createTestAccount(
  parts: Parts,
  options: TestAccountOptions = {},
): Promise<TestAccount> {
  const { database, ids } = parts
  const accounts = createAccounts(database)
  const accountId = options.accountId ?? (ids.uuid() as AccountId)
  const email = options.email ?? `${accountId}@example.com`
  await ensureAccount(database.db, accountId, email)
  const { secret, hash, prefix } = await createSecret(ids, 'api_key')
  await accounts.replaceApiKey(accountId, hash, prefix)
  const card = await saveTestCard({ accounts, stripe: parts.stripe }, accountId, options)
  return {
    accountId,
    email: email.toLowerCase(),
    apiKey: secret,
    customerId: card?.customerId ?? null,
    card,
    headers: { authorization: `Bearer ${secret}` },
  }
}

async function saveTestCard(
  { accounts, stripe }: { accounts: Accounts; stripe: StripeCall },
  accountId: AccountId,
  { card: name = 'pm_card_visa', unattached = false }: TestAccountOptions,
): Promise<SavedCard | null> {
  if (name === null) return null
  const customer = await stripe('/v1/customers', { email: `${accountId}@example.com` })
  const customerId = customerIdOf(idOf(customer))
  const attach = () => stripe(`/v1/payment_methods/${name}/attach`, { customer: customerId })
  const paymentMethodId = paymentMethodIdOf(unattached ? name : idOf(await attach()))
  const card = { customerId, paymentMethodId, brand: 'visa', last4: '4242' }
  await accounts.linkCustomer(accountId, customerId)
  await accounts.saveCard(card)
  return card
}

function idOf(response: unknown): string {
  if (typeof response === 'object' && response !== null && 'id' in response) {
    return String(response.id)
  }
  throw new Error(`The stand-in made nothing: ${JSON.stringify(response)}`)
}
