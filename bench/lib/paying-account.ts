// Creates an account with a working card and an API key, through the service's own functions.

import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { issueApiKey } from '../../server/domain/accounts/api-key.ts'
import { paymentMethodIdOf } from '../../server/domain/base/ids/payment-method-id.ts'
import type { Service } from '../../server/wiring/service.ts'

/** Creates the account and returns its API key. */
export async function makePayingAccount(
  { createUser, deps }: Service,
  processor: { baseUrl: string; secretKey: string },
): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const { accountId } = await createUser({ email, password: randomUUID() })
  const created = await deps.payments.createCustomer(accountId, email)
  const customerId = await deps.accounts.linkCustomer(accountId, created)
  const { hostname, port } = new URL(processor.baseUrl)
  const stripe = new Stripe(processor.secretKey, { host: hostname, port, protocol: 'http' })
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customerId })
  await deps.accounts.saveCard({
    customerId,
    paymentMethodId: paymentMethodIdOf(card.id),
    brand: 'visa',
    last4: '4242',
  })
  const issued = await issueApiKey(deps, {
    kind: 'account',
    accountId,
    email,
    credential: 'session',
  })
  if (!issued.ok) throw new Error(`no key: ${issued.failure.kind}`)
  return issued.value.key
}
