// /v1/payment_intents
import type Stripe from 'stripe'
import * as v from 'valibot'
import { declineResponse } from '../core/decline.ts'
import { ApiError, invalidParameter, invalidRequest } from '../core/errors.ts'
import { expandPaths } from '../core/expand.ts'
import type { FormValue } from '../core/form.ts'
import { listPage } from '../core/list.ts'
import {
  expand,
  flag,
  httpUrl,
  integer,
  listing,
  metadata,
  oneOf,
  parseParams,
  shortText,
  text,
} from '../core/params.ts'
import { type ApiResponse, checkAmount, need, newId, ok, type World } from '../core/world.ts'
import { type Attempt, attemptCharge } from './charging.ts'
import { resolvePaymentMethod } from './payment-methods.ts'

const createParams = v.strictObject({
  amount: integer,
  currency: oneOf(['usd']),
  customer: v.optional(text),
  payment_method: v.optional(text),
  allowed_payment_method_types: v.optional(v.array(oneOf(['card']))),
  description: v.optional(shortText),
  metadata: v.optional(metadata),
  confirm: v.optional(flag),
  off_session: v.optional(flag),
  return_url: v.optional(httpUrl),
  expand,
})

export function createPaymentIntent(world: World, input: FormValue): ApiResponse {
  const params = parseParams(createParams, input)
  checkAmount(params.amount, 'amount')
  if (params.off_session !== undefined && params.confirm !== true) {
    throw invalidParameter(
      'parameter_invalid',
      'off_session',
      'You cannot set `off_session` unless `confirm` is true.',
    )
  }
  if (params.customer !== undefined) need(world, 'customer', params.customer, 'customer')
  const method =
    params.payment_method === undefined
      ? null
      : resolvePaymentMethod(world, params.payment_method, 'payment_method')
  if (method !== null) checkOwner(method, params.customer)
  const intent = insertPaymentIntent(world, {
    amount: params.amount,
    customerId: params.customer ?? null,
    methodId: method?.id ?? null,
    description: params.description ?? null,
    metadata: params.metadata ?? {},
  })
  if (params.confirm !== true) return ok(expandPaths(world, intent, params.expand))
  return confirm(world, intent, method, { offSession: params.off_session === true }, params.expand)
}

export function insertPaymentIntent(
  world: World,
  request: {
    amount: number
    customerId: string | null
    methodId: string | null
    description: string | null
    metadata: Record<string, string>
  },
): Stripe.PaymentIntent {
  const id = newId('pi')
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount: request.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_${newId('secret')}`,
    confirmation_method: 'automatic',
    created: world.now(),
    currency: 'usd',
    customer: request.customerId,
    customer_account: null,
    description: request.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: request.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: request.methodId,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: request.methodId === null ? 'requires_payment_method' : 'requires_confirmation',
    transfer_group: null,
  }
  world.store.insert(intent)
  world.emit('payment_intent.created', intent)
  return intent
}

function checkOwner(method: Stripe.PaymentMethod, customerId: string | undefined): void {
  if (method.customer === null || method.customer === customerId) return
  throw invalidRequest(
    customerId === undefined
      ? 'The payment method you provided is attached to a customer so for security purposes you must provide the customer in the request.'
      : `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
    { param: 'payment_method' },
  )
}

function confirm(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod | null,
  how: { offSession: boolean },
  expandList: string[],
): ApiResponse {
  if (method === null) {
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: 'payment_intent_unexpected_state' },
    )
  }
  const attempt = attemptCharge(world, intent, method, {
    offSession: how.offSession,
    authenticated: false,
  })
  return responseOf(world, attempt, method, expandList)
}

function responseOf(
  world: World,
  attempt: Attempt,
  method: Stripe.PaymentMethod,
  expandList: string[],
): ApiResponse {
  if (attempt.kind !== 'declined') return ok(expandPaths(world, attempt.intent, expandList))
  return declineResponse(attempt.decline, {
    charge: attempt.chargeId,
    payment_intent: attempt.intent,
    payment_method: method,
  })
}

const confirmParams = v.strictObject({
  payment_method: v.optional(text),
  off_session: v.optional(flag),
  return_url: v.optional(httpUrl),
  expand,
})

export function confirmPaymentIntent(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(confirmParams, input)
  const intent = need(world, 'payment_intent', id)
  if (isOver(intent)) {
    throw unexpectedState(intent, 'confirm')
  }
  const methodId = params.payment_method ?? intent.payment_method
  const method =
    typeof methodId === 'string' ? resolvePaymentMethod(world, methodId, 'payment_method') : null
  if (method !== null) checkOwner(method, asId(intent.customer))
  return confirm(world, intent, method, { offSession: params.off_session === true }, params.expand)
}

const asId = (reference: Stripe.PaymentIntent['customer']): string | undefined =>
  typeof reference === 'string' ? reference : undefined

/** Whether no request can change the intent any more. */
const isOver = ({ status }: Stripe.PaymentIntent): boolean =>
  status === 'succeeded' || status === 'canceled' || status === 'processing'

const unexpectedState = (intent: Stripe.PaymentIntent, verb: string) =>
  new ApiError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: intent,
  })

export function readPaymentIntent(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(v.strictObject({ expand }), input)
  return ok(expandPaths(world, need(world, 'payment_intent', id), params.expand))
}

const listParams = v.strictObject({ ...listing, customer: v.optional(text) })

export function listPaymentIntents(world: World, input: FormValue): ApiResponse {
  const params = parseParams(listParams, input)
  if (params.customer !== undefined) need(world, 'customer', params.customer, 'customer')
  return listPage(world, 'payment_intent', {
    url: '/v1/payment_intents',
    params,
    where: { customer: params.customer },
  })
}

const cancelParams = v.strictObject({
  cancellation_reason: v.optional(
    oneOf(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']),
  ),
  expand,
})

export function cancelPaymentIntent(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(cancelParams, input)
  const intent = need(world, 'payment_intent', id)
  if (isOver(intent)) {
    throw unexpectedState(intent, 'cancel')
  }
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: world.now(),
    cancellation_reason: params.cancellation_reason ?? null,
    next_action: null,
  }
  world.store.save(canceled)
  world.emit('payment_intent.canceled', canceled)
  return ok(expandPaths(world, canceled, params.expand))
}
