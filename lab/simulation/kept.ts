// Remainder of a payment at the processor.
import { type Facts, withdrawnOf } from './facts.ts'
import type { Charge } from './processor.ts'

/** Returns the amount that was taken, and neither refunded nor withdrawn by a bank. */
export function keptCents({ disputes }: Facts, charge: Charge): number {
  const { paid, payment_intent: payment, amount_captured, amount_refunded } = charge
  if (!paid) return 0
  const ofPayment = disputes.filter((dispute) => dispute.payment_intent === payment)
  const withdrawn = ofPayment.reduce((sum, dispute) => sum + withdrawnOf(dispute), 0)
  return Math.max(0, amount_captured - amount_refunded - withdrawn)
}

/**
 * Returns whether a payment is kept that pays for something. The refund of a disputed one that pays for nothing is
 * refused, and is left to operators.
 */
export const isKept = (facts: Facts, charge: Charge): boolean =>
  keptCents(facts, charge) > 0 && !isLeftToOperators(facts, charge)

const isLeftToOperators = (
  { rows, disputes }: Facts,
  { payment_intent: payment }: Charge,
): boolean =>
  disputes.some((dispute) => dispute.payment_intent === payment) &&
  rows.unmatched.some(({ paymentId, state }) => paymentId === payment && state === 'failed')
