// Outcome of a payment that its order could not use, as an entry in the order's history.
import type { UnmatchedCause } from '../../payments/unmatched.ts'
import { formatDollars } from '../../pricing/dollars.ts'

export const paymentSteps = ['received', 'refunded', 'refused', 'returned', 'kept'] as const

/**
 * `refused`: the processor refused its refund. `returned`: the bank returned its refund. `kept`: by an operator's
 * decision.
 */
export type PaymentStep = {
  readonly cause: UnmatchedCause
  readonly step: (typeof paymentSteps)[number]
  readonly amountCents: number
}

/** Returns text for operators, such as "second payment of $9.00 received". */
export function paymentText({ cause, step, amountCents }: PaymentStep): string {
  const amount = formatDollars(amountCents)
  switch (step) {
    case 'received':
      return received[cause](amount)
    case 'refunded':
      return `payment of ${amount} refunded`
    case 'refused':
      return `the card processor refused the refund of the payment of ${amount}`
    case 'returned':
      return `refund of the payment of ${amount} returned by the bank`
    case 'kept':
      return `payment of ${amount} kept`
  }
}

const received: Readonly<Record<UnmatchedCause, (amount: string) => string>> = {
  missing: (amount) => `payment of ${amount} received`,
  duplicate: (amount) => `second payment of ${amount} received`,
  closed: (amount) => `payment of ${amount} received for the closed order`,
  wrong_amount: (amount) => `payment of ${amount} received, which is not the amount of the order`,
}
