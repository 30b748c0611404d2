// Outcomes of a refund.

/** The processor's response to a refund. `pending`: accepted but not completed. `unknown`: no response. */
export type RefundOutcome =
  /**
   * The id is null for a refund only to a gift card, of which the processor has no record. `recordedCents`: the amount
   * in the processor's record, which differs from the requested one if the refund was made by a lost request.
   */
  | {
      readonly kind: 'succeeded' | 'pending'
      readonly processorRefundId: string | null
      readonly recordedCents?: number
    }
  | { readonly kind: 'failed'; readonly reason: string; readonly processorRefundId: string | null }
  | { readonly kind: 'unknown' }
