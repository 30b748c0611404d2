// Failures of reading invoices.

export type BillingFailure =
  /** The order is unpaid, was paid moments ago, or was paid before this release. */
  { readonly kind: 'invoice_not_issued' }
