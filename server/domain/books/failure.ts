// Failures of closing a month and of explaining a difference.
export type BooksFailure =
  | { readonly kind: 'month_not_over'; readonly month: string }
  | { readonly kind: 'month_not_compared'; readonly month: string }
  | { readonly kind: 'month_being_compared' }
  | { readonly kind: 'month_differs'; readonly month: string; readonly differences: number }
  /** `earlier`: the month that must be closed first. */
  | { readonly kind: 'month_out_of_order'; readonly earlier: string }
  | { readonly kind: 'month_closed'; readonly month: string }
  | { readonly kind: 'explanation_required' }
  | { readonly kind: 'difference_not_found' }
