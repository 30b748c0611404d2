// The /v1 endpoints by method and path.
import type { FormValue } from './core/form.ts'
import type { ApiResponse, World } from './core/world.ts'
import {
  listBalanceTransactions,
  readBalance,
  readBalanceTransaction,
} from './resources/balance.ts'
import { listCharges, readCharge } from './resources/charges.ts'
import {
  createSession,
  expireSession,
  listSessions,
  readSession,
} from './resources/checkout-sessions.ts'
import {
  createCustomer,
  listCustomerCards,
  readCustomer,
  removeCustomer,
  updateCustomer,
} from './resources/customers.ts'
import { closeDispute, listDisputes, readDispute, updateDispute } from './resources/disputes.ts'
import { listWarnings, readWarning } from './resources/early-fraud-warnings.ts'
import { listEvents, readEvent } from './resources/events.ts'
import {
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  readPaymentIntent,
} from './resources/payment-intents.ts'
import {
  attachPaymentMethod,
  createPaymentMethod,
  detachPaymentMethod,
  listPaymentMethods,
  readPaymentMethod,
} from './resources/payment-methods.ts'
import { listPayouts, readPayout } from './resources/payouts.ts'
import { createRefund, listRefunds, readRefund } from './resources/refunds.ts'
import {
  confirmSetupIntent,
  createSetupIntent,
  listSetupIntents,
  readSetupIntent,
} from './resources/setup-intents.ts'
import { listWebhookEndpoints } from './resources/webhook-endpoints.ts'

type WithId = (world: World, id: string, input: FormValue) => ApiResponse
type WithoutId = (world: World, input: FormValue) => ApiResponse
export type Endpoint = (world: World, input: FormValue) => ApiResponse

const withoutId: Readonly<Record<string, WithoutId>> = {
  'POST /v1/customers': createCustomer,
  'POST /v1/payment_methods': createPaymentMethod,
  'GET /v1/payment_methods': listPaymentMethods,
  'POST /v1/payment_intents': createPaymentIntent,
  'GET /v1/payment_intents': listPaymentIntents,
  'POST /v1/setup_intents': createSetupIntent,
  'GET /v1/setup_intents': listSetupIntents,
  'POST /v1/checkout/sessions': createSession,
  'GET /v1/checkout/sessions': listSessions,
  'POST /v1/refunds': createRefund,
  'GET /v1/refunds': listRefunds,
  'GET /v1/charges': listCharges,
  'GET /v1/balance': readBalance,
  'GET /v1/balance_transactions': listBalanceTransactions,
  'GET /v1/payouts': listPayouts,
  'GET /v1/disputes': listDisputes,
  'GET /v1/radar/early_fraud_warnings': listWarnings,
  'GET /v1/events': listEvents,
  'GET /v1/webhook_endpoints': listWebhookEndpoints,
}

const withId: Readonly<Record<string, WithId>> = {
  'GET /v1/customers/:id': readCustomer,
  'POST /v1/customers/:id': updateCustomer,
  'DELETE /v1/customers/:id': removeCustomer,
  'GET /v1/customers/:id/payment_methods': listCustomerCards,
  'GET /v1/payment_methods/:id': readPaymentMethod,
  'POST /v1/payment_methods/:id/attach': attachPaymentMethod,
  'POST /v1/payment_methods/:id/detach': detachPaymentMethod,
  'GET /v1/payment_intents/:id': readPaymentIntent,
  'POST /v1/payment_intents/:id/confirm': confirmPaymentIntent,
  'POST /v1/payment_intents/:id/cancel': cancelPaymentIntent,
  'GET /v1/setup_intents/:id': readSetupIntent,
  'POST /v1/setup_intents/:id/confirm': confirmSetupIntent,
  'GET /v1/checkout/sessions/:id': readSession,
  'POST /v1/checkout/sessions/:id/expire': expireSession,
  'GET /v1/refunds/:id': readRefund,
  'GET /v1/charges/:id': readCharge,
  'GET /v1/balance_transactions/:id': readBalanceTransaction,
  'GET /v1/payouts/:id': readPayout,
  'GET /v1/disputes/:id': readDispute,
  'POST /v1/disputes/:id': updateDispute,
  'POST /v1/disputes/:id/close': closeDispute,
  'GET /v1/radar/early_fraud_warnings/:id': readWarning,
  'GET /v1/events/:id': readEvent,
}

/** Returns the endpoint of a request, or null for an unknown one. */
export function findEndpoint(method: string, path: string): Endpoint | null {
  const plain = withoutId[`${method} ${path}`]
  if (plain !== undefined) return plain
  const match = /^(\/v1\/(?:checkout\/|radar\/)?[a-z_]+)\/([A-Za-z0-9_]{1,255})(\/[a-z_]+)?$/.exec(
    path,
  )
  const [, base, id, rest = ''] = match ?? []
  if (base === undefined || id === undefined) return null
  const run = withId[`${method} ${base}/:id${rest}`]
  return run === undefined ? null : (world, input) => run(world, id, input)
}
