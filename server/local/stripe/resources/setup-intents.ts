// /v1/setup_intents: saves a card for later charges through the API. The hosted page is in hosted/.
import type Stripe from 'stripe'
import * as v from 'valibot'
import type { Decline } from '../core/cards.ts'
import { declineResponse } from '../core/decline.ts'
import { invalidRequest } from '../core/errors.ts'
import { expandPaths } from '../core/expand.ts'
import type { FormValue } from '../core/form.ts'
import { listPage } from '../core/list.ts'
import {
  expand,
  flag,
  listing,
  metadata,
  oneOf,
  parseParams,
  shortText,
  text,
} from '../core/params.ts'
import { type ApiResponse, need, newId, ok, type World } from '../core/world.ts'
import { needsAuthentication } from './charging.ts'
import { attach, resolvePaymentMethod, testCardOf } from './payment-methods.ts'

const createParams = v.strictObject({
  customer: v.optional(text),
  payment_method: v.optional(text),
  allowed_payment_method_types: v.optional(v.array(oneOf(['card']))),
  usage: v.optional(oneOf(['off_session', 'on_session']), 'off_session'),
  description: v.optional(shortText),
  metadata: v.optional(metadata),
  confirm: v.optional(flag),
  expand,
})

export function createSetupIntent(world: World, input: FormValue): ApiResponse {
  const params = parseParams(createParams, input)
  if (params.customer !== undefined) need(world, 'customer', params.customer, 'customer')
  const method =
    params.payment_method === undefined
      ? null
      : resolvePaymentMethod(world, params.payment_method, 'payment_method')
  const intent = insertSetupIntent(world, {
    customerId: params.customer ?? null,
    methodId: method?.id ?? null,
    usage: params.usage,
    description: params.description ?? null,
    metadata: params.metadata ?? {},
  })
  if (params.confirm !== true || method === null) {
    return ok(expandPaths(world, intent, params.expand))
  }
  return responseOf(world, attemptSetup(world, intent, method, false), params.expand)
}

export function insertSetupIntent(
  world: World,
  request: {
    customerId: string | null
    methodId: string | null
    usage: string
    description: string | null
    metadata: Record<string, string>
  },
): Stripe.SetupIntent {
  const id = newId('seti')
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: ['card'],
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_${newId('secret')}`,
    created: world.now(),
    customer: request.customerId,
    customer_account: null,
    description: request.description,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: request.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: request.methodId,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: request.methodId === null ? 'requires_payment_method' : 'requires_confirmation',
    usage: request.usage,
  }
  world.store.insert(intent)
  world.emit('setup_intent.created', intent)
  return intent
}

export type SetupAttempt =
  | { readonly kind: 'succeeded'; readonly intent: Stripe.SetupIntent }
  | { readonly kind: 'requires_action'; readonly intent: Stripe.SetupIntent }
  | { readonly kind: 'declined'; readonly intent: Stripe.SetupIntent; readonly decline: Decline }

/** Saves the card, requires 3-D Secure first, or records the decline. */
export function attemptSetup(
  world: World,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): SetupAttempt {
  const card = testCardOf(world, method)
  if (card.saving !== null) return failSetup(world, intent, card.saving, method)
  if (!authenticated && needsAuthentication(world, card, method)) {
    const waiting: Stripe.SetupIntent = {
      ...intent,
      status: 'requires_action',
      payment_method: method.id,
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
    }
    world.store.save(waiting)
    world.emit('setup_intent.requires_action', waiting)
    return { kind: 'requires_action', intent: waiting }
  }
  if (typeof intent.customer === 'string') attach(world, method, intent.customer)
  world.store.hide(method.id, { setUp: true })
  const saved: Stripe.SetupIntent = {
    ...intent,
    status: 'succeeded',
    payment_method: method.id,
    last_setup_error: null,
    next_action: null,
  }
  world.store.save(saved)
  world.emit('setup_intent.succeeded', saved)
  return { kind: 'succeeded', intent: saved }
}

/** Records a setup that the bank or the cardholder ended. */
export function failSetup(
  world: World,
  intent: Stripe.SetupIntent,
  decline: Decline,
  method: Stripe.PaymentMethod,
): SetupAttempt {
  const failed: Stripe.SetupIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: { type: 'card_error', ...decline, payment_method: method },
  }
  world.store.save(failed)
  world.emit('setup_intent.setup_failed', failed)
  return { kind: 'declined', intent: failed, decline }
}

function responseOf(world: World, attempt: SetupAttempt, expandList: string[]): ApiResponse {
  if (attempt.kind !== 'declined') return ok(expandPaths(world, attempt.intent, expandList))
  return declineResponse(attempt.decline, { setup_intent: attempt.intent })
}

const confirmParams = v.strictObject({ payment_method: v.optional(text), expand })

export function confirmSetupIntent(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(confirmParams, input)
  const intent = need(world, 'setup_intent', id)
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw invalidRequest(
      `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`,
      { code: 'setup_intent_unexpected_state' },
    )
  }
  const methodId = params.payment_method ?? intent.payment_method
  if (typeof methodId !== 'string') {
    throw invalidRequest(
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      { code: 'setup_intent_unexpected_state' },
    )
  }
  const method = resolvePaymentMethod(world, methodId, 'payment_method')
  return responseOf(world, attemptSetup(world, intent, method, false), params.expand)
}

export function readSetupIntent(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(v.strictObject({ expand }), input)
  return ok(expandPaths(world, need(world, 'setup_intent', id), params.expand))
}

const listParams = v.strictObject({ ...listing, customer: v.optional(text) })

export function listSetupIntents(world: World, input: FormValue): ApiResponse {
  const params = parseParams(listParams, input)
  return listPage(world, 'setup_intent', {
    url: '/v1/setup_intents',
    params,
    where: { customer: params.customer },
  })
}
