// The customer that an account's cards and payments belong to.

import type Stripe from 'stripe'
import { type CustomerId, customerIdOf } from '../../domain/base/customer-id.ts'
import { isMissing, type Reach } from './client.ts'

/**
 * Returns the customer's id. Repeating it within a day creates no second customer; the email is part of the key, because the
 * processor refuses a key that is reused with other values, and an account may change its address between two calls. So is the
 * customer that it replaces: under the first key the processor would return that one again.
 */
export async function createCustomer(
  stripe: Stripe,
  { accountId, email, replacing }: { accountId: string; email: string; replacing?: CustomerId },
  ask: Reach,
): Promise<CustomerId> {
  const after = replacing === undefined ? '' : `:after-${replacing}`
  const digest = new Bun.CryptoHasher('sha256').update(email).digest('hex').slice(0, 16)
  const customer = await ask('create a customer', 'customer', () =>
    stripe.customers.create(
      { email, metadata: { account_id: accountId } },
      { idempotencyKey: `customer:${accountId}:${digest}${after}` },
    ),
  )
  return customerIdOf(customer.id)
}

export async function deleteCustomer(
  stripe: Stripe,
  customerId: CustomerId,
  ask: Reach,
): Promise<void> {
  try {
    await ask('delete a customer', 'customer', () => stripe.customers.del(customerId))
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
