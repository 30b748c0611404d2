// Sentences about an order's charge, shared by pages, mails and agent tools.
import { cutText, singleLine } from '../../base/text.ts'
import type { Order } from '../order.ts'
import { isPaid, type ShownPayment } from '../payment.ts'
import { isReleased } from '../status.ts'
import { unpaidReasons } from '../unpaid-reasons.ts'
import { chargeStandingOf } from './charge-standing.ts'

const maxReasonCharacters = 500

/** The stored form of the processor's reason for a decline: one line, cut to a length. */
export const keptReason = (reason: string): string =>
  cutText(singleLine(reason), maxReasonCharacters) || 'The card was declined'

/** `web`: absent where the order cannot be one of the website. */
type ChargedOrder = { readonly payment: ShownPayment } & Partial<Pick<Order, 'web'>>

/** For lists: `paid`, `not paid: card declined`, `nothing to pay` where an operator released it unpaid. */
export function chargeLabelOf(order: ChargedOrder & Pick<Order, 'status'>): string {
  const standing = chargeStandingOf(order)
  if (!isPaid(order) && standing !== 'settling' && isReleased(order.status)) return 'nothing to pay'
  if (awaitsCheckout(order)) return 'not paid yet'
  if (isArrivedLate(order)) return 'not paid: charged after it was closed'
  return labels[standing]
}

/**
 * One or two sentences that anyone with the order's code may read: what happened to the card, not whether the order may be paid.
 * `reason`: the reason of a decline, for readers who may see it. The caller quotes the processor's text.
 */
export function chargeSentenceOf(order: ChargedOrder, reason?: string): string {
  if (awaitsCheckout(order)) return 'The order waits for its payment.'
  const standing = chargeStandingOf(order)
  if (isArrivedLate(order)) {
    return `${unpaidReasons.arrivedLate}. It does not pay for the order.`
  }
  if (standing === 'declined' && reason !== undefined) {
    return `The saved card was declined (${reason}). No money was taken.`
  }
  return sentences[standing]
}

/** Its money is at the processor as a payment that pays nothing: an operator or a bank decides about it. */
const isArrivedLate = ({ payment }: ChargedOrder): boolean =>
  payment.kind === 'unpaid' && payment.chargeState === 'declined' && payment.cause === 'arrivedLate'

/** An order of the website is paid at a checkout; no saved card is charged for it. */
const awaitsCheckout = (order: ChargedOrder): boolean =>
  !isPaid(order) && order.web !== undefined && order.web !== null

const labels = {
  charged: 'paid',
  declined: 'not paid: card declined',
  not_made: 'not paid: the charge was not made',
  no_card: 'not paid: no card on file',
  settling: 'charge not settled yet',
} as const

const sentences = {
  charged: 'The order is paid.',
  declined: 'The saved card was declined. No money was taken.',
  not_made: 'The charge of the saved card never reached the card processor. No money was taken.',
  no_card: 'No card on file: nothing was charged.',
  settling:
    'The charge is not settled yet: the card processor has not confirmed whether the saved card was charged.',
} as const
