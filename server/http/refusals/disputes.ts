// Refusals of operators' actions on disputes and fraud warnings.
import { quoteReason } from '../../domain/base/text/text.ts'
import { noSuchWarning } from '../../domain/errors/sentences.ts'
import type { DisputeFailure } from '../../domain/orders/disputes/failure.ts'
import { firstNoteText } from './first-note.ts'
import type { Refusals } from './refusal.ts'

export const disputeRefusals: Refusals<DisputeFailure> = {
  dispute_not_found: [404, 'There is no such dispute.'],
  dispute_answered: [409, 'The bank is not waiting for an answer in this dispute.'],
  evidence_text_missing: [
    400,
    'text: is required, because no order was paid with this payment. Nothing was sent to the bank.',
  ],
  evidence_refused: ({ reason }) => [
    409,
    `The card processor refused the evidence: ${quoteReason(reason)}. Nothing was sent to the bank.`,
  ],
  fraud_warning_not_found: [404, noSuchWarning],
  fraud_warning_resolved: (first) => [409, firstNoteText(first)],
}
