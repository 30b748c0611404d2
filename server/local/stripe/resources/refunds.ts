// /v1/refunds
import type Stripe from 'stripe'
import * as v from 'valibot'
import { invalidRequest } from '../core/errors.ts'
import { expandPaths } from '../core/expand.ts'
import type { FormValue } from '../core/form.ts'
import { listPage } from '../core/list.ts'
import { expand, integer, listing, metadata, oneOf, parseParams, text } from '../core/params.ts'
import { type FakeRefundRefusal, type RefundPlan, refundRefusals } from '../core/plans.ts'
import { type ApiResponse, need, newId, ok, type World } from '../core/world.ts'
import { chargeOfPayment } from './charges.ts'
import { closeInquiries, isChargedBack } from './dispute-states.ts'
import { endWarnings } from './early-fraud-warnings.ts'
import { testCardOf } from './payment-methods.ts'
import { moveRefund, takeFromBalance } from './refund-states.ts'

const createParams = v.strictObject({
  payment_intent: text,
  amount: v.optional(integer),
  reason: v.optional(oneOf(['duplicate', 'fraudulent', 'requested_by_customer'])),
  metadata: v.optional(metadata),
  expand,
})

export function createRefund(world: World, input: FormValue): ApiResponse {
  const params = parseParams(createParams, input)
  const refund = refundPayment(world, {
    payment: params.payment_intent,
    amount: params.amount ?? null,
    reason: params.reason ?? null,
    metadata: params.metadata ?? {},
  })
  return ok(expandPaths(world, refund, params.expand))
}

type Outcome = RefundPlan['outcome']
type NewRefund = {
  readonly payment: string
  /** In cents; null means the rest of the charge. */
  readonly amount: number | null
  readonly reason: Stripe.Refund['reason']
  readonly metadata: Record<string, string>
}

/** Refunds a payment as a test planned, or otherwise as its card determines. Throws an ApiError when Stripe would reject it. */
export function refundPayment(world: World, request: NewRefund): Stripe.Refund {
  const charge = chargeOfPayment(world, request.payment)
  const planned = world.plans.takeRefund(request.payment)
  if (planned?.status === 'refused') throw refusal(charge, planned.code)
  const refundable = charge.amount_captured - charge.amount_refunded
  if (isChargedBack(world, charge)) throw refusal(charge, 'charge_disputed')
  if (refundable === 0) throw refusal(charge, 'charge_already_refunded')
  const amount = request.amount ?? refundable
  if (amount < 1 || amount > refundable) {
    throw invalidRequest(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${refundable})`,
      { param: 'amount' },
    )
  }
  const refunding = cardOf(world, charge).refunding ?? null
  const outcome: Outcome = planned ?? { status: refunding === 'pending' ? 'pending' : 'succeeded' }
  const refund = insertRefund(world, charge, { ...request, amount, outcome })
  if (planned === null && refunding !== null) world.later(refund.id)
  return refund
}

const cardOf = (world: World, charge: Stripe.Charge) =>
  testCardOf(world, need(world, 'payment_method', charge.payment_method ?? ''))

const refusal = (charge: Stripe.Charge, code: FakeRefundRefusal) =>
  invalidRequest(refundRefusals[code].replace('{charge}', charge.id), { code })

function insertRefund(
  world: World,
  charge: Stripe.Charge,
  request: NewRefund & { readonly amount: number; readonly outcome: Outcome },
): Stripe.Refund {
  const { amount, outcome } = request
  const refunded: Stripe.Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: charge.amount_refunded + amount === charge.amount_captured,
  }
  world.store.save(refunded)
  const unpaid: Stripe.Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: request.metadata,
    payment_intent: request.payment,
    payment_method: charge.payment_method,
    ...(outcome.status === 'pending' ? { pending_reason: outcome.reason ?? 'processing' } : {}),
    reason: request.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: outcome.status,
    transfer_reversal: null,
  }
  const refund =
    unpaid.pending_reason === 'insufficient_funds' ? unpaid : takeFromBalance(world, unpaid)
  world.store.insert(refund)
  world.emit('refund.created', refund)
  world.emit('charge.refunded', refunded)
  if (refunded.refunded) {
    closeInquiries(world, refunded)
    endWarnings(world, refunded.id)
  }
  return refund
}

/** Applies the delayed effect of the test card on a refund. */
export function continueRefund(world: World, refund: Stripe.Refund): void {
  if (typeof refund.charge !== 'string') return
  const { refunding } = cardOf(world, need(world, 'charge', refund.charge))
  if (refunding === 'pending' && refund.status === 'pending') moveRefund(world, refund, 'succeeded')
  if (refunding === 'fails' && refund.status === 'succeeded') moveRefund(world, refund, 'failed')
}

export function readRefund(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(v.strictObject({ expand }), input)
  return ok(expandPaths(world, need(world, 'refund', id), params.expand))
}

const listParams = v.strictObject({
  ...listing,
  charge: v.optional(text),
  payment_intent: v.optional(text),
})

export function listRefunds(world: World, input: FormValue): ApiResponse {
  const params = parseParams(listParams, input)
  return listPage(world, 'refund', {
    url: '/v1/refunds',
    params,
    where: { charge: params.charge, payment_intent: params.payment_intent },
  })
}
