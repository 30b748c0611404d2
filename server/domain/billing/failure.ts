// Refusals of reading invoices.

export type BillingFailure =
  /** The order is not paid, was paid moments ago, or before this release. */
  { readonly kind: 'invoice_not_issued' }
