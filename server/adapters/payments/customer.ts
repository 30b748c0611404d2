// The customer that an account's cards and payments belong to.
import type Stripe from 'stripe'
import type { Reach } from './client.ts'

/**
 * Returns the customer's id. Repeating it within a day creates no second customer; the email is part of the key, because the
 * processor refuses a key that is reused with other values, and an account may change its address between two calls.
 */
export async function createCustomer(
  stripe: Stripe,
  accountId: string,
  email: string,
  ask: Reach,
): Promise<string> {
  const digest = new Bun.CryptoHasher('sha256').update(email).digest('hex').slice(0, 16)
  const customer = await ask('create a customer', 'customer', () =>
    stripe.customers.create(
      { email, metadata: { account_id: accountId } },
      { idempotencyKey: `customer:${accountId}:${digest}` },
    ),
  )
  return customer.id
}
