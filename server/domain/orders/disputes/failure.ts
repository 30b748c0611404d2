// Refusals of what operators do about disputes, purchases and debts.
export type DisputeFailure =
  | { readonly kind: 'dispute_not_found' }
  /** The bank waits for no answer, or has got one. */
  | { readonly kind: 'dispute_answered' }
  /** No order was paid with the payment, so there is nothing to send but a text. */
  | { readonly kind: 'evidence_text_missing' }
  /** `reason`: the processor's. */
  | { readonly kind: 'evidence_refused'; readonly reason: string }
  | { readonly kind: 'fraud_warning_not_found' }
