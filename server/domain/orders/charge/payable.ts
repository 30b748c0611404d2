// Whether and where an order can be paid now. Every page, response and email that mentions payment uses this function.

import type { Order } from '../record/order.ts'
import { payPageUrl } from '../record/page-urls.ts'
import { isPaid, isPaymentPending, type ShownPayment } from '../record/payment.ts'
import { isClosed, isReleased } from '../record/status.ts'
import { chargeStandingOf } from './charge-standing.ts'

/**
 * `paid`: nothing is due. `closed`: cancelled or rejected, so that no money is accepted. `charge_settling`: the
 * outcome of the charge is unknown. `payment_pending`: the processor has an unfinished payment. In both cases a second
 * payment could be a duplicate. `not_due`: an operator released the order unpaid, because it was paid in another way
 * or is a gift (decisions.md 48). `payable`: a payment is possible now.
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

/** Whether the order must still be paid, either now or after its charge is settled. */
export const isDue = (order: Payable): boolean => !settled.has(payabilityOf(order))

/** Returns the URL of the order's payment page; null unless the order can be paid now. */
export function paymentUrlOf(order: Payable & Pick<Order, 'code'>, baseUrl: string): string | null {
  return payabilityOf(order) === 'payable' ? payPageUrl(order.code, baseUrl) : null
}
