// /v1/charges
import type Stripe from 'stripe'
import * as v from 'valibot'
import { invalidRequest } from '../core/errors.ts'
import { expandPaths } from '../core/expand.ts'
import type { FormValue } from '../core/form.ts'
import { listPage } from '../core/list.ts'
import { expand, listing, parseParams, text } from '../core/params.ts'
import { type ApiResponse, need, ok, type World } from '../core/world.ts'

/** Returns the charge that paid a PaymentIntent. Throws an ApiError when there is none. */
export function chargeOfPayment(world: World, paymentId: string): Stripe.Charge {
  const intent = need(world, 'payment_intent', paymentId, 'payment_intent')
  if (intent.status === 'succeeded' && typeof intent.latest_charge === 'string') {
    return need(world, 'charge', intent.latest_charge)
  }
  throw invalidRequest(
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    { param: 'payment_intent' },
  )
}

export function readCharge(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(v.strictObject({ expand }), input)
  return ok(expandPaths(world, need(world, 'charge', id), params.expand))
}

const listParams = v.strictObject({
  ...listing,
  customer: v.optional(text),
  payment_intent: v.optional(text),
})

export function listCharges(world: World, input: FormValue): ApiResponse {
  const params = parseParams(listParams, input)
  return listPage(world, 'charge', {
    url: '/v1/charges',
    params,
    where: { customer: params.customer, payment_intent: params.payment_intent },
  })
}
