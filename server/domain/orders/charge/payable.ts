// Whether an order may be paid now, and where. Every page, response and mail that mentions paying reads it here.

import type { Order } from '../order.ts'
import { payPageUrl } from '../page-urls.ts'
import { isPaid, isPaymentPending, type ShownPayment } from '../payment.ts'
import { isClosed, isReleased } from '../status.ts'
import { chargeStandingOf } from './charge-standing.ts'

/**
 * `paid`: nothing is left to pay. `closed`: cancelled or rejected, so no money is taken. `charge_settling`: the outcome of the
 * charge is not known yet. `payment_pending`: the processor has an unfinished payment. In both cases a second payment could be
 * one too many. `not_due`: an operator released the order unpaid, because it was paid otherwise or is a gift (decisions.md 48).
 * `payable`: a payment may be made now.
 */
export type Payability =
  | 'paid'
  | 'closed'
  | 'charge_settling'
  | 'payment_pending'
  | 'not_due'
  | 'payable'

type Payable = Pick<Order, 'status'> & { readonly payment: ShownPayment }

export function payabilityOf(order: Payable): Payability {
  if (isPaid(order)) return 'paid'
  if (isClosed(order.status)) return 'closed'
  if (chargeStandingOf(order) === 'settling') return 'charge_settling'
  if (isPaymentPending(order)) return 'payment_pending'
  return isReleased(order.status) ? 'not_due' : 'payable'
}

const settled: ReadonlySet<Payability> = new Set(['paid', 'closed', 'not_due'])

/** Whether the order is still to be paid, now or once its charge is settled. */
export const isDue = (order: Payable): boolean => !settled.has(payabilityOf(order))

/** The URL of our payment page for the order; null unless it may be paid now. */
export function paymentUrlOf(order: Payable & Pick<Order, 'code'>, baseUrl: string): string | null {
  return payabilityOf(order) === 'payable' ? payPageUrl(order.code, baseUrl) : null
}
