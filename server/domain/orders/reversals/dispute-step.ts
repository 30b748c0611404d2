// Outcome of a dispute or a bank's warning, as an entry in the order's history.
import { type DisputeStatus, disputeStatuses } from '../../payments/returns.ts'
import { formatDollars } from '../../pricing/dollars.ts'

export type DisputeStep = {
  /** `evidence`: an operator responded. `fraud_warning`: the bank reported the payment as fraud. */
  readonly step: DisputeStatus | 'evidence' | 'fraud_warning'
  readonly amountCents: number
}

const steps: readonly DisputeStep['step'][] = [...disputeStatuses, 'evidence', 'fraud_warning']

/** Returns null for a term of another release. */
export function disputeStepOf(detail: string | null): DisputeStep | null {
  const [word, cents] = (detail ?? '').split(' ')
  const step = steps.find((each) => each === word)
  return step === undefined ? null : { step, amountCents: Number(cents) }
}

export const disputeDetail = ({ step, amountCents }: DisputeStep): string =>
  `${step} ${amountCents}`

/** Returns text for operators, such as "payment of $8.00 disputed by the bank". */
export function disputeText({ step, amountCents }: DisputeStep): string {
  const amount = formatDollars(amountCents)
  switch (step) {
    case 'warning_needs_response':
    case 'warning_under_review':
      return `the bank asks about the payment of ${amount}`
    case 'warning_closed':
    case 'prevented':
      return `the bank closed its inquiry about the payment of ${amount}`
    case 'needs_response':
    case 'under_review':
      return `payment of ${amount} disputed by the bank`
    case 'won':
      return `dispute of ${amount} won`
    case 'lost':
      return `dispute of ${amount} lost`
    case 'evidence':
      return `evidence submitted in the dispute of ${amount}`
    case 'fraud_warning':
      return `the bank reported the payment of ${amount} as fraud`
  }
}
