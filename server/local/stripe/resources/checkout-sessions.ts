// /v1/checkout/sessions: hosted pages that take a payment or save a card.
import type Stripe from 'stripe'
import * as v from 'valibot'
import { invalidParameter, invalidRequest } from '../core/errors.ts'
import { expandPaths } from '../core/expand.ts'
import type { FormValue } from '../core/form.ts'
import { listPage } from '../core/list.ts'
import {
  expand,
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
import { insertSetupIntent } from './setup-intents.ts'

const lifetimeSeconds = 24 * 3600

const lineItem = v.strictObject({
  quantity: integer,
  price_data: v.strictObject({
    currency: oneOf(['usd']),
    unit_amount: integer,
    product_data: v.strictObject({ name: text, description: v.optional(text) }),
  }),
})

const createParams = v.strictObject({
  mode: oneOf(['payment', 'setup']),
  customer: v.optional(text),
  customer_email: v.optional(shortText),
  client_reference_id: v.optional(v.pipe(text, v.maxLength(200))),
  currency: v.optional(oneOf(['usd'])),
  line_items: v.optional(v.pipe(v.array(lineItem), v.maxLength(100))),
  allowed_payment_method_types: v.optional(v.array(oneOf(['card']))),
  metadata: v.optional(metadata),
  payment_intent_data: v.optional(
    v.strictObject({ description: v.optional(shortText), metadata: v.optional(metadata) }),
  ),
  setup_intent_data: v.optional(
    v.strictObject({ description: v.optional(shortText), metadata: v.optional(metadata) }),
  ),
  success_url: httpUrl,
  cancel_url: v.optional(httpUrl),
  expires_at: v.optional(integer),
  expand,
})
type CreateParams = v.InferOutput<typeof createParams>

export function createSession(world: World, input: FormValue): ApiResponse {
  const params = parseParams(createParams, input)
  if (params.customer !== undefined) need(world, 'customer', params.customer, 'customer')
  checkMode(params)
  const amount = amountOf(params)
  if (params.mode === 'payment') checkAmount(amount, 'line_items')
  const expiresAt = params.expires_at ?? world.now() + lifetimeSeconds
  if (expiresAt < world.now() + 1800 || expiresAt > world.now() + lifetimeSeconds) {
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from now.',
      { param: 'expires_at' },
    )
  }
  const setupIntent =
    params.mode === 'setup'
      ? insertSetupIntent(world, {
          customerId: params.customer ?? null,
          methodId: null,
          usage: 'off_session',
          description: params.setup_intent_data?.description ?? null,
          metadata: params.setup_intent_data?.metadata ?? {},
        })
      : null
  const session = sessionOf(world, params, { amount, expiresAt, setupIntent })
  world.store.insert(session, {
    intentDescription: params.payment_intent_data?.description ?? null,
    intentMetadata: params.payment_intent_data?.metadata ?? {},
    itemName: params.line_items?.[0]?.price_data.product_data.name ?? '',
  })
  return ok(expandPaths(world, withUrl(world, session), params.expand))
}

function checkMode(params: CreateParams): void {
  if (params.mode === 'payment') {
    if (params.line_items !== undefined && params.line_items.length > 0) return
    throw invalidParameter(
      'parameter_missing',
      'line_items',
      'Missing required param: line_items[0].',
    )
  }
  const forbidden = params.line_items
    ? 'line_items'
    : params.payment_intent_data && 'payment_intent_data'
  if (forbidden) {
    throw invalidRequest(`You can not pass \`${forbidden}\` in \`setup\` mode.`, {
      param: forbidden,
    })
  }
  if (params.currency === undefined) {
    throw invalidParameter('parameter_missing', 'currency', 'Missing required param: currency.')
  }
}

const amountOf = (params: CreateParams): number =>
  (params.line_items ?? []).reduce(
    (sum, item) => sum + item.price_data.unit_amount * item.quantity,
    0,
  )

function sessionOf(
  world: World,
  params: CreateParams,
  facts: { amount: number; expiresAt: number; setupIntent: Stripe.SetupIntent | null },
): Stripe.Checkout.Session {
  const isPayment = params.mode === 'payment'
  const total = isPayment ? facts.amount : null
  return {
    id: newId('cs_test', 56),
    object: 'checkout.session',
    adaptive_pricing: isPayment ? { enabled: false } : null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: world.now(),
    currency: 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: params.customer ?? null,
    customer_account: null,
    customer_creation: isPayment && params.customer === undefined ? 'if_required' : null,
    customer_details: null,
    customer_email: params.customer_email ?? null,
    discounts: isPayment ? [] : null,
    expires_at: facts.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: params.metadata ?? {},
    mode: params.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: isPayment ? 'if_required' : 'always',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_status: isPayment ? 'unpaid' : 'no_payment_required',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: facts.setupIntent?.id ?? null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: params.success_url,
    total_details: isPayment ? { amount_discount: 0, amount_shipping: 0, amount_tax: 0 } : null,
    ui_mode: 'hosted_page',
    url: null,
    wallet_options: null,
  }
}

/** Adds the current URL of an open session's page: the stand-in may have restarted on another port. */
export function withUrl(world: World, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  if (session.status !== 'open') return session
  const page = session.mode === 'setup' ? 'setup' : 'checkout'
  return { ...session, url: `${world.baseUrl()}/${page}/${session.id}` }
}

/** Returns the session in its current state. Expires an open session whose time has passed. */
export function currentSession(
  world: World,
  session: Stripe.Checkout.Session,
): Stripe.Checkout.Session {
  return session.status === 'open' && session.expires_at <= world.now()
    ? expire(world, session)
    : session
}

function expire(world: World, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const expired: Stripe.Checkout.Session = { ...session, status: 'expired' }
  world.store.save(expired)
  world.emit('checkout.session.expired', expired)
  return expired
}

export function readSession(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(v.strictObject({ expand }), input)
  const session = currentSession(world, need(world, 'checkout.session', id))
  return ok(expandPaths(world, withUrl(world, session), params.expand))
}

export function expireSession(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(v.strictObject({ expand }), input)
  const session = currentSession(world, need(world, 'checkout.session', id))
  if (session.status !== 'open') {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    )
  }
  return ok(expandPaths(world, expire(world, session), params.expand))
}

const listParams = v.strictObject({
  ...listing,
  customer: v.optional(text),
  payment_intent: v.optional(text),
  status: v.optional(oneOf(['open', 'complete', 'expired'])),
})

export function listSessions(world: World, input: FormValue): ApiResponse {
  const params = parseParams(listParams, input)
  if (params.customer !== undefined) need(world, 'customer', params.customer, 'customer')
  return listPage(
    world,
    'checkout.session',
    {
      url: '/v1/checkout/sessions',
      params,
      where: {
        customer: params.customer,
        payment_intent: params.payment_intent,
        status: params.status,
      },
    },
    (session) => withUrl(world, currentSession(world, session)),
  )
}
