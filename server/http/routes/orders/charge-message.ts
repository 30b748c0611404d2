// Sentence about an order's payment in REST responses: the result of the charge and the next step.

import { payabilityOf } from '../../../domain/orders/charge/payable.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import { type PaymentState, unpaidReasonOf } from '../../../domain/orders/record/payment.ts'
import { orderStatusLabels } from '../../../domain/orders/record/status.ts'
import { formatDollars } from '../../../domain/pricing/dollars.ts'

type Told = Pick<Order, 'code' | 'status'> & {
  readonly payment: PaymentState
  readonly totalCents: number
  /** ISO 8601. Absent in stored responses of earlier releases. */
  readonly payUntil?: string | undefined
}

/**
 * Returns the sentence. Quotes a decline verbatim (contract.md 2.1). `hasLink`: whether the same response has a
 * `paymentUrl` for an unpaid order.
 */
export function chargeMessage(order: Told, { hasLink }: { hasLink: boolean }): string {
  const total = formatDollars(order.totalCents)
  const reason = unpaidReasonOf(order) ?? 'The card was not charged'
  switch (payabilityOf(order)) {
    case 'paid':
      return order.payment.chargeState === 'succeeded'
        ? `Order ${order.code} is paid: ${total} was charged to your saved card.`
        : `Order ${order.code} is paid: ${total}.`
    case 'closed':
      return `The order is not paid (${reason}) and will not be printed: ${orderStatusLabels[order.status]}.`
    case 'not_due':
      return `Nothing is to be paid for order ${order.code}: the farm prints it without a payment here.`
    case 'charge_settling':
    case 'payment_pending':
      return `${settlingReason(order)}: whether ${total} was charged will be settled from the card processor’s record within minutes, so do not submit this order again.`
    case 'payable':
      return hasLink
        ? `The order is saved but not paid (${reason}); pay ${total} at paymentUrl${byDay(order)} and it goes into review.`
        : `The order is saved but not paid (${reason}); open its status page to pay ${total}${byDay(order)}.`
  }
}

const byDay = ({ payUntil }: Told): string =>
  payUntil === undefined ? '' : ` by ${payUntil.slice(0, 10)}`

function settlingReason(order: Told): string {
  if (payabilityOf(order) === 'payment_pending') return 'A payment for this order is under way'
  return unpaidReasonOf(order) ?? 'The charge is not settled yet'
}
