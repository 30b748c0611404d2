// Refusals of the work queue, as facts. The texts are in server/http/refusals/fulfillment.ts.
import type { OrderStatus } from '../orders/status.ts'

export type FulfillmentFailure =
  /** A finished order cannot be put on hold. */
  | { readonly kind: 'hold_too_late'; readonly status: OrderStatus }
  /** A step of the queue begins at another status. */
  | { readonly kind: 'step_not_next'; readonly from: OrderStatus; readonly status: OrderStatus }
  | { readonly kind: 'bulk_not_found' }
  /** No order was chosen, or the filter finds none. */
  | { readonly kind: 'bulk_empty' }
  | { readonly kind: 'bulk_too_large'; readonly limit: number }
  /** More orders match than are searched, so the filter did not find all of its orders. */
  | { readonly kind: 'filter_capped'; readonly isSearch: boolean }
  /** The action was confirmed before, so its tracking can no longer be entered. */
  | { readonly kind: 'bulk_confirmed' }
