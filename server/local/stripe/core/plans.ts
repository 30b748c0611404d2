// Outcomes that a test chooses for coming payments and refunds, instead of the usual one. In memory only, like faults.
import * as v from 'valibot'
import { keysOf } from '../../../domain/base/keys-of.ts'

const times = v.optional(
  v.union([v.pipe(v.number(), v.integer(), v.minValue(1)), v.literal('always')]),
)

/** Refusals of a refund, by Stripe's codes. */
export const refundRefusals = {
  balance_insufficient: 'Insufficient funds in your Stripe balance to refund this amount.',
  charge_already_refunded: 'Charge {charge} has already been refunded.',
  charge_disputed: 'Charge {charge} has been charged back; cannot issue a refund.',
} as const
export type RefundRefusal = keyof typeof refundRefusals
const refundRefusalCodes = keysOf(refundRefusals)

export const refundPlanSchema = v.strictObject({
  /** Only refunds of this PaymentIntent; of any when left out. */
  payment: v.exactOptional(v.string()),
  /** How many refunds it affects; 1 by default. */
  times,
  outcome: v.variant('status', [
    /** A 400, and nothing is done. */
    v.strictObject({
      status: v.literal('refused'),
      code: v.picklist(refundRefusalCodes),
    }),
    /** Stays so until `settleRefund`. */
    v.strictObject({
      status: v.literal('pending'),
      /** With `insufficient_funds`, nothing leaves the balance before it succeeds. */
      reason: v.exactOptional(v.picklist(['processing', 'insufficient_funds', 'charge_pending'])),
    }),
    v.strictObject({ status: v.literal('requires_action') }),
    v.strictObject({ status: v.literal('succeeded') }),
  ]),
})
export type RefundPlan = v.InferOutput<typeof refundPlanSchema>

export const paymentPlanSchema = v.strictObject({
  /** Only payments of this customer; any when left out. */
  customer: v.exactOptional(v.string()),
  /** How many payments it affects; 1 by default. */
  times,
  /** Stays so until `settlePayment`. */
  outcome: v.literal('processing'),
})
export type PaymentPlan = v.InferOutput<typeof paymentPlanSchema>

export type Plans = ReturnType<typeof createPlans>

export function createPlans() {
  const refunds = listOf<RefundPlan>()
  const payments = listOf<PaymentPlan>()
  return {
    addPayment: payments.add,
    /** The outcome of a payment of the customer, null for the usual one; uses the plan up by one. */
    takePayment: (customer: string | null): PaymentPlan['outcome'] | null =>
      payments.take((plan) => plan.customer === undefined || plan.customer === customer)?.outcome ??
      null,
    addRefund: refunds.add,
    /** The outcome of a refund of the payment, null for the usual one; uses the plan up by one. */
    takeRefund: (payment: string): RefundPlan['outcome'] | null =>
      refunds.take((plan) => plan.payment === undefined || plan.payment === payment)?.outcome ??
      null,
  }
}

function listOf<Plan extends { readonly times?: number | 'always' | undefined }>() {
  const entries: { plan: Plan; left: number }[] = []
  return {
    add: (plan: Plan): void => {
      const left = plan.times === 'always' ? Number.POSITIVE_INFINITY : (plan.times ?? 1)
      entries.push({ plan, left })
    },
    take: (fits: (plan: Plan) => boolean): Plan | null => {
      const entry = entries.find(({ plan, left }) => left > 0 && fits(plan))
      if (entry === undefined) return null
      entry.left -= 1
      return entry.plan
    },
  }
}
