// The Stripe stand-in with the product's adapter, for tests of either. Both share a clock that a test can move.

import { createStripePayments, type StripeSettings } from '../../server/adapters/payments/stripe.ts'
import { customerIdOf } from '../../server/domain/base/ids/customer-id.ts'
import { paymentMethodIdOf } from '../../server/domain/base/ids/payment-method-id.ts'
import type { ChargeCard } from '../../server/domain/orders/record/payment.ts'
import type { Payments } from '../../server/domain/payments/ports.ts'
import {
  type StripeStandIn,
  type StripeStandInOptions,
  startStripeStandIn,
} from '../../server/local/stripe/stand-in.ts'

export const SECRET_KEY = 'sk_test_standinsecretkey0123456789'
/** Marker in the metadata of every payment that the product makes. */
export const MARKER = 'print-orders@shop.test'
export const WEBHOOK_SECRET = 'whsec_standinwebhooksecret'

export type Stage = {
  readonly standIn: StripeStandIn
  readonly payments: Payments
  /** Moves the clock forward by that many seconds. */
  readonly advance: (seconds: number) => void
  readonly now: () => Date
  /** Sends one raw call of the API, as `curl -d` would. */
  readonly call: (
    method: 'GET' | 'POST',
    path: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; headers: Headers; body: Json }>
  /** Creates a customer with the card saved through the API. */
  readonly customerWith: (card: string) => Promise<ChargeCard>
}

/** JSON from the network: the assertions around each read check it. */
// biome-ignore lint/suspicious/noExplicitAny: the tests read responses of any shape
export type Json = any

export async function startStage(options: Partial<StripeStandInOptions> = {}): Promise<Stage> {
  let offsetMs = 0
  const clock = { now: () => new Date(Date.now() + offsetMs) }
  const standIn = await startStripeStandIn({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    clock,
    ...options,
  })
  const call: Stage['call'] = async (method, path, fields = {}, headers = {}) => {
    const form = new URLSearchParams(fields)
    const url = `${standIn.baseUrl}${path}`
    const response = await fetch(method === 'GET' ? `${url}?${form}` : url, {
      method,
      headers: { authorization: `Bearer ${SECRET_KEY}`, ...headers },
      ...(method === 'POST' ? { body: form } : {}),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  return {
    standIn,
    payments: paymentsAt(standIn.baseUrl, clock),
    advance: (seconds) => {
      offsetMs += seconds * 1000
    },
    now: clock.now,
    call,
    customerWith: async (card) => {
      const customer = await call('POST', '/v1/customers', { email: 'a@example.com' })
      const customerId = customerIdOf(customer.body.id)
      const path = `/v1/payment_methods/${card}/attach`
      const method = await call('POST', path, { customer: customerId })
      return { customerId, paymentMethodId: paymentMethodIdOf(method.body.id) }
    },
  }
}

/** Returns the product's adapter for an API at the address. */
export function paymentsAt(
  apiBase: string,
  clock: { readonly now: () => Date } = { now: () => new Date() },
  change: Partial<
    Pick<StripeSettings, 'timeoutMs' | 'maxNetworkRetries' | 'secretKey' | 'log'>
  > = {},
): Payments {
  return createStripePayments({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    marker: MARKER,
    apiBase,
    timeoutMs: 5_000,
    clock,
    ...change,
  })
}
