// Whether an order may be paid now, and where. Every page and every answer that mentions paying reads it here.
import { chargeStandingOf } from './charge-standing.ts'
import type { Order } from './order.ts'
import { isClosed } from './status.ts'

/**
 * `paid` = there is nothing left to pay; `closed` = cancelled or rejected, no money is taken any more; `settling` = a charge
 * or a payment is under way, so another one could be one too many; `payable` = a payment may be made now.
 */
export type Payability = 'paid' | 'closed' | 'settling' | 'payable'

type Payable = Pick<Order, 'paid' | 'status' | 'chargeState' | 'paymentPending'>

export function payabilityOf(order: Payable): Payability {
  if (order.paid) return 'paid'
  if (isClosed(order.status)) return 'closed'
  const settling = chargeStandingOf(order) === 'settling' || order.paymentPending
  return settling ? 'settling' : 'payable'
}

/** The address of our payment page for the order; null unless it may be paid now. */
export function paymentUrlOf(order: Payable & Pick<Order, 'code'>, baseUrl: string): string | null {
  return payabilityOf(order) === 'payable' ? `${baseUrl}/orders/${order.code}/pay` : null
}
