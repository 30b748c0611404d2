// Refusals of the work queue and its bulk actions.
import { keptDays } from '../../domain/base/time/retention.ts'
import { narrowFilterAdvice, selectOrdersAdvice } from '../../domain/errors/sentences.ts'
import type { FulfillmentFailure } from '../../domain/fulfillment/failure.ts'
import { maxCandidates, maxMatches } from '../../domain/fulfillment/queue-filter.ts'
import { shortLabel } from '../../domain/orders/record/status.ts'
import type { Refusals } from './refusal.ts'

const inThousands = (count: number): string => count.toLocaleString('en-US')

export const fulfillmentRefusals: Refusals<FulfillmentFailure> = {
  hold_too_late: ({ status }) => [
    409,
    `This order is ${shortLabel(status)}; there is nothing left to hold.`,
  ],
  step_not_next: ({ from, status }) => [
    409,
    `This order is ${shortLabel(status)}, not ${shortLabel(from)}. Nothing was changed.`,
  ],
  bulk_not_found: [404, `There is no such bulk action. Actions are kept for ${keptDays} days.`],
  bulk_empty: [400, `No orders are selected. ${selectOrdersAdvice}`],
  bulk_too_large: ({ limit }) => [
    400,
    `More than ${limit} orders are selected. ${narrowFilterAdvice}`,
  ],
  filter_capped: ({ isSearch }) => [
    400,
    isSearch
      ? `More than ${inThousands(maxMatches)} orders match this search, so not all of them were found. Add a word to it, and try again.`
      : `There are more than ${inThousands(maxCandidates)} orders here, and only the first of them were searched. Choose another status, or select the orders one by one.`,
  ],
  bulk_confirmed: [
    409,
    'This action was confirmed already. Its orders are shown as they were changed.',
  ],
}
