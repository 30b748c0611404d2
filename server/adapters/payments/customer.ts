// The customer of an account's cards and payments.

import type Stripe from 'stripe'
import { type CustomerId, customerIdOf } from '../../domain/base/ids/customer-id.ts'
import { isMissing, type Reach } from './client.ts'

/**
 * Creates the customer and returns its id. Repeating the call within a day creates no second customer. The email is part of the key,
 * because the processor rejects a key that is reused with other values, and an account may change its address between two calls. The
 * replaced customer is also part of the key: under the first key the processor would return that customer again.
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
