// Failures of the work queue. The texts are in server/http/refusals/fulfillment.ts.
import type { OrderStatus } from '../orders/record/status.ts'

export type FulfillmentFailure =
  /** A finished order cannot be put on hold. */
  | { readonly kind: 'hold_too_late'; readonly status: OrderStatus }
  /** The step starts from a different status. */
  | { readonly kind: 'step_not_next'; readonly from: OrderStatus; readonly status: OrderStatus }
  | { readonly kind: 'bulk_not_found' }
  /** No order was selected, or no order matches the filter. */
  | { readonly kind: 'bulk_empty' }
  | { readonly kind: 'bulk_too_large'; readonly limit: number }
  /** More orders match than are searched, so the result may be incomplete. */
  | { readonly kind: 'filter_capped'; readonly isSearch: boolean }
  /** The action was already confirmed, so its tracking can no longer be entered. */
  | { readonly kind: 'bulk_confirmed' }
