// /v1/payment_methods: cards, by test number or by the names of Stripe's test mode (`pm_card_visa`).
import type Stripe from 'stripe'
import * as v from 'valibot'
import { cardByName, cardByNumber, type TestCard } from '../core/cards.ts'
import { declineResponse } from '../core/decline.ts'
import { ApiError, invalidRequest, toMissing } from '../core/errors.ts'
import { expandPaths } from '../core/expand.ts'
import type { FormValue } from '../core/form.ts'
import { listPage } from '../core/list.ts'
import { expand, integer, listing, metadata, oneOf, parseParams, text } from '../core/params.ts'
import { type ApiResponse, need, newId, ok, type World } from '../core/world.ts'

const createParams = v.strictObject({
  type: oneOf(['card']),
  card: v.strictObject({
    number: text,
    exp_month: integer,
    exp_year: integer,
    cvc: v.optional(text),
  }),
  metadata: v.optional(metadata),
  expand,
})

export function createPaymentMethod(world: World, input: FormValue): ApiResponse {
  const params = parseParams(createParams, input)
  const card = cardByNumber(params.card.number)
  if (card === undefined) {
    throw new ApiError(402, {
      type: 'card_error',
      code: 'incorrect_number',
      param: 'number',
      message: 'Your card number is incorrect. (The stand-in knows test cards only.)',
    })
  }
  const method = makeCard(world, card, {
    month: params.card.exp_month,
    year: params.card.exp_year,
  })
  return ok(expandPaths(world, method, params.expand))
}

/** Creates a payment method of the test card, attached to no customer. */
export function makeCard(
  world: World,
  card: TestCard,
  expires: { month: number; year: number },
): Stripe.PaymentMethod {
  const method: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: expires.month,
      exp_year: expires.year,
      fingerprint: new Bun.CryptoHasher('sha256').update(card.number).digest('hex').slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  world.store.insert(method, { cardNumber: card.number, setUp: false })
  return method
}

/** Returns a stored payment method, or a new one for a test name. Otherwise throws an ApiError that names the parameter. */
export function resolvePaymentMethod(
  world: World,
  id: string,
  param: string,
): Stripe.PaymentMethod {
  const named = cardByName(id)
  if (named !== undefined) return makeCard(world, named, standardExpiry(world))
  const method = world.store.read('payment_method', id)
  if (method === null) throw toMissing('PaymentMethod', id, param)
  if (world.store.hiddenOf(id).spent === true) throw spentMethod(param)
  return method
}

/** Test names have no expiry date. */
const standardExpiry = (world: World) => ({
  month: 12,
  year: new Date(world.now() * 1000).getUTCFullYear() + 4,
})

const spentMethod = (param: string) =>
  invalidRequest(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    { param },
  )

/** Returns the test card of a payment method. */
export function testCardOf(world: World, method: Stripe.PaymentMethod): TestCard {
  const number = world.store.hiddenOf(method.id).cardNumber ?? ''
  const card = cardByNumber(number)
  if (card === undefined) throw new Error(`Payment method ${method.id} is not a test card.`)
  return card
}

export function readPaymentMethod(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(v.strictObject({ expand }), input)
  const method = resolveForReading(world, id)
  return ok(expandPaths(world, method, params.expand))
}

function resolveForReading(world: World, id: string): Stripe.PaymentMethod {
  const named = cardByName(id)
  return named === undefined
    ? need(world, 'payment_method', id)
    : makeCard(world, named, standardExpiry(world))
}

const listParams = v.strictObject({
  ...listing,
  customer: v.optional(text),
  type: v.optional(oneOf(['card'])),
})

export function listPaymentMethods(world: World, input: FormValue): ApiResponse {
  const params = parseParams(listParams, input)
  if (params.customer !== undefined) need(world, 'customer', params.customer, 'customer')
  return listPage(world, 'payment_method', {
    url: '/v1/payment_methods',
    params,
    where: { customer: params.customer },
  })
}

export function attachPaymentMethod(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(v.strictObject({ customer: text, expand }), input)
  need(world, 'customer', params.customer, 'customer')
  const method = resolvePaymentMethod(world, id, 'payment_method')
  const decline = testCardOf(world, method).saving
  if (decline !== null) return declineResponse(decline, { payment_method: method })
  const attached = attach(world, method, params.customer)
  return ok(expandPaths(world, attached, params.expand))
}

/** Attaches the card to the customer. Throws an ApiError when it belongs to another. */
export function attach(
  world: World,
  method: Stripe.PaymentMethod,
  customerId: string,
): Stripe.PaymentMethod {
  if (method.customer === customerId) return method
  if (method.customer !== null) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.')
  }
  const attached: Stripe.PaymentMethod = { ...method, customer: customerId }
  world.store.save(attached)
  world.emit('payment_method.attached', attached)
  return attached
}

export function detachPaymentMethod(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(v.strictObject({ expand }), input)
  const method = need(world, 'payment_method', id)
  return ok(expandPaths(world, detach(world, method), params.expand))
}

/** Detaches the card from its customer permanently. Throws an ApiError when it has none. */
export function detach(world: World, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  if (typeof method.customer !== 'string') {
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  }
  const customer = need(world, 'customer', method.customer)
  if (customer.invoice_settings.default_payment_method === method.id) {
    world.store.save({
      ...customer,
      invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
    })
  }
  const detached: Stripe.PaymentMethod = { ...method, customer: null }
  world.store.save(detached)
  world.store.hide(method.id, { spent: true })
  world.emit('payment_method.detached', detached)
  return detached
}

export type CardUpdate = {
  readonly paymentMethod: string
  readonly expMonth?: number
  readonly expYear?: number
  readonly last4?: string
}

/** Applies the data of a new card that the bank issued, as the card network reports it to Stripe. */
export function updateCard(world: World, update: CardUpdate): Stripe.PaymentMethod {
  const method = need(world, 'payment_method', update.paymentMethod)
  if (method.card === undefined) throw new Error(`${method.id} is not a card.`)
  const updated: Stripe.PaymentMethod = {
    ...method,
    card: {
      ...method.card,
      exp_month: update.expMonth ?? method.card.exp_month,
      exp_year: update.expYear ?? method.card.exp_year,
      last4: update.last4 ?? method.card.last4,
    },
  }
  world.store.save(updated)
  world.emit('payment_method.automatically_updated', updated)
  return updated
}
