// The standing of an order's charge: the five values in every response (decisions.md 29, 63).
import type { ShownPayment } from '../record/payment.ts'

export type ChargeStanding = (typeof chargeStandings)[number]

export const unpaidStandings = ['declined', 'not_made', 'no_card', 'settling'] as const
export const chargeStandings = ['charged', ...unpaidStandings] as const

/** Explanation of each value, for documents and tools. An open order can be paid after `declined` and `not_made`. */
const meanings: Readonly<Record<ChargeStanding, string>> = {
  charged: 'the order is paid',
  declined: 'the card was refused, or charged after the order was closed',
  not_made: 'the charge never reached the card processor; no money was taken',
  no_card: 'no card on file, so nothing was charged',
  settling: 'not known yet, so pay nothing',
}

/** Returns `charged: the order is paid. declined: ...`, without a final period. */
export const standingsText = (standings: readonly ChargeStanding[]): string =>
  standings.map((standing) => `${standing}: ${meanings[standing]}`).join('. ')

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
