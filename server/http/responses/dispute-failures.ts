// Refusals of what operators do about disputes, purchases and debts.
import type { DisputeFailure } from '../../domain/disputes/failure.ts'

export function disputeRefusal(failure: DisputeFailure): { status: number; error: string } {
  switch (failure.kind) {
    case 'dispute_not_found':
      return { status: 404, error: 'There is no such dispute.' }
    case 'dispute_answered':
      return { status: 409, error: 'The bank waits for no answer in this dispute.' }
    case 'evidence_refused':
      return {
        status: 409,
        error: `The card processor refused the evidence: "${failure.reason}". Nothing was sent to the bank.`,
      }
    case 'fraud_warning_not_found':
      return { status: 404, error: 'This order has no such fraud warning.' }
  }
}
