// Refusals of the work queue and its bulk actions.
import type { FulfillmentFailure } from '../../domain/fulfillment/failure.ts'
import { shortLabel } from '../../domain/orders/status.ts'

export function fulfillmentRefusal(failure: FulfillmentFailure): { status: number; error: string } {
  switch (failure.kind) {
    case 'hold_too_late':
      return {
        status: 409,
        error: `This order is ${shortLabel(failure.status).toLowerCase()}; there is nothing left to hold.`,
      }
    case 'bulk_not_found':
      return { status: 404, error: 'There is no such bulk action. Actions are kept for 90 days.' }
    case 'bulk_empty':
      return {
        status: 400,
        error: 'No orders are chosen. Select orders, or a filter that finds some.',
      }
    case 'bulk_too_large':
      return {
        status: 400,
        error: `More than ${failure.limit} orders are chosen. Narrow the filter, and repeat the action for the rest.`,
      }
    case 'filter_capped':
      return {
        status: 400,
        error: failure.isSearch
          ? 'More than 1,000 orders match this search, so not all of them were found. Add a word to it, and try again.'
          : 'There are more than 10,000 orders here, and only the first of them were looked through. Choose another status, or select the orders one by one.',
      }
    case 'bulk_confirmed':
      return {
        status: 409,
        error: 'This action was confirmed already. Its orders are shown as they were changed.',
      }
  }
}
