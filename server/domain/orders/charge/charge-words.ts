// Sentences about an order's charge, shared by pages, emails and agent tools.
import { cutText, singleLine } from '../../base/text/text.ts'
import type { Order } from '../record/order.ts'
import { isPaid, type ShownPayment } from '../record/payment.ts'
import { isReleased } from '../record/status.ts'
import { unpaidSentences } from '../record/unpaid-reasons.ts'
import { chargeStandingOf } from './charge-standing.ts'

const maxDeclineCharacters = 500

/** Returns the processor's decline reason as stored: one line, cut to the maximum length. */
export const storedReason = (reason: string): string =>
  cutText(singleLine(reason), maxDeclineCharacters) || 'The card was declined'

/** `web`: absent if the order cannot be from the website. */
export type ChargedOrder = { readonly payment: ShownPayment } & Partial<Pick<Order, 'web'>>

/**
 * Returns a label for lists: `paid`, `not paid: card declined`, or `nothing to pay` if an operator released the order
 * unpaid.
 */
export function chargeLabelOf(order: ChargedOrder & Pick<Order, 'status'>): string {
  const standing = chargeStandingOf(order)
  if (!isPaid(order) && standing !== 'settling' && isReleased(order.status)) return 'nothing to pay'
  if (awaitsCheckout(order)) return 'not paid yet'
  if (isArrivedLate(order)) return 'not paid: charged after it was closed'
  return labels[standing]
}

/**
 * Returns one or two sentences for anyone with the order's code: what happened to the card, but not whether the order
 * can be paid. `reason`: the decline reason, only for readers who may see it. The caller quotes the processor's text.
 */
export function chargeSentenceOf(order: ChargedOrder, reason?: string): string {
  const kind = chargeSentenceKindOf(order)
  return kind === 'declined' && reason !== undefined
    ? `The saved card was declined (${reason}). No money was taken.`
    : chargeSentences[kind]
}

/** Returns the key of the sentence in `chargeSentences`, for pages that have it in several languages. */
export function chargeSentenceKindOf(order: ChargedOrder): keyof typeof chargeSentences {
  if (awaitsCheckout(order)) return 'awaits_checkout'
  return isArrivedLate(order) ? 'arrived_late' : chargeStandingOf(order)
}

/** Whether the money is at the processor as a payment without a purpose. An operator or a bank decides about it. */
const isArrivedLate = ({ payment }: ChargedOrder): boolean =>
  payment.kind === 'unpaid' &&
  payment.chargeState === 'declined' &&
  payment.cause === 'arrived_late'

/** Whether the order is paid at a checkout: a web order, unless its buyer chose the saved card. */
const awaitsCheckout = (order: ChargedOrder): boolean =>
  !isPaid(order) &&
  order.payment.chargeState === 'none' &&
  order.web !== undefined &&
  order.web !== null

const labels = {
  charged: 'paid',
  declined: 'not paid: card declined',
  not_made: 'not paid: the charge was not made',
  no_card: 'not paid: no card on file',
  settling: 'charge not settled yet',
} as const

/** In English. */
export const chargeSentences = {
  awaits_checkout: 'The order waits for its payment.',
  arrived_late: `${unpaidSentences.arrived_late}. It does not pay for the order.`,
  charged: 'The order is paid.',
  declined: 'The saved card was declined. No money was taken.',
  not_made: 'The charge of the saved card never reached the card processor. No money was taken.',
  no_card: 'No card on file: nothing was charged.',
  settling:
    'The charge is not settled yet: the card processor has not confirmed whether the saved card was charged.',
} as const
