// The standing of an order's charge: the five words of every response (decisions.md 29, 63).
import type { ShownPayment } from '../payment.ts'

/**
 * `charged`: the order is paid. `declined`: the processor refused, or the charge arrived after the order was closed. `not_made`: the
 * charge never reached the processor. In both cases no money pays for the order, and one that is open may be paid. `no_card`: no charge was
 * attempted. `settling`: the outcome is not known yet, and no other payment may be made.
 */
export type ChargeStanding = (typeof chargeStandings)[number]

export const unpaidStandings = ['declined', 'not_made', 'no_card', 'settling'] as const
export const chargeStandings = ['charged', ...unpaidStandings] as const

export function chargeStandingOf({ payment }: { readonly payment: ShownPayment }): ChargeStanding {
  switch (payment.kind) {
    case 'paid':
    case 'gift':
      return 'charged'
    case 'settling':
      return 'settling'
    case 'unpaid':
      return payment.chargeState === 'none' ? 'no_card' : payment.chargeState
  }
}
