// /v1/refunds and /v1/charges
import type Stripe from 'stripe'
import * as v from 'valibot'
import { invalidRequest } from '../core/errors.ts'
import { expandPaths } from '../core/expand.ts'
import type { FormValue } from '../core/form.ts'
import { listPage } from '../core/list.ts'
import { expand, integer, listing, metadata, oneOf, parseParams, text } from '../core/params.ts'
import { type ApiResponse, need, newId, ok, type World } from '../core/world.ts'

const createParams = v.strictObject({
  payment_intent: text,
  amount: v.optional(integer),
  reason: v.optional(oneOf(['duplicate', 'fraudulent', 'requested_by_customer'])),
  metadata: v.optional(metadata),
  expand,
})

export function createRefund(world: World, input: FormValue): ApiResponse {
  const params = parseParams(createParams, input)
  const intent = need(world, 'payment_intent', params.payment_intent, 'payment_intent')
  if (intent.status !== 'succeeded' || typeof intent.latest_charge !== 'string') {
    throw invalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      { param: 'payment_intent' },
    )
  }
  const charge = need(world, 'charge', intent.latest_charge)
  const refundable = charge.amount_captured - charge.amount_refunded
  if (refundable === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  const amount = params.amount ?? refundable
  if (amount < 1 || amount > refundable) {
    throw invalidRequest(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${refundable})`,
      { param: 'amount' },
    )
  }
  const refunded: Stripe.Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === refundable,
  }
  world.store.save(refunded)
  const refund = refundOf(world, refunded, amount, params)
  world.store.insert(refund)
  world.emit('refund.created', refund)
  world.emit('charge.refunded', refunded)
  return ok(expandPaths(world, refund, params.expand))
}

function refundOf(
  world: World,
  charge: Stripe.Charge,
  amount: number,
  params: v.InferOutput<typeof createParams>,
): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: params.metadata ?? {},
    payment_intent: params.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}

export function readRefund(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(v.strictObject({ expand }), input)
  return ok(expandPaths(world, need(world, 'refund', id), params.expand))
}

const listParams = v.strictObject({ ...listing, payment_intent: v.optional(text) })

export function listRefunds(world: World, input: FormValue): ApiResponse {
  const params = parseParams(listParams, input)
  return listPage(world, 'refund', {
    url: '/v1/refunds',
    params,
    where: { payment_intent: params.payment_intent },
  })
}

export function readCharge(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(v.strictObject({ expand }), input)
  return ok(expandPaths(world, need(world, 'charge', id), params.expand))
}

const chargeListParams = v.strictObject({
  ...listing,
  customer: v.optional(text),
  payment_intent: v.optional(text),
})

export function listCharges(world: World, input: FormValue): ApiResponse {
  const params = parseParams(chargeListParams, input)
  return listPage(world, 'charge', {
    url: '/v1/charges',
    params,
    where: { customer: params.customer, payment_intent: params.payment_intent },
  })
}
