// Failures of operator actions on disputes, purchases and debts.
import type { FirstNote } from '../reversals/first-note.ts'

export type DisputeFailure =
  | { readonly kind: 'dispute_not_found' }
  /** The bank does not wait for a response, or has already received one. */
  | { readonly kind: 'dispute_answered' }
  /** The payment belongs to no order, so only a text can be sent. */
  | { readonly kind: 'evidence_text_missing' }
  /** `reason`: the processor's reason. */
  | { readonly kind: 'evidence_refused'; readonly reason: string }
  | { readonly kind: 'fraud_warning_not_found' }
  /** Another note says how the warning was resolved. */
  | ({ readonly kind: 'fraud_warning_resolved' } & FirstNote)
