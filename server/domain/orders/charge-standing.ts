// What became of an order's charge, in the four words that every door answers with (decisions.md 29).
import type { Order } from './order.ts'

/**
 * `charged` = the order is paid; `declined` = the processor refused, or the charge never reached it: no money moved and a
 * payment may be made; `no_card` = no charge was attempted; `settling` = the outcome is not known yet and no other payment
 * may be taken.
 */
export type ChargeStanding = 'charged' | 'declined' | 'no_card' | 'settling'

export function chargeStandingOf(order: Pick<Order, 'paid' | 'chargeState'>): ChargeStanding {
  if (order.paid) return 'charged'
  switch (order.chargeState) {
    case 'none':
      return 'no_card'
    case 'started':
    case 'unknown':
    // Paid at the processor and not yet written down: an unpaid order never stays in this state.
    case 'succeeded':
      return 'settling'
    case 'declined':
    case 'not_made':
      return 'declined'
  }
}
