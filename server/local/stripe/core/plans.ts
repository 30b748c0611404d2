// Outcomes that a test chooses for upcoming payments and refunds. In memory only, like faults.
import * as v from 'valibot'
import { keysOf } from '../../../domain/base/keys-of.ts'

const times = v.optional(
  v.union([v.pipe(v.number(), v.integer(), v.minValue(1)), v.literal('always')]),
)

/** Rejections of a refund, by Stripe's codes. */
export const refundRefusals = {
  balance_insufficient: 'Insufficient funds in your Stripe balance to refund this amount.',
  charge_already_refunded: 'Charge {charge} has already been refunded.',
  charge_disputed: 'Charge {charge} has been charged back; cannot issue a refund.',
} as const
export type FakeRefundRefusal = keyof typeof refundRefusals
const refundRefusalCodes = keysOf(refundRefusals)

export const refundPlanSchema = v.strictObject({
  /** Only refunds of this PaymentIntent. Defaults to any. */
  payment: v.exactOptional(v.string()),
  /** Number of affected refunds. Defaults to 1. */
  times,
  outcome: v.variant('status', [
    /** Responds with a 400 and does nothing. */
    v.strictObject({
      status: v.literal('refused'),
      code: v.picklist(refundRefusalCodes),
    }),
    /** Stays in this state until `settleRefund`. */
    v.strictObject({
      status: v.literal('pending'),
      /** With `insufficient_funds`, nothing leaves the balance before the refund succeeds. */
      reason: v.exactOptional(v.picklist(['processing', 'insufficient_funds', 'charge_pending'])),
    }),
    v.strictObject({ status: v.literal('requires_action') }),
    v.strictObject({ status: v.literal('succeeded') }),
  ]),
})
export type RefundPlan = v.InferOutput<typeof refundPlanSchema>

export const paymentPlanSchema = v.strictObject({
  /** Only payments of this customer. Defaults to any. */
  customer: v.exactOptional(v.string()),
  /** Number of affected payments. Defaults to 1. */
  times,
  /** Stays in this state until `settlePayment`. */
  outcome: v.literal('processing'),
})
export type PaymentPlan = v.InferOutput<typeof paymentPlanSchema>

export type Plans = ReturnType<typeof createPlans>

export function createPlans() {
  const refunds = listOf<RefundPlan>()
  const payments = listOf<PaymentPlan>()
  return {
    addPayment: payments.add,
    /** Returns the planned outcome of a payment of the customer and counts the plan down by one. Null means the usual outcome. */
    takePayment: (customer: string | null): PaymentPlan['outcome'] | null =>
      payments.take((plan) => plan.customer === undefined || plan.customer === customer)?.outcome ??
      null,
    addRefund: refunds.add,
    /** Returns the planned outcome of a refund of the payment and counts the plan down by one. Null means the usual outcome. */
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
