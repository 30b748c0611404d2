// Describes the state of an order for its customer in a sentence.

import { type HoldableOrder, isHeld, isHoldable } from '../record/held.ts'
import type { Order } from '../record/order.ts'
import type { ShownPayment } from '../record/payment.ts'
import { orderStatusLines } from '../record/status.ts'
import { isShipped } from '../record/tracking.ts'
import { isRefundedInFull } from '../reversals/refund.ts'

type OrderMoney = Pick<Order, 'price' | 'refundedCents' | 'refundingCents' | 'lostCents'> & {
  readonly payment: ShownPayment
}
/** The farm knows the payment of this website's orders only. */
type Described = Pick<Order, 'status' | 'tracking'> &
  Partial<HoldableOrder> &
  (OrderMoney | { payment?: undefined })

const unlessAgreed =
  'The farm will not continue with the order unless it has agreed otherwise with you.'

/** Sentences of `statusLineOf` in English. */
export const statusSentences = {
  ...orderStatusLines,
  held: 'The order is on hold while the farm checks it. It has no ship date until then.',
  returning: `Its payment is being returned in full. ${unlessAgreed}`,
  returned: `Its payment was returned in full. ${unlessAgreed}`,
  untracked: 'It was shipped without tracking.',
} as const

/**
 * Returns the sentence, with a note if the order was shipped without tracking. Excludes the hold reason, which is for
 * operators only.
 */
export const statusLineOf = (order: Described): string =>
  statusSentencesOf(order)
    .map((kind) => statusSentences[kind])
    .join(' ')

/** Returns the keys of the sentences in `statusSentences`, for pages that have them in several languages. */
export function statusSentencesOf(order: Described): readonly (keyof typeof statusSentences)[] {
  const { status, tracking, hold = null } = order
  if (isHeld({ status, hold }) && status !== 'PENDING_PAYMENT') return ['held']
  if (order.payment !== undefined && isRefundedInFull(order) && isHoldable(status)) {
    return [order.refundingCents > 0 ? 'returning' : 'returned']
  }
  return isShipped(status) && tracking === null ? [status, 'untracked'] : [status]
}
